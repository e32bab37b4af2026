"""Settings of a game: what exists, what is allowed (G2), presets, and the code that shares a combination (S16).

A setting is declared once, here is what follows from it: the check of a value, the number under which it stands in
a compiled state, the form on the page, and its place in a settings code. Values are plain JSON: text, whole numbers,
booleans; an ending is text such as `points(100)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .refusal import Refusal
from .state import State

Value = int | str | bool
Settings = dict[str, Value]


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    name: str
    choices: tuple[str, ...]
    default: str
    group: str
    kind: str = field(default="choice", init=False)

    def check(self, value: object) -> Value:
        """Returns the value, or raises a `Refusal` naming the choices."""
        if not isinstance(value, str) or value not in self.choices:
            raise Refusal("setting_choice", setting=self.name, choices=", ".join(self.choices))
        return value

    def numbers(self, value: Value) -> tuple[int, ...]:
        """Returns the whole numbers that stand for a checked value."""
        return (self.choices.index(str(value)),)

    def from_numbers(self, numbers: Sequence[int]) -> Value:
        """Returns the value that `numbers` stand for, unchecked against bounds."""
        if numbers[0] >= len(self.choices):
            raise Refusal("code_unknown")
        return self.choices[numbers[0]]


@dataclass(frozen=True)
class Number:
    """A whole number between two bounds, or `off` where that is allowed."""

    name: str
    low: int
    high: int
    default: int
    group: str
    off: int | None = None
    kind: str = field(default="number", init=False)

    def check(self, value: object) -> Value:
        """Returns the value, or raises a `Refusal` naming the bounds."""
        if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refusal("setting_number", setting=self.name, low=self.low, high=self.high)
        if value != self.off and not self.low <= value <= self.high:
            if self.off is None:
                raise Refusal("setting_range", setting=self.name, low=self.low, high=self.high)
            raise Refusal("setting_range_off", setting=self.name, off=self.off, low=self.low, high=self.high)
        return value

    def numbers(self, value: Value) -> tuple[int, ...]:
        """Returns the whole numbers that stand for a checked value."""
        return (int(value),)

    def from_numbers(self, numbers: Sequence[int]) -> Value:
        """Returns the value that `numbers` stand for, unchecked against bounds."""
        return numbers[0]


@dataclass(frozen=True)
class Flag:
    """On or off."""

    name: str
    default: bool
    group: str
    kind: str = field(default="flag", init=False)

    def check(self, value: object) -> Value:
        """Returns the value, or raises a `Refusal`; the words on and off are understood."""
        if isinstance(value, bool):
            return value
        words = {"on": True, "true": True, "off": False, "false": False}
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise Refusal("setting_flag", setting=self.name)

    def numbers(self, value: Value) -> tuple[int, ...]:
        """Returns the whole numbers that stand for a checked value."""
        return (int(value),)

    def from_numbers(self, numbers: Sequence[int]) -> Value:
        """Returns the value that `numbers` stand for, unchecked against bounds."""
        return bool(numbers[0])


@dataclass(frozen=True)
class Form:
    """One form of an ending: its word and the bounds of its number."""

    word: str
    low: int
    high: int
    default: int


@dataclass(frozen=True)
class Ending:
    """When a game ends: a word and a number, written `points(100)`."""

    name: str
    forms: tuple[Form, ...]
    default: str
    group: str
    kind: str = field(default="ending", init=False)

    def check(self, value: object) -> Value:
        """Returns the value in full, or raises a `Refusal` naming words or bounds."""
        match = re.fullmatch(r"(\w+)(?:\((\d{1,9})\))?", value) if isinstance(value, str) else None
        form = next((f for f in self.forms if match and f.word == match[1]), None)
        if match is None or form is None:
            words = ", ".join(f"{f.word}({f.default})" for f in self.forms)
            raise Refusal("setting_choice", setting=self.name, choices=words)
        number = int(match[2]) if match[2] else form.default
        if not form.low <= number <= form.high:
            raise Refusal("setting_range", setting=self.name, low=form.low, high=form.high)
        return f"{form.word}({number})"

    def parts(self, value: Value) -> tuple[str, int]:
        """Returns word and number of a checked value."""
        word, number = str(value).rstrip(")").split("(")
        return word, int(number)

    def numbers(self, value: Value) -> tuple[int, ...]:
        """Returns the whole numbers that stand for a checked value: the form's place, its number."""
        word, number = self.parts(value)
        return ([form.word for form in self.forms].index(word), number)

    def from_numbers(self, numbers: Sequence[int]) -> Value:
        """Returns the value that `numbers` stand for, unchecked against bounds."""
        if numbers[0] >= len(self.forms):
            raise Refusal("code_unknown")
        return f"{self.forms[numbers[0]].word}({numbers[1]})"


Setting = Choice | Number | Flag | Ending

# What every game offers (G1, G4, G5, G7).
SHARED: tuple[Setting, ...] = (
    Number("max_turns", 50, 100_000, 1_000, group="table"),  # G1
    Number("turn_time", 10, 300, 0, group="table", off=0),  # G4, seconds
    Choice("on_timeout", ("neutral", "bot"), "neutral", group="table"),  # G4
    Choice("on_leave", ("bot", "withdraw"), "bot", group="table"),  # G5
)


def defaults(schema: Iterable[Setting]) -> Settings:
    """Returns every setting at its default."""
    return {setting.name: setting.default for setting in schema}


def complete(schema: Sequence[Setting], given: Mapping[str, object]) -> Settings:
    """Returns every setting, the given ones checked, or raises a `Refusal` for the first that is not allowed (G2)."""
    known = {setting.name: setting for setting in schema}
    settings = defaults(schema)
    for name, value in given.items():
        if name not in known:
            raise Refusal("setting_unknown", setting=str(name)[:40], known=", ".join(known))
        settings[name] = known[name].check(value)
    return settings


def write_settings(s: State, schema: Sequence[Setting], settings: Settings) -> None:
    """Writes into a state, as numbers, those complete settings that are fields of it."""
    fields = {name for name, *_ in s.DTYPE}
    for setting in schema:
        if setting.name in fields:
            setattr(s, setting.name, setting.numbers(settings[setting.name])[0])


# A settings code is the game's name, then what differs from the defaults: for each such setting its place in the
# schema and its numbers, as a chain of base-128 numbers written in 32 letters that are hard to confuse, and a letter
# that catches a slip of the pen. Places never change: a schema only grows at its end.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def code(game: str, schema: Sequence[Setting], settings: Settings) -> str:
    """Returns the settings code of a complete combination, e.g. `SKYJO` for the defaults."""
    chain: list[int] = []
    for place, setting in enumerate(schema):
        if settings[setting.name] != setting.default:
            chain.append(place)
            chain.extend(setting.numbers(settings[setting.name]))
    word = game.upper().replace("_", "")
    if not chain:
        return word
    octets = bytearray()
    for number in chain:
        while number > 127:
            octets.append(128 | number & 127)
            number >>= 7
        octets.append(number)
    bits = int.from_bytes(b"\x01" + bytes(octets))  # the leading 1 keeps leading zeros
    letters = ""
    while bits:
        letters = _LETTERS[bits & 31] + letters
        bits >>= 5
    return f"{word}-{letters}{_LETTERS[_slip(letters)]}"


def from_code(game: str, schema: Sequence[Setting], text: str) -> Settings:
    """Returns the settings that a code stands for, or raises a `Refusal` where it is none of this game."""
    word, dash, letters = text.strip().upper().partition("-")
    if word != game.upper().replace("_", ""):
        raise Refusal("code_game", game=game)
    if not dash:
        return defaults(schema)
    letters = letters.translate(str.maketrans("OIL", "011"))
    digits = [_LETTERS.find(letter) for letter in letters[:-1]]
    if not digits or -1 in digits or len(letters) > 200 or letters[-1] != _LETTERS[_slip(letters[:-1])]:
        raise Refusal("code_unknown")
    bits = 0
    for digit in digits:
        bits = bits << 5 | digit
    octets = bits.to_bytes((bits.bit_length() + 7) // 8)
    if octets[:1] != b"\x01":
        raise Refusal("code_unknown")
    return complete(schema, _unchain(schema, octets[1:]))


def _slip(letters: str) -> int:
    # Weights 1, 3, 5 … are odd, so a single wrong letter always changes the sum modulo 32.
    return sum((2 * place + 1) * _LETTERS.index(letter) for place, letter in enumerate(letters)) % 32


def _unchain(schema: Sequence[Setting], octets: bytes) -> Settings:
    chain: list[int] = []
    number = shift = 0
    for octet in octets:
        number |= (octet & 127) << shift
        shift += 7
        if octet < 128:
            chain.append(number)
            number = shift = 0
    given: Settings = {}
    while chain:
        place = chain.pop(0)
        if place >= len(schema):
            raise Refusal("code_unknown")
        setting = schema[place]
        length = len(setting.numbers(setting.default))
        if len(chain) < length:
            raise Refusal("code_unknown")
        given[setting.name] = setting.from_numbers(chain[:length])
        del chain[:length]
    return given
