"""What goes out of a tournament and into it over HTTP: names, regulation, files, printed pages (T1, T11, T13)."""

from __future__ import annotations

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pypdf
import pytest

from tests.server.guests import Guest, Message, new_id


def make(guest: Guest, game: str = "skyjo", **settings: Any) -> str:
    """Makes a tournament and returns its id."""
    body = {"id": new_id(), "game": game, "name": "Coupe du village", "settings": settings, "organiser": "Hélène"}
    answer = guest.ask("POST", "/api/tournaments", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["tournament"]


def do(guest: Guest, stream: str, **command: Any) -> None:
    """Carries a command out."""
    answer = guest.ask("POST", f"/api/tournaments/{stream}/commands", {"id": new_id(), "command": command})
    assert answer.status_code == 200, answer.text


def view(guest: Guest, stream: str) -> Message:
    return guest.get(f"/api/tournaments/{stream}")


def register(guest: Guest, stream: str, *names: str) -> None:
    """Registers people who accept the regulation and are here, and answers the open points as recommended."""
    players = [{"player": f"player-{place:04}", "name": name} for place, name in enumerate(names)]
    shown = view(guest, stream)
    do(guest, stream, do="answer", answers={one["setting"]: one["value"] for one in shown["questions"]})
    do(guest, stream, do="register", players=players, accepts=view(guest, stream)["version"])
    for one in players:
        do(guest, stream, do="check_in", player=one["player"])


def begin(guest: Guest, stream: str) -> None:
    """Draws the tables, shows them and begins the first round."""
    do(guest, stream, do="draw_stage", seed=1)
    do(guest, stream, do="show_draw")
    do(guest, stream, do="begin_round", stage=1, round=1)


def write(guest: Guest, stream: str, round_: int, stage: int = 1) -> None:
    """Writes a round at each table: the first seat has finished with the fewest."""
    tables = view(guest, stream)["stages"][stage - 1]["rounds"][round_ - 1]["tables"]
    for table in tables:
        entries = {player: {"total": 4 + 3 * seat + round_} for seat, player in enumerate(table["players"])}
        result = {"entries": entries, "finisher": table["players"][0]}
        at = {"stage": stage, "round": round_, "table": table["table"]}
        do(guest, stream, do="correct", **at, result=result, seen=None)


NAMES = ("Anne", "=Bob", "Chloé", "Émile", "Zoé")


def rows(answer: Any) -> list[list[str]]:
    """A CSV file that was answered."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"].startswith('attachment; filename="tablee-skyjo-')
    text = answer.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


# ---- Names in


def bring(guest: Guest, stream: str, body: bytes, lang: str = "fr") -> Any:
    """Sends a list of names."""
    return guest.http.post(f"/api/tournaments/{stream}/import?lang={lang}", content=body)


def test_T1_a_list_is_read_and_registers_nobody(guest: Guest) -> None:
    stream = make(guest)
    answer = bring(guest, stream, "Prénom;Nom\r\nÈve;Lefèvre\r\n;\r\nX;\r\nZoé;Noël\r\n".encode("cp1252"))
    assert answer.json() == {
        "names": ["Ève Lefèvre", "Zoé Noël"],
        "refused": [{"line": 4, "text": "X", "code": "name_length", "sentence": "Un nom a de 2 à 40 caractères."}],
    }
    assert view(guest, stream)["players"] == []


def test_T1_a_thousand_names_are_read_and_registered(guest: Guest) -> None:
    stream = make(guest)
    lines = "".join(f'{number};"rue des Lilas, {number}";Nom{number};Prénom\n' for number in range(1_000))
    answer = bring(guest, stream, f"N°;Adresse;Nom;Prénom\n{lines}".encode() + b" " * 100_000)
    names = answer.json()["names"]
    assert (len(names), names[999]) == (1_000, "Prénom Nom999")
    for start in range(0, 1_000, 250):
        players = [{"player": f"player-{start + n:04}", "name": name} for n, name in enumerate(names[start:][:250])]
        do(guest, stream, do="register", players=players)
    assert [player["number"] for player in view(guest, stream)["players"]] == [*range(1, 1_001)]


def test_T1_what_is_no_list_is_refused(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    assert bring(guest, stream, b"").json()["code"] == "csv_empty"
    assert bring(guest, stream, b"x\n" * 600_000).json()["code"] == "body_long"
    assert bring(other, stream, b"Anne\n").json()["code"] == "organiser_only"
    assert bring(guest, "t" + "0" * 20, b"Anne\n").json()["code"] == "tournament_unknown"


# ---- The regulation


def test_T11_everybody_reads_the_regulation_as_it_is_set(guest: Guest, other: Guest) -> None:
    stream = make(guest, sanctions="graded")
    french = other.get(f"/api/tournaments/{stream}/regulation?lang=fr")
    assert french["version"] == 1
    assert [one["title"] for one in french["articles"]][-2:] == ["Discipline et arbitrage", "Acceptation"]
    assert "avertissement" in str(french)
    assert other.get(f"/api/tournaments/{stream}/regulation?lang=en")["articles"][-1]["title"] == "Acceptance"


# ---- Files out


def test_T13_players_results_and_ranking_as_tables(guest: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    begin(guest, stream)
    for round_ in (1, 2, 3):
        write(guest, stream, round_)
    path = f"/api/tournaments/{stream}/export.csv?lang=fr&what"
    players = rows(guest.ask("GET", f"{path}=players"))
    assert players[0] == ["Badge", "Nom", "Arrivé", "Règlement accepté (version)", "Payé", "Hors jeu"]
    assert players[2] == ["2", "'=Bob", "oui", "1", "non", ""]
    results = rows(guest.ask("GET", f"{path}=results"))
    assert len(results) == 1 + 3 * 5
    assert results[1][:4] == ["Qualification", "1", "1", "1"]
    assert results[1][6:] == ["5", "oui", "confirmé"]
    ranking = rows(guest.ask("GET", f"{path}=ranking"))
    assert ranking[0][4:] == [
        "Qualification\u00a0: rang",
        *(f"Qualification\u00a0: manche {n}" for n in (1, 2, 3)),
        "Qualification\u00a0: total",
    ]
    assert ranking[1][4:] == ["1", "5", "6", "7", "18"]


def test_T13_as_json_numbers_are_numbers_and_text_is_text(guest: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    begin(guest, stream)
    write(guest, stream, 1)
    told = guest.get(f"/api/tournaments/{stream}/export.json")
    assert (told["name"], told["game"], told["is_over"]) == ("Coupe du village", "skyjo", False)
    assert [one["name"] for one in told["players"]] == list(NAMES)
    assert {one["score"] for one in told["results"]} == {5, 8, 11, 14, 17, None}
    assert told["ranking"][0]["stages"][0]["total"] == 5


def test_T12_files_say_no_more_than_the_view(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    do(guest, stream, do="pay", player="player-0001")
    do(guest, stream, do="draw_stage", seed=1)
    path = f"/api/tournaments/{stream}/export"
    assert len(rows(guest.ask("GET", f"{path}.csv?what=results&lang=fr"))) == 1 + 15
    assert len(rows(other.ask("GET", f"{path}.csv?what=results&lang=fr"))) == 1  # the draw is not shown
    assert [row[4] for row in rows(other.ask("GET", f"{path}.csv?what=players&lang=fr"))[1:]] == [""] * 5
    do(guest, stream, do="show_draw")
    do(guest, stream, do="begin_round", stage=1, round=1)
    write(guest, stream, 1)
    do(guest, stream, do="curtain", is_drawn=True)
    hidden = other.get(f"{path}.json")
    assert hidden["ranking"] == []
    assert {one["score"] for one in hidden["results"]} == {None}
    assert len(guest.get(f"{path}.json")["ranking"]) == 5


@pytest.mark.parametrize("what", ["", "secrets"])
def test_a_list_that_there_is_not_is_refused(guest: Guest, what: str) -> None:
    answer = guest.ask("GET", f"/api/tournaments/{make(guest)}/export.csv?what={what}&lang=fr")
    assert answer.status_code == 404
    assert answer.json()["sentence"].endswith("players, results, ranking.")


# ---- Printed pages


def text_of(answer: Any) -> str:
    """What is written on a printed page that was answered."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith('inline; filename="tablee-skyjo-')
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages)


def test_T13_pages_are_printed_in_the_language_asked_for(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    begin(guest, stream)
    path = f"/api/tournaments/{stream}/paper"
    assert "Trouve ta table" in text_of(other.ask("GET", f"{path}/seats.pdf?lang=fr"))
    assert "Find your table" in text_of(other.ask("GET", f"{path}/seats.pdf?lang=en"))
    assert "manche 2" in text_of(other.ask("GET", f"{path}/tables.pdf?lang=fr&stage=1&round=2"))


def test_T12_what_is_printed_for_whom(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    do(guest, stream, do="draw_stage", seed=1)
    path = f"/api/tournaments/{stream}/paper"

    def code(who: Guest, page: str) -> tuple[int, str]:
        answer = who.ask("GET", f"{path}/{page}")
        return answer.status_code, "" if answer.status_code == 200 else answer.json()["code"]

    assert code(other, "seats.pdf") == (409, "paper_empty")  # the draw is not shown
    assert code(guest, "seats.pdf") == (200, "")
    assert code(other, "regulation.pdf") == (200, "")
    assert code(other, "sheets.pdf") == (403, "staff_only")
    assert code(guest, "certificates.pdf") == (409, "paper_early")
    assert code(guest, "bills.pdf") == (404, "paper_unknown")
    assert code(guest, "sheets.pdf?stage=7")[1] == "stage_unknown"
    do(guest, stream, do="show_draw")
    do(guest, stream, do="begin_round", stage=1, round=1)
    do(guest, stream, do="curtain", is_drawn=True)
    assert code(other, "standings.pdf") == (403, "paper_hidden")
    assert code(guest, "standings.pdf") == (200, "")


def test_T13_sheets_carry_the_codes_of_the_links_that_the_organiser_made(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *NAMES)
    begin(guest, stream)
    path = f"/api/tournaments/{stream}/paper/sheets.pdf"
    body = {"stage": 1, "round": 1, "links": {"1": "t" * 43}, "lang": "fr"}
    told = text_of(guest.ask("POST", path, body))
    assert "Scanne ce code" in told
    assert "que sur cet ordinateur" in told  # the tests' server is reached by 127.0.0.1
    assert f"{guest.address}/tournament/{stream}/t#{'t' * 43}".encode() in link_texts(guest.ask("POST", path, body))
    assert other.ask("POST", path, body).json()["code"] == "staff_only"
    assert guest.ask("POST", path, body | {"links": {"1": "no token!"}}).json()["code"] == "id_malformed"


def link_texts(answer: Any) -> bytes:
    """What is read aloud of the pictures in a PDF: the addresses in the codes."""
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    found: list[str] = []

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, list):
            for one in node:
                walk(one)
        elif isinstance(node, dict):
            found.append(str(node.get("/Alt", "")))
            if "/K" in node:
                walk(node["/K"])

    walk(reader.root_object["/StructTreeRoot"])
    return "\n".join(found).encode()


def test_printing_holds_up_nobody(guest: Guest, other: Guest) -> None:
    stream = make(guest)
    register(guest, stream, *(f"Personne {number}" for number in range(120)))
    begin(guest, stream)
    with ThreadPoolExecutor() as pool:
        sheets = pool.submit(guest.http.get, f"/api/tournaments/{stream}/paper/sheets.pdf?lang=fr")
        answered = 0
        while not sheets.done():
            assert other.ask("GET", "/api/games?lang=en").status_code == 200
            answered += 1
    assert sheets.result().status_code == 200
    assert answered > 3
