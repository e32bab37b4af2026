"""A tournament by clicking, from registration to certificate: the console at two widths, tables on phones (T1–T13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import SMALL

PEOPLE = (
    "Léa Abadie",
    "Noé Albert",
    "Jules Arnaud",
    "Inès Aubry",
    "Paul Barbier",
    "Samir Benali",
    "Zoé Bernard",
    "Hugo Blanc",
    "Marie-Charlotte de la Rochefoucauld",
)

OpenPage = Callable[..., Page]
AssertAccessible = Callable[[Page], None]


class Console:
    """The organiser at the console, on whichever page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def next_is(self, kind: str, *words: str) -> None:
        """Expects what is next, and words of its sentence."""
        sentence = self.page.locator("p[data-step]")
        expect(sentence).to_have_attribute("data-step", kind)
        for word in words:
            expect(sentence).to_contain_text(word)

    def section(self, name: str) -> None:
        self.page.get_by_role("tab", name=re.compile(name)).click()

    def table(self, number: int) -> Locator:
        return self.page.locator(f"[data-table='{number}']")

    def write(self, number: int, totals: Sequence[int]) -> None:
        """Types a table's round into its dialog: the first by seat has finished."""
        self.table(number).locator(".head").click()
        dialog = self.page.get_by_role("dialog")
        enter(dialog, totals)
        dialog.get_by_role("button", name="Enregistrer", exact=True).click()
        expect(dialog).to_have_count(0)
        expect(self.table(number)).to_have_attribute("data-state", "confirmed")

    def seats(self, number: int) -> int:
        return self.table(number).locator(".players li").count()


def enter(at: Page | Locator, totals: Sequence[int]) -> None:
    """Types the totals of a round by seat; the first has finished."""
    tabs = at.get_by_role("tablist", name="Joueurs").get_by_role("tab")
    expect(tabs).to_have_count(len(totals))
    for place, total in enumerate(totals):
        tabs.nth(place).click()
        expect(tabs.nth(place)).to_have_attribute("aria-selected", "true")
        panel = at.locator("[role=tabpanel].entry")
        expect(panel.locator(".keys").first).to_be_visible()
        if panel.get_by_role("button", name="Total seul").count():
            panel.get_by_role("button", name="Total seul").click()
        for digit in str(total):
            panel.locator(".keys .number", has_text=digit).click()
    at.locator("[data-finisher='0']").click()


def spread(seats: int, low: int) -> list[int]:
    """Totals by seat, the first the lowest."""
    return [low + 5 * seat for seat in range(seats)]


def test_a_skyjo_tournament_of_nine_from_registration_to_certificate(
    open_page: OpenPage, assert_accessible: AssertAccessible
) -> None:
    page = open_page("phone", "fr")
    console = Console(page)

    # ---- Made in a minute: a game, a name, the open points as recommended.
    page.goto("/")
    page.get_by_role("link", name=re.compile("Tournoi")).click()
    page.get_by_role("link", name="Skyjo").click()
    page.get_by_label("Nom du tournoi").fill("Salle des fêtes")
    page.get_by_label("Ton nom").fill("Camille")
    expect(page.get_by_role("heading", name="Points à préciser")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Créer le tournoi").click()
    console.next_is("register", "0 inscrit")

    # ---- Registered: one by name and Enter, the others by a pasted list.
    page.get_by_label("Prénom et nom").fill(PEOPLE[0])
    page.get_by_label("Prénom et nom").press("Enter")
    expect(page.locator("[data-player]")).to_have_count(1)
    console.button("Coller une liste").click()
    page.get_by_label("Un nom par ligne").fill("\n".join(PEOPLE[1:]))
    console.button("Inscrire 8 joueurs").click()
    expect(page.locator("[data-player]")).to_have_count(9)
    console.next_is("check_in", "9 joueurs pas encore arrivés")
    assert_accessible(page)
    assert page.evaluate(SMALL) == []

    # ---- Checked in by badge number and Enter; who accepts on paper is noted on purpose.
    search = page.get_by_role("searchbox")
    for number in range(1, 10):
        search.fill(str(number))
        search.press("Enter")
        expect(search).to_have_value("")
    paid = page.locator("[data-player='1']").get_by_role("button", name="Payé")
    paid.click()
    expect(paid).to_have_attribute("aria-pressed", "true")
    console.next_is("accept", "9 personnes")
    console.button("Tous l’ont accepté sur papier").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(9)
    assert_accessible(page)
    console.button("Oui, c’est noté pour tous").click()

    # ---- Drawn, drawn again, two players swapped by hand, shown.
    console.next_is("draw", "9 inscrits, tous présents")
    console.button("Tirer les tables").click()
    console.next_is("show", "9 joueurs", "1 table de 5 et 1 de 4, aucune revanche")
    console.button("Tirer à nouveau").click()
    console.button("Échanger deux joueurs").click()
    first = console.table(1).locator(".pick").first
    other = console.table(2).locator(".pick").first
    names = first.inner_text(), other.inner_text()
    first.click()
    other.click()
    expect(console.table(1).locator(".pick").first).to_have_text(names[1])
    expect(console.table(2).locator(".pick").first).to_have_text(names[0])
    assert_accessible(page)
    console.button("Fini d’échanger").click()
    console.button("Montrer à tous").click()

    # ---- Round 1 with a clock; the tables' links are made on this device.
    console.next_is("begin", "Qualification, manche 1 sur 3")
    console.button("Plus de minutes").click()
    console.button("Lancer la manche 1").click()
    console.next_is("results", "on attend les tables 1 et 2")
    expect(page.get_by_role("timer")).to_be_visible()
    console.section("Partage")
    console.button("Créer les 2 liens").click()
    addresses = [_address(page, console, table) for table in (1, 2)]
    assert_accessible(page)
    console.section("Tables")

    # Table 1 tells on one phone, and another confirms; at table 2 the second tells it differently.
    counts = {number: console.seats(number) for number in (1, 2)}
    for table, address in enumerate(addresses, 1):
        teller = open_page("phone", "fr")
        teller.goto(address)
        enter(teller, spread(counts[table], 10 * table))
        teller.get_by_role("button", name="Envoyer le résultat").click()
        expect(teller.locator("[data-told='own']")).to_be_visible()
        assert_accessible(teller)
        expect(console.table(table)).to_have_attribute("data-state", "reported")
        witness = open_page("phone", "fr")
        witness.goto(address)
        if table == 1:
            witness.get_by_role("button", name="Oui, je confirme").click()
            expect(witness.locator("[data-told='confirmed']")).to_be_visible()
            expect(console.table(1)).to_have_attribute("data-state", "confirmed")
        else:
            witness.get_by_role("button", name="Ce n’est pas ça").click()
            last = witness.get_by_role("tablist", name="Joueurs").get_by_role("tab").nth(counts[2] - 1)
            last.click()
            panel = witness.locator("[role=tabpanel].entry")
            panel.get_by_role("button", name="Effacer").click()
            panel.locator(".keys .number", has_text="9").click()
            witness.get_by_role("button", name="Envoyer le résultat").click()
            expect(witness.locator("[data-told='conflict']")).to_be_visible()
            assert_accessible(witness)
        teller.context.close()
        witness.context.close()

    # ---- The conflict is settled side by side, a contestation decided.
    console.next_is("conflict", "deux résultats pour la table 2")
    console.button("Trancher, table 2").click()
    expect(page.locator(".differs")).to_have_count(2)
    assert_accessible(page)
    console.button("Garder le résultat 1").click()
    console.next_is("begin", "manche 2 sur 3")
    _contest(page, console, assert_accessible)

    # ---- Rounds 2 and 3 are typed by the organiser; a correction shows first what it changes.
    for round_ in (2, 3):
        console.section("Tables")
        console.button(f"Lancer la manche {round_}").click()
        console.next_is("results", f"manche {round_} sur 3")
        for table in (1, 2):
            console.write(table, spread(counts[table], 10 * table + round_))
    console.next_is("next_stage")
    console.table(1).locator(".head").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Corriger", exact=True).click()
    dialog.locator("[role=tabpanel].entry").get_by_role("button", name="Effacer").click()
    dialog.get_by_role("button", name="Voir ce que ça change").click()
    expect(dialog.get_by_role("heading", name="Ce que ça change")).to_be_visible()
    assert_accessible(page)
    dialog.get_by_role("button", name="Enregistrer la correction").click()
    expect(dialog).to_have_count(0)
    console.section("Journal")
    expect(page.locator("[data-step='next_stage']")).to_be_visible()
    console.button("Annuler cette étape").click()
    assert_accessible(page)
    console.button("Annuler pour de bon").click()
    expect(page.locator("li.undone").first).to_contain_text("résultat saisi ou corrigé, manche 3, table 1")

    # ---- The final of the two winners, two rounds.
    console.button("Tirer la phase finale").click()
    console.next_is("show", "Finale", "2 joueurs")
    console.button("Montrer à tous").click()
    for round_ in (1, 2):
        console.button(f"Lancer la manche {round_}").click()
        console.next_is("results", f"manche {round_} sur 2")
        console.write(1, (12, 20 + round_))
    console.next_is("finish", "gagne")
    champion = page.locator("p[data-step]").inner_text().partition(":")[2].strip().removesuffix(" gagne.")
    console.section("Classement")
    expect(page.locator("[data-rank='1']")).to_contain_text(champion)
    assert_accessible(page)
    console.button("Terminer le tournoi").click()
    console.next_is("over", champion)

    # ---- What is printed at the end.
    console.button("Imprimer et partager").click()
    certificate = page.get_by_role("link", name="Diplômes du podium").get_attribute("href")
    assert certificate is not None
    answer = page.request.get(certificate)
    assert answer.status == 200
    assert answer.body().startswith(b"%PDF")
    assert_accessible(page)

    # ---- The same desk in English, in the dark: every section.
    desk = open_page("desktop", "en", color_scheme="dark", storage_state=page.context.storage_state())
    desk.goto(page.url)
    expect(desk.locator("p[data-step]")).to_contain_text("The tournament is over")
    for name in ("Players", "Standings", "Sharing", "Discipline", "Regulation", "Journal"):
        desk.get_by_role("tab", name=re.compile(name)).click()
        expect(desk.get_by_role("tabpanel").get_by_role("heading", level=2)).to_be_visible()
        assert_accessible(desk)
        assert desk.evaluate(SMALL) == []


def _address(page: Page, console: Console, table: int) -> str:
    """Returns the address in the QR code of a table."""
    console.button(f"Table {table}").click()
    dialog = page.get_by_role("dialog")
    address = dialog.get_by_label(f"Lien de la table {table}").input_value()
    dialog.get_by_role("button", name="Fermer").click()
    expect(dialog).to_have_count(0)
    return address


def _contest(page: Page, console: Console, assert_accessible: AssertAccessible) -> None:
    """Raises a contestation at a table of the coming round and decides it: disqualified, and reversed in full (T7)."""
    page.get_by_role("radio", name="Manche 2").check(force=True)
    console.table(2).locator(".head").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Contestation, sanction").click()
    dialog.get_by_role("group", name="Qui est concerné").get_by_role("button").first.click()
    dialog.get_by_label("Les faits").fill("Une carte a été regardée.")
    assert_accessible(page)
    dialog.get_by_role("button", name="Ouvrir la contestation").click()
    dialog.get_by_role("button", name="Fermer").click()
    console.next_is("contestation", "table 2")
    console.button("Décider").first.click()
    expect(page.locator("[data-what='contestation']")).to_contain_text("Une carte a été regardée.")
    console.button("Sanctionner").click()
    form = page.locator("[data-what='contestation'] form")
    form.get_by_role("group", name="Qui est concerné").get_by_role("button").first.click()
    form.get_by_label("Le motif").fill("Article Discipline.")
    form.get_by_role("button", name="Disqualifier", exact=True).click()
    form.get_by_role("button", name="Disqualifier, c’est sûr").click()
    expect(page.locator("[data-what='disqualification']")).to_be_visible()
    console.button("Lever la disqualification").click()
    page.get_by_label("Le motif").fill("Erreur sur la personne.")
    console.button("Lever, avec ce motif").click()
    expect(page.locator("[data-what='reversal']")).to_contain_text("Erreur sur la personne.")
    assert_accessible(page)
    # What the disqualification had answered waits for its decision again.
    console.next_is("contestation", "table 2")
    page.locator("[data-what='contestation']").get_by_role("button", name="Décider").click()
    page.get_by_label("La décision").fill("Carte remise en place.")
    console.button("Noter la décision").click()
    console.next_is("begin", "manche 2 sur 3")
