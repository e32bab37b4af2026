/** The actions of P'tit Pois: flip, stop, turn 1, main 3 left, row 2 right. */
import { Card, cardName, codeOf, packetOf, playOf, type Own } from '../../table/ptit_pois/ptit_pois'
import { say } from '../../words'
import type { PtitPoisCard, PtitPoisView } from '../../wire/protocol.gen'
import type { Actions } from './actions'

export const ptitPois: Actions<PtitPoisView> = {
  Card,

  name(action, view, seat) {
    const packet = packetOf(action)
    if (packet !== null) return say('analysis.actions.ptit_pois.turn', { n: packet + 1 })
    const play = playOf(action)
    if (!play) return say(`analysis.actions.ptit_pois.${action as 'flip' | 'stop'}`)
    const card = cardAt(play.own, view, seat)
    return say(`analysis.actions.ptit_pois.play_${play.side}`, { card: card ? cardName(card) : '' })
  },

  cards(action, view, seat) {
    const play = playOf(action)
    if (!play) return packetOf(action) === null ? [] : [null]
    const [card, top] = [cardAt(play.own, view, seat), view.piles[play.side]]
    return [card, top].flatMap((one) => (one ? [codeOf(one)] : []))
  },

  places(action, _view, seat) {
    const packet = packetOf(action)
    if (packet !== null) return [`row-${seat}-${2 * packet}`, `row-${seat}-${2 * packet + 1}`]
    const play = playOf(action)
    if (!play) return []
    const [word, place] = play.own.split('-')
    return [`${word}-${seat}-${place}`, `pile-${play.side}`]
  },
}

function cardAt(own: Own, view: PtitPoisView, seat: number): PtitPoisCard | null {
  const [word, place] = own.split('-')
  const has = view.seats[seat]
  return (word === 'main' ? has?.main[Number(place)] : has?.row[Number(place)]?.card) ?? null
}
