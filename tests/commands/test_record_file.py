"""`tablee replay` and `tablee verify`: all games' records are read, and told in the reader's language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee import cli, record, room
from tablee.games import GAMES
from tablee.room.wire import Leave
from tablee.words import LANGS
from tests.tables import HOST, a_table

each_game = pytest.mark.parametrize("game", GAMES)
each_lang = pytest.mark.parametrize("lang", LANGS)


@pytest.fixture
def written(tmp_path: Path, game: str) -> Path:
    """The record of a short game."""
    table = a_table(3, game=game, end="rounds(2)", tie="shared", max_turns=60)
    table.play_game()
    path = tmp_path / "game.json"
    path.write_bytes(record.encode(room.game_record(table.room, {HOST: "Léa"})))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    end = cli.main(words)
    said = capsys.readouterr()
    return end, said.out.replace("\u00a0", " "), said.err.replace("\u00a0", " ")


def changed(path: Path, **fields: Any) -> Path:
    told = json.loads(path.read_bytes())
    path.write_text(json.dumps(told | fields))
    return path


@each_game
@pytest.mark.parametrize(("lang", "right"), [("en", "right: 2 rounds"), ("fr", "juste : 2 manches")])
def test_a_record_of_any_game_is_verified(
    written: Path, lang: str, right: str, capsys: pytest.CaptureFixture[str]
) -> None:
    end, out, err = run(capsys, "verify", str(written), "--lang", lang)
    assert (end, err) == (0, "")
    assert out.startswith(right)
    assert out.endswith(": 2\n")  # rounds shuffled as committed


@each_game
@pytest.mark.parametrize(
    ("lang", "deal", "over"),
    [
        ("en", "round 1, step 0: the deal", "end of the game: all rounds are played; totals: seat 0: "),
        (
            "fr",
            "manche 1, action 0 : la donne",
            "fin de la partie : toutes les manches sont jouées ; totaux : place 0 : ",
        ),
    ],
)
def test_a_record_of_any_game_is_replayed(
    written: Path, lang: str, deal: str, over: str, capsys: pytest.CaptureFixture[str]
) -> None:
    end, out, err = run(capsys, "replay", str(written), "--lang", lang)
    assert (end, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == deal
    assert lines[-1].startswith(over)
    kept = record.read(written)
    assert sum(line.startswith(("round ", "manche ")) for line in lines) == sum(len(r.steps) + 2 for r in kept.rounds)


@each_game
def test_a_replay_as_one_document_has_every_state(written: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    end, out, _ = run(capsys, "replay", str(written), "--json")
    told, kept = msgspec.json.decode(out), record.read(written)
    assert end == 0
    assert (told["game"], told["totals"], told["ranks"], told["end"]) == (game, kept.totals, kept.ranks, "rounds")
    assert len(told["states"]) == sum(len(each.steps) + 1 for each in kept.rounds)
    assert told["scores"] == [each.scores for each in kept.rounds]


@pytest.mark.parametrize("game", ["ptit_pois"])
@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("fields", "lang", "where"),
    [
        ({"version": 9}, "fr", "en-tête : Format inconnu"),
        ({"version": 9}, "en", "head: Unknown format"),
        ({"end": "ended"}, "fr", "fin : end"),
        ({"rounds": []}, "en", "end: end"),
        ({"note": "mine"}, "fr", "fichier : Ce fichier"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    written: Path, command: str, fields: dict[str, Any], lang: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    end, out, err = run(capsys, command, str(changed(written, **fields)), "--lang", lang)
    assert (end, out) == (1, "")
    colon = " :" if lang == "fr" else ":"
    assert err.startswith(f"{written}{colon} {where}")


@pytest.mark.parametrize("game", ["jungo"])
def test_a_wrong_step_is_named(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(written.read_bytes())
    told["rounds"][1]["steps"][2]["text"] = "win"
    end, out, err = run(capsys, "verify", str(changed(written, **told)), "--lang", "fr", "--json")
    assert end == 1
    assert "manche 2, action 3 : text : " in err
    fault = msgspec.json.decode(out)
    assert (fault["valid"], fault["where"], fault["code"]) == (False, "round 2, step 3", "record_differs")


def test_withdrawals_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = a_table(2, game="ptit_pois", on_leave="withdraw")
    table.deal()
    table.step()
    table.do(Leave(0))
    path = tmp_path / "left.json"
    path.write_bytes(record.encode(room.game_record(table.room, {})))
    end, out, _ = run(capsys, "replay", str(path), "--lang", "fr")
    assert end == 0
    assert "manche 1, action 2 : place 0 se retire" in out
    assert out.splitlines()[-1].startswith(
        "fin de la partie : il reste moins de 2 places en jeu ; totaux : place 0 : –"
    )


@each_lang
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_is_refused(command: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    end, out, err = run(capsys, command, "/nowhere/game.json", "--lang", lang)
    assert (end, out) == (2, "")
    assert err.startswith("Impossible de lire" if lang == "fr" else "Cannot read")
