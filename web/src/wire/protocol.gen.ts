// Generated from src/tablee/server/messages.py by `python -m tools.wire_types`: change those, not this.

export type ClientMessage = Hello | Follow | Unfollow | Send | AskHint | Ping
export type Command =
  | Sit
  | Ready
  | Colour
  | SetSeat
  | SetSeats
  | Swap
  | Change
  | Allow
  | Start
  | Remove
  | Substitute
  | HandOver
  | Salt
  | Act
  | Pace
  | Pause
  | End
  | Leave
  | Return
  | Again
  | Gather
  | Offer
  | Claim
  | Say
  | Mute
export type SheetCommand =
  | Enter
  | Finish
  | Close
  | Edit
  | Delete
  | Undo
  | Redo
  | Rename
  | Reorder
  | AddPlayer
  | DropPlayer
  | SetLength
  | EndSheet
  | Reopen
  | Settle
  | InviteWriter
  | BecomeWriter
export type TournamentCommand =
  | Configure
  | Answer
  | OpenRegistration
  | Register
  | RenamePlayer
  | Accept
  | CheckIn
  | Pay
  | Unregister
  | KeepApart
  | DrawStage
  | ShowDraw
  | SwapPlayers
  | Seat
  | Drop
  | Rejoin
  | BeginRound
  | AddTime
  | LastLap
  | OpenTable
  | CloseTable
  | DrawTieBreak
  | SettleTie
  | KeepField
  | AddSeat
  | Replay
  | Curtain
  | FinishTournament
  | PaceRehearsal
  | Report
  | Correct
  | SettleResult
  | Contest
  | Rule
  | Warn
  | Disqualify
  | Reverse
  | MakeLink
  | MakeTableLinks
  | UseLink
  | RevokeLink
  | UndoStep
export type DayCommand =
  | AddPeople
  | OpenDay
  | JoinDay
  | RenamePerson
  | CheckInPerson
  | PayDay
  | SetPlays
  | StrikeOff
  | AddTournament
  | RemoveTournament
export type ServerMessage = Welcome | Update | Reply | Refused | Hint | Gone | Pong | Bye

/**
 * What each side says.
 */
export interface Wire {
  client: ClientMessage
  server: ServerMessage
}
/**
 * First message of a connection; the person is the one of the cookie.
 */
export interface Hello {
  t: 'hello'
  version: number
  lang: string
}
/**
 * Asks for a stream's view and every change from then on.
 */
export interface Follow {
  t: 'follow'
  stream: string
  seen?: number | null
  is_public?: boolean
}
/**
 * Stops following a stream.
 */
export interface Unfollow {
  t: 'unfollow'
  stream: string
}
/**
 * A command; sending the same id again gets the first reply again.
 */
export interface Send {
  t: 'send'
  stream: string
  id: string
  command: Command | SheetCommand | TournamentCommand | DayCommand
}
/**
 * Takes an open seat, or a bot's where the host allows it; with a name, for somebody else on this device.
 */
export interface Sit {
  do: 'sit'
  seat: number
  name?: string | null
}
/**
 * A seat is ready for the round after `round`; before a game `round` is 0, and it may take that back.
 */
export interface Ready {
  do: 'ready'
  round: number
  seat: number
  is_ready?: boolean
}
/**
 * A seat chooses a colour that nobody else has.
 */
export interface Colour {
  do: 'colour'
  seat: number
  colour: number
}
/**
 * Before a game the host gives an empty seat to a bot, or frees a bot's or that of somebody who is not here.
 */
export interface SetSeat {
  do: 'set_seat'
  seat: number
  kind: string
  bot?: string | null
  name?: string | null
}
/**
 * Before a game the host sets how many seats there are; those that go must be without a person.
 */
export interface SetSeats {
  do: 'set_seats'
  seats: number
}
/**
 * Before a game the host lets two seats change places.
 */
export interface Swap {
  do: 'swap'
  seat: number
  other: number
}
/**
 * Before a game the host changes the settings; all others say again whether they are ready.
 */
export interface Change {
  do: 'change'
  settings: {
    [k: string]: number | string | boolean
  }
}
/**
 * The host says what is allowed at the table.
 */
export interface Allow {
  do: 'allow'
  options: Options
}
/**
 * What the host allows at a table; not part of the rules, and open to change at any time.
 */
export interface Options {
  is_public?: boolean
  is_locked?: boolean
  joins_bots?: boolean
  free_chat?: boolean
  delay?: number
}
/**
 * The host begins the game; seats that are still open fall away.
 */
export interface Start {
  do: 'start'
  first?: number | null
}
/**
 * The host sends the person of a seat away for good; during a game on_leave says what follows (G5).
 */
export interface Remove {
  do: 'remove'
  seat: number
}
/**
 * The host lets a bot play for a person who keeps the others waiting, until that person comes back (G5).
 */
export interface Substitute {
  do: 'substitute'
  seat: number
}
/**
 * The host makes the person of a seat the host.
 */
export interface HandOver {
  do: 'hand_over'
  seat: number
}
/**
 * Adds a seat's salt to the round's shuffle, before the cards are dealt.
 */
export interface Salt {
  do: 'salt'
  round: number
  seat: number
  salt: string
}
/**
 * A seat's choice; it names the decision it answers.
 */
export interface Act {
  do: 'act'
  round: number
  seat: number
  decision: number
  action: string
}
/**
 * The host sets the pace of the bots.
 */
export interface Pace {
  do: 'pace'
  pace: string
}
/**
 * A seat wishes for a pause, which begins when all do; any seat that no longer wishes for it ends it.
 */
export interface Pause {
  do: 'pause'
  seat: number
  wish: boolean
}
/**
 * The host ends the game between rounds (G3).
 */
export interface End {
  do: 'end'
  round: number
}
/**
 * A person leaves the seat: before a game it is open again, during one on_leave says what follows (G5).
 */
export interface Leave {
  do: 'leave'
  seat: number
}
/**
 * The person of a seat that a bot plays takes it over again (G5).
 */
export interface Return {
  do: 'return'
  seat: number
}
/**
 * The host starts a new game with the same seats and settings after the last one ended.
 */
export interface Again {
  do: 'again'
  number: number
  first?: number | null
}
/**
 * The host lets people gather anew after a game, to change seats or settings.
 */
export interface Gather {
  do: 'gather'
  number: number
}
/**
 * Offers a seat to another device for ten minutes: one's own, or as the host one whose phone is dead.
 */
export interface Offer {
  do: 'offer'
  seat: number
  proof: string
}
/**
 * Takes an offered seat over.
 */
export interface Claim {
  do: 'claim'
  seat: number
  token: string
}
/**
 * Says a set phrase to the table, or a line of one's own where the host allows it.
 */
export interface Say {
  do: 'say'
  seat: number
  phrase?: string | null
  text?: string | null
}
/**
 * The host silences a seat, or lets it speak again.
 */
export interface Mute {
  do: 'mute'
  seat: number
  is_muted: boolean
}
/**
 * Writes, changes or blanks the draft entry of a player in a round that is not closed.
 */
export interface Enter {
  do: 'enter'
  round: string
  number: number
  player: string
  entry: Entry | null
  seen: Entry | null
}
/**
 * One player's round: which fields there are depends on the game and on how much is written down (K4, K8).
 *
 * Blank is not zero: an entry without any field says nothing.
 */
export interface Entry {
  total?: number | null
  cards?: number[] | null
  count?: number | null
  main?: number | null
  row?: number | null
  left?: number | null
}
/**
 * Says who finished the round that is not closed, that nobody knows, or takes either back.
 */
export interface Finish {
  do: 'finish'
  round: string
  number: number
  finisher: string | null
  is_unknown?: boolean
  seen?: string | null
  seen_unknown?: boolean
}
/**
 * Closes a round: it counts from now on.
 */
export interface Close {
  do: 'close'
  round: string
  number: number
  content: Round
  is_tie_break?: boolean
}
/**
 * What was written of a round: an entry by player id, and who finished it.
 */
export interface Round {
  entries: {
    [k: string]: Entry
  }
  finisher?: string | null
  is_unknown?: boolean
}
/**
 * Changes a closed round.
 */
export interface Edit {
  do: 'edit'
  round: string
  content: Round
  seen: Round
}
/**
 * Deletes a closed round; later ones move up.
 */
export interface Delete {
  do: 'delete'
  round: string
  seen: Round
}
/**
 * Takes the last change back that has not been taken back.
 */
export interface Undo {
  do: 'undo'
  change: number
}
/**
 * Makes the change again that was taken back last.
 */
export interface Redo {
  do: 'redo'
  change: number
}
/**
 * Gives a player another name.
 */
export interface Rename {
  do: 'rename'
  player: string
  name: string
  version: string
  seen: string
}
/**
 * Changes the players' order, before round 1 is closed.
 */
export interface Reorder {
  do: 'reorder'
  players: string[]
  seen: string[]
}
/**
 * Lets somebody join: each round closed before, and the one in progress if it has no entry, counts as its worst.
 */
export interface AddPlayer {
  do: 'add_player'
  player: Player
}
/**
 * Somebody who plays at the table.
 */
export interface Player {
  id: string
  name: string
  version?: string
}
/**
 * A player goes for good: no score ("–"), ranked last (G5).
 */
export interface DropPlayer {
  do: 'drop_player'
  player: string
}
/**
 * Changes when the game ends, e.g. rounds(8).
 */
export interface SetLength {
  do: 'set_length'
  end: string
  seen: string
}
/**
 * Ends the game early (G3).
 */
export interface EndSheet {
  do: 'end_sheet'
}
/**
 * Takes an early end back.
 */
export interface Reopen {
  do: 'reopen'
}
/**
 * Settles a conflict: keeps what stands, takes the other, or, of two rounds made apart, has one after the other.
 */
export interface Settle {
  do: 'settle'
  conflict: number
  keep: string
}
/**
 * The host offers to share the writing: whoever shows the token of this proof within ten minutes may write too.
 */
export interface InviteWriter {
  do: 'invite_writer'
  proof: string
}
/**
 * Takes that offer.
 */
export interface BecomeWriter {
  do: 'become_writer'
  token: string
}
/**
 * Changes settings; the regulation has a new version then, to be accepted again (T11).
 */
export interface Configure {
  do: 'configure'
  settings: {
    [k: string]: number | string | boolean
  }
}
/**
 * Answers points that the regulation leaves open (T11).
 */
export interface Answer {
  do: 'answer'
  answers: {
    [k: string]: number | string | boolean
  }
}
/**
 * Lets players register themselves, or no more (T1).
 */
export interface OpenRegistration {
  do: 'open_registration'
  is_open: boolean
}
/**
 * Registers players: the organiser anybody, a person only themselves (T1).
 */
export interface Register {
  do: 'register'
  players: Newcomer[]
  accepts?: number | null
}
/**
 * Somebody to be registered.
 */
export interface Newcomer {
  player: string
  name: string
}
/**
 * Gives a player another name.
 */
export interface RenamePlayer {
  do: 'rename_player'
  player: string
  name: string
}
/**
 * Records that players accept a version of the regulation: staff for any, a person for themselves (T11).
 */
export interface Accept {
  do: 'accept'
  players: string[]
  version: number
}
/**
 * Says that a player is here, or is not (T1).
 */
export interface CheckIn {
  do: 'check_in'
  player: string
  is_here?: boolean
}
/**
 * Says that a player has paid, or has not.
 */
export interface Pay {
  do: 'pay'
  player: string
  is_paid?: boolean
}
/**
 * Strikes a player off before the start (T8).
 */
export interface Unregister {
  do: 'unregister'
  player: string
}
/**
 * Keeps some players at different tables where that can be, or no more (T3).
 */
export interface KeepApart {
  do: 'keep_apart'
  players: string[]
  is_apart?: boolean
}
/**
 * Draws the next stage, or draws again the one that has not begun (T3).
 */
export interface DrawStage {
  do: 'draw_stage'
  seed: number
}
/**
 * Lets everybody see the draw of the last stage.
 */
export interface ShowDraw {
  do: 'show_draw'
}
/**
 * Swaps the places of two players from a round on; what they have played stays theirs.
 */
export interface SwapPlayers {
  do: 'swap_players'
  stage: number
  round: number
  one: string
  other: string
}
/**
 * Seats somebody who comes late, from a round on (T8).
 */
export interface Seat {
  do: 'seat'
  player: string
  round: number
}
/**
 * A player goes: `dropped` keeps what was played, `forfeit` is last without a score (T8, G5).
 */
export interface Drop {
  do: 'drop'
  player: string
  how: string
  round?: number | null
}
/**
 * A player who went plays again.
 */
export interface Rejoin {
  do: 'rejoin'
  player: string
}
/**
 * Begins a round; the clock informs, and ends nothing.
 */
export interface BeginRound {
  do: 'begin_round'
  stage: number
  round: number
  seconds?: number | null
}
/**
 * Adds time, for all tables or for one.
 */
export interface AddTime {
  do: 'add_time'
  seconds: number
  table?: number | null
}
/**
 * Calls the last lap, for all tables or for one.
 */
export interface LastLap {
  do: 'last_lap'
  table?: number | null
}
/**
 * Opens a table of a round as a live one: its players play on their devices, its result comes by itself (T14).
 */
export interface OpenTable {
  do: 'open_table'
  stage: number
  round: number
  table: number
  turn_time?: number
}
/**
 * Closes a live table, whose round is played with real cards then.
 */
export interface CloseTable {
  do: 'close_table'
  stage: number
  round: number
  table: number
}
/**
 * Draws a tie-break round among those tied (T6).
 */
export interface DrawTieBreak {
  do: 'draw_tie_break'
  players: string[]
  seed: number
}
/**
 * The organiser decides a tie that tie-break rounds have not decided (G7).
 */
export interface SettleTie {
  do: 'settle_tie'
  players: string[]
}
/**
 * Keeps the field of a stage although others would have qualified since (T9).
 */
export interface KeepField {
  do: 'keep_field'
  stage: number
}
/**
 * Adds somebody who would have qualified to a stage that has begun (T9).
 */
export interface AddSeat {
  do: 'add_seat'
  stage: number
  player: string
}
/**
 * Takes a stage and all after it back, to be drawn and played again (T9).
 */
export interface Replay {
  do: 'replay'
  stage: number
}
/**
 * Hides the standings from all but organiser and arbiters, or shows them again.
 */
export interface Curtain {
  do: 'curtain'
  is_drawn: boolean
}
/**
 * Ends the tournament: the ranking is final (T10).
 */
export interface FinishTournament {
  do: 'finish_tournament'
}
/**
 * Says how long the simulated people of a rehearsal take for a round; 0: they answer at once.
 */
export interface PaceRehearsal {
  do: 'pace_rehearsal'
  seconds: number
}
/**
 * A table tells its round; a second person who tells the same confirms it.
 */
export interface Report {
  do: 'report'
  stage: number
  round: number
  table: number
  result: Result
  is_sure?: boolean
}
/**
 * What was written of one round at one table: an entry by player id, and who finished it.
 */
export interface Result {
  entries: {
    [k: string]: Entry
  }
  finisher?: string | null
  is_unknown?: boolean
}
/**
 * The organiser or an arbiter writes a result, whatever stood there, or strikes it out.
 */
export interface Correct {
  do: 'correct'
  stage: number
  round: number
  table: number
  result: Result | null
  seen: Result | null
}
/**
 * Settles a conflict: one of the reports stands.
 */
export interface SettleResult {
  do: 'settle_result'
  stage: number
  round: number
  table: number
  keep: number
}
/**
 * Raises a contestation, open until the round closes.
 */
export interface Contest {
  do: 'contest'
  stage: number
  round: number
  table: number
  players: string[]
  facts: string
}
/**
 * Decides a contestation.
 */
export interface Rule {
  do: 'rule'
  entry: number
  decision: string
}
/**
 * Warns a player, where the sanctions are graded.
 */
export interface Warn {
  do: 'warn'
  stage: number
  round: number
  table: number
  player: string
  facts: string
  reason: string
}
/**
 * Disqualifies a player, effective at once.
 */
export interface Disqualify {
  do: 'disqualify'
  stage: number
  round: number
  table: number
  player: string
  facts: string
  reason: string
  entry?: number | null
}
/**
 * The organiser reverses a disqualification, in full.
 */
export interface Reverse {
  do: 'reverse'
  entry: number
  reason: string
}
/**
 * Offers a role by a link: whoever shows the token of this proof has it.
 */
export interface MakeLink {
  do: 'make_link'
  link: string
  role: string
  proof: string
}
/**
 * Makes the links of the tables of a round.
 */
export interface MakeTableLinks {
  do: 'make_table_links'
  stage: number
  round: number
  links: TableLink[]
}
/**
 * A link for one table and round.
 */
export interface TableLink {
  table: number
  link: string
  proof: string
}
/**
 * Takes the role that a link gives.
 */
export interface UseLink {
  do: 'use_link'
  token: string
}
/**
 * Takes a link back, and the role from all who came by it.
 */
export interface RevokeLink {
  do: 'revoke_link'
  link: string
}
/**
 * Takes the last step back that has not been taken back.
 */
export interface UndoStep {
  do: 'undo_step'
  step: number
}
/**
 * Puts people on the list, and in for some of the day's tournaments (T1).
 */
export interface AddPeople {
  do: 'add_people'
  people: PersonToAdd[]
  plays?: string[]
}
/**
 * Somebody to be put on the list.
 */
export interface PersonToAdd {
  player: string
  name: string
}
/**
 * Lets people put themselves on the list, or no more (T1).
 */
export interface OpenDay {
  do: 'open_day'
  is_open: boolean
}
/**
 * Puts oneself on the list (T1).
 */
export interface JoinDay {
  do: 'join_day'
  player: string
  name: string
  plays?: string[]
}
/**
 * Gives somebody another name.
 */
export interface RenamePerson {
  do: 'rename_person'
  player: string
  name: string
}
/**
 * Says that somebody is here, or is not (T1).
 */
export interface CheckInPerson {
  do: 'check_in_person'
  player: string
  is_here?: boolean
}
/**
 * Says that somebody has paid for the day, or has not.
 */
export interface PayDay {
  do: 'pay_day'
  player: string
  is_paid?: boolean
}
/**
 * Puts somebody in for a tournament, or takes them off its list.
 */
export interface SetPlays {
  do: 'set_plays'
  player: string
  tournament: string
  is_in?: boolean
}
/**
 * Strikes somebody off the list of the day and of its tournaments.
 */
export interface StrikeOff {
  do: 'strike_off'
  player: string
}
/**
 * Makes one of the organiser's own tournaments, where nobody is registered yet, a tournament of the day.
 */
export interface AddTournament {
  do: 'add_tournament'
  tournament: string
}
/**
 * Takes a tournament off the day that would not take its list.
 */
export interface RemoveTournament {
  do: 'remove_tournament'
  tournament: string
}
/**
 * Asks which action is advised for a seat of the asker, and why.
 */
export interface AskHint {
  t: 'ask_hint'
  stream: string
  id: string
  seat: number
}
/**
 * Asks for a pong, so that a page notices a dead connection.
 */
export interface Ping {
  t: 'ping'
}
/**
 * Answers hello.
 */
export interface Welcome {
  t: 'welcome'
  version: number
  build: string
  person: string
  now: number
  address: string | null
}
/**
 * A stream as this follower sees it after sequence `seq`.
 */
export interface Update {
  t: 'update'
  stream: string
  seq: number
  happened: Happening[]
  view: RoomView | SheetView | TournamentView | DayView
}
/**
 * One thing that a viewer saw happen: what, who, where, and the cards that this viewer saw.
 */
export interface Happening {
  what: string
  seat: number
  cells?: number[]
  card?: number | null
  old?: number | null
  cards?: number[]
}
/**
 * A table as one viewer sees it: what everybody sees, and the viewer's own.
 */
export interface RoomView {
  kind: 'table'
  room: string
  short: string
  game: string
  settings: {
    [k: string]: number | string | boolean
  }
  code: string
  options: Options
  tournament: TournamentTable | null
  number: number
  stage: string
  round: number
  is_paused: boolean
  asks_first: boolean
  lowest_wins: boolean
  pace: string
  totals: (number | null)[]
  leaders: number[]
  rounds: RoundView[]
  is_tie_break: boolean
  next_first: number | null
  ranks: number[]
  end_reason: string | null
  wait: Wait | null
  commitment: string | null
  chat: ChatLine[]
  seats: SeatView[]
  you: number | null
  yours: number[]
  is_host: boolean
  decision: Decision | null
  table: (SkyjoView | JungoView | PtitPoisView) | null
}
/**
 * Which table of which tournament a live table is (T14).
 */
export interface TournamentTable {
  tournament: string
  number: number
  stage: number
  round: number
  table: number
  players: string[]
}
/**
 * A closed round.
 */
export interface RoundView {
  first: number
  finisher: number | null
  scores: (number | null)[]
  truncated: boolean
  is_tie_break: boolean
  commitment: string
  secret: string
}
/**
 * Who or what the table waits for.
 */
export interface Wait {
  seats: number[]
  until: number | null
  why: string
  then?: string | null
}
/**
 * Something that was said at the table.
 */
export interface ChatLine {
  number: number
  at: number
  seat: number
  name: string | null
  phrase: string | null
  text: string | null
}
/**
 * Who sits at a seat.
 */
export interface SeatView {
  name: string | null
  kind: string
  bot: string | null
  colour: number
  is_you: boolean
  is_host: boolean
  is_here: boolean
  is_ready: boolean
  is_away: boolean
  is_muted: boolean
  wishes_pause: boolean
  has_withdrawn: boolean
}
/**
 * What the viewer may do now.
 */
export interface Decision {
  round: number
  seat: number
  decision: number
  legal: string[]
}
/**
 * One round of Skyjo as a viewer sees it.
 */
export interface SkyjoView {
  game: 'skyjo'
  rows: number
  columns: number
  step: string
  turn: number | null
  turns: number
  first: number | null
  finisher: number | null
  last_lap: number[]
  in_play: number[]
  draw_pile: number
  discard_pile: number
  discard: number | null
  held: number | null
  is_holding: boolean
  grids: SkyjoGrid[]
  truncated: boolean
  sums: (number | null)[]
  scores: (number | null)[]
  penalty: SkyjoPenalty | null
}
/**
 * One seat's grid as a viewer sees it.
 */
export interface SkyjoGrid {
  cells: (number | null)[]
  removed: number[]
  total: number | null
  to_reveal: number
  asked: number[]
  beneath?: (number | null)[]
}
/**
 * Why the finisher's score differs from its sum, or would have (S9).
 */
export interface SkyjoPenalty {
  seat: number
  before: number
  after: number
  reason: string
  lowest: number
}
/**
 * One round of Jungo as a viewer sees it.
 */
export interface JungoView {
  game: 'jungo'
  step: string
  turn: number | null
  turns: number
  first: number | null
  finisher: number | null
  in_play: number[]
  draw_pile: number
  discard_pile: number
  discard: number | null
  combination: number[]
  value: number | null
  owner: number | null
  beaten: number[]
  held: number | null
  is_holding: boolean
  hands: JungoHand[]
  truncated: boolean
  scores: (number | null)[]
}
/**
 * One seat's hand as a viewer sees it.
 */
export interface JungoHand {
  size: number
  cards: (number | null)[]
}
/**
 * One round of P'tit Pois as a viewer sees it.
 */
export interface PtitPoisView {
  game: 'ptit_pois'
  step: string
  turn: number | null
  turns: number
  first: number | null
  finisher: number | null
  in_play: number[]
  draw_pile: number
  direction: string
  piles: PtitPoisCard[]
  pile_sizes: number[]
  has_flipped: boolean
  bonus_pile: number | null
  seats: PtitPoisSeat[]
  truncated: boolean
  sums: (number | null)[]
  scores: (number | null)[]
  penalty: PtitPoisPenalty | null
}
/**
 * A card.
 */
export interface PtitPoisCard {
  colour: number
  value: number
}
/**
 * What one seat has before it, as a viewer sees it.
 */
export interface PtitPoisSeat {
  main: (PtitPoisCard | null)[]
  row: PtitPoisSpot[]
  main_sum: number | null
  row_sum: number | null
}
/**
 * A spot of a packet.
 */
export interface PtitPoisSpot {
  status: string
  card: PtitPoisCard | null
}
/**
 * What became of the finisher's score (P9).
 */
export interface PtitPoisPenalty {
  seat: number
  before: number
  after: number
  reason: string
  lowest: number
}
/**
 * A score sheet as one viewer sees it.
 */
export interface SheetView {
  kind: 'sheet'
  sheet: string
  short: string
  game: string
  settings: {
    [k: string]: number | string | boolean
  }
  code: string
  form: EntryForm
  lowest_wins: boolean
  started: number
  players: Player[]
  gone: string[]
  joined: {
    [k: string]: number
  }
  rounds: RoundOnSheet[]
  draft: Draft | null
  left: Draft[]
  totals: (number | null)[]
  ranks: number[]
  leaders: number[]
  first: number | null
  ended: string | null
  is_tie: boolean
  tied: number[]
  is_host: boolean
  may_write: boolean
  writers: (string | null)[]
  own: number | null
  changes: Changed[]
  undo: number | null
  redo: number | null
  conflicts: Conflict[]
}
/**
 * What is asked of each player.
 */
export interface EntryForm {
  kind: string
  counts?: CountBound[]
  deck?: never[][]
  most?: number | null
  most_row?: number | null
}
/**
 * How many cards may be left, and the lowest and highest sum that they can have.
 */
export interface CountBound {
  count: number
  low: number
  high: number
}
/**
 * A closed round, as written and as it counts.
 */
export interface RoundOnSheet {
  id: string
  number: number
  content: Round
  sums: (number | null)[]
  scores: (number | null)[]
  penalty: Penalty | null
  first: number
  is_tie_break: boolean
}
/**
 * What became of the finisher's sum, and why (S9, P9).
 */
export interface Penalty {
  player: number
  before: number
  after: number
  reason: string
  lowest: number
}
/**
 * A round that is not closed.
 */
export interface Draft {
  id: string
  number: number
  content: Round
}
/**
 * One change of the sheet, as its history lists it (K6); what is written of an open round is no change yet.
 */
export interface Changed {
  number: number
  at: number
  by: string | null
  is_own: boolean
  what: string
  round: string | null
  player: string | null
  old: string | null
  new: string | null
  is_undone: boolean
  undone_by: string | null
  is_own_undoing: boolean
  undone_at: number | null
}
/**
 * Two things written apart (K9).
 */
export interface Conflict {
  number: number
  what: string
  round: string | null
  against: string | null
  player: string | null
  standing: string | null
  other: string | null
  by: string | null
  is_own: boolean
  at: number
  keep: string[]
}
/**
 * A tournament as one viewer sees it; all but `you` is the same for all staff, and for all others.
 */
export interface TournamentView {
  kind: 'tournament'
  you: YouSeen
  tournament: string
  short: string
  game: string
  name: string
  settings: {
    [k: string]: number | string | boolean
  }
  version: number
  questions: QuestionSeen[]
  form: EntryForm
  lowest_wins: boolean
  is_open: boolean
  is_over: boolean
  players: PlayerSeen[]
  stages: StageSeen[]
  stage: number
  round: number
  places: PlaceSeen[]
  missing: MissingSeen[]
  ties: TieSeen[]
  fields: FieldSeen[]
  ranking: LineSeen[]
  is_hidden: boolean
  log: EntrySeen[]
  steps: StepSeen[]
  undo: number | null
  links: LinkSeen[]
  apart: string[][]
  day: string | null
  is_rehearsal: boolean
  pace: number
}
/**
 * What the viewer is to the tournament.
 */
export interface YouSeen {
  roles: string[]
  players: string[]
  tables: never[][]
  written: WrittenSeen[]
  raised: EntrySeen[]
}
/**
 * What stands at a table that the viewer is at, even while the standings are behind the curtain.
 */
export interface WrittenSeen {
  stage: number
  round: number
  table: number
  result: Result | null
  scores: {
    [k: string]: number | null
  }
  own: Result | null
}
/**
 * An entry of the disciplinary log.
 */
export interface EntrySeen {
  number: number
  at: number
  what: string
  by: string | null
  stage: number
  round: number
  table: number
  players: string[]
  facts: string
  decision: string
  follows: number | null
  stands: boolean
}
/**
 * A point that the texts leave open (T11).
 */
export interface QuestionSeen {
  setting: string
  recommended: number | string | boolean
  value: number | string | boolean
  is_answered: boolean
}
/**
 * A player as the viewer may see them.
 */
export interface PlayerSeen {
  id: string
  name: string
  number: number
  is_here: boolean
  accepted: number | null
  is_paid: boolean | null
  is_homonym: boolean
  out: string | null
}
/**
 * A stage.
 */
export interface StageSeen {
  stage: number
  kind: string
  of: number | null
  end: string
  seed: number | null
  is_shown: boolean
  repeats: number
  least: number
  rounds: RoundSeen[]
  standing: LineSeen[]
  after: number
  closed: LineSeen[]
}
/**
 * A round of a stage.
 */
export interface RoundSeen {
  round: number
  is_begun: boolean
  ends: number | null
  tables: TableSeen[]
}
/**
 * A table in a round.
 */
export interface TableSeen {
  table: number
  players: string[]
  state: string
  result: Result | null
  scores: {
    [k: string]: number | null
  }
  reports: Result[]
  ends: number | null
  is_last_lap: boolean
  room: string | null
}
/**
 * A player in a standing.
 */
export interface LineSeen {
  player: string
  rank: number
  total: number | null
  scores: (number | null)[]
  tie_breaks: (number | null)[]
  missed: number[]
  table: number | null
  out: string | null
}
/**
 * Where a player sits in the current round: what the projector's list by name shows.
 */
export interface PlaceSeen {
  player: string
  name: string
  table: number
  seat: number
}
/**
 * What the next stage waits for (T10).
 */
export interface MissingSeen {
  stage: number
  round: number
  table: number
  why: string
}
/**
 * A tie that is to be decided (T6).
 */
export interface TieSeen {
  stage: number
  players: string[]
  what: string
  by_organiser: boolean
}
/**
 * A stage whose field others would have been in since (T9).
 */
export interface FieldSeen {
  stage: number
  out: string[]
  into: string[]
}
/**
 * Something that was done.
 */
export interface StepSeen {
  step: number
  at: number
  by: string | null
  what: string
  is_undone: boolean
  players: string[]
  stage: number | null
  round: number | null
  table: number | null
}
/**
 * A link that gives a role.
 */
export interface LinkSeen {
  link: string
  role: string
  stage: number | null
  round: number | null
  table: number | null
  used: number
  is_revoked: boolean
}
/**
 * A day as one viewer sees it.
 */
export interface DayView {
  kind: 'day'
  day: string
  short: string
  name: string
  roles: string[]
  is_open: boolean
  people: PersonSeen[]
  tournaments: DayTournamentSeen[]
}
/**
 * Somebody on the list.
 */
export interface PersonSeen {
  id: string
  name: string
  number: number
  is_here: boolean
  is_paid: boolean | null
  is_homonym: boolean
  plays: string[]
  is_you: boolean
}
/**
 * A tournament of the day.
 */
export interface DayTournamentSeen {
  tournament: string
  is_told: boolean
  refused: string | null
}
/**
 * A command was accepted and kept.
 */
export interface Reply {
  t: 'reply'
  id: string
  seq: number
}
/**
 * A message was refused and changed nothing; `id` is the command's where there is one.
 */
export interface Refused {
  t: 'refused'
  id: string | null
  code: string
  sentence: string
}
/**
 * Answers ask_hint: a legal action and why, in the reader's language.
 */
export interface Hint {
  t: 'hint'
  id: string
  action: string
  sentence: string
}
/**
 * A followed stream does not exist (any more).
 */
export interface Gone {
  t: 'gone'
  stream: string
  code: string
  sentence: string
}
/**
 * Answers ping.
 */
export interface Pong {
  t: 'pong'
}
/**
 * The server closes the connection, and why; `reload` asks the page to load itself anew.
 */
export interface Bye {
  t: 'bye'
  code: string
  sentence: string
  reload?: boolean
}
/**
 * A finished game, analysed.
 */
export interface Analysis {
  game: string
  samples: number
  luck_share: number
  seats: SeatFigures[]
  decisions: DecisionCost[]
  curve: CurvePoint[]
}
/**
 * What a whole game came to for a seat; result = luck + others − lost.
 */
export interface SeatFigures {
  seat: number
  decisions: number
  accuracy: number | null
  result: number
  lost: number
  others: number
  luck: number
  worst: number[]
}
/**
 * What a seat did where it had a choice, judged by what the seat could see.
 */
export interface DecisionCost {
  round: number
  step: number
  seat: number
  action: number
  text: string
  best: number
  best_text: string
  cost: number
  error: number
  is_clear: boolean
  before: number
  after: number
  blind: number
}
/**
 * Where the game stood, for somebody who saw what lay open: each seat's chance to win it.
 */
export interface CurvePoint {
  round: number
  step: number
  chances: number[]
}
/**
 * A game is being analysed: how far it is, and how many games come before it.
 */
export interface Analysing {
  done: number
  of: number
  ahead?: number
}
/**
 * A round of a game that is over, step by step.
 */
export interface ReplayedRound {
  view: RoomView
  rounds: number
  steps: ReplayedStep[]
}
/**
 * A round after one of its steps, as a seat saw it.
 */
export interface ReplayedStep {
  step: number
  seat: number | null
  action: string | null
  happened: Happening[]
  awaited: number[]
  table: SkyjoView | JungoView | PtitPoisView
  totals: (number | null)[]
}

export const PROTOCOL = 2
