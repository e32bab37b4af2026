"""The arena: the same result however it is cut, paired decks, own bots, and what `tablee arena` prints."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tablee import cli
from tablee.bots import BOTS
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab import simulate
from tablee.lab.arena import Pairing, Played, interval, play, play_all, play_part, ratings, seated, summary
from tablee.lab.workers import Crew

each_game = pytest.mark.parametrize("game", GAMES)
LAST = "def choose(view, seat, legal, rng):\n    assert view.pile[view.pile_next] == -128\n    return legal[-1]\n"


def pairing(*bots: str, game: str = "skyjo", seed: int = 1, **given: object) -> Pairing:
    return Pairing(game, complete(GAMES[game].SETTINGS, given), bots, seed)


def untimed(played: list[Played]) -> list[dict[str, Any]]:
    return [asdict(one) | {"seconds": None} for one in played]


@pytest.mark.parametrize(
    "game", ["skyjo", *(pytest.param(game, marks=pytest.mark.long) for game in ("jungo", "ptit_pois"))]
)
def test_games_are_the_same_in_any_order_and_number_of_processes(game: str) -> None:
    ends = {} if game == "skyjo" else {"end": "rounds(1)"}
    asked = pairing("expert:samples=8", "random", "steady", game=game, **ends)
    one = play_all(asked, 5, Crew(1), lambda _: None)  # more than are played in one go
    backwards = [play(asked, index) for index in reversed(range(5))]
    assert untimed(backwards[::-1]) == untimed(one)
    assert [played.index for played in one] == list(range(5))


def test_jobs_1_and_2_give_the_same_result() -> None:
    asked = pairing("steady", "random", game="ptit_pois")
    done: list[int] = []
    assert untimed(play_all(asked, 10, Crew(1), done.append)) == untimed(play_all(asked, 10, Crew(2), done.append))
    assert done[:3] == [4, 8, 10]


@each_game
def test_bots_that_play_alike_fare_alike_when_the_seats_are_rotated(game: str) -> None:
    # The decks of a group are the same: what one seat got with one bot, it gets with the other.
    asked = pairing("steady", "steady", "steady", game=game)
    for group in range(2):
        by_seat = []
        for index in range(3 * group, 3 * group + 3):
            totals = play(asked, index).totals
            by_seat.append([totals[(seat - index) % 3] for seat in range(3)])
        assert by_seat[0] == by_seat[1] == by_seat[2]
    assert play(asked, 0).totals != play(asked, 3).totals or play(asked, 0).turns != play(asked, 3).turns


def test_a_game_is_shared_out_once() -> None:
    for one in play_part(pairing("steady", "random", "steady", game="jungo", tie="shared"), range(12)):
        assert sum(one.shares) == pytest.approx(1)
        assert one.ranks.count(1) == sum(share > 0 for share in one.shares)


def test_who_sees_every_card_wins_nearly_always_and_is_no_player() -> None:
    asked = pairing(*seated("skyjo", ["ceiling:samples=4", "steady"], 2), end="rounds(3)")
    found = summary(asked, play_part(asked, range(12)))["bots"][0]
    assert found["win_share"] > 0.9
    for game, bots in BOTS.items():
        assert "ceiling" not in bots
        with pytest.raises(Refusal):
            simulate.seated(game, ["ceiling"], 3)


def test_a_bot_from_a_file_sees_views_and_plays(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(LAST)
    asked = pairing(*seated("skyjo", [str(own), "steady"], 2), end="rounds(2)")
    found = summary(asked, play_part(asked, range(2)))
    assert found["bots"][0]["name"] == str(own)
    assert found["bots"][0]["win_share"] == 0
    assert found["bots"][0]["ms_per_turn"] > 0


@pytest.mark.parametrize(
    ("text", "code"), [(None, "bot_file_missing"), ("x = 1\n", "bot_file_choose"), ("choose = 3\n", "bot_file_choose")]
)
def test_a_file_without_a_bot_is_refused(text: str | None, code: str, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    if text is not None:
        own.write_text(text)
    with pytest.raises(Refusal) as refused:
        seated("skyjo", [str(own)], 2)
    assert refused.value.code == code


def test_a_bot_that_plays_what_is_not_allowed_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("def choose(view, seat, legal, rng):\n    return 10_000\n")
    with pytest.raises(Refusal) as refused:
        play(pairing(str(own), "steady"), 0)
    assert refused.value.code == "bot_illegal"


def test_the_last_bot_takes_the_places_left() -> None:
    assert seated("skyjo", ["expert", "steady"], 4) == ("expert", "steady", "steady", "steady")
    for names, code in ((["steady"] * 3, "bots_many"), (["nobody"], "bot_unknown")):
        with pytest.raises(Refusal) as refused:
            seated("skyjo", names, 2)
        assert refused.value.code == code


def test_an_interval_holds_the_share_and_narrows_with_games() -> None:
    few, many = interval([1.0, 0.0, 1.0, 1.0] * 5, 2), interval([1.0, 0.0, 1.0, 1.0] * 500, 2)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert interval([1.0] * 20, 2)[1] == 1.0
    assert 0.8 < interval([1.0] * 20, 2)[0] < 1.0
    # Where each group is shared out evenly, more is known than single games would tell.
    wide = interval([1.0, 1.0, 0.0, 0.0] * 100, 2)
    narrow = interval([1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0] * 50, 2)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]


def test_ratings_follow_the_ranks() -> None:
    asked = pairing("steady", "random", "random")
    played = [Played(index, [1.0, 0, 0], [1, 2, 3], [0, 0, 0]) for index in range(6)]
    rated = ratings(asked, played)
    assert rated["steady"][0] > rated["random"][0]
    assert rated["steady"][1] < 25 / 3


# ---- tablee arena


def test_json_is_one_document_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena ptit_pois --seats 3 --bots expert:samples=8,steady --games 3 --seed 5 --set end=rounds(1) --json"
    assert cli.main(words.split()) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [bot["name"] for bot in found["bots"]] == ["expert:samples=8", "steady"]
    for bot in found["bots"]:
        low, high = bot["interval"]
        assert low <= bot["win_share"] <= high
        assert bot.keys() >= {"points_per_round", "rating", "ms_per_turn"}
    assert (found["games"], found["seats"], found["seed"], found["even"]) == (3, 3, 5, pytest.approx(1 / 3))
    assert "compiling" in said.err


def test_without_json_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "skyjo", "--bots", "steady,greedy", "--games", "4", "--set", "end=rounds(1)"]) == 0
    said = capsys.readouterr().out
    assert "4 games" in said
    assert "greedy" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("skyjo --games 0", "--games"),
        ("skyjo --seats 9", "8"),
        ("skyjo --bots expert:x=1", "x=1"),
        ("skyjo --bots nobody", "nobody"),
        ("chess", "chess"),
    ],
)
def test_what_cannot_be_played_is_refused(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", *words.split()]) == 2
    assert said in capsys.readouterr().err
