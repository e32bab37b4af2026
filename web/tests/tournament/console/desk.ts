/** The organiser's desk for the tests: a tournament whose server takes everything, and remembers what it was sent. */
import { Refused } from '../../../src/refused'
import { Desk } from '../../../src/tournament/console/desk.svelte'
import { LiveTournament } from '../../../src/tournament/live.svelte'
import type { TournamentCommand, TournamentView } from '../../../src/tournament/wire'
import type { Follower, Socket } from '../../../src/wire/socket.svelte'
import { tournament } from '../tournaments'

export interface Sitting {
  desk: Desk
  live: LiveTournament
  sent: TournamentCommand[]
  /** The server tells a new view. */
  tell: (changes: Partial<TournamentView>) => TournamentView
  /** From now on the server refuses this kind of command, with this sentence. */
  refuse: (kind: TournamentCommand['do'], sentence: string, if_?: (command: TournamentCommand) => boolean) => void
}

export function sit(changes: Partial<TournamentView> = {}): Sitting {
  const sent: TournamentCommand[] = []
  let refusing: { kind: string; sentence: string; if_: (command: TournamentCommand) => boolean } | null = null
  let follower: Follower | undefined
  const wire = {
    follow(_: string, one: Follower) {
      follower = one
      return () => undefined
    },
    send(_: string, command: TournamentCommand) {
      sent.push(command)
      if (refusing?.kind === command.do && refusing.if_(command)) return Promise.reject(new Refused('refused', refusing.sentence))
      return Promise.resolve({})
    },
  } as unknown as Socket
  const live = new LiveTournament('t12345678901234567890', wire)
  live.follow()
  function tell(now: Partial<TournamentView>): TournamentView {
    const view = tournament(now)
    follower?.update({ t: 'update', stream: live.stream, seq: 1, happened: [], view: view as never }, false)
    return view
  }
  tell(changes)
  return { desk: new Desk(live), live, sent, tell, refuse: (kind, sentence, if_ = () => true) => (refusing = { kind, sentence, if_ }) }
}
