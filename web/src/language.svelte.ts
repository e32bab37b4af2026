/**
 * Which language the page speaks. Each language comes when it is chosen, and the words of tables, of a game's board, of
 * the lobby, of the chat, of the score sheet, of tournaments, of what a table shows later and of other pages with these.
 */
import type { page } from '../../src/tablee/words/fr.json'
import { keep, kept } from './kept'

export type Words = typeof page

type Loaders = Record<string, () => Promise<unknown>>

const pages = byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?page', import: 'default' }))
// A new game is one more line.
const parts: Readonly<Record<string, Map<string, () => Promise<unknown>>>> = {
  skyjo: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?table=skyjo', import: 'default' })),
  jungo: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?table=jungo', import: 'default' })),
  ptit_pois: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?table=ptit_pois', import: 'default' })),
  table: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?part=table', import: 'default' })),
  later: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?part=later', import: 'default' })),
  pages: byCode(import.meta.glob('../../src/tablee/words/*.json', { query: '?part=pages', import: 'default' })),
}

function byCode(loaders: Loaders): Map<string, () => Promise<unknown>> {
  return new Map(Object.entries(loaders).map(([path, load]) => [/(\w+)\.json/.exec(path)?.[1] ?? '', load]))
}

/** Codes of the languages that have a file, French first. */
export const LANGUAGES: readonly string[] = ['fr', ...[...pages.keys()].filter((code) => code !== 'fr').sort()]

let current = $state.raw({ code: 'fr', words: {} as Words, parts: [] as readonly string[] })
let wanted = 'fr' // the language chosen last, which may still be on its way
let latest = Promise.resolve()
const brought = new Map<string, Promise<void>>() // parts that are said, once they are here

/** The language's code, `fr` or `en`, also for `?lang=`. */
export function language(): string {
  return current.code
}

/** All words of the page in the current language, once it has one; those of a part once `loadWords` has brought them. */
export function words(): Words {
  return current.words
}

/** A language's own name for itself: français, English. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}

/** Speaks `code` from now on and remembers it. */
export async function chooseLanguage(code: string): Promise<void> {
  await speak(code)
  keep('language', code)
}

/**
 * Speaks the language chosen on an earlier visit, else the first of the device's that there is, else French; with the
 * words of these parts. Rejects where none can be fetched.
 */
export function startLanguage(...first: string[]): Promise<void> {
  const come = Promise.resolve().then(async () => {
    const wishes = [kept('language', ''), ...deviceLanguages()]
    const code = wishes.find((wish) => LANGUAGES.includes(wish)) ?? 'fr'
    try {
      await speak(code)
    } catch {
      await speak('fr') // its file could not be fetched: better French than an empty page
    }
  })
  for (const part of first) brought.set(part, come)
  return come
}

/** Brings the words of a part, `pages`, `lobby`, `chat`, `later`, `sheet` or a game's board, in every language chosen from now on too. */
export function loadWords(part: string): Promise<void> {
  const coming = brought.get(part)
  if (coming) return coming
  const come = bring(part).catch((failure: unknown) => {
    brought.delete(part)
    throw failure
  })
  brought.set(part, come)
  return come
}

async function bring(part: string): Promise<void> {
  await null // until it is among what is brought
  await speak(wanted)
  // Where another language was chosen meanwhile, that one brings it.
  for (let last; last !== latest && !current.parts.includes(part); ) await (last = latest)
}

function speak(code: string): Promise<void> {
  wanted = code
  return (latest = change(code))
}

/** Of those that few pages say even where they are is told later. */
async function wordsOf(part: string, code: string): Promise<unknown> {
  const found = parts[part] ?? byCode((await import('./words_apart')).loaders[part] ?? {})
  return found.get(code)?.()
}

let begun = 0 // changes
let done = 0 // the last one of them that is

async function change(code: string): Promise<void> {
  const mine = ++begun
  const own = await Promise.all([...brought.keys()].map(async (part) => [part, await wordsOf(part, code)] as const))
  const all = (await pages.get(code)?.()) as Words
  if (wanted !== code || mine < done) return // another one was chosen meanwhile, or brought more and was faster
  done = mine
  const boards = own.filter(([part]) => part in all.games)
  const isOfTables = (part: string) => part === 'table' || part === 'later'
  const ofTables = own.filter(([part]) => isOfTables(part)).map(([, said]) => said)
  const others = own.filter(([part]) => !isOfTables(part) && !(part in all.games))
  const table = Object.assign({}, ...ofTables, Object.fromEntries(boards)) as Words['table']
  const apart = Object.assign({}, ...others.map(([, said]) => said)) as Partial<Words>
  current = { code, words: { ...all, ...apart, table }, parts: own.map(([part]) => part) }
  document.documentElement.lang = code
}

// Plain cuts instead of Intl.Locale: some systems give tags that Intl throws on, such as `en-US@posix`.
function deviceLanguages(): string[] {
  const tags = navigator.languages?.length ? navigator.languages : [navigator.language ?? '']
  return tags.map((tag) => tag.toLowerCase().split(/[-_@.]/)[0] ?? '')
}
