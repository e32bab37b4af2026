"""Who may do what: every command by every role, links that can be revoked, steps that can be taken back (T12)."""

from __future__ import annotations

from typing import get_args

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament import wire
from tablee.tournament.rights import RIGHTS, roles
from tablee.tournament.wire import (
    CheckIn,
    MakeLink,
    MakeTableLinks,
    Newcomer,
    OpenRegistration,
    Register,
    RevokeLink,
    TableLink,
    UndoStep,
    UseLink,
)
from tests.tournaments import ARBITER, HOST, STRANGER, Hall, id_of, proof

ROLES = ("organiser", "arbiter", "table", "player", "spectator", "person", "server")

# Which roles may give which command.
ALLOWED = {
    "NewTournament Register UseLink": "person",
    "Configure Answer OpenRegistration Unregister KeepApart": "organiser",
    "DrawStage ShowDraw SwapPlayers Seat Drop Rejoin DrawTieBreak SettleTie KeepField AddSeat": "organiser",
    "Replay Curtain FinishTournament PaceRehearsal": "organiser",
    "RenamePlayer CheckIn Pay BeginRound AddTime LastLap": "organiser arbiter",
    "Correct SettleResult Rule Warn Disqualify": "organiser arbiter",
    "Accept": "organiser arbiter player",
    "OpenTable CloseTable": "organiser",
    "Report": "organiser arbiter table player",
    "OfferOrganiser LiveResult Deliver TakeList": "server",
    "Contest": "organiser arbiter table player",
    "Reverse MakeLink MakeTableLinks RevokeLink UndoStep": "organiser",
}
TABLE = {name: set(allowed.split()) for names, allowed in ALLOWED.items() for name in names.split()}


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


def test_T12_every_command_has_its_rights() -> None:
    commands = {wire.NewTournament, *get_args(wire.TournamentCommand), *get_args(wire.TournamentSystemCommand)}
    assert RIGHTS.keys() == commands
    assert TABLE.keys() == {command.__name__ for command in commands}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("command", sorted(RIGHTS, key=lambda command: command.__name__))
def test_T12_role_and_command(command: type, role: str) -> None:
    allowed, _ = RIGHTS[command]
    assert bool(allowed & {role}) == (role in TABLE[command.__name__])


def test_T12_roles_come_by_creation_registration_and_links() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.sit(1, "ptable")
    hall.appoint()
    hall.appoint("pguest", "spectator")
    hall.do(OpenRegistration(is_open=True))
    hall.do(Register([Newcomer(id_of("D"), "Dédé")], accepts=1), "pplayer")
    found = {
        who: roles(hall.on, who, None) for who in (HOST, ARBITER, "ptable", "pplayer", "pguest", STRANGER, "server")
    }
    assert found == {
        HOST: {"person", "organiser"},
        ARBITER: {"person", "arbiter"},
        "ptable": {"person", "table"},
        "pplayer": {"person", "player"},
        "pguest": {"person", "spectator"},
        STRANGER: {"person"},
        "server": {"server"},
    }


def test_T12_a_revoked_link_takes_the_role_from_all_who_came_by_it() -> None:
    hall = Hall()
    hall.do(Register([Newcomer(id_of("A"), "Anne")]))
    link = hall.appoint()
    hall.do(CheckIn(id_of("A")), ARBITER)
    hall.do(RevokeLink(link))
    with refused("staff_only"):
        hall.do(CheckIn(id_of("A"), is_here=False), ARBITER)
    with refused("link_over"):
        hall.do(UseLink("token-3"), STRANGER)


def test_T12_a_link_is_shown_by_its_token_alone() -> None:
    hall = Hall()
    hall.do(MakeLink("link-one-1", "arbiter", proof("secret")))
    with refused("link_over"):
        hall.do(UseLink(proof("secret")), STRANGER)
    hall.do(UseLink("secret"), STRANGER)
    assert "arbiter" in hall.view(STRANGER).you.roles


@pytest.mark.parametrize(
    ("link", "role", "shown", "code"),
    [
        ("link-one-1", "arbiter", "x", "proof_malformed"),
        ("short", "arbiter", proof("a"), "id_malformed"),
        ("link-one-1", "organiser", proof("a"), "role_unknown"),
        ("link-one-1", "table", proof("a"), "role_unknown"),
    ],
)
def test_T12_links_that_cannot_be_are_refused(link: str, role: str, shown: str, code: str) -> None:
    with refused(code):
        Hall().do(MakeLink(link, role, shown))


def test_T12_table_links_are_for_tables_that_there_are() -> None:
    hall = Hall()
    hall.begun("ABC")
    with refused("table_unknown"):
        hall.do(MakeTableLinks(1, 1, [TableLink(2, "link-one-1", proof("a"))]))
    with refused("id_taken"):
        hall.do(MakeTableLinks(1, 1, [TableLink(1, "link-one-1", proof("a")), TableLink(1, "link-one-1", proof("b"))]))


# ---- Everything done is listed, and taken back one step at a time


def test_T12_every_action_is_listed_with_who_and_when() -> None:
    hall = Hall()
    hall.do(Register([Newcomer(id_of("A"), "Anne")]))
    hall.appoint()
    hall.do(CheckIn(id_of("A")), ARBITER)
    assert [(step.what, step.by) for step in hall.view().steps] == [
        ("new_tournament", "Host"),
        ("register", "Host"),
        ("make_link", "Host"),
        ("use_link", "Arbiter"),
        ("check_in", "Arbiter"),
    ]
    assert [step.players for step in hall.view().steps] == [[], [id_of("A")], [], [], [id_of("A")]]
    assert [step.at for step in hall.view().steps] == [1_000.0 + place for place in range(5)]
    assert hall.view(STRANGER).steps == []


def test_T12_an_action_at_a_table_names_it() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.write(1, ", ".join(f"{letter} 5" for letter in hall.tables()[0]))
    last = hall.view().steps[-1]
    assert (last.what, last.stage, last.round, last.table) == ("correct", 1, 1, 1)


def test_T12_undo_goes_back_one_step_at_a_time_to_the_beginning() -> None:
    hall = Hall()
    states = [hall.fields()]
    hall.fill("ABC")
    while hall.view().undo is not None:
        hall.undo()
    after = hall.fields()
    for name in ("players", "answered", "stages", "version"):
        assert after[name] == states[0][name]
    assert all(step.is_undone for step in hall.view().steps[1:])


def test_T12_undo_is_of_the_step_that_was_seen() -> None:
    hall = Hall()
    hall.do(OpenRegistration(is_open=True))
    for step in (1, 3):
        with refused("undo_stale"):
            hall.do(UndoStep(step))
    hall.do(UndoStep(2))
    assert not hall.on.is_open


def test_T12_what_is_done_after_an_undo_is_a_step_of_its_own() -> None:
    hall = Hall()
    hall.do(OpenRegistration(is_open=True))
    hall.undo()
    hall.do(Register([Newcomer(id_of("A"), "Anne")]))
    assert [(step.what, step.is_undone) for step in hall.view().steps][1:] == [
        ("open_registration", True),
        ("register", False),
    ]
    hall.undo()
    assert hall.on.players == {}
