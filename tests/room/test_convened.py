"""A tournament's table (T14): who may what there, one round, its result, and what the tournament does to it."""

from __future__ import annotations

import hashlib
import math
from typing import Any, get_args

import pytest

from tablee import record, room
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.room import WantTold
from tablee.room.wire import (
    Again,
    Allow,
    CallOff,
    Change,
    Claim,
    Colour,
    Command,
    Convene,
    Deliver,
    End,
    Gather,
    HandOver,
    Leave,
    Mute,
    Offer,
    Options,
    Pace,
    Pause,
    Ready,
    Remove,
    Salt,
    Say,
    SetSeat,
    SetSeats,
    Sit,
    Start,
    Substitute,
    Swap,
    TakeOut,
    TournamentTable,
)
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, STRANGER, Table, refold

ORGANISER, SERVER = HOST, "server"
PLAYERS = ["player-A", "player-B", "player-C"]
KEYS = ["xA", "xB", "xC"]


def convened(*persons: str | None, game: str = "skyjo", **given: Any) -> Table:
    """A table of a tournament, whose organiser does not play."""
    settings = {"end": "rounds(1)", "turn_time": 60, "on_timeout": "neutral", "on_leave": "withdraw", **given}
    whole = complete(GAMES[game].SETTINGS, settings)
    many = len(persons)
    of = TournamentTable("t" + "0" * 20, 7, 1, 2, 3, PLAYERS[:many])
    table = Table()
    table.do(Convene(game, whole, of, ORGANISER, KEYS[:many], [*persons]), SERVER)
    return table


def begun(*persons: str, **given: Any) -> Table:
    """The same, all ready: in stage salt."""
    table = convened(*persons, **given)
    for seat, person in enumerate(persons):
        table.do(Ready(0, seat), person)
    return table


def token_of(table: Table, seat: int) -> str:
    """Offers a seat as the organiser and returns the token."""
    table.do(Offer(seat, hashlib.sha256(b"token").hexdigest()), ORGANISER)
    return "token"


# ---- Who sits where


def test_T14_seats_are_the_players_and_nobody_sits_down_by_themselves() -> None:
    table = convened(ANA, None, BEN)
    view = room.view(table.room, "r", ANA, {**NAMES, "xA": "Anne", "xB": "Bob", "xC": "Chloé"})
    assert [(seat.name, seat.kind, seat.is_you) for seat in view.seats] == [
        ("Anne", "person", True),
        ("Bob", "open", False),
        ("Chloé", "person", False),
    ]
    assert view.tournament is not None and view.tournament.players == PLAYERS
    table.refuse(Sit(1), "tournament_table", CLEO)
    table.refuse(Sit(1), "tournament_table", ANA)


def test_T14_the_organiser_offers_a_seat_to_one_device_alone() -> None:
    table = convened(ANA, None, BEN)
    table.refuse(Offer(0, "e" * 64), "tournament_table", ANA)
    token = token_of(table, 1)
    table.refuse(Claim(1, token), "seat_had", ANA)
    table.refuse(Claim(1, "another"), "offer_over", CLEO)
    table.do(Claim(1, token), CLEO)
    view = room.view(table.room, "r", CLEO, {"xB": "Bob"})
    assert (view.you, view.seats[1].name, view.is_host) == (1, "Bob", False)
    table.refuse(Claim(1, token), "offer_over", STRANGER)


def test_T14_a_seat_moves_in_mid_round_with_its_cards_and_the_host_stays() -> None:
    table = begun(ANA, BEN, ORGANISER)
    table.deal()
    token = token_of(table, 2)
    table.do(Claim(2, token), CLEO)
    assert (table.view(CLEO).you, table.view(ORGANISER).you) == (2, None)
    assert table.room.host == ORGANISER
    assert not table.room.seats[2].had_stand_in
    assert table.room.seats[2].guest == "xC"


def test_T14_it_begins_once_all_are_there_and_ready() -> None:
    table = convened(ANA, None, BEN)
    table.do(Ready(0, 0), ANA)
    table.do(Ready(0, 2), BEN)
    assert (table.room.stage, table.awaited) == ("lobby", [1])
    table.do(Claim(1, token_of(table, 1)), CLEO)
    assert table.room.stage == "lobby"
    table.do(Ready(0, 1), CLEO)
    assert table.room.stage == "salt"
    assert refold(table).stage == "salt"


# ---- Who may what

OTHERS: tuple[Any, ...] = (
    *(SetSeat(1, "open"), SetSeats(2), Swap(0, 1), Change({}), Allow(Options(free_chat=True)), Start(), Remove(0)),
    *(Substitute(0), HandOver(0), Pace("calm"), End(1), Again(1), Gather(1)),
)


@pytest.mark.parametrize("command", OTHERS, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize("stage", ["lobby", "play", "over"])
def test_T14_not_even_the_organiser_changes_a_tournaments_table(command: Any, stage: str) -> None:
    table = convened(ANA, BEN, CLEO) if stage == "lobby" else begun(ANA, BEN, CLEO)
    if stage != "lobby":
        table.play_round()
    assert {*get_args(Command)} >= {type(command)}
    table.refuse(command, "tournament_table", ORGANISER)
    table.refuse(command, "host_only", ANA)


def test_T14_set_phrases_only_no_pause_and_no_leaving_before_the_game() -> None:
    table = convened(ANA, BEN, CLEO)
    table.refuse(Leave(0), "tournament_table", ANA)
    table.do(Say(0, phrase="hello"), ANA)
    table.refuse(Say(0, text="Prends la 3"), "chat_set_phrases", ANA)
    table.do(Mute(0, is_muted=True), ORGANISER)
    table.do(Colour(0, 5), ANA)
    for seat, person in enumerate((ANA, BEN, CLEO)):
        table.do(Ready(0, seat), person)
    table.refuse(Pause(0, wish=True), "tournament_table", ANA)


def test_T14_only_the_server_convenes_takes_out_calls_off_and_delivers() -> None:
    table = convened(ANA, BEN, CLEO)
    for command in (TakeOut(0), CallOff(), Deliver()):
        table.refuse(command, "server_only", ORGANISER)
    table.refuse(Convene("skyjo", {}, table.room.tournament, HOST, [], []), "room_exists", SERVER)  # pyright: ignore[reportArgumentType]


# ---- No bot plays for anybody


def test_T14_a_turn_that_is_over_makes_a_neutral_move() -> None:
    table = begun(ANA, BEN, CLEO)
    table.deal()
    for want in table.wants("turn"):
        table.answer(want)
    assert table.room.stage == "play"
    assert not any(seat.is_away for seat in table.room.seats)
    assert all(want.what == "turn" for want in table.wants())


def test_T14_a_lost_connection_is_no_leaving() -> None:
    table = begun(ANA, BEN, CLEO)
    table.deal()
    table.play_until(ANA)
    table.go(ANA, ORGANISER)
    assert {want.what for want in table.wants()} == {"turn"}
    assert table.room.host == ORGANISER
    table.go(BEN, CLEO)
    assert table.wants() == []  # all have gone: the table rests until one comes back
    table.come(BEN)
    assert {want.what for want in table.wants()} == {"turn"}


def test_G5_who_leaves_withdraws_for_good() -> None:
    table = begun(ANA, BEN, CLEO)
    table.deal()
    table.do(Leave(1), BEN)
    view = table.view(ANA)
    assert [seat.has_withdrawn for seat in view.seats] == [False, True, False]
    table.play_round()
    entries, finisher = room.result(table.room)
    assert entries.keys() == {"player-A", "player-C"}
    assert finisher in entries


# ---- The result


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("skyjo", {}),
        ("skyjo", {"column_removal": "optional", "double_negatives": True}),
        ("jungo", {}),
        ("jungo", {"score": "cards_left"}),
        ("ptit_pois", {}),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_T9_the_result_written_down_counts_to_the_scores_of_the_table(
    game: str, given: dict[str, Any], seed: int
) -> None:
    from tablee.counting import count

    table = begun(ANA, BEN, CLEO, game=game, **given)
    table.chance.seed(seed)
    table.play_game()
    assert (table.room.stage, table.room.round) == ("over", 1)
    entries, finisher = room.result(table.room)
    place = None if finisher is None else PLAYERS.index(finisher)
    counted = count(game, table.room.settings, [entries[player] for player in PLAYERS], place)
    assert counted.scores == table.room.match.rounds[0].scores


@pytest.mark.parametrize("seed", range(4))
def test_T6_two_play_a_tie_break_of_jungo_with_ten_cards_each(seed: int) -> None:
    table = begun(ANA, BEN, game="jungo")
    table.chance.seed(seed)
    table.deal()
    shown = table.view(ANA).table
    assert shown is not None
    assert [hand.size for hand in shown.hands] == [10, 10]
    table.play_game()
    entries, finisher = room.result(table.room)
    assert entries.keys() == {*PLAYERS[:2]}
    assert finisher in entries
    assert record.verify(room.game_record(table.room, NAMES)).rounds == table.room.match.rounds


def test_T14_nobody_plays_alone() -> None:
    with pytest.raises(Refusal, match="seats_range"):
        convened(ANA, game="jungo")


def test_T14_the_result_is_wanted_of_the_tournament_until_it_is_delivered() -> None:
    table = begun(ANA, BEN, CLEO)
    assert not [want for want in table.wants() if isinstance(want, WantTold)]
    table.play_round()
    (want,) = table.wants()
    assert isinstance(want, WantTold)
    assert want.to == "t" + "0" * 20
    table.do(Deliver(), SERVER)
    assert table.wants() == []
    table.do(Deliver("tournament_over"), SERVER)
    assert table.room.delivered == (None,)


# ---- What the tournament does


def test_T7_who_is_taken_out_in_mid_round_is_withdrawn() -> None:
    table = begun(ANA, BEN, CLEO)
    table.deal()
    table.do(TakeOut(2), SERVER)
    assert table.view(ANA).seats[2].has_withdrawn
    table.do(TakeOut(2), SERVER)
    table.play_round()
    assert room.result(table.room)[0].keys() == {"player-A", "player-B"}


def test_T8_who_is_taken_out_before_the_round_is_not_waited_for() -> None:
    table = convened(ANA, None, BEN)
    table.do(Ready(0, 0), ANA)
    table.do(Ready(0, 2), BEN)
    table.do(TakeOut(1), SERVER)
    assert table.room.stage == "salt"
    table.play_round()
    assert table.room.match.rounds[0].scores[1] is None
    assert room.result(table.room)[0].keys() == {"player-A", "player-C"}
    assert refold(table).match.rounds == table.room.match.rounds


def test_T7_with_fewer_than_two_it_ends_without_a_result() -> None:
    for table in (convened(ANA, BEN, CLEO), begun(ANA, BEN, CLEO)):
        if table.room.stage == "salt":
            table.deal()
        table.do(TakeOut(0), SERVER)
        table.do(TakeOut(1), SERVER)
        assert (table.room.stage, table.view(ANA).end_reason) == ("over", "too_few")
        assert table.wants() == []


@pytest.mark.parametrize("stage", ["lobby", "salt", "play", "over"])
def test_T14_a_table_is_called_off_at_any_moment(stage: str) -> None:
    table = convened(ANA, BEN, CLEO) if stage == "lobby" else begun(ANA, BEN, CLEO)
    if stage == "play":
        table.deal()
    if stage == "over":
        table.play_round()
    table.do(CallOff(), SERVER)
    assert table.room.stage == "over"
    assert bool(table.wants()) == (stage == "over")  # a result that is there is told
    if stage == "play":
        table.refuse(Salt(1, 0, "aa"), "salt_late", ANA)
        assert table.view(ANA).decision is None
    assert refold(table).stage == "over"
    verified = record.verify(room.game_record(table.room, NAMES))
    assert len(verified.rounds) == (stage == "over")


def test_G5_who_left_in_a_round_that_was_called_off_is_out_in_its_record() -> None:
    table = begun(ANA, BEN, CLEO)
    table.deal()
    table.do(Leave(1), BEN)
    table.do(CallOff(), SERVER)
    made = room.game_record(table.room, NAMES)
    assert (made.rounds, made.withdrawn) == ([], [1])
    record.verify(made)


# ---- Who watches


def test_T14_spectators_are_behind_until_the_round_is_over() -> None:
    table = convened(ANA, BEN, CLEO)
    assert room.delay(table.room) == 0.0
    for seat, person in enumerate((ANA, BEN, CLEO)):
        table.do(Ready(0, seat), person)
    assert room.delay(table.room) == math.inf
    table.deal()
    assert room.delay(table.room) == math.inf
    table.play_round()
    assert room.delay(table.room) == 0.0
    assert room.public(table.room, "r") is None
