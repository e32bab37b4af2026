"""What commands share that the lab's workers can do: `--jobs`, `--backend` and `--cluster`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tablee.commands.long import MOST_JOBS, within
from tablee.games.refusal import Refusal

if TYPE_CHECKING:
    from tablee.lab.workers import Workers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare `--jobs`, `--backend` and `--cluster`."""
    parser.add_argument("--jobs", type=int, metavar="J", help="so many processes at once (default: 1)")
    parser.add_argument(
        "--backend",
        choices=("processes", "dask", "ray"),
        default="processes",
        help="what runs them: this machine alone, or an engine for several (default: %(default)s); "
        "results are the same whoever plays",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="join a running Dask scheduler (tcp://HOST:8786) or Ray cluster (HOST:6379) and use all that it has; "
        "without, --backend dask or ray starts workers on this machine",
    )


def workers_of(arguments: argparse.Namespace) -> Workers:
    """Returns the workers asked for, or raises a `Refusal` where the arguments do not go together."""
    from tablee.lab.workers import Workers

    if arguments.cluster is not None:
        if arguments.backend == "processes":
            raise Refusal("cluster_backend")
        if arguments.jobs is not None:
            raise Refusal("cluster_jobs")
    jobs = 1 if arguments.jobs is None else within("--jobs", arguments.jobs, 1, MOST_JOBS)
    return Workers(jobs, arguments.backend, arguments.cluster)
