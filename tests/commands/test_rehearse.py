"""`tablee rehearse`: whole events of simulated people end by themselves, with all that goes wrong, and are right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee import tournament
from tablee.cli import main
from tablee.commands.rehearse import Event, checked

SETTLED = {"conflict", "contest", "settle_result", "rule", "doubled", "typed", "refused", "disqualify", "reverse"}


def rehearsed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["rehearse", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("people", [9, 60, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_an_event_comes_to_its_champion_by_itself(game: str, people: int) -> None:
    event = Event(game, people, 1, {}, "fr")
    event.play()
    assert checked(event) == []
    assert event.on.is_over
    assert [line.rank for line in event.view().ranking].count(1) == 1 or event.on.rules["tie"] != "tie_break"


@pytest.mark.parametrize(
    ("game", "people", "settings"),
    [
        ("skyjo", 40, {"finalists": "best", "finalists_count": 6, "seating": "redrawn", "table_size": 5}),
        ("skyjo", 16, {"qualification_rounds": 1, "confirmation": False}),
        ("skyjo", 20, {"rows": 2, "columns": 3, "carry_over": True}),
        ("jungo", 60, {"score": "cards_left"}),
        ("ptit_pois", 60, {"final": True, "tie": "tie_break"}),
    ],
)
def test_so_does_one_of_another_format(game: str, people: int, settings: dict[str, Any]) -> None:
    event = Event(game, people, 7, settings, "en")
    event.play()
    assert checked(event) == []


def test_sixty_at_skyjo_meet_a_wrong_result_a_reversed_disqualification_and_a_tie_at_the_cut() -> None:
    event = Event("skyjo", 60, 1, {}, "en")
    event.play()
    told = [line.what for line in event.lines]
    assert {*told} >= SETTLED | {"late", "seat", "tie_break", "completed"}
    assert told.index("qualification") < told.index("disqualify") < told.index("reverse") < told.index("tie_break")
    assert told.index("tie_break") < told.index("final") < told.index("podium")


def test_the_same_seed_is_the_same_event_and_another_another(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--players", "12", "--json")
    once, again = (rehearsed(capsys, *words, "--seed", "5") for _ in range(2))
    assert once == again
    assert once[0] == 0
    other = rehearsed(capsys, *words, "--seed", "6")
    assert json.loads(once[1])["ranking"] != json.loads(other[1])["ranking"]


def test_it_is_told_line_by_line_in_either_language(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, first, last in (
        ("fr", "0:00:00  Skyjo à 9, répétition numéro 2.", "Tout est juste\u00a0: "),
        ("en", "0:00:00  Skyjo with 9, rehearsal number 2.", "All is right: "),
    ):
        code, out, _ = rehearsed(capsys, "--players", "9", "--seed", "2", "--lang", lang)
        lines = out.splitlines()
        assert (code, lines[0]) == (0, first)
        assert lines[-1].startswith(last)


def test_every_page_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    code, _, err = rehearsed(capsys, "--players", "9", "--lang", "fr", "--papers", str(folder))
    assert (code, err) == (0, "")
    pages = {page.stem for page in folder.iterdir()}
    assert pages >= {"regulation", "poster", "badges", "ranking", "certificates", "1-seats", "1-sheets", "1-standings"}
    assert all(page.read_bytes().startswith(b"%PDF") for page in folder.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "3"), "A rehearsal takes 4 people at least and 200 at most."),
        (("--game", "chess"), "chess"),
        (("--seed", "-1"), "0"),
        (("--set", "table_size"), "table_size"),
    ],
)
def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str) -> None:
    code, out, err = rehearsed(capsys, *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_tournament_that_is_off_is_found_out() -> None:
    """The checks can fail: a result that vanishes after the end leaves a table uncounted."""
    event = Event("skyjo", 9, 1, {}, "en")
    event.play()
    event.on.stages[0].told.pop((1, 1))
    faults = checked(event)
    assert "Stage 1: a table that played is not counted." in faults
    assert "The journal read anew gives another tournament." in faults


def test_ranks_that_do_not_follow_from_the_totals_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    event = Event("skyjo", 9, 1, {}, "en")
    event.play()
    true = tournament.view

    def swapped(*given: Any) -> Any:
        view = true(*given)
        first, second = view.stages[0].standing[0], view.stages[0].standing[-1]
        first.rank, second.rank = second.rank, first.rank
        return view

    monkeypatch.setattr(tournament, "view", swapped)
    assert "Stage 1: the ranks do not follow from the totals." in checked(event)
