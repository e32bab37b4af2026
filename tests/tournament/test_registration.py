"""Registration, open points, acceptance, check-in: what comes before the first draw (T1, T11)."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament import decide
from tablee.tournament.wire import (
    Accept,
    Answer,
    CheckIn,
    Configure,
    KeepApart,
    Newcomer,
    NewTournament,
    OpenRegistration,
    Pay,
    Register,
    RenamePlayer,
    Unregister,
)
from tests.tournaments import HOST, STRANGER, Hall, id_of

GAMES = ("skyjo", "jungo", "ptit_pois")


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


def one(letter: str, name: str = "Anne") -> list[Newcomer]:
    return [Newcomer(id_of(letter), name)]


def test_T1_the_organiser_registers_anybody() -> None:
    hall = Hall()
    hall.do(Register([*one("A"), *one("B", "Bob")], accepts=1))
    assert [(player.name, player.number, player.accepted) for player in hall.view().players] == [
        ("Anne", 1, 1),
        ("Bob", 2, 1),
    ]


def test_T1_players_register_themselves_where_it_is_open_and_accept_at_once() -> None:
    hall = Hall()
    with refused("registration_closed"):
        hall.do(Register(one("A"), accepts=1), STRANGER)
    hall.do(OpenRegistration(is_open=True))
    with refused("acceptance_missing"):
        hall.do(Register(one("A")), STRANGER)
    hall.do(Register(one("A"), accepts=1), STRANGER)
    assert hall.view(STRANGER).you.players == [id_of("A")]
    with refused("registered_already"):
        hall.do(Register(one("B"), accepts=1), STRANGER)
    with refused("id_taken"):
        hall.do(Register(one("A"), accepts=1), "pother")


def test_T1_sent_twice_registers_once() -> None:
    hall = Hall()
    hall.do(Register(one("A")))
    hall.do(Register(one("A")))
    assert len(hall.view().players) == len(hall.on.players) == 1


def test_T1_homonyms_are_allowed_and_warned_about() -> None:
    hall = Hall()
    hall.do(Register([*one("A", "Anne Martin"), *one("B", "anne martin"), *one("C", "Bob")]))
    assert [player.is_homonym for player in hall.view().players] == [True, True, False]


def test_T1_check_in_and_fees_are_noted() -> None:
    hall = Hall()
    hall.do(Register(one("A")))
    hall.do(CheckIn(id_of("A")))
    hall.do(Pay(id_of("A")))
    (mine,), (theirs,) = hall.view().players, hall.view(STRANGER).players
    assert (mine.is_here, mine.is_paid) == (True, True)
    assert theirs.is_paid is None


def test_T1_who_is_at_a_table_is_not_struck_off() -> None:
    hall = Hall()
    hall.begun("ABC")
    with refused("player_seated"):
        hall.do(Unregister(id_of("A")))
    hall.do(Register(one("D")))
    hall.do(Unregister(id_of("D")))
    assert len(hall.on.players) == 3


def test_badges_are_never_given_twice() -> None:
    hall = Hall()
    hall.do(Register([*one("A"), *one("B")]))
    hall.do(Unregister(id_of("B")))
    hall.do(Register(one("C")))
    assert hall.on.players[id_of("C")].number == 3


def test_names_are_apart_from_events() -> None:
    hall = Hall()
    hall.do(Register(one("A", "Anne Martin")))
    hall.do(RenamePlayer(id_of("A"), "Anne Durand"))
    assert not any(b"Anne" in events or b"Coupe" in events for events, _ in hall.rows)
    assert hall.view().players[0].name == "Anne Durand"
    assert hall.view().name == "Coupe du village"


# ---- The regulation


@pytest.mark.parametrize("game", GAMES)
def test_T11_every_open_point_is_asked_with_a_recommended_answer(game: str) -> None:
    hall = Hall(game)
    hall.do(Register([*one("A"), *one("B"), *one("C")], accepts=1))
    for letter in "ABC":
        hall.do(CheckIn(id_of(letter)))
    with refused("questions_open"):
        hall.draw()
    hall.do(Answer({question.setting: question.recommended for question in hall.view().questions}))
    assert hall.on.version == 1
    hall.draw()


def test_T11_an_answer_that_differs_makes_a_new_version() -> None:
    hall = Hall()
    hall.do(Register(one("A"), accepts=1))
    hall.do(Answer({"last_lap": "equal_turns"}))
    assert hall.on.version == 2
    with refused("regulation_stale"):
        hall.do(Accept([id_of("A")], 1))
    hall.do(Accept([id_of("A")], 2))
    assert hall.view().players[0].accepted == 2


def test_T11_an_acceptance_says_who_when_and_which_version() -> None:
    hall = Hall()
    hall.do(Register(one("A")))
    hall.do(Accept([id_of("A")], 1))
    player = hall.on.players[id_of("A")]
    assert (player.accepted, player.accepted_by, player.accepted_at) == (1, HOST, hall.now - 1)


def test_only_open_points_are_answered() -> None:
    with refused("question_unknown"):
        Hall().do(Answer({"rows": 3}))


@pytest.mark.parametrize(
    ("game", "settings", "code"),
    [
        ("skyjo", {"end": "points(100)"}, "setting_unknown"),
        ("skyjo", {"qualification_rounds": 51}, "setting_range"),
        ("skyjo", {"table_size": 9}, "setting_range_off"),
        ("jungo", {"table_size": 2}, "setting_range_off"),
        ("skyjo", {"rows": 4, "columns": 5, "table_size": 8}, "table_size"),
        ("skyjo", {"rows": 4, "columns": 5, "finalists_count": 8}, "finalists_count"),
        ("skyjo", {"seating": "redrawn"}, "format_redrawn"),
        ("nochess", {}, "game_unknown"),
    ],
)
def test_G2_settings_that_cannot_be_are_refused(game: str, settings: dict[str, object], code: str) -> None:
    with refused(code):
        Hall(game, **settings)


def test_T4_what_was_played_by_does_not_change_any_more() -> None:
    hall = Hall()
    hall.begun("ABC")
    for settings in ({"qualification_rounds": 2}, {"last_lap": "equal_turns"}, {"table_size": 3}):
        with refused("settings_late"):
            hall.do(Configure(settings))
    hall.do(Configure({"final": False}))
    assert hall.on.version == 2


def test_a_tournament_is_made_once() -> None:
    with refused("tournament_exists"):
        Hall().do(NewTournament("skyjo", "Encore"))


@pytest.mark.parametrize("title", ["", "x", "a" * 61])
def test_a_tournament_has_a_name(title: str) -> None:
    with refused("title_length"):
        decide(None, NewTournament("skyjo", title), HOST, 0.0)


@pytest.mark.parametrize("players", [[], ["A"], ["A", "A"]])
def test_T3_it_takes_two_to_be_kept_apart(players: list[str]) -> None:
    hall = Hall()
    hall.do(Register(one("A")))
    with refused("apart_few"):
        hall.do(KeepApart([id_of(letter) for letter in players]))
