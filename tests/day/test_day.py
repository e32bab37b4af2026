"""A day: one list of people, badges, fees and check-in for several tournaments, each told until it knows."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from tablee import day
from tablee.day import Clash, Day, clashes
from tablee.day.rights import RIGHTS, roles
from tablee.day.wire import (
    AddPeople,
    AddTournament,
    CheckInPerson,
    DayView,
    JoinDay,
    ListTold,
    NewDay,
    OpenDay,
    PayDay,
    PersonToAdd,
    RemoveTournament,
    RenamePerson,
    SetPlays,
    StrikeOff,
)
from tablee.games.refusal import Refusal
from tablee.tournament.wire import (
    Accept,
    Answer,
    BeginRound,
    CheckIn,
    Drop,
    NewTournament,
    OpenRegistration,
    Register,
    RenamePlayer,
    Unregister,
)
from tests.snapshots import taken_up
from tests.tournaments import HOST, STRANGER, Hall, id_of

STREAM = "d" + "0" * 20
SKYJO, JUNGO = "t" + "1" * 20, "t" + "2" * 20

_decode = msgspec.json.Decoder(list[day.DayEvent]).decode


class Program:
    """A day with its tournaments, told of the list as the server does it, but without a server."""

    def __init__(self, *tournaments: str) -> None:
        self.day: Day | None = None
        self.names: dict[str, str] = {}
        self.now = 1_000.0
        self.numbers = itertools.count(1)
        self.rows: list[tuple[bytes, float]] = []
        self.halls: dict[str, Hall] = {}
        self.sent: list[str] = []  # ids of commands to tournaments
        self.do(NewDay("Fête du jeu"))
        for id_, game in zip(tournaments, ("skyjo", "jungo", "ptit_pois"), strict=False):
            self.halls[id_] = Hall(game)
            self.do(AddTournament(id_))

    @property
    def on(self) -> Day:
        assert self.day is not None
        return self.day

    def do(self, command: Any, author: str = HOST) -> list[day.DayEvent]:
        """Carries a command out, through rights and JSON; raises what it is refused with."""
        allowed, code = RIGHTS[type(command)]
        if not roles(self.day, author, command) & allowed:
            raise Refusal(code)
        events = day.decide(self.day, command, author, self.now)
        number = next(self.numbers)
        self.names |= day.apart(events, lambda place: f"xday{number}.{place}")
        self.rows.append((msgspec.json.encode(events), self.now))
        for event in _decode(self.rows[-1][0]):
            self.day = day.evolve(self.day, event, self.now)
        self.day = taken_up(self.day, len(self.rows))
        self.now += 1
        return events

    def settle(self) -> None:
        """Tells the tournaments until they know."""
        while waiting := day.wants(self.on, STREAM):
            want = waiting[0]
            self.sent.append(want.id)
            hall, refused = self.halls[want.tournament], None
            hall.names |= self.names
            try:
                hall.do(want.command, "server")
            except Refusal as refusal:
                refused = refusal.code
            self.do(ListTold(want.tournament, want.version, refused), "server")

    def view(self, person: str | None = HOST) -> DayView:
        return day.view(self.on, STREAM, person, self.names)

    def add(self, letters: str, *plays: str) -> None:
        """Puts people on the list who are in for tournaments."""
        self.do(AddPeople([PersonToAdd(id_of(letter), f"Nom {letter}") for letter in letters], [*plays]))

    def listed(self, tournament: str) -> list[tuple[int, str, bool, bool]]:
        """The players of a tournament: number, name, here, paid."""
        return [
            (player.number, player.name, player.is_here, bool(player.is_paid))
            for player in self.halls[tournament].view().players
        ]


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


# ---- One list


def test_each_tournament_has_those_who_are_in_for_it_with_the_days_badges_and_names() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("AB", SKYJO, JUNGO)
    program.add("C", JUNGO)
    program.add("D", SKYJO)
    program.settle()
    assert program.listed(SKYJO) == [
        (1, "Nom A", False, False),
        (2, "Nom B", False, False),
        (4, "Nom D", False, False),
    ]
    assert [number for number, *_ in program.listed(JUNGO)] == [1, 2, 3]
    assert [*program.halls[JUNGO].on.players] == [id_of(letter) for letter in "ABC"]


def test_fee_check_in_and_name_are_marked_once_for_all() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("A", SKYJO, JUNGO)
    program.settle()
    program.do(CheckInPerson(id_of("A")))
    program.do(PayDay(id_of("A")))
    program.do(RenamePerson(id_of("A"), "Anne"))
    program.settle()
    assert program.listed(SKYJO) == program.listed(JUNGO) == [(1, "Anne", True, True)]
    program.do(CheckInPerson(id_of("A"), is_here=False))
    program.settle()
    assert program.listed(SKYJO) == program.listed(JUNGO) == [(1, "Anne", False, True)]


def test_who_plays_what_can_be_changed_until_the_draw() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("AB", SKYJO)
    program.do(SetPlays(id_of("A"), JUNGO))
    program.do(SetPlays(id_of("B"), SKYJO, is_in=False))
    program.settle()
    assert [name for _, name, *_ in program.listed(SKYJO)] == ["Nom A"]
    assert [name for _, name, *_ in program.listed(JUNGO)] == ["Nom A"]
    program.do(StrikeOff(id_of("A")))
    program.settle()
    assert program.listed(SKYJO) == program.listed(JUNGO) == []


def drawn(program: Program, *tournaments: str, letters: str = "ABC") -> None:
    """Checks people in and draws tournaments."""
    for letter in letters:
        program.do(CheckInPerson(id_of(letter)))
    program.settle()
    for tournament in tournaments:
        hall = program.halls[tournament]
        hall.do(Answer({question.setting: question.value for question in hall.view().questions}))
        for player in hall.on.players:
            hall.do(Accept([player], hall.on.version))
        hall.draw()


def test_T8_who_is_at_a_table_stays_though_struck_off_until_the_organiser_lets_them_go() -> None:
    program = Program(SKYJO)
    program.add("ABC", SKYJO)
    drawn(program, SKYJO)
    program.do(StrikeOff(id_of("A")))
    program.settle()
    hall = program.halls[SKYJO]
    assert id_of("A") in hall.on.players
    hall.do(Drop(id_of("A"), "dropped"))
    assert hall.view().players[0].out == "dropped"


def test_T1_people_put_themselves_on_the_list_once_it_is_open() -> None:
    program = Program(SKYJO)
    with refused("registration_closed"):
        program.do(JoinDay(id_of("Z"), "Zoé", [SKYJO]), STRANGER)
    program.do(OpenDay(is_open=True))
    program.do(JoinDay(id_of("Z"), "Zoé", [SKYJO]), STRANGER)
    assert program.do(JoinDay(id_of("Z"), "Zoé", [SKYJO]), STRANGER) == []
    with refused("registered_already"):
        program.do(JoinDay(id_of("Y"), "Yves"), STRANGER)
    with refused("id_taken"):
        program.do(JoinDay(id_of("Z"), "Zoé"), "panother")
    program.settle()
    hall = program.halls[SKYJO]
    assert hall.view(STRANGER).you.players == [id_of("Z")]
    assert "player" in hall.view(STRANGER).you.roles
    hall.do(Accept([id_of("Z")], 1), STRANGER)


def test_T1_homonyms_are_marked() -> None:
    program = Program()
    program.do(AddPeople([PersonToAdd("player-1", "Anne"), PersonToAdd("player-2", "anne")]))
    assert [one.is_homonym for one in program.view().people] == [True, True]


def test_who_has_paid_is_the_organisers_to_know() -> None:
    program = Program()
    program.add("A")
    assert program.view().people[0].is_paid is False
    assert program.view(STRANGER).people[0].is_paid is None
    assert program.view(None).roles == []


# ---- What tournaments know


def test_a_tournament_is_told_until_it_knows_and_of_nothing_that_is_not_its_own() -> None:
    program = Program(SKYJO, JUNGO)
    program.settle()
    assert day.wants(program.on, STREAM) == []
    program.add("A", SKYJO)
    assert [want.tournament for want in day.wants(program.on, STREAM)] == [SKYJO]
    assert [one.is_told for one in program.view().tournaments] == [False, True]
    program.settle()
    assert [one.is_told for one in program.view().tournaments] == [True, True]
    assert len({*program.sent}) == len(program.sent)


def test_the_same_told_again_and_an_older_list_change_nothing() -> None:
    program = Program(SKYJO)
    program.add("A", SKYJO)
    (old,) = day.wants(program.on, STREAM)
    program.add("B", SKYJO)
    (new,) = day.wants(program.on, STREAM)
    assert old.id != new.id
    hall = program.halls[SKYJO]
    assert hall.do(new.command, "server") != []
    assert hall.do(new.command, "server") == hall.do(old.command, "server") == []
    assert len(hall.on.players) == 2


def test_what_comes_from_the_list_is_changed_in_the_list_alone() -> None:
    program = Program(SKYJO)
    program.add("A", SKYJO)
    program.settle()
    hall = program.halls[SKYJO]
    for command in (
        Register([]),
        OpenRegistration(is_open=True),
        RenamePlayer(id_of("A"), "Anna"),
        CheckIn(id_of("A")),
        Unregister(id_of("A")),
    ):
        with refused("day_list"):
            hall.do(command)


def test_T12_what_comes_from_the_list_is_no_step_to_take_back() -> None:
    program = Program(SKYJO)
    program.add("AB", SKYJO)
    program.settle()
    hall = program.halls[SKYJO]
    assert hall.view().undo is None
    hall.do(Answer({question.setting: question.value for question in hall.view().questions}))
    answered = hall.view().undo
    program.do(CheckInPerson(id_of("A")))
    program.settle()
    assert hall.view().undo == answered
    hall.undo()
    assert hall.view().undo is None
    assert program.listed(SKYJO) == [(1, "Nom A", True, False), (2, "Nom B", False, False)]
    assert hall.folded_anew() == hall.fields()


@pytest.mark.parametrize("code", ["day_not_yours", "day_players", "day_other", "rehearsal"])
def test_a_tournament_that_is_anothers_or_has_players_does_not_take_the_list(code: str) -> None:
    program = Program(SKYJO)
    hall = program.halls[SKYJO]
    if code == "day_not_yours":
        hall.on.organiser = STRANGER
    elif code == "day_players":
        hall.fill("AB")
    elif code == "day_other":
        hall.on.day = "d" + "9" * 20
    else:
        hall.tournament = None
        hall.do(NewTournament("skyjo", "Répétition", rehearsal=9))
        code = "day_not_yours"
    program.add("C", SKYJO)
    program.settle()
    assert program.view().tournaments[0].refused == code
    assert id_of("C") not in hall.on.players
    program.do(RemoveTournament(SKYJO))
    assert program.view().tournaments == []
    assert program.view().people[0].plays == []


def test_a_tournament_that_has_taken_the_list_stays() -> None:
    program = Program(SKYJO)
    program.settle()
    with refused("day_tournament_stays"):
        program.do(RemoveTournament(SKYJO))


def test_a_tournament_that_was_removed_can_be_added_again_and_is_told_anew() -> None:
    program = Program(SKYJO)
    hall = program.halls[SKYJO]
    hall.on.organiser = STRANGER
    program.settle()
    first = [*program.sent]
    program.do(RemoveTournament(SKYJO))
    hall.on.organiser = HOST
    program.do(AddTournament(SKYJO))
    program.settle()
    assert program.view().tournaments[0].is_told
    assert not {*first} & {*program.sent[len(first) :]}


# ---- At two tables at once


def test_who_is_drawn_in_two_tournaments_at_once_is_warned_about() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("ABC", SKYJO)
    program.add("DEF", JUNGO)
    program.do(SetPlays(id_of("A"), JUNGO))
    drawn(program, SKYJO, letters="ABCDEF")
    assert clashes({id_: hall.on for id_, hall in program.halls.items()}) == []
    drawn(program, JUNGO, letters="")
    states = {id_: hall.on for id_, hall in program.halls.items()}
    assert clashes(states) == [Clash(id_of("A"), [(SKYJO, 1), (JUNGO, 1)])]


def test_a_tournament_whose_results_are_all_in_clashes_with_none() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("ABC", SKYJO, JUNGO)
    drawn(program, SKYJO, JUNGO)
    states = {id_: hall.on for id_, hall in program.halls.items()}
    assert len(clashes(states)) == 3
    hall = program.halls[SKYJO]
    for round_ in (1, 2, 3):
        hall.do(BeginRound(1, round_))
        hall.write(round_, "A 5, B 9*, C 12")
    assert clashes({id_: hall.on for id_, hall in program.halls.items()}) == []


# ---- Who may, and what is kept


def test_every_command_has_its_rights_and_a_stranger_may_only_join() -> None:
    program = Program(SKYJO)
    program.add("A")
    for command in (
        AddPeople([]),
        OpenDay(is_open=True),
        RenamePerson(id_of("A"), "Anne"),
        CheckInPerson(id_of("A")),
        PayDay(id_of("A")),
        SetPlays(id_of("A"), SKYJO),
        StrikeOff(id_of("A")),
        AddTournament(JUNGO),
        RemoveTournament(SKYJO),
    ):
        with refused("organiser_only"):
            program.do(command, STRANGER)
    with refused("server_only"):
        program.do(ListTold(SKYJO, 1))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AddPeople([PersonToAdd("player-9", "X")]), "name_length"),
        (AddPeople([PersonToAdd("p9", "Xavier")]), "id_malformed"),
        (AddPeople([PersonToAdd("player-9", "Anne"), PersonToAdd("player-9", "Bob")]), "player_twice"),
        (AddPeople([PersonToAdd("player-9", "Anne")], [JUNGO]), "day_tournament"),
        (SetPlays(id_of("A"), JUNGO), "day_tournament"),
        (PayDay("player-9"), "player_unknown"),
        (AddTournament("r" + "0" * 20), "tournament_unknown"),
        (NewDay("Autre"), "day_exists"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(command: Any, code: str) -> None:
    program = Program(SKYJO)
    program.add("A")
    before = program.view()
    with refused(code):
        program.do(command)
    assert program.view() == before


def test_a_fold_of_the_rows_is_the_day() -> None:
    program = Program(SKYJO, JUNGO)
    program.add("ABC", SKYJO)
    program.do(StrikeOff(id_of("B")))
    program.settle()
    program.add("D", JUNGO)
    twin: Day | None = None
    for events, at in program.rows:
        for event in _decode(events):
            twin = day.evolve(twin, event, at)
    assert twin == program.day
    assert [one.number for one in program.view().people] == [1, 3, 4]
    assert "Nom" not in program.rows[1][0].decode() + program.rows[3][0].decode()
