"""Whatever two writers do, in whatever order and however stale: the sheet is what its standing rounds come to (K6)."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.sheet.state import told
from tablee.sheet.wire import (
    AddPlayer,
    Close,
    Delete,
    DropPlayer,
    Edit,
    EndSheet,
    Enter,
    Player,
    Redo,
    Rename,
    Reopen,
    Round,
    Settle,
    Undo,
)
from tests.sheets import COHOST, HOST, IDS, NAMES, Paper

WRITERS = (HOST, COHOST)
writers = st.sampled_from(WRITERS)


class TwoWriters(RuleBasedStateMachine):
    """Two devices write; each writes what it saw, and looks again only now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.paper = Paper(players=3)
        self.model = Model()
        self.past: list[Model] = []  # before each change that can be taken back
        self.future: list[Model] = []
        self.seen: dict[str, list[tuple[str, Round]]] = {writer: [] for writer in WRITERS}
        self.number = 0

    def fresh(self, word: str) -> str:
        self.number += 1
        return f"{word}-{self.number:05}"

    def do(self, command: Any, author: str) -> bool:
        """Carries a command out; returns whether it became a change."""
        before = len(self.paper.on.changes)
        self.paper.do(command, author)
        if len(self.paper.on.changes) == before:
            return False
        self.past.append(self.model)
        self.future.clear()
        self.model = self.model.copy()
        return True

    def standing(self) -> list[tuple[str, Round]]:
        return [(id_, self.paper.on.kept[id_].content) for id_ in self.paper.on.rounds]

    def drawn(self, data: st.DataObject, players: list[str]) -> Round:
        sums = {player: Entry(total=data.draw(st.integers(-5, 40))) for player in players}
        finisher = data.draw(st.none() | st.sampled_from(players))
        return Round(sums, finisher, finisher is None)

    @rule(author=writers)
    def look(self, author: str) -> None:
        self.seen[author] = self.standing()

    @rule(author=writers, data=st.data())
    def close(self, author: str, data: st.DataObject) -> None:
        playing = [player for player in self.model.players if player not in self.model.gone]
        if len(playing) < 2:
            return
        content = self.drawn(data, playing)
        number = data.draw(st.sampled_from([len(self.seen[author]) + 1, len(self.model.rounds) + 1]))
        id_ = self.fresh("round")
        is_over = self.model.ended() is not None
        if self.do(Close(id_, number, content), author):
            assert not is_over
            assert number > len(self.model.rounds)
            self.model.rounds.append((id_, content))
        else:
            assert is_over or number <= len(self.model.rounds)
            assert any(clash.slot == f"round {id_}" for clash in self.paper.on.clashes.values())

    @rule(author=writers, data=st.data())
    def edit(self, author: str, data: st.DataObject) -> None:
        if not self.seen[author]:
            return
        id_, seen = data.draw(st.sampled_from(self.seen[author]))
        content = self.drawn(data, list(seen.entries))
        stands = dict(self.model.rounds).get(id_)
        if stands is not None and not stands.entries.keys() <= content.entries.keys():
            return
        if self.do(Edit(id_, content, seen), author):
            assert stands == seen
            self.model.rounds = [(i, content if i == id_ else old) for i, old in self.model.rounds]
        else:
            kept = [clash.other for clash in self.paper.on.clashes.values() if clash.slot == f"round {id_}"]
            assert stands == content or any((told(content) or "") in (other or "") for other in kept)

    @rule(author=writers, data=st.data())
    def delete(self, author: str, data: st.DataObject) -> None:
        if not self.seen[author]:
            return
        id_, seen = data.draw(st.sampled_from(self.seen[author]))
        stands = dict(self.model.rounds).get(id_)
        if self.do(Delete(id_, seen), author):
            assert stands == seen
            self.model.rounds = [(i, old) for i, old in self.model.rounds if i != id_]
        else:
            assert stands != seen

    @precondition(lambda self: self.past)
    @rule(author=writers)
    def undo(self, author: str) -> None:
        number = self.paper.view().undo
        assert number is not None
        self.paper.do(Undo(number), author)
        self.future.append(self.model)
        self.model = self.past.pop()

    @precondition(lambda self: self.future)
    @rule(author=writers)
    def redo(self, author: str) -> None:
        number = self.paper.view().redo
        assert number is not None
        self.paper.do(Redo(number), author)
        self.past.append(self.model)
        self.model = self.future.pop()

    @rule(author=writers, player=st.integers(0, 2), name=st.sampled_from(NAMES), is_stale=st.booleans())
    def rename(self, author: str, player: int, name: str, is_stale: bool) -> None:
        id_ = IDS[player]
        seen = "stale" if is_stale else self.paper.on.players[id_].version
        assert self.do(Rename(id_, name, self.fresh("version"), seen), author) == (not is_stale)
        if not is_stale:
            self.model.names[id_] = name

    @rule(author=writers)
    def end(self, author: str) -> None:
        assert self.do(EndSheet(), author) == (not self.model.is_ended)
        self.model.is_ended = True

    @rule(author=writers)
    def reopen(self, author: str) -> None:
        if self.model.is_ended:
            assert self.do(Reopen(), author)
            self.model.is_ended = False

    @rule(author=writers)
    def add(self, author: str) -> None:
        if len(self.model.players) < 6:
            id_ = IDS[len(self.model.players)]
            assert self.do(AddPlayer(Player(id_, NAMES[IDS.index(id_)])), author)
            self.model.players.append(id_)
            self.model.names[id_] = NAMES[IDS.index(id_)]

    @rule(author=writers, data=st.data())
    def drop(self, author: str, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.model.players))
        assert self.do(DropPlayer(player), author) == (player not in self.model.gone)
        if player not in self.model.gone:
            self.model.gone.append(player)

    @rule(author=writers, total=st.integers(0, 20), player=st.integers(0, 2))
    def enter(self, author: str, total: int, player: int) -> None:
        draft = self.paper.view().draft
        id_ = draft.id if draft is not None else self.fresh("round")
        seen = draft.content.entries.get(IDS[player]) if draft is not None else None
        entry = Entry(total=total)
        if self.paper.do(Enter(id_, len(self.model.rounds) + 1, IDS[player], entry, seen), author):
            self.future.clear()

    @rule(data=st.data())
    def settle_for_what_stands(self, data: st.DataObject) -> None:
        if self.paper.on.clashes:
            self.paper.do(Settle(data.draw(st.sampled_from(sorted(self.paper.on.clashes))), "standing"))

    @rule(data=st.data())
    def settle_for_the_other(self, data: st.DataObject) -> None:
        if not self.paper.on.clashes:
            return
        number = data.draw(st.sampled_from(sorted(self.paper.on.clashes)))
        keep = data.draw(st.sampled_from(self.paper.view().conflicts[0].keep))
        before = len(self.paper.on.changes)
        try:
            self.paper.do(Settle(number, keep))
        except Refusal as refusal:
            assert refusal.code in ("player_unknown", "entry_missing", "keep_unknown")  # noqa: PT017
            assert number in self.paper.on.clashes
            return
        assert number not in self.paper.on.clashes
        if len(self.paper.on.changes) > before:
            self.past.append(self.model)
            self.future.clear()
            self.model = self.model.copy()
            self.model.rounds = self.standing()
            self.model.names = {player.id: player.name for player in self.paper.view().players}
            self.model.players = list(self.paper.on.order)
        elif keep != "standing":
            # Into the open round: no change of its own, but nothing can be made again over it.
            self.future = self.future if self.paper.view().redo is not None else []

    @invariant()
    def is_what_its_rounds_come_to(self) -> None:
        view = self.paper.view()
        assert [(one.id, one.content) for one in view.rounds] == self.model.rounds
        assert [one.number for one in view.rounds] == list(range(1, len(view.rounds) + 1))
        assert {player.id: player.name for player in view.players} == self.model.names
        assert [player.id for player in view.players] == self.model.players
        assert view.totals == self.model.totals()
        assert view.ended == self.model.ended()
        told_totals = [total for total in view.totals if total is not None]
        best = min(told_totals) if told_totals and view.rounds else None
        assert view.leaders == [place for place, total in enumerate(view.totals) if total is not None and total == best]

    @invariant()
    def can_be_taken_back_as_far_as_it_went(self) -> None:
        assert (self.paper.view().undo is None) == (not self.past)
        assert (self.paper.view().redo is None) == (not self.future)

    @invariant()
    def is_the_same_folded_anew(self) -> None:
        assert self.paper.folded_anew() == self.paper.fields()


class Model:
    """What a sheet of default Skyjo must come to, told plainly."""

    def __init__(self) -> None:
        self.players = IDS[:3]
        self.names = dict(zip(IDS[:3], NAMES[:3], strict=True))
        self.rounds: list[tuple[str, Round]] = []
        self.gone: list[str] = []
        self.is_ended = False

    def copy(self) -> Model:
        twin = Model()
        twin.players, twin.names, twin.rounds = [*self.players], {**self.names}, [*self.rounds]
        twin.gone, twin.is_ended = [*self.gone], self.is_ended
        return twin

    def totals(self) -> list[int | None]:
        found = dict.fromkeys(self.players, 0)
        for _, content in self.rounds:
            scores = {player: entry.total or 0 for player, entry in content.entries.items()}
            if content.finisher is not None:
                own = scores[content.finisher]
                if own > 0 and any(other <= own for player, other in scores.items() if player != content.finisher):
                    scores[content.finisher] = 2 * own
            worst = max(scores.values())
            for player in self.players:
                found[player] += scores.get(player, worst)
        return [None if player in self.gone else found[player] for player in self.players]

    def ended(self) -> str | None:
        in_play = [total for total in self.totals() if total is not None]
        if len(in_play) < 2:
            return "too_few"
        if self.rounds and max(in_play) >= 100:
            return "points"
        return "ended" if self.is_ended else None


# What fails is short enough to read; making it shorter takes minutes.
TestTwoWriters = TwoWriters.TestCase
TestTwoWriters.settings = settings(max_examples=50, stateful_step_count=30, phases=[Phase.generate])
