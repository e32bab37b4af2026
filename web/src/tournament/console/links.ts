/**
 * Links that give a role. A token is made here and kept on this device alone, so that sheets can be printed again; the
 * server gets its proof (T12).
 */
import { address } from '../../address.svelte'
import { newId } from '../../ids'
import { keep, kept } from '../../kept'
import { newToken, proofOf } from '../../lobby/proof'
import type { LiveTournament } from '../live.svelte'
import type { LinkSeen, StageSeen, TournamentView } from '../wire'

const place = (tournament: string) => `links.${tournament}`

/** Returns the tokens of this device by link. */
export function tokensOf(tournament: string): Record<string, string> {
  return kept<Record<string, string>>(place(tournament), {})
}

function remember(tournament: string, made: Record<string, string>): void {
  keep(place(tournament), { ...tokensOf(tournament), ...made })
}

/** Offers a role by a new link and returns the link's id, null where that was refused. */
export async function offerRole(live: LiveTournament, role: 'arbiter' | 'spectator'): Promise<string | null> {
  const [link, token] = [newId(), newToken()]
  remember(live.stream, { [link]: token }) // before it is there: a token that is lost is a link for nobody
  return (await live.send({ do: 'make_link', link, role, proof: proofOf(token) }, 'links')) ? link : null
}

/** Makes links for the tables of a round that have none whose token is here. */
export async function offerTables(live: LiveTournament, view: TournamentView, stage: StageSeen, round: number): Promise<boolean> {
  const have = tableTokens(view, stage.stage, round)
  const tables = stage.rounds.find((one) => one.round === round)?.tables.map(({ table }) => table) ?? []
  const made = tables.filter((table) => !have.has(table)).map((table) => ({ table, link: newId(), token: newToken() }))
  if (made.length === 0) return true
  remember(live.stream, Object.fromEntries(made.map(({ link, token }) => [link, token])))
  const links = made.map(({ table, link, token }) => ({ table, link, proof: proofOf(token) }))
  return live.send({ do: 'make_table_links', stage: stage.stage, round, links }, 'links')
}

/** Returns the tokens of a round's tables that are here and hold. */
export function tableTokens(view: TournamentView, stage: number, round: number): Map<number, string> {
  const tokens = tokensOf(view.tournament)
  const found = new Map<number, string>()
  for (const one of view.links) {
    const token = tokens[one.link]
    if (token && !one.is_revoked && one.stage === stage && one.round === round && one.table !== null) found.set(one.table, token)
  }
  return found
}

/** The address that a link's token leads to; null where the token is on another device. */
export function addressOf(tournament: string, link: Pick<LinkSeen, 'link' | 'role'>): string | null {
  const token = tokensOf(tournament)[link.link]
  return token ? roleAddress(tournament, link.role, token) : null
}

/** The address of a role: a table's has a page of its own. What stands after # is told to no server. */
export function roleAddress(tournament: string, role: string, token: string): string {
  return `${address.origin}/tournament/${tournament}${role === 'table' ? '/t' : ''}#${token}`
}
