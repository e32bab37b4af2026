"""What is said at a table: set phrases, lines of one's own, rates, silence."""

from __future__ import annotations

import msgspec

from tablee import room
from tablee.room.talk import PHRASES
from tablee.room.wire import Allow, Create, Mute, Options, Say, SeatRequest, Sit
from tablee.words import LANGS, say
from tests.tables import ANA, HOST, NAMES, STRANGER, Table, a_lobby, a_round, fold


def test_everybody_at_a_seat_says_set_phrases() -> None:
    table = a_lobby(ANA)
    for number, phrase in enumerate(PHRASES):
        table.now += 10
        table.do(Say(1, phrase), ANA)
        line = table.view(None).chat[-1]
        assert (line.number, line.at, line.seat, line.name) == (number + 1, table.now, 1, "Ana")
        assert (line.phrase, line.text) == (phrase, None)
    table.refuse(Say(1, "rubbish"), "phrase_unknown", ANA)
    table.refuse(Say(1, "hello", "and more"), "phrase_unknown", ANA)
    table.refuse(Say(1, "hello"), "not_your_seat")
    table.refuse(Say(1, "hello"), "not_your_seat", STRANGER)


def test_each_phrase_has_its_words_or_is_a_sign() -> None:
    for lang in LANGS:
        assert {phrase for phrase in PHRASES if not say(lang, f"page.chat.phrases.{phrase}")} == set()


def test_lines_of_ones_own_are_for_the_host_to_allow() -> None:
    table = a_lobby(ANA)
    table.refuse(Say(1, text="Salut !"), "chat_set_phrases", ANA)
    table.do(Allow(Options(free_chat=True)))
    table.do(Say(1, text="  Salut   à tous  "), ANA)
    assert table.room.lines[-1].text == "Salut à tous"
    table.do(Say(1, text="<b>" + "x" * 197), ANA)
    for text, code in (("", "line_length"), ("x" * 201, "line_length"), ("a\u202eb", "line_letters")):
        table.refuse(Say(1, text=text), code, ANA)
    table.refuse(Say(1), "line_length", ANA)


def test_what_people_write_is_kept_apart_under_keys_and_can_be_blanked() -> None:
    table = a_lobby(ANA, options=Options(free_chat=True))
    events = [*table.do(Sit(2, "Lou"), ANA), *table.do(Say(2, text="C’est Lou"), ANA)]
    texts = room.apart(events, lambda number: f"x{number}")
    assert texts == {"x0": "Lou", "x1": "C’est Lou"}
    assert b"Lou" not in msgspec.json.encode(events)
    state = table.room
    fold(state, table.now, msgspec.json.encode(events))
    seen = room.view(state, "r", None, {**NAMES, **texts})
    assert (seen.seats[2].name, seen.chat[-1].name, seen.chat[-1].text) == ("Lou", "Lou", "C’est Lou")
    assert {"x0", "x1", ANA, HOST} <= room.known(state)
    blank = room.view(state, "r", None, NAMES)
    assert (blank.seats[2].name, blank.chat[-1].name, blank.chat[-1].text) == (None, None, None)


def test_names_of_guests_at_creation_are_kept_apart_too() -> None:
    events = Table().do(Create("skyjo", {}, [SeatRequest("person"), SeatRequest("person", name="Lou")]))
    assert room.apart(events, lambda number: f"x{number}") == {"x0": "Lou"}
    assert b"Lou" not in msgspec.json.encode(events)


def test_five_lines_in_ten_seconds_are_enough() -> None:
    table = a_lobby(ANA)
    for _ in range(5):
        table.now += 1
        table.do(Say(1, "_clap"), ANA)
    table.refuse(Say(1, "_clap"), "chat_fast", ANA)
    table.do(Say(0, "hello"))  # by person
    table.now += 6
    table.do(Say(1, "_clap"), ANA)


def test_a_table_shows_the_last_30_lines() -> None:
    table = a_lobby(ANA)
    for _ in range(40):
        table.now += 10
        table.do(Say(0, "hello"))
    assert [line.number for line in table.view(None).chat] == list(range(11, 41))


def test_the_host_silences_a_person_and_lets_them_speak_again() -> None:
    table = a_lobby(ANA)
    table.do(Mute(1, is_muted=True))
    assert table.view().seats[1].is_muted
    table.refuse(Say(1, "hello"), "muted", ANA)
    table.do(Mute(1, is_muted=False))
    table.do(Say(1, "hello"), ANA)
    for seat in (2, 7, -1):
        table.refuse(Mute(seat, is_muted=True), "seat_no_person")


def test_talk_makes_no_bot_wait_anew() -> None:
    table = a_round(ANA, bots=1)
    wants = table.wants()
    table.now += 1
    table.do(Say(0, "hello"))
    assert table.wants() == wants
