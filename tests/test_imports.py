"""Dependencies point down: every module imports only rooms below its own, and the server nothing that compiles."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parent

# The rooms of the house from the ground up, a storey a line; those of one storey do not know each other.
STOREYS = (
    ("games",),
    ("rng", "shuffle", "match", "words", "texts", "proofs"),
    ("record", "bots", "rulebook", "counting", "analysis"),
    ("forms", "room", "sheet", "tournament"),
    ("paper", "day"),
    ("server", "lab"),
    ("commands",),
    ("cli",),
    ("__main__",),
)
STOREY = {room: storey for storey, rooms in enumerate(STOREYS) for room in rooms}


def modules() -> dict[str, Path]:
    """Returns all modules of the package by dotted name; a folder's `__init__` has the folder's name."""
    found: dict[str, Path] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(["tablee", *parts]).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imports(name: str) -> set[str]:
    """Returns what a module imports, anywhere in it: modules of the package in full, others by their first name."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                origin = ".".join(
                    package.split(".")[: len(package.split(".")) - node.level + 1] + origin.split(".") * bool(origin)
                )
            # `from package import thing`: the thing may be a module.
            submodules = {f"{origin}.{alias.name}" for alias in node.names} & MODULES.keys()
            found.update(submodules)
            if not submodules or any(f"{origin}.{alias.name}" not in MODULES for alias in node.names):
                found.add(origin)
    return {module if module.split(".")[0] == "tablee" else module.split(".")[0] for module in found}


def room_of(module: str) -> str:
    return module.split(".")[1]


def within(module: str) -> set[str]:
    """Returns the modules of the package that a module imports; the package itself, a version number, is left out."""
    return {found for found in imports(module) if found.startswith("tablee.")}


def reached_from(start: set[str]) -> set[str]:
    """Returns everything that importing these modules imports, packages on the way included."""
    seen: set[str] = set()
    todo = list(start)
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        if module in MODULES:
            todo += imports(module)
            todo += [module.rpartition(".")[0]] if module.count(".") > 1 else []
    return seen


def test_every_room_has_its_storey() -> None:
    assert {room_of(module) for module in MODULES if module != "tablee"} - STOREY.keys() == set()


def test_what_is_imported_from_the_package_exists() -> None:
    assert {found for module in MODULES for found in within(module)} <= MODULES.keys()


@pytest.mark.parametrize("module", [module for module in MODULES if module != "tablee"])
def test_dependencies_point_down(module: str) -> None:
    own = room_of(module)
    upward = {found for found in within(module) if room_of(found) != own and STOREY[room_of(found)] >= STOREY[own]}
    assert upward == set()


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("tablee.games")])
def test_games_import_their_own_folder_the_standard_library_and_msgspec(module: str) -> None:
    strange = {
        found
        for found in imports(module)
        if not found.startswith("tablee.games") and found not in sys.stdlib_module_names | {"msgspec"}
    }
    assert strange == set()


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("tablee.games.")])
def test_games_know_no_luck_no_clock_and_no_files(module: str) -> None:
    assert imports(module) & {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "asyncio"} == set()


DECIDERS = [
    "tablee.match",
    *(f"tablee.{room}" for room in ("room", "sheet", "tournament", "day") if f"tablee.{room}" in MODULES),
]


@pytest.mark.parametrize("module", DECIDERS)
def test_what_decides_knows_no_luck_no_clock_and_no_network(module: str) -> None:
    parts = {found for found in MODULES if found == module or found.startswith(f"{module}.")}
    reached = reached_from(parts)
    assert reached & {"random", "secrets", "time", "datetime", "socket", "asyncio", "litestar", "sqlalchemy"} == set()


def test_the_server_never_imports_what_compiles() -> None:
    """numba costs the server's process 64 MB; not even by way of another module, nor in the middle of a function."""
    server = {module for module in MODULES if module.startswith("tablee.server")}
    reached = reached_from(server)
    assert {module for module in reached if module.startswith("tablee.lab")} == set()
    assert reached & {"numba", "numpy"} == set()


def test_no_module_imports_itself_by_way_of_others() -> None:
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, f"a circle: {' → '.join([*way[way.index(module) :], module])}"
        if module not in done:
            for found in sorted(within(module)):
                visit(found, (*way, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())
