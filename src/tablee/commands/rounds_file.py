"""Simulated rounds as rows of a file, CSV or Parquet: the same columns, a row a round, in order."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from tablee.commands.out_files import opened

if TYPE_CHECKING:
    from tablee.lab.simulate import Rounds

Kept = Callable[["Rounds"], None]


@contextmanager
def written(
    csv_name: str | None, parquet_name: str | None, seats: int, about: Mapping[str, str]
) -> Generator[Kept | None]:
    """Opens the files that are named and yields what takes rounds for them, None where there are none.

    A Parquet file's metadata say what it is `about`. Raises a `Refusal` where a file or a package is out of reach.
    """
    with ExitStack() as stack:
        takers: list[Kept] = []
        if parquet_name is not None:
            takers.append(stack.enter_context(_parquet(parquet_name, seats, about)))
        if csv_name is not None:
            takers.append(stack.enter_context(_csv(csv_name, seats)))

        def kept(rounds: Rounds) -> None:
            for taker in takers:
                taker(rounds)

        yield kept if takers else None


def _scores(seats: int) -> list[str]:
    return [f"score_{seat}" for seat in range(seats)]


@contextmanager
def _csv(name: str, seats: int) -> Generator[Kept]:
    with io.TextIOWrapper(opened(name), encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["round", "first", "finisher", "turns", "truncated", *_scores(seats)])

        def kept(rounds: Rounds) -> None:
            for index, (scores, out) in enumerate(zip(rounds.scores.tolist(), rounds.out.tolist(), strict=True)):
                turns, truncated, first, finisher = out
                finished = finisher if finisher >= 0 else ""
                rows.writerow([rounds.start + index, first, finished, turns, truncated, *scores])

        yield kept


@contextmanager
def _parquet(name: str, seats: int, about: Mapping[str, str]) -> Generator[Kept]:
    from tablee.lab.extras import extra

    arrow: Any = extra("parquet", "pyarrow")
    parquet: Any = extra("parquet", "pyarrow.parquet")
    columns = [
        ("round", arrow.int64()),
        ("first", arrow.int8()),
        ("finisher", arrow.int8()),
        ("turns", arrow.int32()),
        ("truncated", arrow.bool_()),
        *((score, arrow.int32()) for score in _scores(seats)),
    ]
    schema = arrow.schema(columns, metadata=dict(about))
    with opened(name) as file, parquet.ParquetWriter(file, schema) as writer:

        def kept(rounds: Rounds) -> None:
            turns, truncated, first, finisher = rounds.out.T
            arrays = [
                arrow.array(range(rounds.start, rounds.start + len(turns)), arrow.int64()),
                arrow.array(first, arrow.int8()),
                arrow.array(finisher, arrow.int8(), mask=finisher < 0),
                arrow.array(turns, arrow.int32()),
                arrow.array(truncated != 0),
                *(arrow.array(rounds.scores[:, seat]) for seat in range(seats)),
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))

        yield kept
