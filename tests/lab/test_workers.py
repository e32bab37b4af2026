"""Whoever does the lab's work, the result is the same: processes, a Dask cluster, Ray."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tablee import cli
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab import arena, simulate, workers
from tablee.lab.extras import extra
from tablee.lab.workers import Crew, Workers, called

PLAN = simulate.Plan("skyjo", complete(GAMES["skyjo"].SETTINGS, {}), ("steady", "greedy", "steady"), 3)
PAIRING = arena.Pairing("skyjo", complete(GAMES["skyjo"].SETTINGS, {"end": "rounds(1)"}), ("steady", "greedy"), 3)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a Dask scheduler with two workers, each a process."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=workers.LOOPBACK
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module", autouse=True)
def small_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate, "BATCH", 70)
        yield


@pytest.fixture(scope="module")
def alone() -> tuple[Any, ...]:
    """What came of it in one process; it goes first, so that what is compiled lies ready for the others."""
    return both(Crew())


def both(crew: Crew) -> tuple[Any, ...]:
    """Simulates and plays games; returns all that came of it but times."""
    starts: list[int] = []
    tally = simulate.simulate(PLAN, 500, crew, lambda _: None, lambda rounds: starts.append(rounds.start))
    played = [replace(one, seconds=[]) for one in arena.play_all(PAIRING, 30, crew, lambda _: None)]
    return tally, starts, played


def test_a_joined_dask_cluster_gives_the_result_of_one_process(scheduler: str, alone: tuple[Any, ...]) -> None:
    with called(Workers(backend="dask", cluster=scheduler)) as crew:
        assert crew.jobs == 2
        assert both(crew) == alone


def test_a_dask_cluster_of_ones_own_gives_the_result_of_one_process(alone: tuple[Any, ...]) -> None:
    with called(Workers(2, "dask")) as crew:
        assert both(crew) == alone


def test_processes_give_the_result_of_one_process(alone: tuple[Any, ...]) -> None:
    with called(Workers(2)) as crew:
        assert both(crew) == alone


def test_ray_gives_the_result_of_one_process(alone: tuple[Any, ...]) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tablee[ray]'")
    with called(Workers(2, "ray")) as crew:
        assert both(crew) == alone


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_commands_join_a_cluster_and_print_the_same(
    command: str, scheduler: str, capsys: pytest.CaptureFixture[str]
) -> None:
    count = "--rounds" if command == "simulate" else "--games"
    words = [command, "skyjo", "--bots", "steady,greedy", count, "12", "--set", "end=rounds(1)", "--json"]
    told: list[dict[str, Any]] = []
    for more in ([], ["--backend", "dask", "--cluster", scheduler]):
        assert cli.main([*words, *more]) == 0
        found = json.loads(capsys.readouterr().out)
        workers = found.pop("backend"), found.pop("jobs")
        assert workers == (("dask", 2) if more else ("processes", 1))
        for timed in ("seconds", "rounds_per_second", "turns_per_second"):
            found.pop(timed, None)
        told.append(found)
    assert told[0] == told[1]


@pytest.mark.parametrize("is_cluster", [False, True])
def test_a_refusal_comes_back_from_a_worker(
    is_cluster: bool, scheduler: str, alone: tuple[Any, ...], tmp_path: Path
) -> None:
    own = tmp_path / "own.py"
    own.write_text("def choose(view, seat, legal, rng):\n    return 10_000\n")
    asked = replace(PAIRING, bots=(str(own), "steady"))
    whose = Workers(backend="dask", cluster=scheduler) if is_cluster else Workers(2)
    with called(whose) as crew, pytest.raises(Refusal) as refused:
        arena.play_all(asked, 8, crew, lambda _: None)
    assert (refused.value.code, refused.value.facts["action"]) == ("bot_illegal", "10000")


def test_a_cluster_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        for address in (f"tcp://127.0.0.1:{taken.getsockname()[1]}", "nonsense://here"):
            with pytest.raises(Refusal) as refused, called(Workers(backend="dask", cluster=address)):
                pass
            assert (refused.value.code, refused.value.facts["cluster"]) == ("cluster_unreachable", address)


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "nowhere", "auto:ray"])
def test_a_cluster_of_ray_that_does_not_answer_is_refused_before_ray_waits(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))  # nothing of it is asked
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        named = address.format(taken.getsockname()[1])
        with pytest.raises(Refusal) as refused, called(Workers(backend="ray", cluster=named)):
            pass
    assert (refused.value.code, refused.value.facts["cluster"]) == ("cluster_unreachable", named)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--cluster tcp://127.0.0.1:8786", "--backend dask"),
        ("--cluster tcp://127.0.0.1:8786 --backend dask --jobs 2", "--jobs and --cluster"),
        ("--jobs 0", "--jobs goes from 1 to 256."),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_workers_that_do_not_go_together_are_refused(
    command: str, words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, "skyjo", *words.split()]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("engine", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_an_engine_that_is_missing_is_named_with_how_to_install_it(
    engine: str, module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert cli.main(["simulate", "skyjo", "--rounds", "5", "--backend", engine]) == 2
    assert f"{module}, which is not installed: pip install 'tablee[{engine}]'" in capsys.readouterr().err


def test_an_extra_that_is_there_and_broken_is_no_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_there.py").write_text("import surely_not_there\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="surely_not_there"):
        extra("half", "half_there")
