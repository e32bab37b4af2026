"""The game record: it replays exactly, and any change of a card or an action is found."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest

from tablee import record, room
from tablee.record import Record, RecordFault
from tests.tables import HOST, a_table


@pytest.fixture(scope="module")
def data() -> bytes:
    table = a_table(3, end="rounds(2)")
    table.play_game()
    return record.encode(room.game_record(table.room, {HOST: "Léa"}))


def fault_of(changed: Record) -> RecordFault:
    with pytest.raises(RecordFault) as fault:
        record.verify(changed)
    return fault.value


def test_a_record_survives_its_json_form(data: bytes) -> None:
    assert record.encode(record.decode(data)) == data
    record.verify(record.decode(data))


def test_a_record_is_read_from_a_file(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    assert record.read(path) == record.decode(data)


def test_every_digit_of_every_card_counts(data: bytes) -> None:
    """Changing any digit among orders, actions, secrets, salts or scores is found, or the file is no record."""
    chance = random.Random(4)
    text = data.decode()
    end_of_head = text.index('"rounds"')
    digits = [found.start() for found in re.finditer(r"\d", text) if found.start() > end_of_head]
    for place in chance.sample(digits, 150):
        other = chance.choice([digit for digit in "0123456789" if digit != text[place]])
        changed = text[:place] + other + text[place + 1 :]
        with pytest.raises(RecordFault):
            record.verify(record.decode(changed.encode()))


def test_every_letter_of_every_action_counts(data: bytes) -> None:
    text = data.decode()
    places = [found.start(1) + 1 for found in re.finditer(r'"text": "([^"]+)"', text)]
    for place in random.Random(5).sample(places, 60):
        changed = text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :]
        with pytest.raises(RecordFault):
            record.verify(record.decode(changed.encode()))


def test_the_first_thing_wrong_is_named(data: bytes) -> None:
    kept = record.decode(data)
    kept.rounds[1].steps[4].text = "win"
    fault = fault_of(kept)
    assert (str(fault.where), fault.code) == ("round 2, step 5", "record_differs")
    kept = record.decode(data)
    kept.rounds[0].commitment = "0" * 64
    assert str(fault_of(kept).where) == "round 1"
    kept = record.decode(data)
    kept.totals[0] = 0 if kept.totals[0] else 1
    assert (str(fault_of(kept).where), fault_of(kept).facts["what"]) == ("end", "totals")
    kept = record.decode(data)
    kept.rounds[0].orders[0][0], kept.rounds[0].orders[0][1] = kept.rounds[0].orders[0][1], kept.rounds[0].orders[0][0]
    assert (str(fault_of(kept).where), fault_of(kept).facts["what"]) == ("round 1", "order 0")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda kept: kept.rounds.pop(), "record_differs"),
        (lambda kept: kept.rounds.append(kept.rounds[0]), "record_after_end"),
        (lambda kept: kept.rounds[0].steps.pop(), "record_unfinished"),
        (lambda kept: kept.rounds[0].orders.append([0]), "record_order_unused"),
        (lambda kept: setattr(kept.rounds[0], "secret", None), "record_uncommitted"),
        (lambda kept: setattr(kept, "version", 9), "record_format"),
        (lambda kept: setattr(kept, "rules_version", 9), "record_rules_version"),
        (lambda kept: setattr(kept, "game", "chess"), "game_unknown"),
        (lambda kept: kept.settings.update(rows=4), "record_differs"),
        (lambda kept: kept.settings.update(rows=40), "setting_range"),
        (lambda kept: kept.seats.pop(), "record_differs"),
        (lambda kept: setattr(kept, "end", "ended"), "record_differs"),
        (lambda kept: setattr(kept.rounds[0].steps[0], "action", None), "record_action_missing"),
        (lambda kept: kept.rounds[0].steps.append(kept.rounds[0].steps[0]), "record_after_round"),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, change: object, code: str) -> None:
    kept = record.decode(data)
    change(kept)  # type: ignore[operator]
    assert fault_of(kept).code == code


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"\xff", b'{"format": 1}', b"{" * 9_000])
def test_what_is_no_record_is_refused(text: bytes) -> None:
    with pytest.raises(RecordFault) as fault:
        record.decode(text)
    assert fault.value.code == "record_malformed"


def test_a_record_without_commitments_is_checked_all_the_same(data: bytes) -> None:
    kept = record.decode(data)
    for told in kept.rounds:
        told.commitment = told.secret = None
        told.salts = []
    record.verify(kept)
    kept.rounds[0].orders[0].reverse()
    assert str(fault_of(kept).where).startswith("round 1")


def test_unknown_fields_are_refused(data: bytes) -> None:
    told = msgspec.json.decode(data)
    told["rounds"][0]["note"] = "mine"
    with pytest.raises(RecordFault):
        record.decode(msgspec.json.encode(told))
