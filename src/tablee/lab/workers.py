"""Who does the lab's work: this process, several, or the machines of a Dask or Ray cluster, all by way of joblib.

What is shared out is a function and its parts; each part brings its own luck, so that no result depends on who did
what. A cluster's machines need the same version of Tablée, with the extra of the engine, and the files of any bots.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Literal, TypeVar

from ..games.refusal import Refusal
from .extras import extra

Backend = Literal["processes", "dask", "ray"]
JOBLIB: dict[Backend, str] = {"processes": "loky", "dask": "dask", "ray": "ray"}  # what joblib calls them
LOOPBACK = "127.0.0.1:0"  # any free port, where nobody else comes in
PATIENCE = 10  # seconds that a cluster has to answer
SLICE = 4  # parts for each worker of Ray at a time: by joblib it hands in its results together only

T = TypeVar("T")


@dataclass(frozen=True)
class Workers:
    """So many processes of an engine; with a cluster's address, as many as that has."""

    jobs: int = 1
    backend: Backend = "processes"
    cluster: str | None = None


class Crew:
    """Workers at hand: `jobs` of them."""

    def __init__(self, jobs: int = 1, backend: Backend = "processes") -> None:
        self.jobs = jobs
        self.backend: Backend = backend

    def each(self, function: Callable[..., T], parts: Iterable[tuple[Any, ...]], *, in_order: bool) -> Iterator[T]:
        """Yields what the function returns for each part, its arguments: in their order, or as they are done."""
        if self.backend == "processes" and self.jobs == 1:
            return (function(*part) for part in parts)
        joblib: Any = import_module("joblib")  # it has no types; only now, for importing it takes as long as numpy
        tasks = (joblib.delayed(function)(*part) for part in parts)
        with joblib.parallel_config(backend=JOBLIB[self.backend], n_jobs=self.jobs):
            if self.backend == "ray":
                pool = joblib.Parallel()
                slices = iter(lambda: list(islice(tasks, SLICE * self.jobs)), [])
                return (done for some in slices for done in pool(some))
            return joblib.Parallel(return_as="generator" if in_order else "generator_unordered")(tasks)


@contextmanager
def called(workers: Workers) -> Generator[Crew]:
    """Starts the workers or joins their cluster, and lets them go at the end; raises a `Refusal` where that fails."""
    with ExitStack() as stack:
        jobs = workers.jobs
        if workers.backend == "dask":
            jobs = _dask(workers, stack)
        elif workers.backend == "ray":
            jobs = _ray(workers, stack)
        yield Crew(jobs, workers.backend)


def _dask(workers: Workers, stack: ExitStack) -> int:
    distributed: Any = extra("dask", "distributed")
    if workers.cluster is None:
        cluster = stack.enter_context(
            distributed.LocalCluster(
                n_workers=workers.jobs,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=LOOPBACK,
            )
        )
        client = stack.enter_context(distributed.Client(cluster))
        client.wait_for_workers(workers.jobs)
        return workers.jobs
    try:
        client = stack.enter_context(distributed.Client(workers.cluster, timeout=PATIENCE))
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError):  # ValueError: no address at all
        raise Refusal("cluster_unreachable", cluster=workers.cluster[:80]) from None
    return sum(client.ncores().values())


def _ray(workers: Workers, stack: ExitStack) -> int:
    ray: Any = extra("ray", "ray")
    if workers.cluster is None:
        ray.init(address="local", num_cpus=workers.jobs, include_dashboard=False, _node_ip_address="127.0.0.1")
    else:
        host, _, port = workers.cluster.removeprefix("ray://").rpartition(":")
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()  # Ray itself would try for minutes
            ray.init(address=workers.cluster)
        except (OSError, ValueError):  # ValueError: no address at all
            raise Refusal("cluster_unreachable", cluster=workers.cluster[:80]) from None
    stack.callback(ray.shutdown)
    import_module("ray.util.joblib").register_ray()
    return int(ray.cluster_resources().get("CPU", 1))
