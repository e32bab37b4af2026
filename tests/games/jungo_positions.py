"""Positions of Jungo written as text, so that tests read like games.

A hand is its cards in their order: `4 4 7 1/2`; `5!` is a card that everyone saw go into the hand, `OUT` stands for
a seat out of play. A combination on the table is written alike, where it needs it with its value: `1/2 1/2 as 2`.
"""

from __future__ import annotations

from collections import Counter

from tablee import match
from tablee.games import jungo
from tablee.games.game import NO_CHANCE
from tablee.games.jungo import CARDS, State
from tablee.games.settings import Value, complete
from tablee.match import Match
from tests.games.places import Place
from tests.games.rounds import Round

OUT = "out of play"

DECK = Counter(jungo.card(place) for place in range(CARDS))


def read(cards: str) -> list[int]:
    """Returns cards from their text."""
    return [int(card.rstrip("!").replace("/", "")) for card in cards.split()]


def written(cards: list[int]) -> str:
    """Returns cards as text."""
    return " ".join(str(card) if card < 9 else f"{card // 10}/{card % 10}" for card in cards)


class Table(Round):
    """A round of Jungo."""

    game = jungo

    def plays(self) -> list[str]:
        """Returns the legal plays, JUNGO included, as text."""
        return [action for action in self.legal() if action.startswith(("play", "jungo"))]

    def hand(self, seat: int) -> str:
        """Returns a hand in its order; ! marks the cards that everyone knows."""
        size = self.s.hand_size[seat]
        known = self.s.known[seat][:size]
        cards = [written([card]) for card in self.s.hand[seat][:size]]
        return " ".join(card + ("!" if mark else "") for card, mark in zip(cards, known, strict=True))

    @property
    def on(self) -> str:
        """The combination on the table with its value, empty where none lies."""
        s = self.s
        return f"{written(s.table[: s.table_size])} as {s.table_value}" if s.table_size else ""

    @property
    def discard(self) -> str:
        """The discard pile, its top last."""
        return written(self.s.discard[: self.s.discard_size])

    @property
    def pile(self) -> str:
        """The draw pile, its top first."""
        return written(self.s.pile[self.s.pile_next : self.s.pile_size])

    def cards(self) -> Counter[int]:
        """Returns all cards there are, wherever they lie."""
        return cards_of(self.s)


def cards_of(s: State) -> Counter[int]:
    """Returns the cards of piles, hands and table; withdrawn seats' hands included."""
    cards = Counter(s.pile[s.pile_next : s.pile_size]) + Counter(s.discard[: s.discard_size])
    cards += Counter(s.table[: s.table_size]) + Counter(s.beaten[s.beaten_next : s.beaten_size])
    for seat in range(s.seats):
        cards += Counter(s.hand[seat][: s.hand_size[seat]])
    if s.step == jungo.DRAWN:
        cards[s.held] += 1
    return cards


def new_round(seats: int, first: int = jungo.BY_SETTING, in_play: int | None = None, **settings: Value) -> State:
    """Returns a round whose deal is due."""
    known = complete(jungo.SETTINGS, settings)
    jungo.check(known, seats)
    s = jungo.new(known, seats)
    jungo.deal(s, first, (1 << seats) - 1 if in_play is None else in_play)
    return s


def table(
    *hands: str,
    on: str = "",
    owner: int | None = None,
    pile: str = "",
    left: int | None = None,
    thrown: int = 0,
    turn: int = 0,
    first: int = 0,
    **settings: Value,
) -> Table:
    """Returns the beginning of a seat's turn in mid-round.

    The draw pile begins with `pile`. `left` is the number of its cards: the other cards lie on the discard pile, as
    many as `thrown` says, or are the last hand's, at its end. Without `left` all of them are in the draw pile. The
    combination `on` the table is of the seat before, unless `owner` says whose.
    """
    s = new_round(len(hands), first, **settings)
    jungo.shuffle(s, range(CARDS))
    assert s.chance == NO_CHANCE
    for seat, hand in enumerate(hands):
        s.hand[seat] = [0] * CARDS
        cards = [] if hand == OUT else read(hand)
        if hand == OUT:
            s.in_play &= ~(1 << seat)
        s.hand[seat][: len(cards)] = cards
        s.known[seat] = [0] * CARDS
        s.known[seat][: len(cards)] = [int(card.endswith("!")) for card in hand.split()][: len(cards)]
        s.hand_size[seat] = len(cards)
    told, _, value = on.partition(" as ")
    lying = read(told)
    s.table[: len(lying)] = lying
    s.table_size = len(lying)
    s.table_value = int(value) if value else min(lying, default=0)
    if lying:
        s.table_owner = (turn - 1) % len(hands) if owner is None else owner
    s.turn = turn
    top = read(pile)
    s.pile_next, s.pile_size, s.discard_size = 0, 0, 0
    used = cards_of(s) + Counter(top)
    assert used <= DECK, f"not in the deck: {used - DECK}"
    rest = [*top, *(DECK - used).elements()]
    count = len(rest) if left is None else left
    _lay(s.pile, rest[:count])
    _lay(s.discard, rest[count : count + thrown])
    s.pile_size, s.discard_size = count, len(rest[count : count + thrown])
    others = rest[count + thrown :]
    last = len(hands) - 1
    size = s.hand_size[last]
    s.hand[last][size : size + len(others)] = others
    s.hand_size[last] = size + len(others)
    assert cards_of(s) == DECK
    return Table(s)


def _lay(place: list[int], cards: list[int]) -> None:
    place[:] = cards + [0] * (CARDS - len(cards))


# ---- Games of several rounds


def a_match(seats: int, **settings: Value) -> Match:
    return match.new_match(jungo, complete(jungo.SETTINGS, settings), seats)  # type: ignore[arg-type]


def begin(m: Match) -> State:
    """Begins the next round, its luck as it comes."""
    match.begin_round(m)
    while m.state.chance:
        match.shuffle(m, range(m.state.chance_size))
    return m.state


def won_by(m: Match, winner: int | None, left: tuple[int, ...] = ()) -> Match:
    """Plays a round to its last turn: a seat wins it, the others keep so many cards; or the turn limit ends it."""
    s = begin(m)
    for seat, size in enumerate(left):
        s.hand_size[seat] = size
    if winner is None:
        s.turns = s.max_turns - 1
        match.play(m, s.turn, jungo.DRAW)
        match.play(m, s.turn, jungo.DISCARD)
    else:
        s.turn, s.hand_size[winner] = winner, 1
        match.play(m, winner, jungo.RUN)
    return m


# ---- What the contract suite has to be told


def secret(s: State, viewer: int) -> list[Place]:
    """Returns the places where a viewer may not look, −1 for a spectator."""
    places: list[Place] = [("pile", place) for place in range(CARDS)]
    for seat in range(s.seats):
        if seat != viewer:
            places += [("hand", seat, spot) for spot in range(s.hand_size[seat]) if not s.known[seat][spot]]
    if s.step == jungo.DRAWN and s.turn != viewer:
        places.append(("held",))
    return places
