"""A tournament for the browser tests, run by an organiser over HTTP, whose tables and guests are pages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tests.server.guests import Guest, Message, new_id

PEOPLE = (
    "Abadie Léa",
    "Albert Noé",
    "Arnaud Jules",
    "Aubry Inès",
    "Barbier Paul",
    "Benali Samir",
    "Bernard Zoé",
    "Blanc Hugo",
    "Bonnet Awa",
)


class Organiser:
    """Whoever runs a tournament: by HTTP, so that a test may look at what the others see."""

    def __init__(self, address: str, game: str = "skyjo", name: str = "Coupe du village", **settings: Any) -> None:
        self.guest = Guest(address, "fr")
        body = {"id": new_id(), "game": game, "name": name, "settings": settings, "organiser": "Odile"}
        answer = self.guest.ask("POST", "/api/tournaments", body)
        assert answer.status_code == 201, answer.text
        self.tournament = answer.json()["tournament"]

    def __enter__(self) -> Organiser:
        return self

    def __exit__(self, *_: object) -> None:
        self.guest.close()

    @property
    def view(self) -> Message:
        """The tournament as the organiser sees it."""
        return self.guest.get(f"/api/tournaments/{self.tournament}")

    def do(self, **command: Any) -> None:
        """Sends a command that is accepted."""
        path = f"/api/tournaments/{self.tournament}/commands"
        answer = self.guest.ask("POST", path, {"id": new_id(), "command": command})
        assert answer.status_code == 200, answer.text

    def fill(self, people: Sequence[str] = PEOPLE) -> None:
        """Registers people who accept the regulation and are here, and answers the open points as recommended."""
        new = [{"player": f"player-{place:03}", "name": name} for place, name in enumerate(people)]
        self.do(do="register", players=new)
        self.do(do="answer", answers={one["setting"]: one["recommended"] for one in self.view["questions"]})
        view = self.view
        for player in view["players"]:
            if player["accepted"] != view["version"]:
                self.do(do="accept", players=[player["id"]], version=view["version"])
            self.do(do="check_in", player=player["id"])

    def draw(self, seed: int = 1) -> None:
        """Draws the next stage and shows it."""
        self.do(do="draw_stage", seed=seed)
        self.do(do="show_draw")

    def begin(self, round_: int = 1, seconds: int | None = None, stage: int = 1) -> None:
        """Begins a round."""
        self.do(do="begin_round", stage=stage, round=round_, seconds=seconds)

    def players(self, table: int, round_: int = 1, stage: int = 1) -> list[str]:
        """The ids of a table's players, by seat."""
        rounds = self.view["stages"][stage - 1]["rounds"]
        return next(one for one in rounds if one["round"] == round_)["tables"][table - 1]["players"]

    def links(self, round_: int = 1, stage: int = 1) -> list[str]:
        """Makes the links of a round's tables and returns their addresses on the page, by table."""
        rounds = self.view["stages"][stage - 1]["rounds"]
        tables = next(one for one in rounds if one["round"] == round_)["tables"]
        tokens = [f"token-{new_id()}" for _ in tables]
        made = [
            {"table": number, "link": new_id(), "proof": hashlib.sha256(token.encode()).hexdigest()}
            for number, token in enumerate(tokens, 1)
        ]
        self.do(do="make_table_links", stage=stage, round=round_, links=made)
        return [f"/tournament/{self.tournament}/t#{token}" for token in tokens]

    def write(
        self,
        table: int,
        entries: Mapping[str, Message] | Sequence[Message],
        finisher: str | None,
        round_: int = 1,
        stage: int = 1,
    ) -> None:
        """Writes a table's round, over whatever stands there."""
        if not isinstance(entries, Mapping):
            entries = dict(zip(self.players(table, round_, stage), entries, strict=True))
        result = {"entries": entries, "finisher": finisher, "is_unknown": finisher is None}
        rounds = self.view["stages"][stage - 1]["rounds"]
        seen = next(one for one in rounds if one["round"] == round_)["tables"][table - 1]["result"]
        self.do(do="correct", stage=stage, round=round_, table=table, result=result, seen=seen)
