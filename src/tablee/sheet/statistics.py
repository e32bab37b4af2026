"""What a person's sheets say together: each player's games, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from .standing import standing
from .state import Sheet


class PlayerStatistics(msgspec.Struct):
    """A player's games of one kind on somebody's sheets."""

    game: str
    player: str  # name
    games: int  # with at least one round played
    ended: int  # of those
    wins: int  # of those: shared first ranks count
    rounds: int  # played
    mean: float | None  # score a round
    doubled: float | None  # share of the rounds whose score the finisher's penalty raised
    best_round: int | None
    worst_round: int | None
    best_total: int | None  # of games that ended
    worst_total: int | None


@dataclass(slots=True)
class _Tally:
    name: str
    lowest_wins: bool = True
    games: int = 0
    wins: int = 0
    scores: list[int] = field(default_factory=list[int])
    doubled: int = 0
    totals: list[int] = field(default_factory=list[int])


def statistics(sheets: Iterable[Sheet], names: Mapping[str, str]) -> list[PlayerStatistics]:
    """Returns what there is to say of each player, by game and name; names are those of texts by key."""
    tallies: dict[tuple[str, bool, str], _Tally] = {}
    for sheet in sheets:
        _add(tallies, sheet, names)
    found = [_told(game, tally) for (game, _, _), tally in tallies.items()]
    return sorted(found, key=lambda one: (one.game, -one.games, one.player.casefold()))


def _add(tallies: dict[tuple[str, bool, str], _Tally], sheet: Sheet, names: Mapping[str, str]) -> None:
    found = standing(sheet)
    lowest_wins = sheet.game.lowest_wins(sheet.settings)
    for place, player in enumerate(sheet.order):
        name = names.get(sheet.players[player].name)
        if name is None:  # blanked
            continue
        # Rounds won and cards left are not to be added up.
        key = (sheet.game.NAME, lowest_wins, name.casefold())
        tally = tallies.setdefault(key, _Tally(name, lowest_wins))
        # A round missed is no round of one's own, though it counts as the worst.
        played = [one for one in found.rounds if one.sums[place] is not None]
        tally.games += bool(played)
        tally.scores += [score for one in played if (score := one.scores[place]) is not None]
        tally.doubled += sum(
            one.penalty is not None and one.penalty.player == place and one.penalty.after > one.penalty.before
            for one in played
        )
        total = found.totals[place]
        if found.end_reason is not None and played and total is not None:
            tally.totals.append(total)
            tally.wins += found.ranks[place] == 1


def _told(game: str, tally: _Tally) -> PlayerStatistics:
    best, worst = (min, max) if tally.lowest_wins else (max, min)
    scores, totals = tally.scores, tally.totals
    return PlayerStatistics(
        game=game,
        player=tally.name,
        games=tally.games,
        ended=len(totals),
        wins=tally.wins,
        rounds=len(scores),
        mean=sum(scores) / len(scores) if scores else None,
        doubled=tally.doubled / len(scores) if scores else None,
        best_round=best(scores, default=None),
        worst_round=worst(scores, default=None),
        best_total=best(totals, default=None),
        worst_total=worst(totals, default=None),
    )
