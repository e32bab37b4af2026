"""Positions of Skyjo written as text, so that tests read like games.

A grid is its rows joined by "/": `5` lies face up, `(5)` face down, `.` is any card face down, `-` is gone; `DOWN` is
a grid of the size of the first, all face down.
"""

from __future__ import annotations

from collections import Counter

from tablee.games import skyjo
from tablee.games.settings import Value, complete
from tablee.games.skyjo import HIDDEN, REMOVED, REVEAL, SOURCE, VISIBLE, State
from tests.games.places import Place
from tests.games.rounds import Round

DOWN = "face down"

DECK = Counter(skyjo.card(place) for place in range(skyjo.CARDS))


class Table(Round):
    """A round of Skyjo."""

    game = skyjo

    def grid(self, seat: int) -> str:
        """Returns a grid as it lies on the table, face-down cards as `.`."""
        marks = {HIDDEN: ".", REMOVED: "-"}
        pairs = list(zip(self.s.status[seat], self.s.value[seat], strict=True))[: self.s.cells]
        cells = [marks.get(status, str(value)) for status, value in pairs]
        width = self.s.columns
        return " / ".join(" ".join(cells[start : start + width]) for start in range(0, len(cells), width))

    @property
    def discard(self) -> list[int]:
        """The discard pile, its top last."""
        return self.s.discard[: self.s.discard_size]

    @property
    def pile(self) -> list[int]:
        """The draw pile, its top first."""
        return self.s.pile[self.s.pile_next : self.s.pile_size]

    @property
    def sums(self) -> list[int | None]:
        return self.written(skyjo.sums)

    def cards(self) -> Counter[int]:
        """Returns all cards there are, wherever they lie."""
        return cards_of(self.s)


def cards_of(s: State) -> Counter[int]:
    """Returns the cards of piles, grids and hand; withdrawn seats' grids included."""
    cards = Counter(s.pile[s.pile_next : s.pile_size]) + Counter(s.discard[: s.discard_size])
    for seat in range(s.seats):
        cards += Counter(s.value[seat][cell] for cell in range(s.cells) if s.status[seat][cell] != REMOVED)
    if s.step in (skyjo.DRAWN, skyjo.TAKEN):
        cards[s.held] += 1
    return cards


def secret(s: State, viewer: int) -> list[Place]:
    """Returns the places where a viewer may not look, −1 for a spectator."""
    # The whole array of the draw pile: where cards were drawn from it still tells what was dealt.
    places: list[Place] = [("pile", place) for place in range(skyjo.CARDS)]
    for seat in range(s.seats):
        places += [("value", seat, cell) for cell in range(s.cells) if s.status[seat][cell] == HIDDEN]
    if s.step == skyjo.DRAWN and s.turn != viewer:
        places.append(("held",))
    return places


def deal(
    *grids: str, top: int | None = None, pile: tuple[int, ...] = (), first: int = skyjo.BY_SETTING, **settings: Value
) -> Table:
    """Returns a round just dealt: grids face down, `top` on the discard pile, `pile` on top of the draw pile."""
    rows = [grids[0].split("/") if grid == DOWN else grid.split("/") for grid in grids]
    cells = [_cells(grid, grids[0]) for grid in grids]
    height, width = len(rows[0]), len(rows[0][0].split())
    assert all(len(row.split()) == width for grid in rows for row in grid), "rows of different lengths"
    assert all(len(grid) == height for grid in rows), "grids of different heights"
    s = new_round(len(grids), first, rows=height, columns=width, **settings)
    skyjo.shuffle(s, order_of([_value(cell) for grid in cells for cell in grid] + [top] + list(pile)))
    return Table(s)


def _cells(grid: str, model: str) -> list[str]:
    cells = (model if grid == DOWN else grid).replace("/", " ").split()
    return ["."] * len(cells) if grid == DOWN else cells


def table(
    *grids: str,
    top: int | None = None,
    pile: tuple[int, ...] = (),
    left: int | None = None,
    turn: int = 0,
    first: int = 0,
    finisher: int | None = None,
    lap: tuple[int, ...] = (),
    **settings: Value,
) -> Table:
    """Returns the beginning of a seat's turn in mid-round.

    `left` is the number of cards of the draw pile, the others lie under the discard pile's `top`; `lap` are the
    seats that still owe their last turn after a finisher.
    """
    t = deal(*grids, top=top, pile=pile, **({"initial_reveals": 1} | settings))
    s = t.s
    s.chance = s.chance_size = 0
    gone: list[int] = []
    for seat, grid in enumerate(grids):
        for cell, mark in enumerate(_cells(grid, grids[0])):
            if mark == "-":
                gone.append(s.value[seat][cell])
                s.value[seat][cell] = 0
                s.status[seat][cell] = REMOVED
            elif mark[0] not in "(.":
                s.status[seat][cell] = VISIBLE
        s.hidden[seat] = s.status[seat][: s.cells].count(HIDDEN)
        s.to_reveal[seat] = 0
    if left is not None:
        kept, below = t.pile[:left], t.pile[left:]
        s.pile[: len(kept)] = kept
        s.pile_next, s.pile_size = 0, len(kept)
        gone += below
    s.discard[: len(gone) + 1] = [*gone, s.discard[0]]
    s.discard_size = len(gone) + 1
    s.first, s.turn, s.step = first, turn, SOURCE
    s.finisher = -1 if finisher is None else finisher
    s.lap = sum(1 << seat for seat in lap)
    assert t.cards() == DECK
    return t


def new_round(seats: int, first: int = skyjo.BY_SETTING, **settings: Value) -> State:
    """Returns a round whose deal is due."""
    known = complete(skyjo.SETTINGS, settings)
    skyjo.check(known, seats)
    s = skyjo.new(known, seats)
    skyjo.deal(s, first, (1 << seats) - 1)
    assert s.step == REVEAL
    return s


def order_of(wanted: list[int | None]) -> list[int]:
    """Returns a deck order that begins with the wanted cards; where any will do, lines of equal cards are avoided."""
    left = {value: [place for place in range(skyjo.CARDS) if skyjo.card(place) == value] for value in DECK}
    order = [-1 if value is None else left[value].pop() for value in wanted]
    for place, value in enumerate(wanted):
        if value is None:
            liked = [1 + (place + step) % 12 for step in range(12)] + [0, -1, -2]
            order[place] = next(left[other].pop() for other in liked if left[other])
    return order + [place for places in left.values() for place in places]


def _value(mark: str) -> int | None:
    return None if mark in (".", "-") else int(mark.strip("()"))


def last_turn(*sums: str, **settings: Value) -> Table:
    """Returns the last turn of a round that comes out with these sums (three cards a seat); * marks the finisher.

    Playing `take, swap c1` changes no sum.
    """
    finisher = next(seat for seat, told in enumerate(sums) if told.endswith("*"))
    acting = max(seat for seat in range(len(sums)) if seat != finisher)
    cards = [_three(int(told.rstrip("*"))) for told in sums]
    grids = [f"{a} {b} ({c})" if seat == acting else f"{a} {b} {c}" for seat, (a, b, c) in enumerate(cards)]
    return table(*grids, top=cards[acting][2], turn=acting, finisher=finisher, lap=(acting,), **settings)


def _three(total: int) -> tuple[int, int, int]:
    first = min(12, max(-2, total))
    second = min(12, max(-2, total - first))
    return first, second, total - first - second


def scored(told: str, **settings: Value) -> str:
    """Plays the last turn of a round with these sums and returns its scores: `10* 24 11` gives `10 24 11`."""
    t = last_turn(*told.split(), **settings).play("take", "swap c1")
    return written(t.scores)


def written(scores: list[int | None]) -> str:
    """Returns scores as text, – for none."""
    return " ".join("–" if score is None else str(score) for score in scores)
