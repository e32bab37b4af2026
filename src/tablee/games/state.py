"""One declaration of a state's fields, two forms of it.

A game declares its state as a class of annotated integers and arrays. `@state` makes of it a light object with
slots for the interpreter (server, tests, debugging); its `DTYPE` is the list of fields from which the lab makes a
numpy record for compiled play. Both forms are read and written alike: `s.turn`, `s.value[seat][cell]`.

Functions marked with `@rule` run in both worlds: they stay within what numba compiles and call only each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast, get_args, get_type_hints

I8 = Annotated[int, "i1"]
I16 = Annotated[int, "i2"]
I32 = Annotated[int, "i4"]
I64 = Annotated[int, "i8"]
# Arrays add their lengths: Annotated[Row, "i1", 150] or Annotated[Grid, "i1", 8, 48].
Row = list[int]
Grid = list[list[int]]

FieldSpec = tuple[str, str] | tuple[str, str, tuple[int, ...]]


class State:
    """What every declared state can do; its fields come from the subclass's annotations."""

    __slots__ = ()
    DTYPE: ClassVar[list[FieldSpec]]

    def __init__(self) -> None:
        for name, _, *shape in self.DTYPE:
            setattr(self, name, _zeros(shape[0] if shape else ()))

    def assign(self, other: Self) -> None:
        """Takes over every field of another state of the same game."""
        raise NotImplementedError  # `state` writes it

    def copy(self) -> Self:
        """Returns an independent state with the same fields."""
        twin = self.__class__.__new__(self.__class__)
        twin.assign(self)
        return twin

    def fields(self) -> dict[str, Any]:
        """Returns the fields by name, arrays as lists."""
        return {name: getattr(self, name) for name, *_ in self.DTYPE}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.fields() == cast(State, other).fields()

    __hash__ = None  # type: ignore[assignment]  # states change


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [[0] * shape[1] for _ in range(shape[0])]


C = TypeVar("C", bound=State)


def state(cls: type[C]) -> type[C]:
    """Makes of an annotated class a state with slots and a `DTYPE`."""
    specs: list[FieldSpec] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        arguments = get_args(hint)
        if name == "DTYPE" or not arguments:
            continue
        _, kind, *shape = arguments
        specs.append((name, kind, tuple(shape)) if shape else (name, kind))
    body = {key: value for key, value in vars(cls).items() if key not in ("__dict__", "__weakref__")}
    body["__slots__"] = tuple(name for name, *_ in specs)
    body["DTYPE"] = specs
    body["assign"] = _assign(specs)
    return cast("type[C]", type(cls)(cls.__name__, cls.__bases__, body))


def _assign(specs: list[FieldSpec]) -> Callable[[Any, Any], None]:
    """Writes the function that takes over every field: a view begins as a copy, and a loop takes four times as long."""
    lines = ["def assign(self, other):"]
    for name, _, *shape in specs:
        dimensions = len(shape[0]) if shape else 0
        value = (f"other.{name}", f"other.{name}[:]", f"[line[:] for line in other.{name}]")[dimensions]
        lines.append(f"    self.{name} = {value}")
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)  # noqa: S102  # of nothing but names of declared fields
    return made["assign"]


F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Marks a function of the rules, which the lab also compiles."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def rare(function: F) -> F:
    """Marks a rule function that matters little for speed: compiled, it is not copied into its callers."""
    function.__rare__ = True  # type: ignore[attr-defined]
    return rule(function)
