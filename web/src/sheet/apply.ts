/**
 * What a device has written on a sheet and the server has not told it of yet, put on top of the last view: so that the
 * page shows it at once, with or without a network. What the server makes of it decides in the end.
 */
import { entryForm } from './scoring'
import { lowestWins, standing, type Played } from './standing'
import type { Draft, NewSheet, Round, RoundOnSheet, SheetCommand, SheetView } from './wire'

type Laid = Omit<RoundOnSheet, 'number' | 'sums' | 'scores' | 'penalty' | 'first'>

/** Returns a sheet that this device has made, as it stands before anything is written on it. */
export function fresh(id: string, made: NewSheet): SheetView {
  const { game, settings, players } = made
  const view: SheetView = {
    ...{ kind: 'sheet', sheet: id, short: '', game, settings, code: '', started: made.at, players },
    ...{ form: entryForm(game, settings), lowest_wins: lowestWins(game, settings) },
    ...{ gone: [], joined: {}, rounds: [], draft: null, left: [] },
    ...{ totals: [], ranks: [], leaders: [], first: null, ended: null, is_tie: false, tied: [] },
    ...{ is_host: true, may_write: true, writers: [null], own: 0, changes: [], undo: null, redo: null, conflicts: [] },
  }
  return judged(view)
}

/** Returns the view with a command on it, or the same view where it changes nothing that this device could tell. */
export function applied(view: SheetView, command: SheetCommand): SheetView {
  const isClosed = (id: string) => view.rounds.some((round) => round.id === id)
  switch (command.do) {
    case 'enter':
    case 'finish': {
      if (isClosed(command.round) || command.number !== view.rounds.length + 1) return view
      return { ...view, draft: drafted(view, command) }
    }
    case 'close': {
      // A number that was given away meanwhile makes a conflict: both rounds are kept for the host.
      if (isClosed(command.round) || command.number !== view.rounds.length + 1) return view
      const { round: id, content, is_tie_break = false } = command
      return judged({ ...view, draft: null }, [...view.rounds, { id, content, is_tie_break }])
    }
    case 'edit':
      return judged(
        view,
        view.rounds.map((round) => (round.id === command.round ? { ...round, content: command.content } : round)),
      )
    case 'delete':
      return judged(
        view,
        view.rounds.filter((round) => round.id !== command.round),
      )
    case 'rename': {
      const players = view.players.map((player) =>
        player.id === command.player ? { ...player, name: command.name, version: command.version } : player,
      )
      return { ...view, players }
    }
    case 'reorder': {
      const players = command.players.flatMap((id) => view.players.find((player) => player.id === id) ?? [])
      return players.length === view.players.length ? judged({ ...view, players }) : view
    }
    case 'add_player': {
      if (view.players.some((player) => player.id === command.player.id)) return view
      const joined = { ...view.joined, [command.player.id]: view.rounds.length }
      return judged({ ...view, players: [...view.players, command.player], joined })
    }
    case 'drop_player':
      return view.gone.includes(command.player) ? view : judged({ ...view, gone: [...view.gone, command.player] })
    case 'set_length':
      return judged({ ...view, settings: { ...view.settings, end: command.end } })
    case 'end_sheet':
      return judged(view, view.rounds, true)
    case 'reopen':
      return judged(view, view.rounds, false)
    case 'settle':
      return { ...view, conflicts: view.conflicts.filter(({ number }) => number !== command.conflict) }
    case 'undo':
    case 'redo':
    case 'invite_writer':
    case 'become_writer':
      return view
  }
}

function drafted(view: SheetView, command: SheetCommand & { do: 'enter' | 'finish' }): Draft {
  const { round: id, number } = command
  const before: Round = view.draft?.content ?? { entries: {} }
  if (command.do === 'finish')
    return { id, number, content: { ...before, finisher: command.finisher, is_unknown: command.is_unknown ?? false } }
  const entries = { ...before.entries }
  if (command.entry) entries[command.player] = command.entry
  else delete entries[command.player]
  return { id, number, content: { ...before, entries } }
}

/** Returns the rounds as the scores are worked out of them: players by place. */
export function played(view: SheetView, rounds: readonly Pick<RoundOnSheet, 'content' | 'is_tie_break'>[]): Played[] {
  return rounds.map(({ content, is_tie_break }) => ({
    entries: view.players.map(({ id }) => content.entries[id] ?? null),
    finisher: content.finisher ? view.players.findIndex(({ id }) => id === content.finisher) : null,
    is_tie_break,
  }))
}

/** Returns the view with these rounds, and where the game stands after them, judged anew. */
export function judged(
  view: SheetView,
  rounds: readonly Laid[] = view.rounds,
  isEnded = view.ended === 'ended',
): SheetView {
  const gone = view.players.flatMap(({ id }, place) => (view.gone.includes(id) ? [place] : []))
  const found = standing(view.game, view.settings, view.players.length, played(view, rounds), gone, isEnded)
  return {
    ...view,
    rounds: rounds.map(({ id, content, is_tie_break }, at) => ({
      ...{ id, content, is_tie_break, number: at + 1, first: found.firsts[at] as number },
      ...(found.rounds[at] as (typeof found.rounds)[number]),
    })),
    totals: found.totals,
    ranks: found.ranks,
    leaders: found.leaders,
    first: found.first,
    ended: found.ended,
    is_tie: found.tied.length > 0,
    tied: found.tied,
  }
}
