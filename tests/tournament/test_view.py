"""What each sees: seats by name, no draw before its time, discipline and fees for the staff alone (T3, T12, T13)."""

from __future__ import annotations

import msgspec

from tablee import tournament
from tablee.tournament.wire import BeginRound, Contest, Curtain, DrawStage, Rule, TournamentView
from tests.tournaments import ARBITER, HOST, STRANGER, Hall, id_of, result


def test_T13_seats_are_listed_by_name() -> None:
    hall = Hall()
    hall.begun("FACEBDIGH")
    places = hall.view(STRANGER).places
    assert [place.name for place in places] == [f"Nom {letter}" for letter in "ABCDEFGHI"]
    assert {(place.table, place.seat) for place in places} == {
        *((1, seat) for seat in range(1, 6)),
        *((2, seat) for seat in range(1, 5)),
    }


def test_T3_no_byte_that_others_get_depends_on_a_draw_that_is_not_shown() -> None:
    halls = [Hall(), Hall()]
    for seed, hall in enumerate(halls):
        hall.fill("ABCDEFGHI")
        hall.do(DrawStage(seed))
    one, other = (msgspec.json.encode(hall.view(STRANGER)) for hall in halls)
    assert one == other
    assert halls[0].tables() != halls[1].tables()


def test_T3_nor_on_that_of_a_later_stage() -> None:
    seen: list[bytes] = []
    for seed in (1, 2):
        hall = Hall()
        hall.begun("ABCDEFGHI")
        for round_ in (1, 2, 3):
            for players in hall.tables():
                hall.write(round_, ", ".join(f"{letter} {'ABCDEFGHI'.index(letter)}" for letter in players))
        hall.do(DrawStage(seed))
        seen.append(msgspec.json.encode(hall.view(STRANGER)))
    assert seen[0] == seen[1]


def test_T7_the_log_is_for_organiser_and_arbiters() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.appoint()
    hall.do(Contest(1, 1, 1, [id_of("A")], "Carte regardée"))
    assert [len(hall.view(who).log) for who in (HOST, ARBITER, STRANGER, None)] == [1, 1, 0, 0]
    assert b"regard" not in msgspec.json.encode(hall.view(STRANGER))


def test_proofs_and_persons_are_in_no_view() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.sit(1, "psecretperson")
    for who in (HOST, STRANGER, "psecretperson"):
        told = msgspec.json.encode(hall.view(who))
        assert b"psecretperson" not in told
        assert all(link.proof.encode() not in told for link in hall.on.links.values())


def test_a_table_sees_which_tables_its_links_are_for() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.sit(2, "pone", round_=3)
    assert hall.view("pone").you.tables == [(1, 3, 2)]


def test_T9_whoever_told_a_result_sees_what_they_told_and_nobody_else_does() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.sit(1, "pone", "ptwo")
    hall.report(1, "A 5, B 9*, C 12", "pone")
    hall.report(1, "A 5, B 9*, C 13", "ptwo")
    one, two = (hall.view(who).you.written for who in ("pone", "ptwo"))
    assert [(told.stage, told.round, told.table, told.own) for told in one] == [(1, 1, 1, result("A 5, B 9*, C 12"))]
    assert [told.own for told in two] == [result("A 5, B 9*, C 13")]
    assert hall.view(STRANGER).you.written == []
    assert hall.view(HOST).you.written == []


def test_T9_what_stands_at_ones_own_table_is_seen_behind_the_curtain() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.sit(1, "pone")
    for players in hall.tables():
        hall.write(1, ", ".join(f"{letter} 7" for letter in players))
    hall.do(Curtain(is_drawn=True))
    assert [(told.table, {*told.scores.values()}) for told in hall.view("pone").you.written] == [(1, {7})]
    assert hall.view("pone").stages[0].standing == []


def test_T13_a_standing_in_the_middle_of_a_round_is_that_after_the_last_that_is_in_everywhere() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    assert (hall.view().stages[0].after, hall.view().stages[0].closed) == (0, [])
    one, other = hall.tables()
    hall.write(1, ", ".join(f"{letter} 7" for letter in one))
    assert (hall.view().stages[0].after, hall.view().stages[0].closed) == (0, [])
    hall.write(1, ", ".join(f"{letter} 9" for letter in other))
    assert (hall.view().stages[0].after, hall.view().stages[0].closed) == (1, [])  # the standing itself is even
    hall.write(2, ", ".join(f"{letter} 30" for letter in one))
    stage = hall.view().stages[0]
    assert stage.after == 1
    assert {line.player: (line.rank, line.scores) for line in stage.closed} == {
        **{id_of(letter): (1, [7]) for letter in one},
        **{id_of(letter): (len(one) + 1, [9]) for letter in other},
    }
    hall.do(Curtain(is_drawn=True))
    assert hall.view(STRANGER).stages[0].closed == []


def test_T7_whoever_raised_a_contestation_sees_it_and_what_was_decided() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.sit(1, "pone", "ptwo")
    hall.do(Contest(1, 1, 1, [id_of("A")], "Carte regardée"), "pone")
    hall.do(Contest(1, 1, 1, [id_of("B")], "Autre chose"), "ptwo")
    hall.do(Rule(1, "Rien à redire"))
    raised = hall.view("pone").you.raised
    assert [(entry.what, entry.facts, entry.decision) for entry in raised] == [
        ("contestation", "Carte regardée", ""),
        ("decision", "", "Rien à redire"),
    ]
    assert [entry.facts for entry in hall.view("ptwo").you.raised] == ["Autre chose"]
    assert hall.view(STRANGER).you.raised == []


def test_the_current_round_is_the_one_begun_last() -> None:
    hall = Hall()
    assert (hall.view().stage, hall.view().round) == (0, 0)
    hall.begun("ABC")
    hall.do(BeginRound(1, 1))
    hall.do(BeginRound(1, 2))
    assert (hall.view().stage, hall.view().round) == (1, 2)


def test_everything_that_a_view_names_is_known() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.disqualify("A", 1)
    known = tournament.known(hall.on)
    assert {key for key in hall.names if key != ARBITER} <= known | {HOST}


def test_a_view_goes_over_the_wire_and_back() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.disqualify("A", 1)
    told = msgspec.json.encode(hall.view())
    assert msgspec.json.decode(told, type=TournamentView) == hall.view()


def test_whose_lists_and_short_codes_the_server_keeps_beside() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.sit(1, "pone")
    events = [
        event for row, _ in hall.rows for event in msgspec.json.decode(row, type=list[tournament.TournamentEvent])
    ]
    assert tournament.members(events) == ["pone", HOST]
    assert tournament.short_of(events) is None


def test_what_followers_are_sent_is_the_view_of_each() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.do(BeginRound(1, 1))
    hall.sit(1, "pone")
    scene = tournament.Scene(hall.on, "tstream", hall.names)
    for person in (HOST, "pone", STRANGER, None):
        seen = tournament.view(hall.on, "tstream", person, hall.names)
        assert b"".join(scene.view_json(person)) == msgspec.json.encode(seen)
