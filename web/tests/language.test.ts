import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseLanguage, language, LANGUAGES, languageName, loadWords, startLanguage } from '../src/language.svelte'
import { say } from '../src/words'

function device(...tags: string[]) {
  vi.stubGlobal('navigator', { languages: tags, language: tags[0] })
}

afterEach(() => chooseLanguage('fr'))

describe('the language', () => {
  test('is the first of the device’s that there is', async () => {
    device('de-DE', 'en-GB', 'fr-FR')
    await startLanguage()
    expect(language()).toBe('en')
    expect(say('home.solo')).toBe('Play alone')
    expect(document.documentElement.lang).toBe('en')
  })

  test('is French when the device speaks none of ours', async () => {
    device('de-DE')
    await startLanguage()
    expect(language()).toBe('fr')
  })

  test.each(['en-US@posix', 'en_US', 'EN'])('survives a device that calls itself %s', async (tag) => {
    device(tag)
    await startLanguage()
    expect(language()).toBe('en')
  })

  test('chosen once is spoken again on the next visit', async () => {
    await chooseLanguage('en')
    device('fr-FR')
    await startLanguage()
    expect(language()).toBe('en')
  })

  test('words asked for while another language is on its way come in that one', async () => {
    const come = loadWords('lobby')
    const changed = chooseLanguage('en')
    await come
    expect(say('lobby.sit')).toBe('Sit down')
    await changed
    expect(say('lobby.sit')).toBe('Sit down')
  })

  test('French comes first, each is named in itself', () => {
    expect(LANGUAGES.slice(0, 2)).toEqual(['fr', 'en'])
    expect(LANGUAGES.slice(0, 2).map(languageName)).toEqual(['français', 'English'])
  })
})
