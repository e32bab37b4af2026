"""Score sheets for the tests: a sheet that commands are carried out on, as the server does it but without a server."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import msgspec

from tablee import sheet
from tablee.counting import Entry
from tablee.sheet.state import Sheet, to_redo, to_undo
from tablee.sheet.wire import (
    BecomeWriter,
    Close,
    Delete,
    Edit,
    Enter,
    InviteWriter,
    NewSheet,
    Player,
    Redo,
    Round,
    Settle,
    SheetView,
    Undo,
)
from tests.snapshots import taken_up

HOST, COHOST = "phost", "pcohost"
IDS = [f"player-{letter}" for letter in "ABCDEFGH"]
A, B, C, D = IDS[:4]
NAMES = ["Anne", "Bob", "Chloé", "Dédé", "Ève", "Farid", "Gil", "Hoa"]

_decode = msgspec.json.Decoder(list[sheet.SheetEvent]).decode


class Paper:
    """A sheet and the names that stand apart; what is done goes through JSON, as through the journal."""

    def __init__(self, game: str = "skyjo", players: int = 2, **settings: Any) -> None:
        self.sheet: Sheet | None = None
        self.names: dict[str, str] = {HOST: "Host", COHOST: "Cohost"}
        self.now = 1_000.0
        self.numbers = itertools.count(1)
        self.rows: list[tuple[bytes, float]] = []
        seated = [Player(id_, name) for id_, name in zip(IDS[:players], NAMES, strict=False)]
        self.do(NewSheet(game, settings, seated, 900.0))
        self.do(InviteWriter(hashlib.sha256(b"cohost").hexdigest()))
        self.do(BecomeWriter("cohost"), COHOST)

    @property
    def on(self) -> Sheet:
        """The sheet."""
        assert self.sheet is not None
        return self.sheet

    def do(self, command: Any, author: str = HOST) -> list[sheet.SheetEvent]:
        """Carries a command out and returns its events; raises what it is refused with."""
        before = msgspec.json.encode(self.fields())
        try:
            events = sheet.decide(self.sheet, command, author, self.now)
        finally:
            assert msgspec.json.encode(self.fields()) == before, "deciding changed the sheet"
        number = next(self.numbers)
        self.names |= sheet.apart(events, lambda place: f"x{number}.{place}")
        self.rows.append((msgspec.json.encode(events), self.now))
        kept = _decode(self.rows[-1][0])
        for event in kept:
            self.sheet = sheet.evolve(self.sheet, event, self.now)
        self.sheet = taken_up(self.sheet, len(self.rows))
        self.now += 1
        return kept

    def folded_anew(self) -> dict[str, Any]:
        """All that a fold of the same rows holds."""
        twin = Paper.__new__(Paper)
        twin.sheet = None
        for events, at in self.rows:
            for event in _decode(events):
                twin.sheet = sheet.evolve(twin.sheet, event, at)
        return twin.fields()

    def fields(self) -> dict[str, Any]:
        """All that the fold holds, to be compared."""
        if self.sheet is None:
            return {}
        found = {name: getattr(self.sheet, name) for name in Sheet.__slots__}
        return msgspec.to_builtins({**found, "game": self.sheet.game.NAME})

    def view(self, person: str | None = HOST) -> SheetView:
        """The sheet as a person sees it."""
        return sheet.view(self.on, "s" + "0" * 20, person, self.names)

    # ---- What is done most

    def close(self, text: str, id_: str | None = None, author: str = HOST, **how: Any) -> str:
        """Closes the next round and returns its id."""
        round_id = id_ or f"round-{next(self.numbers):04}"
        number = how.pop("number", len(self.on.rounds) + 1)
        self.do(Close(round_id, number, content(text), **how), author)
        return round_id

    def edit(self, round_id: str, text: str, author: str = HOST, seen: Round | None = None) -> None:
        """Edits a round as seen, by default as it stands."""
        self.do(Edit(round_id, content(text), seen or self.on.kept[round_id].content), author)

    def delete(self, round_id: str, author: str = HOST, seen: Round | None = None) -> None:
        """Deletes a round as seen, by default as it stands."""
        self.do(Delete(round_id, seen or self.on.kept[round_id].content), author)

    def enter(self, round_id: str, player: str, total: int | None, seen: int | None = None, author: str = HOST) -> None:
        """Enters a total in the round that is being written."""
        entry, before = (None if own is None else Entry(total=own) for own in (total, seen))
        self.do(Enter(round_id, len(self.on.rounds) + 1, player, entry, before), author)

    def undo(self, author: str = HOST) -> None:
        """Takes the last change back."""
        self.do(Undo(to_undo(self.on) or 0), author)

    def redo(self, author: str = HOST) -> None:
        """Makes the change again that was taken back last."""
        self.do(Redo(to_redo(self.on) or 0), author)

    def settle(self, keep: str) -> None:
        """Settles the only conflict."""
        (number,) = self.on.clashes
        self.do(Settle(number, keep))

    # ---- What is looked at most

    @property
    def rounds(self) -> list[str]:
        """The closed rounds in text."""
        return [written(self.on.kept[id_].content) for id_ in self.on.rounds]

    @property
    def scores(self) -> list[list[int | None]]:
        """The scores of the closed rounds."""
        return [one.scores for one in sheet.standing(self.on).rounds]

    @property
    def totals(self) -> list[int | None]:
        """The totals."""
        return sheet.standing(self.on).totals


def content(text: str) -> Round:
    """Returns a Skyjo round from sums by player: * marks the finisher, - stands for who did not play."""
    words = text.split()
    entries = {
        player: Entry(total=int(word.rstrip("*"))) for player, word in zip(IDS, words, strict=False) if word != "-"
    }
    finisher = next((player for player, word in zip(IDS, words, strict=False) if word.endswith("*")), None)
    return Round(entries, finisher, finisher is None)


def written(content: Round) -> str:
    """Returns the text of a round."""
    last = max(IDS.index(player) for player in content.entries)
    words = [
        f"{content.entries[player].total}{'*' * (player == content.finisher)}" if player in content.entries else "-"
        for player in IDS[: last + 1]
    ]
    return " ".join(words)
