"""Rounds into a game: totals, who begins next, when the game ends, ranks, tie-breaks (S4, S10, G3, G5, G7).

The functions over plain lists are the only home of totals, ends and ranks: live tables, score sheets and
tournaments call them. `Match` drives a game's module round by round; it draws no random numbers (`state.chance`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .games.game import NO_SCORE, Game
from .games.refusal import Refusal
from .games.seats import next_in
from .games.settings import Ending, Settings, Value

MOST_TIE_BREAKS = 3  # G7
FEWEST = 2  # seats that play a round

Scores = list[int | None]  # by seat, None stands for "–"


def totals(rounds: Sequence[Sequence[int | None]], seats: int) -> list[int]:
    """Returns each seat's sum over rounds, a missing score counting nothing."""
    return [sum(scores[seat] or 0 for scores in rounds) for seat in range(seats)]


def ranks(keys: Sequence[Any]) -> list[int]:
    """Returns the rank of each key, the lowest first; equal keys share a rank and use up places (S10)."""
    return [1 + sum(other < key for other in keys) for key in keys]


def ending(game: Game, settings: Mapping[str, Value]) -> tuple[str, int]:
    """Returns word and number of the setting `end`, e.g. ("points", 100)."""
    setting = next(s for s in game.SETTINGS if s.name == "end")
    assert isinstance(setting, Ending)
    return setting.parts(settings["end"])


def end_reached(end: tuple[str, int], totals: Sequence[int], rounds: int) -> str | None:
    """Returns why a game has ended after so many rounds (points, rounds, first_to), None while it goes on (S10)."""
    word, number = end
    if word == "rounds":
        return word if rounds >= number else None
    return word if max(totals) >= number else None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game stands at before a round, and when it ends: all that a bot needs of it beside its view."""

    totals: tuple[int, ...]  # by seat, 0 for seats that have withdrawn
    rounds_left: int  # after this one, −1 where points end the game
    limit: int  # the points that end it
    lowest_wins: bool


@dataclass(slots=True)
class ClosedRound:
    """A round that counts."""

    first: int
    finisher: int | None
    scores: Scores
    truncated: bool = False
    is_tie_break: bool = False


@dataclass(slots=True)
class Match:
    """A game of several rounds in progress."""

    game: Game
    settings: Settings
    seats: int
    state: Any  # the game's State of the current or last round
    in_play: int  # set of seats that have not withdrawn
    begins: int | None = None  # the seat that the host said begins (J3)
    rounds: list[ClosedRound] = field(default_factory=list[ClosedRound])
    is_open: bool = False  # a round is being played
    is_tie_break: bool = False  # the current or coming round is one
    tied: int = 0  # set of seats that the tie-break is among
    next_first: int = -1  # what `deal` is told for the coming round
    decisions: list[int] = field(default_factory=list[int])  # taken by seat in this round
    reason: str | None = None  # why the game ends, known before its tie-breaks
    end_reason: str | None = None  # the same once it has ended
    buffer: list[int] = field(default_factory=list[int], compare=False)  # for `legal`, which leaves in it what it likes


def check(game: Game, settings: Settings, seats: int) -> None:
    """Raises a `Refusal` where these settings cannot be dealt to so many seats.

    Games that are begun by more are played on by two where a tie-break or withdrawals leave so few (J2).
    """
    game.check(settings, seats if seats < FEWEST else max(seats, game.SEATS[0]))


def new_match(game: Game, settings: Settings, seats: int, begins: int | None = None) -> Match:
    """Returns a game before its first round, or raises a `Refusal` where it cannot be dealt.

    `begins` is the seat that the host says begins, where the game asks (J3).
    """
    check(game, settings, seats)
    state = game.new(settings, seats)
    match = Match(game, settings, seats, state, (1 << seats) - 1, begins, buffer=[0] * game.MAX_ACTIONS)
    if begins is not None:
        match.next_first = begins
    match.decisions = [0] * seats
    return match


def copied(m: Match) -> Match:
    """Returns a game that goes its own way from here."""
    return replace(m, state=m.state.copy(), rounds=list(m.rounds), decisions=list(m.decisions), buffer=list(m.buffer))


def is_over(m: Match) -> bool:
    """Returns whether the game has ended."""
    return m.end_reason is not None


def round_number(m: Match) -> int:
    """Returns the number of the current round, or of the last one closed; rounds count from 1."""
    return len(m.rounds) + (1 if m.is_open else 0)


def begin_round(m: Match) -> None:
    """Begins the next round; the state's chance is due."""
    if m.is_open or is_over(m):
        raise Refusal("round_open" if m.is_open else "game_over")
    m.decisions = [0] * m.seats
    m.is_open = True
    m.game.deal(m.state, m.next_first, m.tied if m.is_tie_break else m.in_play)


def shuffle(m: Match, order: Sequence[int]) -> None:
    """Answers the chance that is due with an order, or raises a `Refusal` where it is not a fitting permutation."""
    if not m.state.chance or sorted(order) != list(range(m.state.chance_size)):
        raise Refusal("order_malformed", size=m.state.chance_size)
    m.game.shuffle(m.state, order)


def legal(m: Match, seat: int) -> list[int]:
    """Returns the legal actions of a seat, none where nothing is awaited of it."""
    if not m.is_open or seat not in range(m.seats) or not m.game.to_act(m.state) >> seat & 1:
        return []
    return m.buffer[: m.game.legal(m.state, seat, m.buffer)]


def check_action(m: Match, seat: int, action: int) -> None:
    """Raises a `Refusal` where an action is not legal."""
    actions = legal(m, seat)
    if not actions:
        raise Refusal("not_your_turn")
    if action not in actions:
        raise Refusal("action_illegal")


def play(m: Match, seat: int, action: int) -> None:
    """Carries out a seat's action, or raises a `Refusal` and changes nothing."""
    check_action(m, seat, action)
    m.decisions[seat] += 1
    m.game.apply(m.state, seat, action)
    close_if_over(m)


def neutral(m: Match, seat: int) -> int:
    """Returns the neutral move of a seat that is to act (G4)."""
    return m.game.neutral(m.state, seat)


def withdraw(m: Match, seat: int) -> None:
    """Takes a seat out of play for good (G5), or raises a `Refusal` where it is not in play."""
    if seat not in range(m.seats) or not m.in_play >> seat & 1 or is_over(m):
        raise Refusal("seat_not_in_play")
    m.in_play &= ~(1 << seat)
    m.tied &= ~(1 << seat)
    if m.in_play.bit_count() < 2:
        m.is_open = False  # the round in progress stays unscored
        m.end_reason = "too_few"
        return
    if m.is_open:
        if m.is_tie_break and m.tied.bit_count() < 2:
            m.is_open = False
            m.is_tie_break = False
            m.end_reason = m.reason
        elif m.state.in_play >> seat & 1:
            m.game.withdraw(m.state, seat)
            close_if_over(m)
    elif m.is_tie_break and m.tied.bit_count() < 2:
        m.is_tie_break = False
        m.end_reason = m.reason
    elif m.next_first == seat:
        m.next_first = next_in(m.tied if m.is_tie_break else m.in_play, seat, m.seats)


def judged(
    game: Game,
    settings: Settings,
    seats: int,
    rounds: Sequence[ClosedRound],
    in_play: int,
    *,
    is_ended: bool = False,
) -> Match:
    """Returns a game of rounds that were counted elsewhere, judged as it stands after them; `is_ended` by the host.

    `in_play` is a set of seats. Rounds may have been corrected since they were played: a tie-break that followed upon
    another tie than there was decides nothing, and is left out.
    """
    m = Match(game, settings, seats, None, in_play, rounds=[c for c in rounds if not c.is_tie_break])
    if in_play.bit_count() < 2:
        m.end_reason = "too_few"
        return m
    m.reason = _reason(m) if m.rounds else None
    if m.reason is not None:
        last = max(place for place, closed in enumerate(rounds) if not closed.is_tie_break)
        for closed in rounds[last + 1 :]:
            _settle(m)
            played = sum(1 << seat for seat, score in enumerate(closed.scores) if score is not None)
            if not m.is_tie_break or played & in_play != m.tied:
                break
            m.rounds.append(closed)
        _settle(m)
    if is_ended:
        m.is_tie_break = False
        m.end_reason = m.reason or "ended"
    return m


def end_early(m: Match) -> None:
    """Ends the game between rounds; the ranking stands on closed rounds (G3)."""
    if m.is_open:
        raise Refusal("round_open")
    if is_over(m):
        raise Refusal("game_over")
    m.end_reason = "ended"


def counted(m: Match) -> list[ClosedRound]:
    """Returns the closed rounds whose scores make the totals: all but tie-breaks (G7)."""
    return [closed for closed in m.rounds if not closed.is_tie_break]


def match_totals(m: Match) -> Scores:
    """Returns each seat's total, None for seats that have withdrawn."""
    sums = totals([closed.scores for closed in counted(m)], m.seats)
    return [total if m.in_play >> seat & 1 else None for seat, total in enumerate(sums)]


def match_ranks(m: Match) -> list[int]:
    """Returns each seat's rank: by total, then by tie-breaks; withdrawn seats come last (G5, G7)."""
    return ranks(_keys(m, with_tie_breaks=True))


def standing(m: Match) -> Standing:
    """Returns what the game stands at before the current or coming round; in a tie-break only that round counts."""
    lowest_wins = m.game.lowest_wins(m.settings)
    if m.is_tie_break:
        return Standing((0,) * m.seats, 0, 0, lowest_wins)
    sums = tuple(total or 0 for total in match_totals(m))
    word, number = ending(m.game, m.settings)
    if word == "rounds":
        return Standing(sums, number - len(counted(m)) - 1, 0, lowest_wins)
    return Standing(sums, -1, number, lowest_wins)


def leaders(m: Match) -> list[int]:
    """Returns the seats with the best total so far, none before a round is closed."""
    if not counted(m):
        return []
    keys = _keys(m, with_tie_breaks=False)
    best = min(keys)
    return [seat for seat in range(m.seats) if m.in_play >> seat & 1 and keys[seat] == best]


def _keys(m: Match, *, with_tie_breaks: bool) -> list[tuple[int, ...]]:
    """Returns by seat what ranks it: the lower, the better."""
    sign = 1 if m.game.lowest_wins(m.settings) else -1
    sums = totals([closed.scores for closed in counted(m)], m.seats)
    breaks = [closed.scores for closed in m.rounds if closed.is_tie_break and with_tie_breaks]
    # A tie-break score decides only the tie: those who did not play it differ in the total already.
    return [
        (0, sign * sums[seat], *(sign * (scores[seat] or 0) for scores in breaks)) if m.in_play >> seat & 1 else (1,)
        for seat in range(m.seats)
    ]


def close_if_over(m: Match) -> None:
    """Closes a round whose state is over: its scores count, and the game goes on or ends."""
    s, game = m.state, m.game
    if s.step != game.OVER:
        return
    out = [0] * m.seats
    game.scores(s, out)
    scores: Scores = [None if score == NO_SCORE else score for score in out]
    finisher = s.finisher if s.finisher >= 0 else None
    m.rounds.append(ClosedRound(s.first, finisher, scores, bool(s.truncated), m.is_tie_break))
    m.is_open = False
    m.next_first = game.next_first(s)
    m.reason = m.reason or _reason(m)
    if m.reason:
        _settle(m)


def _reason(m: Match) -> str | None:
    closed = counted(m)
    sums = totals([c.scores for c in closed], m.seats)
    in_play = [sums[seat] for seat in range(m.seats) if m.in_play >> seat & 1]
    return end_reached(ending(m.game, m.settings), in_play, len(closed))


def _settle(m: Match) -> None:
    """Ends the game, or calls a tie-break among those tied for first place (G7)."""
    places = match_ranks(m)
    first = [seat for seat in range(m.seats) if places[seat] == 1]
    played = sum(closed.is_tie_break for closed in m.rounds)
    if m.settings.get("tie") != "tie_break" or len(first) < 2 or played == MOST_TIE_BREAKS:
        m.is_tie_break = False
        m.end_reason = m.reason
        return
    m.is_tie_break = True
    m.tied = sum(1 << seat for seat in first)
    m.next_first = next_in(m.tied, m.rounds[-1].first, m.seats)
