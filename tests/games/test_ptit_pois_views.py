"""P'tit Pois as each viewer sees it: what lies open, what is told, actions as text (P12, G6)."""

from __future__ import annotations

import random

import msgspec
import pytest

from tablee.games import ptit_pois
from tablee.games.game import NO_CHANCE, UNKNOWN, Happening
from tablee.games.ptit_pois import PtitPoisCard, PtitPoisPenalty
from tablee.games.refusal import Refusal
from tablee.games.settings import Value
from tests.games.ptit_pois_positions import ANYTHING, OUT, Table, card, ended, new_round, secret, table
from tests.games.rounds import permuted

Given = dict[str, Value]

VIEWERS = (-1, 0, 1)
REVEAL: Given = {"packet_turn": "reveal"}


def seen(t: Table, viewer: int) -> ptit_pois.PtitPoisView:
    return ptit_pois.show(t.view(viewer), viewer)


def named(shown: PtitPoisCard | None) -> str:
    return "·" if shown is None else f"{'VOJPRG'[shown.colour]}{shown.value}"


def mains(t: Table, viewer: int) -> list[str]:
    return [" ".join(named(each) for each in seat.main) for seat in seen(t, viewer).seats]


def rows(t: Table, viewer: int) -> list[str]:
    return [" ".join(f"{spot.status} {named(spot.card)}" for spot in seat.row) for seat in seen(t, viewer).seats]


# ---- P12 and G6: what lies open


def test_P12_a_main_is_seen_by_its_owner_only() -> None:
    t = table("./(.) ./(.) | V7 O9", "./(.) ./(.) | J3 P1 P2")
    assert mains(t, 0) == ["V7 O9", "· · ·"]
    assert mains(t, 1) == ["· ·", "J3 P1 P2"]
    assert mains(t, -1) == ["· ·", "· · ·"]


def test_P12_a_face_down_rangee_card_is_seen_by_nobody_its_owner_included() -> None:
    t = table("V4/(O6) -/(J1) | V7", "V2/(O3) -/- | J3")
    for viewer in VIEWERS:
        assert rows(t, viewer) == [
            "visible V4 hidden · empty · hidden ·",
            "visible V2 hidden · empty · empty ·",
        ]


def test_P12_a_card_turned_face_down_by_a_swap_stays_known_marked_face_down() -> None:
    t = table("V4/(O6) O2/(J1) | V7 O9", ANYTHING, piles="V5 J5").play("main 1 left", "turn 1")
    for viewer in VIEWERS:
        assert rows(t, viewer)[0] == "visible O6 known V4 visible O2 hidden ·"


def test_P12_a_known_card_stays_known_when_its_cover_is_played() -> None:
    t = table("O6/[V4] O2/(J1) | V7 O9", ANYTHING, piles="P5 J5").play("row 1 left")
    assert rows(t, 1)[0] == "empty · known V4 visible O2 hidden ·"


def test_P12_under_reveal_both_cards_lie_open() -> None:
    t = table("V4/(O6) O2/(J1) | V7 O9", ANYTHING, piles="V5 J5", **REVEAL).play("main 1 left", "turn 1")
    assert rows(t, -1)[0] == "visible V4 visible O6 visible O2 hidden ·"


def test_P12_the_draw_order_is_seen_by_nobody() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="O1 J2").play("flip")
    for viewer in VIEWERS:
        assert set(t.view(viewer).draw[:80]) == {UNKNOWN}
    assert [mains(t, viewer)[0] for viewer in VIEWERS] == ["· · · ·", "O4 O5 O1 J2", "· · · ·"]


def test_P8_when_the_round_is_over_all_that_counts_lies_open() -> None:
    t = table("V4/(O6) J1/[P1] | V7", "V2/(O3) -/- | J3 J4", piles="V5 J5").play("main 1 left")
    for viewer in VIEWERS:
        assert mains(t, viewer) == ["", "J3 J4"]
        assert rows(t, viewer)[0] == "visible V4 visible O6 visible J1 visible P1"
        assert [(seat.main_sum, seat.row_sum) for seat in seen(t, viewer).seats] == [(0, 12), (7, 5)]


def test_G6_the_cards_of_a_withdrawn_seat_stay_hidden_to_the_end() -> None:
    t = table("V5/(O5) J5/[J1] | V1", "V7/- -/- | O4", "./(.) ./(.) | V9", piles="J5 P5", turn=1).withdraw(0)
    t.play("row 1 left")
    assert t.step == "over"
    for viewer in (-1, 1, 2):
        assert (mains(t, viewer)[0], rows(t, viewer)[0]) == ("·", "visible V5 hidden · visible J5 known J1")
        seat = seen(t, viewer).seats[0]
        assert (seat.main_sum, seat.row_sum) == (None, None)
    assert mains(t, 0)[0] == "V1"


@pytest.mark.parametrize(
    "settings", [{}, REVEAL, {"bonus_pile": "any", "voluntary_flip": False}, {"colours": 6, "copies": 1}]
)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_G6_hidden_cards_change_no_byte_of_what_a_viewer_gets(settings: Given, seats: int) -> None:
    """Two worlds differ in cards that a viewer has not seen: its view, what it may do and what it is told agree."""
    compared = 0
    for seed in range(4):
        chance = random.Random(seed)
        t = Table(new_round(seats, **settings))
        while t.step != "over" or t.s.chance:
            if t.s.chance:
                t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
                continue
            if seats > 2 and t.s.in_play.bit_count() > 2 and chance.random() < 0.01:
                t.withdraw(t.only())
                continue
            viewer = chance.randrange(-1, seats)
            other = Table(permuted(t.s, secret(t.s, viewer), chance))
            assert _bytes(t, viewer) == _bytes(other, viewer)
            if t.only() == viewer:
                assert t.legal() == other.legal()
            befores = t.view(viewer), other.view(viewer)
            seat, action = t.only(), chance.choice(t.legal())
            t.play(action)
            if action in ("flip", "stop") and seat != viewer and action in other.legal() and t.s.chance == NO_CHANCE:
                other.play(action)
                if other.step == t.step:  # else the drawn cards fit in one world alone
                    number = ptit_pois.action(t.s, action)
                    first, second = (
                        ptit_pois.tell(v, w.view(viewer), seat, number)
                        for v, w in zip(befores, (t, other), strict=True)
                    )
                    assert msgspec.json.encode(first) == msgspec.json.encode(second)
                    compared += 1
        viewer = chance.randrange(-1, seats)
        assert _bytes(t, viewer) == _bytes(Table(permuted(t.s, secret(t.s, viewer), chance)), viewer)
    assert compared > 2


def _bytes(t: Table, viewer: int) -> bytes:
    v = t.view(viewer)
    return msgspec.json.encode([v.fields(), ptit_pois.show(v, viewer), ptit_pois.picture(v)])


# ---- What a viewer is told


def told(t: Table, viewer: int, action: str) -> list[Happening]:
    """Plays an action, reshuffles included, and returns what the viewer saw happen."""
    seat, before, number = t.only(), t.view(viewer), ptit_pois.action(t.s, action)
    t.play(action)
    while t.s.chance:
        t.shuffle()
    return ptit_pois.tell(before, t.view(viewer), seat, number)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("before", "action", "settings", "expected"),
    [
        ("", "main 2 left", {}, [Happening("play", 0, [1, 0], card("O9"), card("V5"))]),
        ("", "row 3 right", {}, [Happening("play_row", 0, [2, 1], card("O6"), card("J5"))]),
        (
            "",
            "main 1 left",
            {},
            [Happening("play", 0, [0, 0], card("V7"), card("V5")), Happening("bonus", 0, [0], card("V7"))],
        ),
        ("main 1 left", "stop", {}, [Happening("stop", 0)]),
        # swap: the card now visible and the one that it covers; a lone hidden card covers none.
        ("main 1 left", "turn 1", {}, [Happening("turn_packet", 0, [0], card("O3"), card("V4"))]),
        ("main 1 left", "turn 2", {}, [Happening("turn_packet", 0, [1], card("J1"), card("O6"))]),
        ("main 1 left", "turn 1", REVEAL, [Happening("turn_packet", 0, [0], card("O3"))]),
    ],
)
def test_what_is_told(viewer: int, before: str, action: str, settings: Given, expected: list[Happening]) -> None:
    t = table("V4/(O3) O6/(J1) | V7 O9", ANYTHING, piles="V5 J5", **settings)
    t.play(*([before] if before else ()))
    assert told(t, viewer, action) == expected


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("packet_turn", ["swap", "reveal"])
def test_a_lone_hidden_card_that_turns_is_told(viewer: int, packet_turn: str) -> None:
    t = table("-/(O3) O6/(J1) | V7 O9", ANYTHING, piles="V5 J5", packet_turn=packet_turn).play("main 1 left")
    assert told(t, viewer, "turn 1") == [Happening("turn_packet", 0, [0], card("O3"))]


@pytest.mark.parametrize(("viewer", "cards"), [(-1, []), (0, [card("O1"), card("J2")]), (1, [])])
def test_a_flip_is_told_with_the_drawn_cards_to_the_drawer_alone(viewer: int, cards: list[int]) -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="O1 J2")
    assert told(t, viewer, "flip") == [Happening("flip", 0, [ptit_pois.DOWN]), Happening("draw", 0, [2], cards=cards)]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("left", "below", "reshuffled", "drawn"),
    [(2, 9, False, 2), (1, 9, True, 2), (0, 9, True, 2), (0, 1, True, 1), (0, 0, False, 0)],
)
def test_a_reshuffle_is_told_before_the_draw_it_was_for(
    viewer: int, left: int, below: int, reshuffled: bool, drawn: int
) -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", left=left, below=below)
    happened = told(t, viewer, "flip")
    assert [each.what for each in happened] == ["flip", *(["reshuffle"] if reshuffled else []), "draw"]
    assert happened[-1].cells == [drawn]


def test_a_reshuffle_of_as_many_cards_as_the_draw_pile_had_is_told() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", left=40, below=20)
    t.s.draw_next = 40
    t.s.pile[1][:21] = [*t.s.draw[:20], card("P8")]  # as if the drawn cards had all been played
    t.s.pile_size[1] = 21
    t.s.pile[0][:21] = [*t.s.draw[20:40], card("J9")]
    t.s.pile_size[0] = 21
    before = t.s.draw_size
    assert "reshuffle" in [each.what for each in told(t, 1, "flip")]
    assert t.s.draw_size == before


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("is_last", [False, True])
def test_P4_that_nothing_fits_after_a_voluntary_flip_is_told(viewer: int, is_last: bool) -> None:
    t = table("V9/(.) V9/(.) | O9 O10", ANYTHING, piles="J5 P6", draw="O8 J7", max_turns=50)
    t.s.turns = 49 if is_last else 0
    what = [each.what for each in told(t, viewer, "flip")]
    assert what == ["flip", "draw", "stuck", *(["over"] if is_last else [])]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_is_told(viewer: int) -> None:
    t = table("V4/(O6) J1/(P1) | V7", ANYTHING, piles="V5 J5")
    assert told(t, viewer, "main 1 left") == [
        Happening("play", 0, [0, 0], card("V7"), card("V5")),
        Happening("finish", 0),
        Happening("over", 0),
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_by_the_turn_limit_names_no_finisher(viewer: int) -> None:
    t = table("V4/(O6) J1/(P1) | O7 O8", ANYTHING, piles="V5 J5", max_turns=50)
    t.s.turns = 49
    assert [each.what for each in told(t, viewer, "main 1 left")] == ["play", "over"]


# ---- The wire's form


def test_a_round_before_its_deal_shows_no_seats() -> None:
    t = ended("9*", "12")
    ptit_pois.deal(t.s, 1, 0b11)
    for viewer in VIEWERS:
        view = seen(t, viewer)
        assert (view.step, view.seats, view.turn, view.piles, view.scores) == ("deal", [], None, [], [])
        assert ptit_pois.picture(t.view(viewer)) == f"an order of {t.s.cards} is due for the deal"


def test_a_turn() -> None:
    t = table(
        "V4/(O6) J1/(P1) | V7 O8", ANYTHING, ANYTHING, piles="V5 J9", direction="down", turn=1, first=2, left=9, below=3
    )
    view = seen(t, 0)
    assert (view.step, view.turn, view.first, view.turns, view.finisher) == ("play", 1, 2, 0, None)
    assert (view.draw_pile, view.pile_sizes, view.direction) == (9, [3, 2], "down")
    assert [named(each) for each in view.piles] == ["V5", "J9"]
    assert (view.has_flipped, view.bonus_pile, view.in_play) == (False, None, [0, 1, 2])
    assert (view.sums, view.scores, view.penalty, view.truncated) == ([], [], None, False)


@pytest.mark.parametrize(("bonus_pile", "shown"), [("same", 1), ("any", None)])
def test_a_bonus_names_its_pile(bonus_pile: str, shown: int | None) -> None:
    t = table("V4/(O6) J1/(P1) | O7 O8", ANYTHING, piles="V5 O5", bonus_pile=bonus_pile).play("main 1 right")
    assert (seen(t, 1).step, seen(t, 1).bonus_pile) == ("bonus", shown)


def test_a_flip_is_shown_until_the_turn_is_over() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="J2 J3").play("flip")
    assert (seen(t, 1).step, seen(t, 1).has_flipped, seen(t, 1).direction) == ("flipped", True, "down")
    t.play("main 3 left")
    assert (seen(t, 1).step, seen(t, 1).has_flipped) == ("bonus", True)
    t.play("stop")
    assert (seen(t, 1).step, seen(t, 1).has_flipped) == ("play", False)


@pytest.mark.parametrize(
    ("sums", "settings", "penalty"),
    [
        ("9* 12 15", {}, PtitPoisPenalty(0, 9, 0, "lowest", 12)),
        ("9* 9 15", {}, PtitPoisPenalty(0, 9, 0, "lowest", 9)),
        ("9* 9 15", {"finisher_tie": "doubled"}, PtitPoisPenalty(0, 9, 18, "tied", 9)),
        ("15 9* 8", {}, PtitPoisPenalty(1, 9, 18, "beaten", 8)),
    ],
)
def test_what_becomes_of_the_finishers_score_is_explained(sums: str, settings: Given, penalty: PtitPoisPenalty) -> None:
    view = seen(ended(*sums.split(), **settings), 0)
    assert view.penalty == penalty
    assert view.sums == [int(each.rstrip("*")) for each in sums.split()]
    assert view.scores[penalty.seat] == penalty.after


def test_no_penalty_where_the_turn_limit_ended_the_round() -> None:
    t = table("V4/(O6) J1/(P1) | O7 O8", "V4/(O6) J1/(P1) | J7 J8", piles="V5 J5", max_turns=50)
    t.s.turns = 49
    t.play("main 1 left")
    view = seen(t, 0)
    assert (view.truncated, view.penalty, view.sums, view.scores) == (True, None, [12, 15], [12, 15])


def test_a_seat_that_was_not_dealt_to() -> None:
    t = table("V7/- -/- | O4", OUT, "./(.) ./(.) | V9", piles="J5 P5").play("row 1 left")
    view = seen(t, 2)
    assert (view.in_play, view.seats[1].main, view.seats[1].main_sum) == ([0, 2], [], None)
    assert view.scores[1] is None


def test_a_picture_of_the_whole_table_and_of_a_view() -> None:
    t = table("V4/(O6) -/[P1] | V7 O8", "O2/- -/(J4) | J7", OUT, piles="V5 J9", direction="down", left=30, below=42)
    assert ptit_pois.picture(t.s).splitlines()[:4] == [
        "play, turn 1 of seat 0; draw pile 30",
        "piles  V5 DOWN J9",
        "seat 0  row V4/(O6) -/(P1)  main V7 O8",
        "seat 1  row O2/- -/(J4)  main J7",
    ]
    assert ptit_pois.picture(t.view(1)).splitlines()[2:4] == [
        "seat 0  row V4/· -/(P1)  main · ·",
        "seat 1  row O2/- -/·  main J7",
    ]
    assert ptit_pois.picture(t.s).splitlines()[4].endswith("out of play")


# ---- Actions as text


def test_packets_spots_and_places_count_from_1() -> None:
    t = table("V6/(O6) J7/(P1) | V7 O8", ANYTHING, piles="V5 J9")
    assert t.legal() == ["main 1 left", "main 2 left", "row 1 left", "row 3 left", "flip"]
    t.play("main 1 left")
    assert t.legal() == ["main 1 left", "row 3 left", "turn 1", "turn 2", "stop"]


def test_every_action_survives_its_text() -> None:
    s = new_round(2)
    texts = [ptit_pois.text(s, action) for action in range(ptit_pois.MAX_ACTIONS)]
    assert len(set(texts)) == len(texts)
    assert [ptit_pois.action(s, text) for text in texts] == list(range(ptit_pois.MAX_ACTIONS))


@pytest.mark.parametrize(
    "text",
    [
        *("", "main", "main 1", "main 0 left", "main 01 left", "main 241 left", "main 1 up", "main  1 left", "Flip"),
        *("row 0 left", "row 5 left", "row ¹ left", "main ٣ left", "turn", "turn 0", "turn 3", "stop ", "x" * 1_000),
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="action_unknown") as refused:
        ptit_pois.action(new_round(2), text)
    assert len(str(refused.value.facts["action"])) <= 40
