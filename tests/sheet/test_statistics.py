"""Statistics across sheets: by game and name, what was played and how it ended."""

from __future__ import annotations

from tablee import sheet
from tablee.counting import Entry
from tablee.sheet.wire import AddPlayer, Close, Player, Rename, Round
from tests.sheets import A, B, C, Paper


def told(*papers: Paper) -> dict[tuple[str, str], sheet.PlayerStatistics]:
    names: dict[str, str] = {}
    for place, paper in enumerate(papers):  # each has keys of its own, as on a server
        for player in paper.on.players.values():
            names[f"{place} {player.name}"] = paper.names[player.name]
            player.name = f"{place} {player.name}"
    return {(one.game, one.player): one for one in sheet.statistics([paper.on for paper in papers], names)}


def test_a_player_is_known_by_name_on_all_sheets_of_a_game() -> None:
    first, second = Paper(end="rounds(2)"), Paper(end="rounds(1)")
    first.close("5* 7")
    first.close("12* 12")
    second.do(Rename(B, "anne", "version-1", ""))
    second.do(Rename(A, "Zoé", "version-2", ""))
    second.close("3* 9")
    found = told(first, second)
    anne = found["skyjo", "Anne"]
    assert (anne.games, anne.ended, anne.wins, anne.rounds) == (2, 2, 0, 3)
    assert (anne.mean, anne.doubled) == ((5 + 24 + 9) / 3, 1 / 3)
    assert (anne.best_round, anne.worst_round, anne.best_total, anne.worst_total) == (5, 24, 9, 29)
    assert (found["skyjo", "Bob"].wins, found["skyjo", "Zoé"].wins) == (1, 1)


def test_what_was_not_played_is_not_counted() -> None:
    empty, going = Paper(), Paper()
    going.close("5* 7")
    going.do(AddPlayer(Player(C, "Chloé")))
    found = told(empty, going)
    anne, chloe = found["skyjo", "Anne"], found["skyjo", "Chloé"]
    assert (anne.games, anne.ended, anne.wins, anne.best_total) == (1, 0, 0, None)
    assert (chloe.games, chloe.rounds, chloe.mean, chloe.best_round) == (0, 0, None, None)  # though 7 stands for it


def test_more_rounds_won_are_better_ones_and_are_not_added_to_cards_left() -> None:
    won, left = (
        Paper("jungo", players=3, end="rounds(1)"),
        Paper("jungo", players=3, end="rounds(1)", score="cards_left"),
    )
    won.do(Close("round-one", 1, Round({player: Entry() for player in (A, B, C)}, A)))
    left.do(Close("round-one", 1, Round({A: Entry(left=0), B: Entry(left=3), C: Entry(left=4)}, A)))
    names = {player.name: "Anne" for paper in (won, left) for player in paper.on.players.values()}
    found = [one for one in sheet.statistics([won.on, left.on], names) if one.rounds]
    assert [(one.best_round, one.worst_round, one.wins) for one in found] == [(1, 0, 1), (0, 4, 1)]
