"""Standings, as they would be published: the cross-table of rounds in a comment, the standing below it (T4–T8, T10)."""

from __future__ import annotations

import pytest

from tablee.tournament.wire import Accept, CheckIn, Drop, Newcomer, Register, Seat
from tests.tournaments import Hall, id_of


def played(hall: Hall, *rounds: str) -> None:
    """Writes rounds of one table each."""
    for number, text in enumerate(rounds, 1):
        hall.write(number, text)


# ---- One table, three rounds


def test_T4_skyjo_the_lowest_total_of_the_stage_wins() -> None:
    #          1     2     3    total
    #   A     12    7*    30     49
    #   B      9*   22    11     42
    #   C     31    18     4*    53
    hall = Hall(final=False)
    hall.begun("ABC")
    played(hall, "A 12, B 9*, C 31", "A 7*, B 22, C 18", "A 30, B 11, C 4*")
    assert hall.standing() == "1 B 42, 2 A 49, 3 C 53"


def test_T4_a_finisher_who_is_not_the_lowest_is_doubled_as_everywhere() -> None:
    #          1       2     3    total
    #   A     12*→24   5     5     34
    #   B      9      10*→20 8     37
    #   C     10      10     3*    23
    hall = Hall(final=False)
    hall.begun("ABC")
    played(hall, "A 12*, B 9, C 10", "A 5, B 10*, C 10", "A 5, B 8, C 3*")
    assert hall.standing() == "1 C 23, 2 A 34, 3 B 37"


def test_T4_jungo_the_most_rounds_won() -> None:
    #          1  2  3   won
    #   A      0  1  0    1
    #   B      1  0  1    2
    #   C      0  0  0    0
    hall = Hall("jungo", final=False)
    hall.begun("ABC")
    played(hall, "A, B*, C", "A*, B, C", "A, B*, C")
    assert hall.standing() == "1 B 2, 2 A 1, 3 C 0"


def test_T4_ptit_pois_three_rounds_and_no_final() -> None:
    #          1      2      3    total
    #   A      9*→0   12    20     32
    #   B     12      30*→60 9     81
    #   C     15      20     5*→0  35
    hall = Hall("ptit_pois")
    hall.begun("ABC")
    played(hall, "A 9*, B 12, C 15", "A 12, B 30*, C 20", "A 20, B 9, C 5*")
    assert hall.standing() == "1 A 32, 2 C 35, 3 B 81"
    assert hall.view().ties == [] and hall.view().missing == []


def test_K7_equal_totals_share_their_rank() -> None:
    hall = Hall(final=False)
    hall.begun("ABCD")
    played(hall, *["A 10, B 4, C 10, D 20"] * 3)
    assert hall.standing() == "1 B 12, 2 A 30, 2 C 30, 4 D 60"


# ---- Who misses a round


def test_T8_a_round_missed_counts_as_the_worst_of_that_round_over_all_tables() -> None:
    # Two tables; the worst of rounds 2 and 3 is 40, at the table where A is not.
    #          1     2     3    total
    #   A     10   (40)  (40)    90   dropped after round 1
    hall = Hall(final=False)
    hall.begun("ABCDEFGHI")
    mine = next(players for players in hall.tables() if "A" in players)
    other = next(players for players in hall.tables() if "A" not in players)
    for round_ in (1, 2, 3):
        if round_ == 2:
            hall.do(Drop(id_of("A"), "dropped"))
        here = [letter for letter in mine if round_ == 1 or letter != "A"]
        hall.write(round_, ", ".join(f"{letter} 10" for letter in here))
        hall.write(round_, ", ".join(f"{letter} {40 if place == 0 else 20}" for place, letter in enumerate(other)))
    assert hall.scores("A") == [10, 40, 40]
    line = next(line for line in hall.view().ranking if line.player == id_of("A"))
    assert (line.total, line.missed, line.out, line.rank) == (90, [2, 3], "dropped", 8)


def test_T8_in_jungo_a_round_missed_counts_nothing() -> None:
    hall = Hall("jungo", final=False)
    hall.begun("ABCD")
    hall.write(1, "A*, B, C, D")
    hall.do(Drop(id_of("A"), "dropped"))
    hall.write(2, "B*, C, D")
    assert hall.scores("A") == [1, 0, None]


def test_T8_or_who_misses_a_round_has_no_rank() -> None:
    hall = Hall(final=False, missed="unranked")
    hall.begun("ABC")
    hall.write(1, "A 1, B 2, C 3")
    hall.do(Drop(id_of("A"), "dropped"))
    hall.write(2, "B 2, C 3")
    hall.write(3, "B 2, C 3")
    assert hall.ranking == "1 B 6, 2 C 9, 3 A –"


def test_T8_a_forfeit_is_last_without_a_score() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    hall.write(1, "A 1, B 9*, C 12")
    hall.do(Drop(id_of("A"), "forfeit"))
    played_on = [hall.write(round_, "B 9*, C 12") for round_ in (2, 3)]
    assert len(played_on) == 2
    assert hall.ranking == "1 C 36, 1 B 36, 3 A –".replace("1 C 36, 1 B 36", "1 B 36, 1 C 36")


def test_T8_a_drop_in_mid_round_is_set_by_the_organiser() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    hall.write(1, "A 1, B 9*, C 12")
    hall.do(Drop(id_of("A"), "forfeit", round=1))
    assert hall.standing() == "1 B 9, 2 C 12, 3 A –"


def test_T8_who_comes_late_has_the_worst_of_what_was_missed() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    hall.write(1, "A 10, B 4*, C 30")
    hall.do(Register([Newcomer(id_of("D"), "Nom D")]))
    hall.do(CheckIn(id_of("D")))
    hall.do(Accept([id_of("D")], hall.on.version))
    hall.do(Seat(id_of("D"), 2))
    assert hall.tables(1, 1) != hall.tables(1, 2)
    hall.write(2, "A 10, B 4*, C 30, D 5", table=1)
    assert hall.scores("D") == [30, 5, None]


# ---- All stages


def tournament_of_nine(**settings: object) -> Hall:
    """Nine players at two tables; A and F have least at theirs, in the order of the letters."""
    hall = Hall(**settings)
    hall.begun("ABCDEFGHI")
    for round_ in (1, 2, 3):
        for players in hall.tables():
            hall.write(round_, ", ".join(f"{letter} {'ABCDEFGHI'.index(letter) + 1}" for letter in players))
    return hall


def test_T10_the_winner_is_the_winner_of_the_final_and_the_rest_keep_their_qualifying_order() -> None:
    hall = tournament_of_nine()
    winners = sorted(min(players) for players in hall.tables())
    others = [letter for letter in "ABCDEFGHI" if letter not in winners]
    hall.draw()
    hall.write(1, f"{winners[0]} 12, {winners[1]} 5", stage=2)
    hall.write(2, f"{winners[0]} 9, {winners[1]} 11", stage=2)
    first = f"1 {winners[1]} 16, 2 {winners[0]} 21"
    rest = ", ".join(f"{rank} {one} {3 * ('ABCDEFGHI'.index(one) + 1)}" for rank, one in enumerate(others, 3))
    assert hall.ranking == f"{first}, {rest}"


def test_T10_qualifying_ranks_are_frozen_at_the_cut() -> None:
    hall = tournament_of_nine()
    hall.draw()
    before = hall.standing(1)
    finalists = hall.tables(2)[0]
    hall.write(1, f"{finalists[0]} 5, {finalists[1]} 9", stage=2)
    hall.disqualify(finalists[0], 2, stage=2)
    assert hall.standing(1) == before
    assert hall.ranking.startswith(f"1 {finalists[1]} 9, 2 ")
    assert hall.ranking.endswith(f"9 {finalists[0]} –")


@pytest.mark.parametrize(("carry_over", "totals"), [(False, (16, 21)), (True, (None, None))])
def test_T5_scores_restart_in_the_final_unless_they_are_carried_over(
    carry_over: bool, totals: tuple[int | None, int | None]
) -> None:
    hall = tournament_of_nine(carry_over=carry_over)
    winners = sorted(min(players) for players in hall.tables())
    hall.draw()
    hall.write(1, f"{winners[0]} 12, {winners[1]} 5", stage=2)
    hall.write(2, f"{winners[0]} 9, {winners[1]} 11", stage=2)
    bring = [3 * ("ABCDEFGHI".index(letter) + 1) if carry_over else 0 for letter in winners]
    assert {21 + bring[0], 16 + bring[1]} == {line.total for line in hall.view().stages[1].standing}
    assert carry_over or totals == (16, 21)


def test_T6_a_tie_break_is_shown_as_it_was_scored_where_the_most_wins_too() -> None:
    hall = Hall("jungo", final=False)
    hall.begun("ABC")
    for round_, winner in enumerate("ABC", 1):
        hall.write(round_, f"{winner}*, " + ", ".join(sorted({*"ABC"} - {winner})))
    hall.tie_break("ABC")
    hall.write(1, "B*, A, C", stage=2)
    assert hall.standing().startswith("1 B 1, 2 A 1, 2 C 1")
    lines = {line.player: line for line in hall.view().stages[0].standing}
    assert [lines[id_of(letter)].tie_breaks for letter in "ABC"] == [[0], [1], [0]]
