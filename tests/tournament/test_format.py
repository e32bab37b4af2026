"""From stage to stage: what is missing, who goes on, ties that are played and never picked (T4–T6, T10, G7)."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament.wire import DrawStage, DrawTieBreak, Drop, FinishTournament, SettleTie
from tests.tournaments import Hall, id_of, letter_of

LETTERS = [chr(ord("A") + place) if place < 26 else f"{place}" for place in range(120)]


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


def tables_of(hall: Hall, stage: int = 1, round_: int = 1) -> list[list[str]]:
    tables = hall.view().stages[stage - 1].rounds[round_ - 1].tables
    return [[letter_of(player) for player in table.players] for table in tables]


def play(hall: Hall, stage: int, rounds: int, points: dict[str, int] | None = None) -> None:
    """Plays all rounds of a stage: everybody has their points, by default more from seat to seat."""
    for round_ in range(1, rounds + 1):
        for table, players in enumerate(tables_of(hall, stage, 1), 1):
            of = {letter: (points or {}).get(letter, 5 + place) for place, letter in enumerate(players)}
            hall.write(round_, ", ".join(f"{letter} {of[letter]}" for letter in players), stage, table)


def names(hall: Hall) -> list[str]:
    return sorted(letter_of(player) for player in hall.on.stages[-1].players)


# ---- What is missing


def test_T10_the_next_stage_waits_for_every_result_and_names_what_is_missing() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    play(hall, 1, 1)
    with refused("stage_waits") as found:
        hall.draw()
    assert found.value.facts == {"n": 4, "round": 2, "table": 1}
    play(hall, 1, 2)
    assert [(one.round, one.table, one.why) for one in hall.view().missing] == [(3, 1, "result"), (3, 2, "result")]


def test_T10_nothing_comes_after_the_last_stage() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    play(hall, 1, 3)
    with refused("stage_last"):
        hall.do(DrawStage(1))
    hall.do(FinishTournament())
    with refused("tournament_over"):
        hall.write(1, "A 1, B 2, C 3")


def test_T10_a_tournament_with_a_final_does_not_finish_without_it() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    play(hall, 1, 3)
    with refused("stage_not_last"):
        hall.do(FinishTournament())


# ---- Who goes on


def test_T5_the_winner_of_each_table_goes_to_the_final() -> None:
    hall = Hall()
    hall.begun(LETTERS[:17])
    play(hall, 1, 3)
    winners = sorted(players[0] for players in tables_of(hall))
    final = hall.draw()
    assert (final.kind, final.end, names(hall)) == ("final", "rounds(2)", winners)


def test_T5_too_few_winners_are_joined_by_the_best_seconds() -> None:
    hall = Hall("jungo")
    hall.begun("ABCDEFG")
    tables = tables_of(hall)
    for round_ in (1, 2, 3):
        for players in tables:
            winner = players[0] if round_ < 3 else players[1]
            hall.write(round_, ", ".join(f"{letter}*" if letter == winner else letter for letter in players))
    # Each table 2-1-0: both seconds have won one round, and one place is left.
    assert [(tie.what, tie.players) for tie in hall.view().ties] == [
        ("cut", sorted(id_of(players[1]) for players in tables))
    ]
    one, other = sorted(players[1] for players in tables)
    hall.tie_break(one + other)
    hall.write(1, f"{one}*, {other}", stage=2)
    final = hall.draw()
    assert (final.kind, final.end) == ("final", "first_to(2)")
    assert names(hall) == sorted([tables[0][0], tables[1][0], one])


def test_T5_too_many_winners_play_semi_finals_until_one_table_is_enough() -> None:
    hall = Hall()
    hall.begun(LETTERS[:72])
    play(hall, 1, 3)
    semi = hall.draw()
    assert (semi.kind, len(semi.players), list(map(len, semi.rounds[0]))) == ("semi_final", 9, [5, 4])
    play(hall, 2, 2)
    final = hall.draw()
    assert (final.kind, len(final.players)) == ("final", 2)
    play(hall, 3, 2)
    hall.do(FinishTournament())
    assert hall.view().ranking[0].player == hall.on.stages[2].rounds[0][0][0]


def test_T5_the_best_overall_are_the_way_when_tables_are_drawn_every_round() -> None:
    with refused("format_redrawn"):
        Hall(seating="redrawn")
    hall = Hall(seating="redrawn", finalists="best", finalists_count=3)
    hall.begun("ABCDEFGHI")
    for round_ in (1, 2, 3):
        for players in hall.tables(1, round_):
            hall.write(round_, ", ".join(f"{letter} {'ABCDEFGHI'.index(letter)}" for letter in players))
    hall.draw()
    assert names(hall) == ["A", "B", "C"]


def test_T5_who_has_gone_does_not_go_on() -> None:
    hall = Hall(finalists="best", finalists_count=3)
    hall.begun("ABCDEFGHI")
    play(hall, 1, 3, dict(zip("ABCDEFGHI", range(9), strict=True)))
    hall.do(Drop(id_of("B"), "dropped"))
    hall.draw()
    assert names(hall) == ["A", "C", "D"]


def test_T8_the_place_of_a_finalist_who_goes_before_the_final_passes_to_the_next() -> None:
    hall = Hall(finalists="best", finalists_count=3)
    hall.begun("ABCDEFGHI")
    play(hall, 1, 3, dict(zip("ABCDEFGHI", range(9), strict=True)))
    hall.draw()
    hall.do(Drop(id_of("B"), "dropped"))
    assert names(hall) == ["A", "C", "D"]
    assert sorted(hall.tables(2)[0]) == ["A", "C", "D"]


def test_T4_a_jungo_final_is_over_when_somebody_has_won_two_rounds() -> None:
    hall = Hall("jungo", final=True)
    hall.begun("ABC")
    for round_ in (1, 2, 3):
        hall.write(round_, "A*, B, C" if round_ < 3 else "A, B*, C")
    # One table: its winner, and the best of the others until three play.
    final = hall.draw()
    assert sorted(final.players) == [id_of(letter) for letter in "ABC"]
    hall.write(1, "A*, B, C", stage=2)
    hall.write(2, "A, B*, C", stage=2)
    assert [(one.stage, one.round) for one in hall.view().missing] == [(2, 3)]
    hall.write(3, "A, B*, C", stage=2)
    assert hall.view().missing == []
    hall.do(FinishTournament())
    assert hall.ranking == "1 B 2, 2 A 1, 3 C 0"


# ---- Ties


def tied(text: str, final: bool = False) -> Hall:
    """One table whose three rounds were each as written."""
    hall = Hall(final=final)
    hall.begun(sorted({part.split()[0] for part in text.split(", ")}))
    for round_ in (1, 2, 3):
        hall.write(round_, text)
    return hall


def test_T6_the_two_that_are_tied_play_and_nobody_else() -> None:
    #  25/31/25: the two 25s.
    hall = Hall(final=False, qualification_rounds=1)
    hall.begun("ABC")
    hall.write(1, "A 25, B 31, C 25")
    assert [tie.players for tie in hall.view().ties] == [[id_of("A"), id_of("C")]]
    with refused("tie_due"):
        hall.do(FinishTournament())
    with refused("tie_unknown"):
        hall.do(DrawTieBreak([id_of("A"), id_of("B")], 1))
    hall.tie_break("AC")
    hall.write(1, "A 14, C 3*", stage=2)
    assert hall.ranking == "1 C 25, 2 A 25, 3 B 31"
    hall.do(FinishTournament())


def test_T6_a_final_of_12_9_against_10_11_has_an_extra_round() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    play(hall, 1, 3)
    hall.draw()
    one, other = names(hall)
    hall.write(1, f"{one} 12, {other} 10", stage=2)
    hall.write(2, f"{one} 9, {other} 11", stage=2)
    assert [(tie.what, tie.stage) for tie in hall.view().ties] == [("first", 2)]
    hall.tie_break(one + other)
    hall.write(1, f"{one} 8, {other} 3*", stage=3)
    assert hall.ranking.startswith(f"1 {other} 21, 2 {one} 21")


def test_J12_a_jungo_table_at_1_1_1_plays_among_all_three() -> None:
    hall = Hall("jungo", final=False)
    hall.begun("ABC")
    for round_, text in enumerate(("A*, B, C", "A, B*, C", "A, B, C*"), 1):
        hall.write(round_, text)
    hall.tie_break("ABC")
    hall.write(1, "A, B*, C", stage=2)
    assert hall.ranking == "1 B 1, 2 A 1, 2 C 1"


def test_T6_the_winner_of_a_tied_table_is_played_for_before_the_final() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    points = {letter: 9 for players in hall.tables() for letter in sorted(players)[2:]}
    play(hall, 1, 3, {**points, **{letter: 5 for players in hall.tables()[:1] for letter in sorted(players)[:2]}})
    first, second = sorted(hall.tables()[0])[:2]
    with refused("tie_due"):
        hall.draw()
    hall.tie_break(first + second)
    hall.write(1, f"{first} 8, {second} 1*", stage=2)
    hall.draw()
    assert second in names(hall) and first not in names(hall)


def test_T6_more_tied_than_seats_play_at_several_tables_and_compare_scores() -> None:
    hall = Hall(finalists="best", finalists_count=2, table_size=3)
    hall.begun(LETTERS[:12])
    play(hall, 1, 3, dict.fromkeys(LETTERS[:12], 7))
    assert len(hall.view().ties[0].players) == 12
    stage = hall.tie_break("".join(LETTERS[:12]))
    assert list(map(len, stage.rounds[0])) == [6, 6]
    play(hall, 2, 1, {letter: 10 + place for place, letter in enumerate(LETTERS[:12])})
    hall.draw()
    assert names(hall) == ["A", "B"]


def test_T6_who_is_absent_forfeits_the_tie_break() -> None:
    hall = tied("A 9, B 9, C 9")
    hall.tie_break("ABC")
    hall.write(1, "A 30, C 20", stage=2)
    assert hall.ranking == "1 C 27, 2 A 27, 3 B 27"
    alone = tied("A 9, B 9")
    alone.tie_break("AB")
    alone.write(1, "B 0", stage=2)
    assert alone.ranking == "1 B 18, 2 A 18".replace("18", "27")


def test_G7_still_tied_they_play_again_and_after_three_the_organiser_decides() -> None:
    hall = tied("A 9, B 9, C 12")
    with refused("tie_break_first"):
        hall.do(SettleTie([id_of("B"), id_of("A")]))
    for number in (2, 3, 4):
        hall.tie_break("AB")
        hall.write(1, "A 5, B 5", stage=number)
    assert [tie.by_organiser for tie in hall.view().ties] == [True]
    with refused("tie_organiser"):
        hall.tie_break("AB")
    hall.do(SettleTie([id_of("B"), id_of("A")]))
    assert hall.ranking == "1 B 27, 2 A 27, 3 C 36"


def test_G7_a_tie_break_among_some_of_them_narrows_the_tie() -> None:
    hall = tied("A 9, B 9, C 9")
    hall.tie_break("ABC")
    hall.write(1, "A 5, B 5, C 20", stage=2)
    assert [tie.players for tie in hall.view().ties] == [[id_of("A"), id_of("B")]]
    hall.tie_break("AB")
    hall.write(1, "A 7, B 5", stage=3)
    assert hall.ranking == "1 B 27, 2 A 27, 3 C 27"


def test_G7_a_tie_break_that_followed_upon_another_tie_decides_nothing() -> None:
    hall = tied("A 9, B 9, C 9")
    hall.tie_break("ABC")
    hall.write(1, "A 5, B 6, C 20", stage=2)
    hall.write(3, "A 9, B 9, C 8")
    assert hall.ranking == "1 C 26, 2 A 27, 2 B 27"


def test_G7_a_tie_break_whose_tie_is_gone_is_not_waited_for() -> None:
    hall = tied("A 9, B 9, C 12")
    hall.tie_break("AB")
    assert [one.stage for one in hall.view().missing] == [2]
    hall.write(3, "A 8, B 9, C 12")
    assert hall.view().missing == []
    hall.do(FinishTournament())


def test_T8_who_has_gone_with_as_good_a_total_holds_no_tie_open() -> None:
    hall = Hall(table_size=5)
    hall.begun("ABCDEFGHIJ")
    one, other, gone, *_ = hall.tables()[0]
    play(hall, 1, 3, dict.fromkeys((one, other, gone), 2))
    hall.do(Drop(id_of(gone), "dropped"))
    assert [{*tie.players} for tie in hall.view().ties] == [{id_of(one), id_of(other)}]
    hall.tie_break(one + other)
    hall.write(1, f"{one} 5, {other} 9", stage=2)
    hall.draw()
    assert one in names(hall) and other not in names(hall)


def test_P11_a_shared_victory_needs_no_tie_break() -> None:
    hall = Hall("ptit_pois", tie="shared", qualification_rounds=1)
    hall.begun("ABC")
    hall.write(1, "A 12, B 12, C 40")
    assert hall.view().ties == []
    hall.do(FinishTournament())


def test_T11_jungo_at_two_may_be_left_to_the_organiser() -> None:
    hall = Hall("jungo", final=False, tie_break_at_two=False, qualification_rounds=2)
    hall.begun("ABC")
    hall.write(1, "A*, B, C")
    hall.write(2, "A, B*, C")
    assert [tie.by_organiser for tie in hall.view().ties] == [True]
