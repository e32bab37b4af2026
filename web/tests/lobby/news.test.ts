import { describe, expect, test } from 'vitest'
import { news } from '../../src/lobby/news'
import { bot, LEA, lobby, ME, open, person } from './gathering'

describe('what is told of the people at a table', () => {
  const before = lobby([LEA, person('Inès'), open, bot('Hugo')])

  test('who sits down, stands up, and which bot comes', () => {
    expect(news(before, lobby([LEA, person('Inès'), person('Karim'), bot('Hugo')]))).toEqual(['Karim s’assied.'])
    expect(news(before, lobby([LEA, open, open, bot('Hugo')]))).toEqual(['Inès se lève.'])
    expect(news(before, lobby([LEA, person('Inès'), bot('Zoé'), bot('Hugo')]))).toEqual(['Zoé, un robot, s’assied.'])
  })

  test('nothing where seats change places or a name changes', () => {
    const [lea, ines, free, hugo] = before.seats
    const swapped = { ...before, seats: [ines, lea, free, hugo] as typeof before.seats }
    expect(news(before, swapped)).toEqual([])
    expect(news(before, lobby([LEA, person('Ines'), open, bot('Hugo')]))).toEqual([])
  })

  test('for whom all is well, and for whom no longer; new rules explain that themselves', () => {
    const ready = lobby([LEA, person('Inès', { is_ready: true }), open, bot('Hugo')])
    expect(news(before, ready)).toEqual(['C’est bon pour Inès.'])
    expect(news(ready, before)).toEqual(['Inès attend encore.'])
    expect(news(ready, { ...before, code: 'SKYJO-X' })).toEqual([])
  })

  test('who is lost and back, and who is host now', () => {
    const lost = lobby([LEA, person('Inès', { is_here: false }), open, bot('Hugo')])
    expect(news(before, lost)).toEqual(['Inès a perdu le réseau.'])
    expect(news(lost, before)).toEqual(['Inès est de retour.'])
    const handed = lobby([person('Léa'), person('Inès', { is_host: true }), open, bot('Hugo')])
    expect(news(before, handed)).toEqual(['Inès est l’hôte de la table.'])
    const mine = lobby([person('Léa'), person('Inès', { is_host: true, is_you: true }), open, bot('Hugo')])
    expect(news(lobby([LEA, person('Inès', { is_you: true }), open, bot('Hugo')]), mine)).toEqual(['Tu es l’hôte de la table.'])
  })

  test('nothing of what one did oneself, but how many seats there are', () => {
    expect(news(lobby([ME, open]), lobby([open, ME]))).toEqual([])
    expect(news(lobby([ME, open]), lobby([ME, open, open]))).toEqual(['3 places à table.'])
  })
})
