/** The sheet's own sentences: what is missing, what cannot be, what the finisher pays. */
import { language, words } from '../language.svelte'
import { fill, list, number, say } from '../words'
import type { Settings } from '../api'
import { ending, type Impossible, type Penalty } from './scoring'
import type { Progress, RoundProgress } from './progress'
import type { SheetView } from './wire'

/** Whose: de Hugo, d’Inès; Hugo’s. */
export function whose(name: string): string {
  const first = name.normalize('NFD').charAt(0)
  return say(/[aeiouyœæ]/i.test(first) ? 'sheet.whose_vowel' : 'sheet.whose', { name })
}

/** What still misses before a round can be closed, in one sentence; empty where nothing does. */
export function missing(view: SheetView, round: RoundProgress): string {
  const blank = round.players.filter(({ lack }) => lack?.kind === 'blank')
  const items = round.players.flatMap((one) => (one.lack && (one.lack.kind !== 'blank' || blank.length < 3) ? lacking(view, one) : []))
  if (blank.length >= 3) items.push(say(view.form.kind === 'left' ? 'sheet.missing.many_left' : 'sheet.missing.many', { n: blank.length }))
  if (round.needsFinisher) items.push(say(`sheet.missing.finisher_${view.game === 'jungo' ? 'jungo' : 'other'}`))
  return items.length ? say('sheet.missing.all', { what: list(items) }) : ''
}

function lacking(view: SheetView, { player, lack }: Progress): string[] {
  const of = whose(player.name)
  switch (lack?.kind) {
    case 'cards':
      return [say('sheet.missing.cards', { n: lack.n, of })]
    case 'main':
      return [say('sheet.missing.main', { of })]
    case 'row':
      return [say('sheet.missing.row', { of })]
    case 'blank':
      return [say(view.form.kind === 'left' ? 'sheet.missing.left' : 'sheet.missing.points', { of })]
    default:
      return []
  }
}

/** Why something written cannot be, with the name of whom it is about. */
export function impossible(view: SheetView, why: Impossible, name?: string): string {
  const entry = (words() as unknown as { sheet: { wrong: Record<string, Parameters<typeof fill>[0]> } }).sheet.wrong[why.code]
  const sentence = entry ? fill(entry, why.facts, language()) : why.code
  const who = name ?? (why.player === null ? undefined : view.players[why.player - 1]?.name)
  return who ? say('sheet.about', { name: who, sentence }) : sentence
}

/** What a penalty does, as a sign: ×2, +10. */
export function sign(settings: Settings): string {
  const [times, flat] = [`×${number(Number(settings['multiplier'] ?? 2))}`, `+${number(Number(settings['flat_points'] ?? 0))}`]
  switch (settings['penalty']) {
    case 'flat':
      return flat
    case 'flat_then_multiply':
      return `${flat} ${times}`
    case 'multiply_then_flat':
      return `${times} ${flat}`
    default:
      return times
  }
}

/** What became of the finisher's sum, short: ×2 : ex æquo à 10. */
export function penaltyShort(view: SheetView, penalty: Penalty): string {
  if (penalty.reason === 'lowest') return say('sheet.penalty.zero')
  const args = { sign: sign(view.settings), lowest: penalty.lowest }
  return say(penalty.reason === 'tied' ? 'sheet.penalty.tied' : 'sheet.penalty.beaten', args)
}

/** What closing the round will do to the finisher, in a sentence. */
export function penaltyPreview(view: SheetView, round: RoundProgress): string {
  const name = view.players.find(({ id }) => id === round.finisher)?.name
  if (!round.counted || view.game === 'jungo') return ''
  if (!name) return say('sheet.penalty.unknown')
  const { penalty } = round.counted
  if (!penalty) return say('sheet.penalty.none', { name })
  const { before, after } = penalty
  return say('sheet.penalty.preview', { name, why: penaltyShort(view, penalty), before, after })
}

/** The title of the round that is due: Manche 3 sur 7. */
export function roundTitle(view: SheetView, n = view.rounds.length + 1): string {
  if (view.is_tie) return say('sheet.tie_break')
  const [word, most] = ending(view.settings)
  return word === 'rounds' ? say('sheet.round_of', { n, most }) : say('sheet.round', { n })
}

/** How far the game is from its end, or why it ended. */
export function endWords(view: SheetView): string {
  const [word, n] = ending(view.settings)
  if (view.ended !== null) {
    const why = view.ended as 'points' | 'rounds' | 'first_to' | 'ended' | 'too_few'
    return why === 'points' || why === 'rounds' || why === 'first_to' ? say(`sheet.end.${why}`, { n }) : say(`sheet.end.${why}`)
  }
  if (view.is_tie) return say('sheet.end.tie', { names: list(view.tied.map((place) => view.players[place]?.name ?? '')) })
  if (word === 'rounds') return say('sheet.end.left', { n: n - view.rounds.length })
  return say(word === 'points' ? 'sheet.end.to_points' : 'sheet.end.to_wins', { n })
}

/** A total as it is shown; – for who is gone. */
export function score(value: number | null | undefined): string {
  return value == null ? '–' : number(value)
}

/** A score gained, with its sign. */
export function gained(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value)
}
