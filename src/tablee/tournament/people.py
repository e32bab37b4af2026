"""The people of a rehearsal: names of our own making, two of them the same, some late, some who never come.

They are players like others, each with a person of their own, whose id no device's can be: so they tell results as
anybody at a table does, and the organiser is alone with what comes of it.
"""

from __future__ import annotations

from ..games.refusal import Refusal
from ..words import LANGS
from .events import SIMULATED, Accepted, Marked, Registered, TournamentEvent

FEWEST, MOST = 4, 200
FEWEST_WITH_LATE = 12  # of fewer, all come
DOOR = f"{SIMULATED}door"  # whoever checks in who comes late

_FIRST = (
    *("Anaïs", "Bruno", "Chloé", "Denis", "Élodie", "Farid", "Gaëlle", "Hugo", "Inès", "Jérôme", "Kenza", "Loïc"),
    *("Maëlys", "Noé", "Océane", "Pascal", "Quentin", "Romane", "Solène", "Théo", "Ursule", "Victor", "Wassila"),
    *("Xavier", "Yaël", "Zoé", "Aimé", "Béatrice", "Cédric", "Daphné", "Eudes", "Françoise", "Gérald", "Hélène"),
    *("Ibrahim", "Josée", "Léa", "Marcel", "Naïma", "Odile"),
)
_LAST = (
    *("Abadie", "Bérard", "Carrère", "Delmas", "Évrard", "Faure", "Garrigue", "Hébert", "Imbert", "Joly", "Kessler"),
    *("Lefèvre", "Maçon", "Noël", "Ozanne", "Périé", "Quéré", "Rigal", "Sabatié", "Teulié", "Urbain", "Vidal"),
    *("Weber", "Ybert", "Zanin", "Ait-Ali", "Bonnet", "Cros", "d’Arc", "Espié", "Fabre", "Gaÿ", "Hue", "Issaly"),
    *("Lô", "Mercœur", "N’Diaye"),
)


def name_of(number: int, people: int) -> str:
    """Returns the name on a badge, from 1; one of them is somebody else's too (T1)."""
    at = number - 1 if number != people - 1 else 1
    # 40 first and 37 last names have no common divisor: no other pair comes twice among so few.
    return f"{_FIRST[at % len(_FIRST)]} {_LAST[(at * 5 + at // len(_FIRST)) % len(_LAST)]}"


def is_late(number: int, people: int) -> bool:
    """Returns whether the person of a badge comes once the first round is under way (T8)."""
    return people >= FEWEST_WITH_LATE and number % 60 == 8


def is_absent(number: int, people: int) -> bool:
    """Returns whether the person of a badge never comes (T8)."""
    return people >= FEWEST_WITH_LATE and number % 30 == 11


def player_of(number: int) -> str:
    """Returns the id of the player of a badge."""
    return f"rehearsed-{number:03}"


def person_of(player: str) -> str:
    """Returns the id of a simulated player's person."""
    return SIMULATED + player


def registered(people: int, lang: str) -> list[TournamentEvent]:
    """Registers so many simulated people, most of whom have come, accepted and paid; none where it is no rehearsal."""
    if people == 0:
        return []
    if not FEWEST <= people <= MOST:
        raise Refusal("rehearsal_size", low=FEWEST, high=MOST)
    if lang not in LANGS:
        raise Refusal("language_unknown", language=lang[:40], known=", ".join(LANGS))
    events: list[TournamentEvent] = []
    for number in range(1, people + 1):
        player = player_of(number)
        events.append(Registered(player, name_of(number, people), number, person_of(player)))
        events.append(Accepted(player, 1, person_of(player)))
        is_here = not is_late(number, people) and not is_absent(number, people)
        events.append(Marked(player, is_here=is_here, is_paid=is_here and number % 7 != 3))
    return events
