"""What is on each printed page: the round and the people meant, every stage and tie-break, nothing hidden (T13)."""

from __future__ import annotations

import io
import re
from typing import Any

import pypdf
import pytest

from tablee.counting import Entry
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.paper.asked import Asked
from tablee.paper.codes import code_of
from tablee.paper.page import Page
from tablee.paper.pages import PAGES, page_of
from tablee.paper.press import printed
from tablee.tournament.wire import (
    Correct,
    Curtain,
    DrawStage,
    DrawTieBreak,
    Drop,
    FinishTournament,
    OpenRegistration,
    Result,
    SettleTie,
    ShowDraw,
    TournamentView,
)
from tablee.words import LANGS
from tests.tournaments import HOST, STRANGER, Hall, id_of, result

AT = 1_796_000_000.25
ORIGIN = "http://192.168.1.20:8000"


def asked(lang: str = "fr", **of: Any) -> Asked:
    return Asked(lang, AT, **{"origin": ORIGIN, **of})


def page(hall: Hall, what: str, person: str | None = HOST, **of: Any) -> dict[str, Any]:
    """What is on a page."""
    return page_of(what, hall.view(person), asked(**of)).data


def read(made: Page) -> list[str]:
    """What is written on each sheet of a printed page."""
    return [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(printed(made))).pages]


def entry(game: str, seat: int, is_finisher: bool) -> Entry:
    match game:
        case "skyjo":
            return Entry(total=5 + 3 * seat)
        case "jungo":
            return Entry()
        case _:
            return Entry(main=5 + seat, row=0 if is_finisher else 4)


def play(hall: Hall, stage: int, *rounds: int) -> None:
    """Writes rounds of a stage at all tables: the first seat finishes, the others follow by seat."""
    for round_ in rounds:
        for table in hall.view().stages[stage - 1].rounds[round_ - 1].tables:
            players = table.players
            entries = {id_: entry(hall.on.game, seat, seat == 0) for seat, id_ in enumerate(players)}
            hall.do(Correct(stage, round_, table.table, Result(entries, players[0]), None))


def settle(hall: Hall) -> None:
    """Breaks the ties that are due, by tie-breaks as long as those do and then by the organiser."""
    while ties := hall.view().ties:
        if ties[0].by_organiser:
            hall.do(SettleTie(ties[0].players))
            continue
        hall.do(DrawTieBreak(ties[0].players, 1))
        hall.do(ShowDraw())
        play(hall, len(hall.on.stages), 1)


def over(game: str = "skyjo", players: str = "ABCDEFGHI") -> Hall:
    """A tournament played to its end."""
    hall = Hall(game)
    hall.begun(players)
    play(hall, 1, 1, 2, 3)
    settle(hall)
    if hall.on.format["final"]:
        hall.draw()
        play(hall, len(hall.on.stages), 1, 2)
        settle(hall)
    hall.do(FinishTournament())
    return hall


# ---- All of them


@pytest.fixture(scope="module", params=GAMES)
def finished(request: pytest.FixtureRequest) -> TournamentView:
    """A tournament of each game at its end."""
    return over(request.param).view()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("what", PAGES)
def test_T13_every_page_of_every_game_can_be_printed(finished: TournamentView, what: str, lang: str) -> None:
    sheets = read(page_of(what, finished, asked(lang, stage=1, round=1, links={1: "t" * 43, 2: "u" * 43, 3: "v" * 43})))
    text = "\n".join(sheets)
    assert "Coupe du village" in text
    assert "{" not in text
    if what != "certificates":
        assert ("Imprimé le" if lang == "fr" else "Printed on") in text
    if what == "sheets":
        assert len(sheets) == len(finished.stages[0].rounds[0].tables)
    if what == "certificates":
        assert len(sheets) == sum(line.rank <= 3 for line in finished.ranking)


def test_T13_a_page_that_there_is_not_is_refused() -> None:
    with pytest.raises(Refusal, match="paper_unknown"):
        page(Hall(), "invoices")


@pytest.mark.parametrize("what", ["seats", "tables", "sheets", "results", "standings", "ranking", "badges"])
def test_T13_before_there_is_anything_nothing_is_printed(what: str) -> None:
    with pytest.raises(Refusal, match="paper_empty"):
        page(Hall(), what)


# ---- Seats


def test_T13_seats_are_by_name_as_in_a_telephone_book() -> None:
    hall = Hall(table_size=3)
    hall.begun("ZEA")
    hall.names = {key: {"Nom E": "Émile"}.get(name, name) for key, name in hall.names.items()}
    lines = [line for column in page(hall, "seats")["pages"][0] for line in column]
    assert [line["name"] for line in lines] == ["Émile", "Nom A", "Nom Z"]
    assert {line["table"] for line in lines} == {"1"}
    assert lines[0]["note"] == "n°\u00a02"


def test_T13_a_hundred_and_twenty_names_fill_their_pages_evenly() -> None:
    hall = Hall()
    hall.begun([f"{number:03}" for number in range(120)])
    pages = page(hall, "seats")["pages"]
    assert [[len(column) for column in one] for one in pages] == [[20, 20, 20]] * 2
    assert len(read(page_of("seats", hall.view(), asked()))) == 2


def test_T8_who_has_gone_is_in_no_list_of_seats() -> None:
    hall = Hall()
    hall.begun("ABCDE")
    play(hall, 1, 1)
    hall.do(Drop(id_of("B"), "dropped"))
    shown = str(page(hall, "seats", round=2)) + str(page(hall, "tables", round=2)) + str(page(hall, "sheets", round=2))
    assert "Nom A" in shown
    assert "Nom B" not in shown
    assert "Nom B" in str(page(hall, "results", round=1))


def test_T13_tables_show_seats_in_order() -> None:
    hall = Hall()
    hall.begun("ABC")
    (table,) = page(hall, "tables")["tables"]
    assert [one["name"][-1] for one in table["players"]] == list(hall.tables()[0])
    assert [one["seat"] for one in table["players"]] == ["1", "2", "3"]


# ---- Score sheets


def test_T13_a_sheet_has_the_code_of_its_own_table() -> None:
    hall = Hall(table_size=3)
    hall.begun("ABCDEF")
    found = page(hall, "sheets", round=2, links={2: "t" * 43})
    assert "qr" not in found["sheets"][0]
    code = found["sheets"][1]["qr"]
    assert code["link"] == f"{ORIGIN}/tournament/t{'0' * 20}/t#{'t' * 43}"
    assert code == code_of(code["link"])
    assert found["own_address"] == ""
    assert found["sheets"][1]["when"] == "Qualification, manche 2"


def test_T13_an_address_that_no_phone_reaches_is_told() -> None:
    hall = Hall()
    hall.begun("ABC")
    for origin in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"):
        assert "que sur cet ordinateur" in page(hall, "sheets", links={1: "t" * 43}, origin=origin)["own_address"]
        assert "que sur cet ordinateur" in page(hall, "poster", origin=origin)["own_address"]


def test_T13_a_sheet_is_filled_in_as_far_as_is_known() -> None:
    hall = Hall(carry_over=True)
    hall.begun("ABC")
    assert "Avant" not in page(hall, "sheets", round=1)["heads"]
    hall.write(1, "A 12, B 5*, C 9")
    hall.write(2, "A -4*, B 5, C 9")
    found = page(hall, "sheets", round=3)
    assert found["heads"][0] == "Avant"
    before = {one["name"]: one["before"] for one in found["sheets"][0]["players"]}
    assert before == {"Nom A": "8", "Nom B": "10", "Nom C": "18"}
    assert {one["before"] for one in page(hall, "sheets", round=2)["sheets"][0]["players"]} == {"12", "5", "9"}


@pytest.mark.parametrize(
    ("game", "settings", "heads"),
    [
        ("skyjo", {}, ["Cartes restantes", "Somme", "A fini", "Score"]),
        ("skyjo", {"rows": 6, "columns": 3}, ["Somme", "A fini", "Score"]),  # no room for boxes
        ("jungo", {}, ["A gagné"]),
        ("jungo", {"score": "cards_left"}, ["A gagné", "Cartes restantes"]),
        ("ptit_pois", {}, ["Main", "Rangée", "A fini", "Score"]),
    ],
)
def test_K8_a_sheet_asks_what_the_game_counts(game: str, settings: dict[str, Any], heads: list[str]) -> None:
    hall = Hall(game, **settings)
    hall.begun("ABCDEFGH" if game == "skyjo" else "ABCDE")
    found = page(hall, "sheets")
    assert found["heads"] == heads
    assert len(found["rules"]) >= 1
    assert len(read(page_of("sheets", hall.view(), asked(links={1: "t" * 43})))) == len(found["sheets"])


def test_T9_a_sheet_has_a_second_signature_where_results_are_confirmed() -> None:
    for confirmation in (True, False):
        hall = Hall(confirmation=confirmation)
        hall.begun("ABC")
        assert len(page(hall, "sheets")["signatures"]) == 1 + confirmation


def test_T12_sheets_are_for_the_organiser_and_arbiters() -> None:
    hall = Hall()
    hall.begun("ABC")
    hall.appoint()
    assert page(hall, "sheets", "parbiter")
    with pytest.raises(Refusal, match="staff_only"):
        page(hall, "sheets", STRANGER)


# ---- The door


def test_T13_the_poster_invites_to_register_while_that_is_open() -> None:
    hall = Hall()
    assert "inscrire" not in page(hall, "poster")["invitation"]
    hall.do(OpenRegistration(True))
    found = page(hall, "poster", None)
    assert "inscrire" in found["invitation"]
    assert found["qr"]["link"] == f"{ORIGIN}/tournament/t{'0' * 20}"
    assert f"{ORIGIN}/join" in found["where"]


# ---- Results and standings


def cells(found: dict[str, Any]) -> list[list[str]]:
    """The lines of a standing: rank, letter, scores."""
    return [[line["rank"], line["name"][-1], *line["cells"]] for line in found["lines"]]


def test_T13_results_show_who_finished_and_what_is_still_awaited() -> None:
    hall = Hall(table_size=3)
    hall.begun("ABCDEF")
    one, other = hall.tables()
    hall.write(1, f"{one[0]} -4*, {one[1]} 5, {one[2]} 9")
    told, awaited = page(hall, "results")["tables"]
    assert [(line["score"], line["mark"]) for line in told["players"]] == [("−4", "*"), ("5", ""), ("9", "")]
    assert (told["state"], awaited["state"]) == ("", "attendu")
    assert [line["score"] for line in awaited["players"]] == ["–"] * len(other)


def test_T8_a_round_missed_and_who_is_out_are_told() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    hall.write(1, "A 1*, B 5, C 9")
    hall.do(Drop(id_of("B"), "dropped"))
    hall.write(2, "A 3*, C 8")
    found = page(hall, "standings")
    assert cells(found) == [
        ["1", "A", "1", "1", "3", "4"],
        ["2", "B", "1", "5", "8*", "13"],
        ["3", "C", "1", "9", "8", "17"],
    ]
    assert found["lines"][1]["note"] == "n°\u00a02, abandon"
    assert found["notes"] == ["* Manche manquée."]


def test_T6_the_ranking_shows_every_stage_and_tie_break() -> None:
    #        qualification   final (2 rounds)   tie-break
    #   A     3   3   3        12*   9    21        4*
    #   B     4   4   4        10   11    21        9
    #   C     9   9   9   out, third
    hall = Hall(final_end="rounds(2)", finalists="best", finalists_count=2)
    hall.begun("ABC")
    for round_ in (1, 2, 3):
        hall.write(round_, "A 3*, B 4, C 9")
    hall.draw()
    hall.write(1, "A 6*, B 10", stage=2)
    hall.write(2, "A 15, B 11*", stage=2)
    hall.tie_break("AB")
    hall.write(1, "A 4*, B 9", stage=3)
    assert page(hall, "ranking")["title"] == "Classement provisoire"
    hall.do(FinishTournament())
    found = page(hall, "ranking")
    assert found["title"] == "Classement final"
    assert found["groups"] == [{"head": "Qualification", "span": 4}, {"head": "Finale", "span": 4}]
    assert [column["head"] for column in found["columns"]][4:] == ["M1", "M2", "Total", "Départage"]
    assert cells(found) == [
        ["1", "A", "3", "3", "3", "9", "6", "15", "21", "4"],
        ["2", "B", "4", "4", "4", "12", "10", "11", "21", "9"],
        ["3", "C", "9", "9", "9", "27", "", "", "", ""],
    ]
    assert [(step["step"], step["names"]) for step in found["podium"]] == [
        (2, ["Nom B"]),
        (1, ["Nom A"]),
        (3, ["Nom C"]),
    ]


def test_T6_a_tie_break_for_the_cut_is_shown_too() -> None:
    hall = Hall("jungo")
    hall.begun("ABCDEFG")  # B E G D, C F A
    for round_, (one, other) in enumerate(("BC", "EF", "BA"), 1):
        hall.write(round_, ", ".join(letter + "*" * (letter == one) for letter in "BEGD"))
        hall.write(round_, ", ".join(letter + "*" * (letter == other) for letter in "CFA"))
    hall.tie_break("ACF", 2)
    hall.write(1, "A, C, F*", stage=2)
    hall.tie_break("ACE", 3)
    hall.write(1, "A, C, E*", stage=3)
    found = page(hall, "ranking")
    assert [column["head"] for column in found["columns"]][3:] == ["Total", "Départage 1", "Départage 2"]
    assert {row[1]: row[-2:] for row in cells(found)} == {
        "A": ["0", "0"],
        "C": ["0", "0"],
        "E": ["", "1"],
        "F": ["1", ""],
        **{letter: ["", ""] for letter in "BDG"},
    }


def test_G7_a_tie_that_the_organiser_decided_is_marked() -> None:
    hall = Hall("jungo", final=False)
    hall.begun("ABC")
    for round_, letters in enumerate(("ABC", "BCA", "CAB"), 1):
        hall.write(round_, f"{letters[0]}*, {letters[1]}, {letters[2]}")
    for seed in (1, 2, 3):
        hall.tie_break("ABC", seed)
        hall.do(
            Correct(len(hall.on.stages), 1, 1, Result({id_of(letter): Entry() for letter in "ABC"}, None, True), None)
        )
    hall.do(SettleTie([id_of(letter) for letter in "BCA"]))
    found = page(hall, "standings", stage=1)
    assert [line["rank"] for line in found["lines"]] == ["1†", "2†", "3†"]
    assert found["notes"] == ["† Égalité tranchée par l’organisateur."]


def test_T7_the_disqualified_are_last_and_on_no_podium() -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    for round_ in (1, 2, 3):
        hall.write(round_, "A 3*, B 4, C 9")
    hall.disqualify("A", 3)
    hall.do(FinishTournament())
    found = page(hall, "ranking")
    assert [line["name"][-1] for line in found["lines"]] == ["B", "C", "A"]
    assert found["lines"][2]["note"] == "n°\u00a01, disqualification"
    assert [step["names"] for step in found["podium"]] == [["Nom C"], ["Nom B"]]
    assert "Nom A" not in str(page(hall, "certificates", who="all"))


def test_a_standing_with_many_rounds_lies_on_its_side_and_then_leaves_them_out() -> None:
    wide = Hall(final=False, qualification_rounds=12)
    wide.begun("ABC")
    play(wide, 1, *range(1, 13))
    assert (page(wide, "standings")["is_wide"], len(page(wide, "standings")["columns"])) == (True, 14)
    wider = Hall(final=False, qualification_rounds=20)
    wider.begun("ABC")
    play(wider, 1, *range(1, 21))
    assert (page(wider, "standings")["is_wide"], len(page(wider, "standings")["columns"])) == (False, 2)


# ---- What is hidden


@pytest.mark.parametrize("what", ["results", "standings", "ranking", "certificates"])
def test_T13_what_is_behind_the_curtain_is_on_nobodys_paper(what: str) -> None:
    hall = Hall(final=False)
    hall.begun("ABC")
    play(hall, 1, 1, 2, 3)
    hall.do(FinishTournament())
    hall.do(Curtain(True))
    with pytest.raises(Refusal, match="paper_hidden"):
        page(hall, what, STRANGER)
    assert page(hall, what)
    hall.do(Curtain(False))
    assert page(hall, what, STRANGER)


def test_T3_a_draw_that_is_not_shown_is_on_nobodys_paper() -> None:
    hall = Hall()
    hall.fill("ABC")
    hall.do(DrawStage(1))
    for what in ("seats", "tables"):
        assert page(hall, what)
        with pytest.raises(Refusal, match="paper_empty"):
            page(hall, what, STRANGER)


@pytest.mark.parametrize(("of", "code"), [({"stage": 2}, "stage_unknown"), ({"round": 9}, "table_unknown")])
def test_a_round_that_there_is_not_is_refused(of: dict[str, int], code: str) -> None:
    hall = Hall()
    hall.begun("ABC")
    for what in ("seats", "results", "sheets"):
        with pytest.raises(Refusal, match=code):
            page(hall, what, **of)


# ---- Certificates


def test_T10_certificates_are_for_the_podium_or_for_all_once_it_is_over() -> None:
    hall = Hall(final=False, tie="shared")
    hall.begun("ABCDE")
    with pytest.raises(Refusal, match="paper_early"):
        page(hall, "certificates")
    for round_ in (1, 2, 3):
        hall.write(round_, "A 3*, B 3, C 9, D 10, E 11")
    told = hall.view().stages[0].rounds[0].tables[0].result
    hall.do(Correct(1, 1, 1, result("A 6, B 3*, C 9, D 10, E 11"), told))
    hall.do(FinishTournament())
    podium, all_ = (page(hall, "certificates", who=who)["certificates"] for who in ("podium", "all"))
    assert [one["name"] for one in podium] == [f"Nom {letter}" for letter in "BAC"]
    assert [one["place"] for one in podium] == ["1re place", "2e place", "3e place"]
    assert len(all_) == 5
    assert podium[0]["words"] == "Tournoi de Skyjo, 5 joueurs"
    assert page(hall, "certificates", lang="en", who="all")["certificates"][3]["place"] == "4th place"


def test_T11_the_regulation_is_numbered_and_says_its_version() -> None:
    found = page(Hall(), "regulation", STRANGER)
    assert found["subtitle"] == "Version 1"
    (text, *_) = read(page_of("regulation", Hall().view(), asked()))
    assert re.search(r"Article 1\. Objet", text)
    assert "1.1" in text
