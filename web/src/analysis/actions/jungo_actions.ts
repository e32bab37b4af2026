/** The actions of Jungo: draw, pass, discard, take, throw, insert 0, play 2-4, jungo, jungo with 2-3, each `as 2`. */
import JungoCard from '../../cards/JungoCard.svelte'
import { cardName, combination, playOf, type Run } from '../../table/jungo/jungo'
import { say } from '../../words'
import type { JungoView } from '../../wire/protocol.gen'
import type { Actions } from './actions'

export const jungo: Actions<JungoView> = {
  Card: JungoCard,

  name(action, view, seat) {
    const play = playOf(action, view.hands[seat]?.cards ?? [], view.held)
    if (play) {
      const key = action.startsWith('jungo') ? 'jungo' : 'play'
      const played = say(`analysis.actions.jungo.${key}`, { cards: combination(play.value, play.count) })
      if (!play.run || !isTwice(play.run, play.value, view.hands[seat]?.cards ?? [])) return played
      const where = play.run.to > play.run.from ? 'from' : 'at'
      return say(`analysis.actions.jungo.${where}`, { played, n: play.run.from + 1 })
    }
    const [, gap] = /^insert (\d+)$/.exec(action) ?? []
    const card = cardName(placed(view) ?? 0)
    if (gap) return say('analysis.actions.jungo.insert', { card, n: Number(gap) + 1 })
    return say(`analysis.actions.jungo.${action as 'draw' | 'pass' | 'discard' | 'take' | 'throw'}`, { card })
  },

  cards(action, view, seat) {
    const hand = view.hands[seat]?.cards ?? []
    const play = playOf(action, hand, view.held)
    if (play) {
      const run = play.run ? hand.slice(play.run.from, play.run.to + 1) : []
      return action.startsWith('jungo') ? [view.held, ...run] : run
    }
    if (action === 'take' || action === 'throw') return view.beaten
    if (action === 'draw') return [null]
    return action === 'pass' ? [] : [placed(view)]
  },

  places(action, view, seat) {
    const cards = view.hands[seat]?.cards ?? []
    const play = playOf(action, cards, view.held)
    if (play) {
      const { from, to } = play.run ?? { from: 0, to: -1 }
      const run = Array.from({ length: to - from + 1 }, (_, step) => `hand-${seat}-${from + step}`)
      return action.startsWith('jungo') ? ['held', ...run] : run
    }
    const [, gap] = /^insert (\d+)$/.exec(action) ?? []
    // A gap is not drawn where nobody chooses: it is marked by the card behind it, at the end by the last one.
    if (gap) return cards.length ? [`hand-${seat}-${Math.min(Number(gap), cards.length - 1)}`] : []
    if (action === 'draw') return ['pile']
    if (action === 'discard' || action === 'throw') return ['discard']
    return action === 'take' ? view.beaten.map((_, place) => `beaten-${place}`) : []
  },
}

/** Whether the hand has such a run in another place as well, so that its cards alone do not say which. */
function isTwice({ from, to }: Run, value: number, cards: readonly (number | null)[]): boolean {
  const has = (card: number | null) => card !== null && (card === value || (card > 9 && String(card).includes(String(value))))
  const starts = cards.map((_, start) => start).filter((start) => start !== from && start + to - from < cards.length)
  return starts.some((start) => cards.slice(start, start + to - from + 1).every(has))
}

/** The card that is to be placed: the drawn one, else the first of the beaten ones. */
function placed(view: JungoView): number | null {
  return view.held ?? view.beaten[0] ?? null
}
