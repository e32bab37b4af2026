"""The search through what guests heard of tournaments: draws that are not shown, fees, the log, links and persons.

Every view is byte for byte the one of a tournament in which all is different that its reader must not know: hidden
stages have other players at other tables from another seed, others have paid, nobody has made a link or an entry of
the log, results behind the curtain are others. What arbiters wrote is in no byte that reaches who never was staff.
"""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tablee import tournament
from tablee.tournament.events import Logged
from tablee.tournament.rights import is_at, is_staff
from tablee.tournament.state import Link, LogEntry, Player, Stage, Tournament, tables_of
from tablee.tournament.wire import TournamentView

if TYPE_CHECKING:
    from tests.server.leaks import Heard, Reader

_events = msgspec.json.Decoder(list[tournament.TournamentEvent])

Pending = dict[
    bytes, list["Heard"]
]  # what a reader heard, by the view as it is where nobody who did something is named


def check(
    stream: str, rows: Sequence[Any], texts: Mapping[str, str], readers: Sequence[Reader], seen: list[Pending]
) -> None:
    """Asserts that every view of a tournament that readers heard follows from what they may know."""
    chance = random.Random(stream)
    state: Tournament | None = None
    updates: dict[int, list[tuple[Reader, Heard]]] = defaultdict(list)
    for reader in readers:
        for heard, update in reader.updates.get(stream, ()):
            updates[update.seq].append((reader, heard))
    staff: set[str] = set()
    log: list[Logged] = []
    for _, seq, at, _, _, told in rows:
        for event in _events.decode(told):
            state = tournament.evolve(state, event, at)
            if isinstance(event, Logged):
                log.append(event)
        assert state is not None
        staff |= {person for reader in readers for person in reader.persons if is_staff(state, person)}
        views: dict[str | None, bytes] = {}
        for reader, pending in zip(readers, seen, strict=True):
            heard = [message for one, message in updates.get(seq, ()) if one is reader]
            if not heard and not pending:
                continue
            for person in _audiences(reader):
                if person not in views:
                    views[person] = nameless(tournament.view(_twin(state, person, chance), stream, person, texts))
                pending.pop(views[person], None)
                heard = [message for message in heard if nameless(_view_in(message)) != views[person]]
            assert not heard, f"an update of {stream} at {seq} holds what its reader must not know: {heard[0]!r}"
        updates.pop(seq, None)
    assert not updates, f"updates of {stream} at {sorted(updates)} are of no row"
    for reader, pending in zip(readers, seen, strict=True):
        assert not pending, f"a view of {stream} holds what {reader.persons} must not know"
        if reader.persons & staff:
            continue
        own = {entry.number for entry in log if entry.by in reader.persons}  # who contests hears what comes of it
        others = [entry for entry in log if not {entry.number, entry.follows} & own]
        for text in {texts.get(key, "") for entry in others for key in (entry.facts, entry.decision)} - {""}:
            for heard in reader.heard:
                assert text.encode() not in heard, f"the log is heard: {heard.what}"


def _view_in(heard: Heard) -> TournamentView:
    return msgspec.convert(msgspec.json.decode(heard.body)["view"], TournamentView)


def nameless(view: TournamentView) -> bytes:
    """Returns a view as it is where those are not named who did something."""
    for one in (*view.log, *view.steps, *view.you.raised):
        one.by = None
    return msgspec.json.encode(view)


def _audiences(reader: Reader) -> list[str | None]:
    """Returns as whom a reader may be shown a tournament."""
    return [*sorted(reader.persons), None]


def _twin(t: Tournament, person: str | None, chance: random.Random) -> Tournament:
    """Returns a tournament that looks the same to a person, and differs in all that this person must not know."""
    twin = copy.copy(t)
    if person is not None and is_staff(t, person):
        # Staff see all but who is who, and what makes a link one.
        twin.links = {link.id: _other_link(link, person) for link in t.links.values()}
        twin.players = {player.id: _other_player(player, person) for player in t.players.values()}
        return twin
    twin.organiser = "pnobody"
    twin.steps, twin.apart = t.steps[:1], []
    own = {entry.said.number for entry in t.log if entry.said.by == person}
    twin.log = [entry if {entry.said.number, entry.said.follows} & own else _other_entry(entry) for entry in t.log]
    twin.players = {player.id: _other_player(player, person) for player in t.players.values()}
    for player in twin.players.values():
        player.is_paid = not player.is_paid
    twin.links = {link.id: _other_link(link, person) for link in t.links.values() if person in link.persons}
    twin.stages = [_other_stage(t, stage, person, chance) for stage in t.stages]
    return twin


def _other_entry(entry: LogEntry) -> LogEntry:
    said = msgspec.structs.replace(entry.said, by="pnobody", players=[], facts="", decision="")
    return LogEntry(0.0, said)


def _other_player(player: Player, person: str | None) -> Player:
    other = copy.copy(player)
    other.person = player.person if player.person in (None, person) else "pnobody"
    other.accepted_by, other.accepted_at = "pnobody", 0.0
    return other


def _other_link(link: Link, person: str | None) -> Link:
    other = copy.copy(link)
    other.proof = "e" * 64
    other.persons = [each if each == person else "pnobody" for each in link.persons]
    return other


def _other_stage(t: Tournament, stage: Stage, person: str | None, chance: random.Random) -> Stage:
    other = copy.copy(stage)
    if not stage.is_shown:
        other.seed += 1
        mixed = dict(zip(stage.players, chance.sample(stage.players, len(stage.players)), strict=True))
        other.rounds = [
            [[mixed.get(player, player) for player in table] for table in tables] for tables in stage.rounds
        ]
    other.told = {at: copy.copy(told) for at, told in stage.told.items()}
    for (round_, table), told in other.told.items():
        told.reports = {person: told.reports[person]} if person is not None and person in told.reports else {}
        told.counts = {}
        is_mine = person is not None and is_at(t, person, (stage.number, round_, table))
        if t.is_curtain and not is_mine and told.result is not None:
            seated = [player for player in tables_of(stage, round_)[table - 1] if player in told.result.entries]
            entries = [told.result.entries[player] for player in seated]
            turned = dict(zip(seated, entries[1:] + entries[:1], strict=True))
            told.result = msgspec.structs.replace(told.result, entries=turned)
    return other
