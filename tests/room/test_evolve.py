"""The fold of a table: the same from its journal at any moment, whatever is done at it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tablee import room
from tablee.games.jungo import JungoView
from tablee.games.ptit_pois import PtitPoisView
from tablee.games.refusal import Refusal
from tablee.room import Event, Room
from tablee.room.state import PLAYING
from tablee.room.wire import (
    Act,
    Again,
    Allow,
    Change,
    Claim,
    Colour,
    Create,
    End,
    Gather,
    HandOver,
    Leave,
    Mute,
    Offer,
    Options,
    Pause,
    Presence,
    Ready,
    Remove,
    Return,
    Salt,
    Say,
    SeatRequest,
    SetSeat,
    SetSeats,
    Sit,
    Start,
    Substitute,
    Swap,
)
from tablee.words import say
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, Table, a_table, refold


def test_folding_the_rows_again_gives_the_same_table_at_any_moment() -> None:
    table = a_table(3, end="rounds(2)", column_removal="optional")
    while table.room.stage != "over":
        if table.room.stage == "play":
            table.step()
        elif table.room.stage == "scores":
            table.do(Ready(table.room.round, 0))
        else:
            table.deal()
        if len(table.rows) % 10 == 0:
            again = refold(table)
            for person in (HOST, None):
                one, two = (room.view(state, "r", person, {}) for state in (table.room, again))
                assert one == two
                assert room.told(table.room, person) == room.told(again, person)
            assert room.wants(again) == room.wants(table.room)


# ---- Whatever is done at a table

PEOPLE = (HOST, ANA, BEN, CLEO)
TOKENS = ("token-1", "token-2")
SEAT = st.integers(0, 4)
ANY: list[st.SearchStrategy[Any]] = [
    st.builds(Sit, SEAT, st.sampled_from([None, None, "Lou", "x"])),
    st.builds(Ready, st.sampled_from([0, 0, 1, 2]), SEAT, st.booleans()),
    st.builds(Colour, SEAT, st.integers(0, 8)),
    st.builds(SetSeat, SEAT, st.sampled_from(["bot", "open"]), st.sampled_from(["random", "steady"])),
    st.builds(SetSeats, st.integers(1, 5)),
    st.builds(Swap, SEAT, SEAT),
    st.builds(Change, st.fixed_dictionaries({"on_leave": st.sampled_from(["bot", "withdraw"])})),
    st.builds(
        Allow,
        st.builds(Options, is_locked=st.just(value=False), joins_bots=st.booleans(), free_chat=st.booleans()),
    ),
    st.builds(Start),
    st.builds(Remove, SEAT),
    st.builds(Substitute, SEAT),
    st.builds(HandOver, SEAT),
    st.builds(Pause, SEAT, st.booleans()),
    st.builds(End, st.integers(1, 3)),
    st.builds(Leave, SEAT),
    st.builds(Return, SEAT),
    st.builds(Again, st.integers(1, 2)),
    st.builds(Gather, st.integers(1, 2)),
    st.builds(Offer, SEAT, st.sampled_from([hashlib.sha256(token.encode()).hexdigest() for token in TOKENS])),
    st.builds(Claim, SEAT, st.sampled_from(TOKENS)),
    st.builds(Say, SEAT, st.sampled_from(["hello", "rubbish"])),
    st.builds(Mute, SEAT, st.booleans()),
]


class AnyTable(RuleBasedStateMachine):
    """Several persons and the server do at a table whatever comes to their minds."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.twin: Room | None = None  # folded from the events as they were decided, which no JSON has touched

    def do(self, command: Any, author: str) -> None:
        """Does a command, or nothing at all where it is refused."""
        before = self.table.seen()
        try:
            events = self.table.do(command, author)
        except Refusal as refusal:
            refused = refusal
        else:
            room.begin_row(self.twin)
            for event in events:
                self.twin = room.evolve(self.twin, event, self.table.now)
            return
        assert say("fr", f"refusals.{refused.code}", **refused.facts)
        assert self.table.seen() == before

    @initialize(
        game=st.sampled_from(["skyjo", "skyjo", "jungo", "ptit_pois"]),
        seats=st.integers(3, 4),
        on_leave=st.sampled_from(["bot", "withdraw"]),
        turn_time=st.sampled_from([0, 30]),
        on_timeout=st.sampled_from(["neutral", "bot"]),
        people=st.sampled_from([3, 2, 4, 1]),
        starts=st.booleans(),
    )
    def open(  # drawn
        self, game: str, seats: int, on_leave: str, turn_time: int, on_timeout: str, people: int, *, starts: bool
    ) -> None:
        """Opens a table at which people sit down, and may begin to play."""
        given: dict[str, Any] = {"on_leave": on_leave, "turn_time": turn_time, "on_timeout": on_timeout}
        given |= {"end": "rounds(2)"}
        if game == "skyjo":
            given |= {"rows": 2, "columns": 2, "initial_reveals": 1}
        free = [SeatRequest("open")] * (seats - 1)
        self.do(Create(game, given, [SeatRequest("person"), *free], "instant", start=False), HOST)
        assert self.table.state is not None
        for seat, person in enumerate(PEOPLE[:people]):
            if seat:
                self.do(Sit(seat), person)
        if starts:
            self.gather_and_start()

    @rule(command=st.one_of(ANY), person=st.sampled_from(PEOPLE))
    def ask(self, command: Any, person: str) -> None:
        """Somebody asks for something, sensible or not."""
        self.do(command, person)

    @rule(command=st.one_of(ANY), person=st.sampled_from(PEOPLE), which=st.integers(0, 3))
    def ask_for_oneself(self, command: Any, person: str, which: int) -> None:
        """Somebody asks for something about an own seat."""
        if (mine := room.seats_of(self.table.room, person)) and hasattr(command, "seat"):
            command.seat = mine[which % len(mine)]
            self.do(command, person)

    @rule(wish=st.booleans())
    def wish_together(self, wish: bool) -> None:  # drawn
        """All wish for a pause, or no longer do."""
        for seat, who in enumerate(self.table.room.seats):
            if who.person:
                self.do(Pause(seat, wish), who.person)

    @rule(command=st.one_of(ANY))
    def ask_as_host(self, command: Any) -> None:
        """The host asks for something."""
        self.do(command, self.table.room.host)

    @rule(person=st.sampled_from(PEOPLE), is_here=st.booleans())
    def come_or_go(self, person: str, is_here: bool) -> None:  # drawn
        """Somebody's last device goes, or one comes back."""
        if person in room.attends(self.table.room):
            self.do(Presence(person, is_here), "server")

    @rule(seconds=st.sampled_from([0.5, 10.0, 40.0, 500.0]))
    def wait(self, seconds: float) -> None:
        """Time passes, as long as nothing is due."""
        due = min((want.at for want in self.table.wants()), default=float("inf"))
        self.table.now = min(self.table.now + seconds, max(due, self.table.now))

    @rule()
    def gather_and_start(self) -> None:
        """Everybody is ready and the host begins."""
        if self.table.room.stage == "lobby":
            for seat, who in enumerate(self.table.room.seats):
                if who.person:
                    self.do(Ready(0, seat), who.person)
            self.do(Start(), self.table.room.host)

    @rule(steps=st.sampled_from([1, 3, 10, 60]), which=st.integers(0, 7))
    def play(self, steps: int, which: int) -> None:
        """The table goes on as it should, by persons who are here and by what is due."""
        for _ in range(steps):
            state = self.table.room
            honest: list[tuple[Any, str]] = []
            for seat, who in enumerate(state.seats):
                if who.person is None or who.person in state.absent or who.person in state.removed:
                    continue
                if state.stage == "salt" and state.secret and who.salt is None and not who.is_away:
                    honest.append((Salt(state.round, seat, "aa"), who.person))
                if state.stage == "scores":
                    honest.append((Ready(state.round, seat), who.person))
                if (decision := self.table.view(who.person).decision) and decision.seat == seat:
                    action = decision.legal[which % len(decision.legal)]
                    honest.append((Act(decision.round, seat, decision.decision, action), who.person))
            wants = sorted(self.table.wants(), key=lambda want: want.at)
            if honest:
                self.do(*honest[which % len(honest)])
            elif wants:
                self.answer(wants[0])
            else:
                return

    @rule(which=st.integers(0, 7))
    def fall_due(self, which: int) -> None:
        """What the table wants first is answered, at its time."""
        wants = sorted(self.table.wants(), key=lambda want: want.at)
        if wants and all(want.at >= wants[0].at for want in wants):
            first = [want for want in wants if want.at <= max(wants[0].at, self.table.now)]
            self.answer(first[which % len(first)])

    def answer(self, want: Any) -> None:
        """Answers a want, which is never refused."""
        rows = len(self.table.rows)
        self.table.answer(want)
        assert len(self.table.rows) == rows + 1
        room.begin_row(self.twin)
        for event in msgspec.json.decode(self.table.rows[-1][1], type=list[Event]):
            self.twin = room.evolve(self.twin, event, self.table.now)

    @rule()
    def stop_the_server(self) -> None:
        """The server stops and starts: the table is folded anew, and no wait ends at once."""
        self.table.state = refold(self.table)
        resume = room.resumption(self.table.room, self.table.now + 20)
        if resume is not None:
            self.do(resume, "server")
        ends = [want.at for want in self.table.wants() if want.id.startswith("due:")]
        assert all(end >= self.table.now + 20 for end in ends)

    # ---- What holds at all times

    @invariant()
    def is_the_same_without_json(self) -> None:
        """Events that have been through the journal make the same table."""
        if self.twin is None:
            return
        people = (*PEOPLE, None)
        for person in people:
            assert room.view(self.twin, "r", person, NAMES) == self.table.view(person)
            assert room.told(self.twin, person) == room.told(self.table.room, person)
        assert room.wants(self.twin) == self.table.wants()

    @invariant()
    def has_an_owner_and_an_end_for_every_wait(self) -> None:
        """Who is here and plays never waits for others in vain: something ends the wait, or the host can.

        The host can where the host is here and is none of those waited for. In a lobby and after a game the host is
        waited for, and passes the role on by absence; a pause is ended by whoever plays.
        """
        if self.table.state is None:
            return
        state, wants = self.table.room, self.table.wants()
        here = {
            who.person
            for who in state.seats
            if who.person and not who.is_away and who.person not in state.absent | dict.fromkeys(state.removed)
        }
        wait = self.table.view().wait
        if here - {state.host} and state.host in state.absent:
            assert [want for want in wants if getattr(want, "what", None) == "host"]
        if state.stage not in PLAYING or state.paused is not None or wait is None:
            return
        awaited = {state.seats[seat].person for seat in wait.seats}
        if here - awaited:
            assert wait.seats or wants
            assert wants or (state.host not in state.absent and state.host not in awaited)
        elif here:
            assert wait.seats  # it is for them to go on

    @invariant()
    def shows_nobody_what_is_not_theirs(self) -> None:
        """No secret, id or proof is in a view, and no card of a hand that is not the viewer's."""
        if self.table.state is None:
            return
        state = self.table.room
        for person in (*PEOPLE, None):
            seen = self.table.view(person)
            told = msgspec.json.encode(seen).decode()
            assert not any(one in told for one in PEOPLE)
            assert not any(who.proof in told for who in state.seats if who.proof)
            if state.secret and state.stage in ("salt", "play"):
                assert state.secret not in told
            assert seen.you in seen.yours if seen.yours else seen.you is None
            if seen.decision:
                assert seen.decision.seat == seen.you
            if isinstance(seen.table, JungoView):
                for seat, hand in enumerate(seen.table.hands):
                    assert seat == seen.you or set(hand.cards) <= {None}
            elif isinstance(seen.table, PtitPoisView):
                for seat, mat in enumerate(seen.table.seats):
                    assert seat == seen.you or state.stage != "play" or set(mat.main) <= {None}

    @invariant()
    def has_people_who_fit_their_seats(self) -> None:
        """Seats, persons, colours and roles agree with each other."""
        if self.table.state is None:
            return
        state = self.table.room
        colours = [who.colour for who in state.seats]
        assert len(set(colours)) == len(colours) == state.match.seats
        assert state.host not in state.removed
        sitting = {who.person for who in state.seats if who.person}
        assert state.absent.keys() <= sitting | {state.host}
        for seat, who in enumerate(state.seats):
            if state.stage == "lobby":
                assert not who.is_away and who.person not in state.removed
                assert who.person is None or who.bot is None
            else:
                assert who.person or who.bot
                is_out = not state.match.in_play >> seat & 1
                assert who.person not in state.removed or who.is_away or is_out
            assert who.is_away or not who.is_lost
        assert (state.paused is None) or state.stage in PLAYING

    def teardown(self) -> None:
        """The whole journal makes the table again."""
        if self.table.state is not None:
            again = refold(self.table)
            assert all(room.view(again, "r", person, NAMES) == self.table.view(person) for person in PEOPLE)
            assert room.wants(again) == self.table.wants()


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
