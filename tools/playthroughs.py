"""Playthroughs: readable games in `tests/data/GAME/*.txt`, each seat's view and legal actions beside every action.

A file's inputs are its title, the lines `game`, `seats`, `set NAME VALUE` and `shuffles TEXT` of its head, and the
lines that begin with `> `; all else follows from them. Order k of the shuffles is
`tablee.shuffle.order(TEXT, [], k, n)`. To write a new one, write the head, run `python -m tools.regenerate`, read what
the seats may do, add lines such as `> seat 0: draw` or `> seat 1 withdraws`, and run it again.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tablee import match, shuffle
from tablee.games import GAMES, game_named
from tablee.games.game import Happening
from tablee.games.settings import complete
from tablee.match import Match

DATA = Path(__file__).parent.parent / "tests" / "data"
SPECTATOR = -1


@dataclass
class Script:
    """The inputs of a playthrough."""

    title: list[str] = field(default_factory=list[str])  # lines after #
    game: str = ""
    seats: int = 0
    settings: dict[str, str] = field(default_factory=dict[str, str])
    shuffles: str = ""
    acts: list[str] = field(default_factory=list[str])  # `seat 0: draw`, `seat 1 withdraws`


def files() -> list[Path]:
    """Returns all playthroughs there are."""
    return sorted(file for game in GAMES for file in (DATA / game).glob("*.txt"))


def read(text: str) -> Script:
    """Returns the inputs of a playthrough's text."""
    script = Script()
    for line in text.splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "#":
            script.title.append(rest)
        elif mark == ">":
            script.acts.append(rest)
        elif script.acts:
            continue  # the head is over
        elif mark == "set":
            name, _, value = rest.partition(" ")
            script.settings[name] = value
        elif mark == "seats":
            script.seats = int(rest)
        elif mark in ("game", "shuffles"):
            setattr(script, mark, rest)
    return script


def told(script: Script) -> str:
    """Plays a playthrough and returns its full text; an action that is not legal raises."""
    return "\n".join(line.rstrip() for line in _lines(script)) + "\n"


def _lines(script: Script) -> Iterator[str]:
    game = game_named(script.game)
    m = match.new_match(game, complete(game.SETTINGS, script.settings), script.seats)
    yield from (f"# {line}" for line in script.title)
    yield ""
    yield f"game {script.game}"
    yield f"seats {script.seats}"
    yield from (f"set {name} {value}" for name, value in script.settings.items())
    yield f"shuffles {script.shuffles}"
    number = 0
    acts = iter(script.acts)
    while not match.is_over(m):
        match.begin_round(m)
        yield ""
        yield f"== Round {match.round_number(m)}"
        number = yield from _shuffled(m, script.shuffles, number)
        yield ""
        yield "The whole table, seen by nobody:"
        yield from _indented(game.picture(m.state))
        while m.is_open:
            yield from _seen(m)
            act = next(acts, None)
            if act is None:
                return
            yield ""
            yield f"> {act}"
            number = yield from _acted(m, act, script.shuffles, number)
        yield from _closed(m)
    assert next(acts, None) is None, "the game is over and the playthrough goes on"


def _shuffled(m: Match, text: str, number: int) -> Iterator[str]:
    while m.is_open and m.state.chance:
        size = m.state.chance_size
        yield f"order {number}, of {size}"
        match.shuffle(m, shuffle.order(text, [], number, size))
        number += 1
    return number


def _views(m: Match) -> dict[int, object]:
    views: dict[int, object] = {}
    for viewer in (*range(m.seats), SPECTATOR):
        views[viewer] = m.state.copy()
        m.game.hide(views[viewer], viewer)
    return views


def _grouped(by_viewer: dict[int, str], verb: str) -> Iterator[tuple[str, str]]:
    """Yields who and what, those together for whom it is the same."""
    groups: dict[str, list[int]] = {}
    for viewer, what in by_viewer.items():
        groups.setdefault(what, []).append(viewer)
    for what, viewers in groups.items():
        seats = [str(viewer) for viewer in viewers if viewer != SPECTATOR]
        who = f"Seat {seats[0]}" if len(seats) == 1 else f"Seats {', '.join(seats)}"
        if SPECTATOR in viewers:
            who = f"{who} and spectators" if seats else "Spectators"
        yield ("Everybody" if len(groups) == 1 else who) + f" {verb}:", what


def _seen(m: Match) -> Iterator[str]:
    pictures = {viewer: m.game.picture(view) for viewer, view in _views(m).items()}
    for who, picture in _grouped(pictures, "can see"):
        yield ""
        yield who
        yield from _indented(picture)
    for seat in range(m.seats):
        actions = [m.game.text(m.state, action) for action in match.legal(m, seat)]
        if actions:
            yield from textwrap.wrap(f"Seat {seat} may: {', '.join(actions)}", 110, subsequent_indent="    ")


def _acted(m: Match, act: str, text: str, number: int) -> Iterator[str]:
    words, _, action = act.partition(": ")
    seat = int(words.split()[1])
    if not action:
        assert words.endswith(" withdraws"), act
        match.withdraw(m, seat)
        return number
    before = _views(m)
    chosen = m.game.action(m.state, action)
    match.play(m, seat, chosen)
    number = yield from _shuffled(m, text, number)
    happened: dict[int, str] = {}
    for viewer, after in _views(m).items():
        told = m.game.tell(before[viewer], after, seat, chosen)
        happened[viewer] = "; ".join(_sentence(happening) for happening in told)
    for who, what in _grouped(happened, "saw"):
        yield f"{who} {what}"
    return number


def _sentence(happening: Happening) -> str:
    parts = [happening.what, f"by {happening.seat}"]
    if happening.cells:
        parts.append(f"cells {' '.join(str(cell) for cell in happening.cells)}")
    if happening.card is not None:
        parts.append(f"card {happening.card}")
    if happening.cards:
        parts.append(f"cards {' '.join(str(card) for card in happening.cards)}")
    if happening.old is not None:
        parts.append(f"old {happening.old}")
    return ", ".join(parts)


def _closed(m: Match) -> Iterator[str]:
    yield ""
    yield "The round is over:" if m.end_reason != "too_few" else "Fewer than two seats are in play:"
    yield from _indented(m.game.picture(m.state))
    if m.end_reason != "too_few":
        closed = m.rounds[-1]
        yield f"finisher {'none' if closed.finisher is None else closed.finisher}{', truncated' * closed.truncated}"
        yield f"scores {_row(closed.scores)}"
    yield f"totals {_row(match.match_totals(m))}"
    if match.is_over(m):
        yield f"ranks {_row(match.match_ranks(m))}, the game ends: {m.end_reason}"


def _row(numbers: object) -> str:
    assert isinstance(numbers, list)
    return " ".join("–" if number is None else str(number) for number in numbers)


def _indented(text: str) -> Iterator[str]:
    yield from (f"    {line}" for line in text.splitlines())
