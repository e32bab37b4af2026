"""Positions of P'tit Pois written as text, so that tests read like games.

`V7` is the green 7; the letters are V vert, O orange, J jaune, P pourpre, R rouge, G gris. A seat is its Rangée and
its Main: `V7/(O3) J2/- | V4 O9`. A packet is its cover and what lies beneath: `(O3)` is face down, `[O3]` face down
but all have seen it, `-` is an empty spot. `.` is any card that is not named elsewhere, `OUT` a seat out of play.
"""

from __future__ import annotations

from collections import Counter

from tablee import match
from tablee.games import ptit_pois
from tablee.games.game import SIDE
from tablee.games.ptit_pois import EMPTY, HIDDEN, KNOWN, LETTERS, MAX_CARDS, VISIBLE, State
from tablee.games.settings import Value, complete
from tablee.match import Match
from tests.games.places import Place
from tests.games.rounds import Round

OUT = "out of play"
ANYTHING = "./(.) ./(.) | . . . ."


def card(told: str) -> int:
    """Returns a card from its text."""
    return LETTERS.index(told[0]) * 10 + int(told[1:]) - 1


def written(cards: list[int]) -> str:
    """Returns cards as text."""
    return " ".join(f"{LETTERS[ptit_pois.colour(each)]}{ptit_pois.value(each)}" for each in cards)


class Table(Round):
    """A round of P'tit Pois."""

    game = ptit_pois

    def plays(self) -> list[str]:
        """Returns the cards that may be played, each with its pile: `V7 left`."""
        return [self._played(action) for action in self.legal() if action.startswith(("main", "row"))]

    def _played(self, action: str) -> str:
        place, spot, side = action.split()
        cards = self.s.main if place == "main" else self.s.row
        return f"{written([cards[self.only()][int(spot) - 1]])} {side}"

    def row(self, seat: int) -> str:
        """Returns a Rangée as positions are written."""
        spots = [self._spot(seat, spot) for spot in range(4)]
        return f"{spots[0]}/{spots[1]} {spots[2]}/{spots[3]}"

    def _spot(self, seat: int, spot: int) -> str:
        told = written([self.s.row[seat][spot]])
        return {EMPTY: "-", VISIBLE: told, HIDDEN: f"({told})", KNOWN: f"[{told}]"}[self.s.status[seat][spot]]

    def main(self, seat: int) -> str:
        return written(self.s.main[seat][: self.s.main_size[seat]])

    @property
    def direction(self) -> str:
        return ("up", "down")[self.s.direction]

    def discard(self, side: int) -> str:
        """A discard pile, its top last."""
        return written(self.s.pile[side][: self.s.pile_size[side]])

    @property
    def tops(self) -> str:
        return " ".join(self.discard(side).split()[-1] for side in range(2))

    @property
    def draw(self) -> str:
        """The draw pile, its top first."""
        return written(self.s.draw[self.s.draw_next : self.s.draw_size])

    @property
    def sums(self) -> list[int | None]:
        return self.written(ptit_pois.sums)

    def cards(self) -> Counter[int]:
        """Returns all cards there are, wherever they lie."""
        return cards_of(self.s)


def deck_of(s: State) -> Counter[int]:
    """Returns the deck that the settings make (P1)."""
    return Counter(dict.fromkeys(range(s.colours * 10), s.copies))


def cards_of(s: State) -> Counter[int]:
    """Returns the cards of piles, Mains and Rangées; those of withdrawn seats included."""
    cards = Counter(s.draw[s.draw_next : s.draw_size])
    for side in range(2):
        cards += Counter(s.pile[side][: s.pile_size[side]])
    for seat in range(s.seats):
        cards += Counter(s.main[seat][: s.main_size[seat]])
        cards += Counter(s.row[seat][spot] for spot in range(4) if s.status[seat][spot] != EMPTY)
    return cards


def new_round(seats: int, first: int = ptit_pois.BY_SETTING, in_play: int | None = None, **settings: Value) -> State:
    """Returns a round whose deal is due."""
    known = complete(ptit_pois.SETTINGS, settings)
    ptit_pois.check(known, seats)
    s = ptit_pois.new(known, seats)
    ptit_pois.deal(s, first, (1 << seats) - 1 if in_play is None else in_play)
    return s


def table(
    *seats: str,
    piles: str = ". .",
    direction: str = "up",
    draw: str = "",
    left: int | None = None,
    below: int = 0,
    turn: int = 0,
    first: int = 0,
    **settings: Value,
) -> Table:
    """Returns the beginning of a seat's turn in mid-round.

    `piles` are the tops of the left and right discard pile. The draw pile begins with `draw`. `left` is the number of
    its cards: the other cards lie under the tops, left and right in turn, as many as `below` says, or are in the last
    seat's Main. Without `left` all of them are in the draw pile.
    """
    s = new_round(len(seats), first, **settings)
    Table(s).shuffle()
    if s.chance == SIDE:
        Table(s).shuffle()
    s.direction = ("up", "down").index(direction)
    s.turn = turn
    named = [told.strip("()[]") for seat in (*seats, piles, draw) for told in seat.replace("/", " ").split()]
    rest = deck_of(s) - Counter(card(told) for told in named if told[0] in LETTERS)
    assert (rest + Counter(card(told) for told in named if told[0] in LETTERS)) == deck_of(s), "not in the deck"
    others = sorted(rest.elements(), key=ptit_pois.value)

    def taken(told: str) -> int:
        return others.pop() if told == "." else card(told)

    for seat, written_seat in enumerate(seats):
        s.main[seat] = [0] * MAX_CARDS
        s.row[seat], s.status[seat], s.main_size[seat] = [0] * 4, [EMPTY] * 4, 0
        if written_seat == OUT:
            s.in_play &= ~(1 << seat)
            continue
        row, _, main = written_seat.partition("|")
        for spot, told in enumerate(row.replace("/", " ").split()):
            if told != "-":
                s.status[seat][spot] = {"(": HIDDEN, "[": KNOWN}.get(told[0], VISIBLE)
                s.row[seat][spot] = taken(told.strip("()[]"))
        s.main_size[seat] = len(main.split())
        s.main[seat][: s.main_size[seat]] = [taken(told) for told in main.split()]
    tops = [taken(told) for told in piles.split()]
    pile = [card(told) for told in draw.split()] + others
    count = len(pile) if left is None else left
    under = pile[count : count + below]
    for side, cards in enumerate(([*under[::2], tops[0]], [*under[1::2], tops[1]])):
        s.pile[side] = cards + [0] * (MAX_CARDS - len(cards))
        s.pile_size[side] = len(cards)
    s.draw = pile[:count] + [0] * (MAX_CARDS - count)
    s.draw_next, s.draw_size = 0, count
    over, last = pile[count + below :], len(seats) - 1
    size = s.main_size[last]
    s.main[last][size : size + len(over)] = over
    s.main_size[last] = size + len(over)
    assert cards_of(s) == deck_of(s)
    return Table(s)


def ended(*sums: str, **settings: Value) -> Table:
    """Returns a round ended with these scores before the finisher's rule; * marks the finisher.

    The finisher has played its last Rangée card and keeps a Main of its sum; the others keep as much in their Rangée.
    """
    finisher = next(seat for seat, told in enumerate(sums) if told.endswith("*"))
    s = new_round(len(sums), 0, colours=6, copies=4, side="up", **settings)
    t = Table(s).shuffle()
    for seat, told in enumerate(sums):
        total = int(told.rstrip("*"))
        values = [10] * (total // 10) + ([total % 10] if total % 10 else [])
        s.main[seat][:4] = [0] * 4
        s.main_size[seat] = 0
        s.status[seat] = [EMPTY] * 4
        if seat == finisher:
            s.main_size[seat] = len(values)
            s.main[seat][: len(values)] = [value - 1 for value in values]
            s.row[seat][0], s.status[seat][0] = 9, VISIBLE  # a green 10 fits whatever lies
        else:
            assert len(values) <= 4
            s.row[seat][: len(values)] = [value - 1 for value in values]
            s.status[seat][: len(values)] = [VISIBLE] * len(values)
            s.main[seat][0], s.main_size[seat] = 0, 1  # a 1
    s.turn = finisher
    return t.play("row 1 left")


# ---- Games of several rounds


def a_match(seats: int, **settings: Value) -> Match:
    chosen = complete(ptit_pois.SETTINGS, {"colours": 6, "copies": 4, "side": "up"} | settings)
    return match.new_match(ptit_pois, chosen, seats)  # type: ignore[arg-type]


def begin(m: Match) -> State:
    """Begins the next round, its luck as it comes."""
    match.begin_round(m)
    while m.state.chance:
        match.shuffle(m, range(m.state.chance_size))
    return m.state


def close(m: Match, *totals: int) -> Match:
    """Plays a round to its last turn: these scores, nobody the finisher, for the turn limit ends it."""
    s = begin(m)
    for seat, total in enumerate(totals):
        if s.in_play >> seat & 1:
            values = [10] * (total // 10) + ([total % 10] if total % 10 else [])
            assert 1 <= len(values) <= 4
            s.status[seat] = [VISIBLE] * len(values) + [EMPTY] * (4 - len(values))
            s.row[seat] = [value - 1 for value in values] + [0] * (4 - len(values))
            s.main[seat][:4] = [0, 0, 0, 0]
            s.main_size[seat] = 1  # a 1
    s.turns = s.max_turns - 1
    acting = s.turn
    s.main[acting][:2], s.main_size[acting] = [9, 0], 2
    s.pile[0][0] = 19  # orange: no bonus
    match.play(m, acting, ptit_pois.MAIN)
    return m


# ---- What the contract suite has to be told


def secret(s: State, viewer: int) -> list[Place]:
    """Returns the places where a viewer may not look, −1 for a spectator."""
    # The whole array of the draw pile: where cards were drawn from it still tells what was dealt.
    places: list[Place] = [("draw", place) for place in range(s.cards)]
    for seat in range(s.seats):
        places += [("row", seat, spot) for spot in range(4) if s.status[seat][spot] == HIDDEN]
        is_laid_open = s.step == ptit_pois.OVER and s.in_play >> seat & 1
        if seat != viewer and not is_laid_open:
            places += [("main", seat, spot) for spot in range(s.main_size[seat])]
    return places
