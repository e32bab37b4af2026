"""Roles: what somebody is to a tournament, and which of it suffices for which command (T12).

A link gives a role to whoever shows its token; revoked, it takes the role from all who came by it. A table's link is
for one table and one round.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from ..games.refusal import Refusal
from ..proofs import checked_proof, is_proof_of
from ..texts import checked_id
from . import wire
from .events import LinkMade, LinkRevoked, LinkUsed, OrganiserOffered, OrganiserSet, TournamentEvent
from .people import DOOR
from .state import Tournament, place_of, tables_of

SERVER = "server"  # the author of what a live table of this very server comes to
ORGANISER, ARBITER, TABLE, PLAYER, SPECTATOR = "organiser", "arbiter", "table", "player", "spectator"

_ORGANISER = ({ORGANISER}, "organiser_only")
_STAFF = ({ORGANISER, ARBITER}, "staff_only")
_SEATED = ({ORGANISER, ARBITER, TABLE, PLAYER}, "table_only")

# By command: which roles suffice, and the code of the refusal otherwise.
RIGHTS: Mapping[type, tuple[Set[str], str]] = {
    wire.NewTournament: ({"person"}, "server_may_not"),
    wire.Configure: _ORGANISER,
    wire.Answer: _ORGANISER,
    wire.OpenRegistration: _ORGANISER,
    wire.Register: ({"person"}, "server_may_not"),  # whom a person may register is decided in `registration`
    wire.RenamePlayer: _STAFF,
    wire.Accept: ({ORGANISER, ARBITER, PLAYER}, "staff_only"),
    wire.CheckIn: _STAFF,
    wire.Pay: _STAFF,
    wire.Unregister: _ORGANISER,
    wire.TakeList: ({SERVER}, "server_only"),
    wire.KeepApart: _ORGANISER,
    wire.DrawStage: _ORGANISER,
    wire.ShowDraw: _ORGANISER,
    wire.SwapPlayers: _ORGANISER,
    wire.Seat: _ORGANISER,
    wire.Drop: _ORGANISER,
    wire.Rejoin: _ORGANISER,
    wire.BeginRound: _STAFF,
    wire.AddTime: _STAFF,
    wire.LastLap: _STAFF,
    wire.OpenTable: _ORGANISER,
    wire.CloseTable: _ORGANISER,
    wire.DrawTieBreak: _ORGANISER,
    wire.SettleTie: _ORGANISER,
    wire.KeepField: _ORGANISER,
    wire.AddSeat: _ORGANISER,
    wire.Replay: _ORGANISER,
    wire.Curtain: _ORGANISER,
    wire.FinishTournament: _ORGANISER,
    wire.PaceRehearsal: _ORGANISER,
    wire.Report: _SEATED,
    wire.Correct: _STAFF,
    wire.SettleResult: _STAFF,
    wire.Contest: _SEATED,
    wire.Rule: _STAFF,
    wire.Warn: _STAFF,
    wire.Disqualify: _STAFF,
    wire.Reverse: _ORGANISER,  # T7: the organiser alone
    wire.MakeLink: _ORGANISER,
    wire.MakeTableLinks: _ORGANISER,
    wire.UseLink: ({"person"}, "server_may_not"),
    wire.RevokeLink: _ORGANISER,
    wire.UndoStep: _ORGANISER,
    wire.OfferOrganiser: ({SERVER}, "server_only"),
    wire.LiveResult: ({SERVER}, "server_only"),
    wire.Deliver: ({SERVER}, "server_only"),
}

OFFER_TIME = 3600.0  # seconds that the organiser's role is on offer where a tournament was brought to another server


def roles(t: Tournament | None, author: str, command: object) -> set[str]:  # noqa: ARG001
    """Returns what an author is to the tournament: server, organiser, arbiter, table, player, spectator, person."""
    if author == SERVER:
        return {SERVER}
    found = {"person"}
    if t is not None:
        if author == t.organiser:
            found.add(ORGANISER)
        if t.rehearsal and author == DOOR:
            found.add(ARBITER)
        if any(player.person == author for player in t.players.values()):
            found.add(PLAYER)
        found |= {link.role for link in t.links.values() if author in link.persons and not link.is_revoked}
    return found


def is_organiser(t: Tournament, author: str) -> bool:
    """Returns whether an author is the organiser."""
    return author == t.organiser


def is_staff(t: Tournament, author: str) -> bool:
    """Returns whether an author is the organiser or an arbiter."""
    return bool({ORGANISER, ARBITER} & roles(t, author, None))


def tables_of_person(t: Tournament, person: str) -> list[tuple[int, int, int]]:
    """Returns the stage, round and table of each link that a person has."""
    return [
        (link.stage, link.round, link.table)
        for link in t.links.values()
        if person in link.persons
        and not link.is_revoked
        and link.stage is not None
        and link.round is not None
        and link.table is not None
    ]


def is_at(t: Tournament, person: str, spot: tuple[int, int, int]) -> bool:
    """Returns whether somebody is at a table (stage, round, table): by its link, or as one of its players."""
    seated = tables_of(t.stages[spot[0] - 1], spot[1])[spot[2] - 1]
    return spot in tables_of_person(t, person) or any(t.players[player].person == person for player in seated)


def check_shown(t: Tournament, stage: int) -> None:
    """Raises a `Refusal` where a stage's draw is not shown: others than staff learn nothing of it by trying."""
    if not 1 <= stage <= len(t.stages) or not t.stages[stage - 1].is_shown:
        raise Refusal("draw_hidden")


def make_link(t: Tournament, command: wire.MakeLink) -> list[TournamentEvent]:
    """Offers a role by a link."""
    if command.role not in (ARBITER, SPECTATOR):
        raise Refusal("role_unknown", known=f"{ARBITER}, {SPECTATOR}")
    _check_link(t, command.link, command.proof)
    return [LinkMade(command.link, command.role, command.proof)]


def make_table_links(t: Tournament, command: wire.MakeTableLinks) -> list[TournamentEvent]:
    """Makes links for tables of a round."""
    events: list[TournamentEvent] = []
    for one in command.links:
        place_of(t, command.stage, command.round, one.table)
        _check_link(t, one.link, one.proof)
        events.append(LinkMade(one.link, TABLE, one.proof, command.stage, command.round, one.table))
    if len({event.link for event in events if isinstance(event, LinkMade)}) < len(events):
        raise Refusal("id_taken")
    return events


def _check_link(t: Tournament, link: str, proof: str) -> None:
    if checked_id(link) in t.links:
        raise Refusal("id_taken")
    checked_proof(proof)


def offer_organiser(command: wire.OfferOrganiser) -> list[TournamentEvent]:
    """Offers the organiser's role to whoever shows the token; an earlier offer is over."""
    return [OrganiserOffered(checked_proof(command.proof))]


def take_over(t: Tournament, command: wire.UseLink, author: str, now: float) -> list[TournamentEvent]:
    """Makes whoever shows the token of an offer the organiser, once and in time; nothing where it is another link's."""
    if t.offer is None or not is_proof_of(command.token, t.offer[0]) or now > t.offer[1] + OFFER_TIME:
        return []
    return [OrganiserSet(author)]


def use_link(t: Tournament, command: wire.UseLink, author: str) -> list[TournamentEvent]:
    """Takes the role of a link; who has it already is done."""
    standing = [link for link in t.links.values() if not link.is_revoked]
    link = next((link for link in standing if is_proof_of(command.token, link.proof)), None)
    if link is None:
        raise Refusal("link_over")
    return [] if author in link.persons else [LinkUsed(link.id, author)]


def revoke_link(t: Tournament, command: wire.RevokeLink) -> list[TournamentEvent]:
    """Takes a link back."""
    if command.link not in t.links:
        raise Refusal("link_over")
    return [] if t.links[command.link].is_revoked else [LinkRevoked(command.link)]
