"""Pictures of what arena and simulations tell, drawn by matplotlib from their documents (the extra `pictures`).

Nothing of matplotlib's state is touched: a picture is a figure of its own, and its format is that of the file's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO

from ..games.refusal import Refusal
from ..words import say
from .extras import extra

FORMATS = ("png", "svg", "pdf")
GROUND, PANEL, INK, LINE = "#F5F1EC", "#FFFCF8", "#261B2E", "#D9D0CF"
COLOURS = ("#2450B8", "#E2604F", "#1B6A55", "#8A4B00", "#6D4A94", "#1F6F7A", "#B8304F", "#8C8088")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")  # so that nobody needs the colours
WIDTH, HEIGHT = 6.0, 4.0  # inches, of a panel

Document = Mapping[str, Any]


def format_of(name: str) -> str:
    """Returns the format that a picture's name asks for, or raises a `Refusal`; also where matplotlib is missing."""
    extra("pictures", "matplotlib.figure")
    found = name.rpartition(".")[2].lower()
    if found not in FORMATS:
        raise Refusal("picture_format", file=name, known=", ".join(f".{one}" for one in FORMATS))
    return found


def draw_arena(found: Document, file: BinaryIO, picture_format: str) -> None:
    """Draws shares of wins with their intervals and, of bots whose time was taken, ms a turn."""
    timed = [bot for bot in found["bots"] if bot["ms_per_turn"]]
    panels: list[Callable[[Any], None]] = [lambda axes: _shares(axes, found)]
    if timed:
        panels.append(lambda axes: _times(axes, timed))
    _save(panels, _title(found, f"{found['games']:,} games"), file, picture_format)


def draw_simulation(found: Document, file: BinaryIO, picture_format: str) -> None:
    """Draws scores, what the first seat and finishing are worth, and starting cards where they were counted."""
    panels: list[Callable[[Any], None]] = [
        lambda axes: _scores(axes, found["by_bot"]),
        lambda axes: _places(axes, found["by_place"], found["rounds"]),
    ]
    if found["ending"]:
        panels.append(lambda axes: _ending(axes, found["ending"], found["seats"]))
    if found["by_starting_card"]:
        panels.append(lambda axes: _cards(axes, found["by_starting_card"]))
    _save(panels, _title(found, f"{found['rounds']:,} rounds"), file, picture_format)


def _title(found: Document, played: str) -> str:
    game = say("en", f"rules.{found['game']}.title")
    return f"{game}, {found['seats']} seats, {found['code']}: {played}, seed {found['seed']}"


def _save(panels: Sequence[Callable[[Any], None]], title: str, file: BinaryIO, picture_format: str) -> None:
    figure_module: Any = extra("pictures", "matplotlib.figure")
    columns = min(2, len(panels))
    rows = -(-len(panels) // columns)
    figure = figure_module.Figure(figsize=(WIDTH * columns, HEIGHT * rows), facecolor=GROUND, layout="constrained")
    figure.suptitle(title, color=INK)
    for place, panel in enumerate(panels):
        axes = figure.add_subplot(rows, columns, place + 1)
        axes.set_facecolor(PANEL)
        axes.tick_params(colors=INK)
        axes.grid(visible=True, color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        panel(axes)
    figure.savefig(file, format=picture_format, dpi=120)


def _percent(axis: Any) -> None:
    ticker: Any = extra("pictures", "matplotlib.ticker")
    axis.set_major_formatter(ticker.PercentFormatter(xmax=1, decimals=None))


def _shares(axes: Any, found: Document) -> None:
    bots = found["bots"]
    for row, bot in enumerate(bots):
        low, high = bot["interval"]
        share = bot["win_share"]
        axes.errorbar(share, row, xerr=[[share - low], [high - share]], fmt="o", capsize=4, color=COLOURS[0])
        axes.annotate(f"{share:.1%}", (share, row), xytext=(0, 9), textcoords="offset points", ha="center", color=INK)
    axes.axvline(found["even"], color=COLOURS[1], linestyle="--", label=f"even: {found['even']:.1%}")
    axes.set_yticks(range(len(bots)), [bot["name"][-30:] for bot in bots])
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.set_xlim(-0.05, 1.05)
    _percent(axes.xaxis)
    axes.set_title("games won, with 95 % intervals", color=INK)
    axes.legend()


def _times(axes: Any, bots: Sequence[Document]) -> None:
    bars = axes.barh(range(len(bots)), [bot["ms_per_turn"] for bot in bots], height=0.5, color=COLOURS[0])
    axes.bar_label(bars, fmt="%.2f", padding=3, color=INK)
    axes.set_yticks(range(len(bots)), [bot["name"][-30:] for bot in bots])
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.margins(x=0.15)
    axes.set_title("processor time a turn, ms", color=INK)


def _scores(axes: Any, bots: Sequence[Document]) -> None:
    for bot, colour in zip(bots, COLOURS, strict=False):
        scores, counts = zip(*bot["distribution"], strict=True)
        edges = range(scores[0], scores[-1] + 2)
        many = dict(zip(scores, counts, strict=True))
        total = sum(counts)
        axes.stairs(
            [many.get(score, 0) / total for score in edges[:-1]],
            [edge - 0.5 for edge in edges],
            color=colour,
            label=f"{bot['bot'][-30:]}, mean {bot['mean']:.2f}",
        )
    _percent(axes.yaxis)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_title("scores of a round", color=INK)
    axes.set_xlabel("score", color=INK)
    axes.legend()


def _places(axes: Any, places: Sequence[Document], rounds: int) -> None:
    shares = [row["won_share"] for row in places]
    errors = [1.96 * (share * (1 - share) / rounds) ** 0.5 for share in shares]
    bars = axes.bar(range(len(places)), shares, yerr=errors, capsize=4, width=0.6, color=COLOURS[0])
    axes.bar_label(bars, labels=[f"{share:.1%}" for share in shares], label_type="center", color=PANEL)
    axes.axhline(1 / len(places), color=COLOURS[1], linestyle="--", label="even")
    axes.set_xticks(range(len(places)), ["first seat", *(f"+{place}" for place in range(1, len(places)))])
    _percent(axes.yaxis)
    axes.set_title("rounds won by place after the first seat", color=INK)
    axes.legend(loc="lower right", framealpha=1)


def _ending(axes: Any, ending: Sequence[Document], seats: int) -> None:
    laps = [row["lap"] for row in ending]
    most = max(row["rounds"] for row in ending)
    axes.bar(laps, [row["rounds"] / most for row in ending], width=0.8, color=LINE, label="rounds, the most = 100 %")
    axes.plot(laps, [row["finisher_won_share"] for row in ending], "o-", color=COLOURS[0], label="won by the finisher")
    axes.axhline(1 / seats, color=COLOURS[1], linestyle="--", label="even")
    axes.set_ylim(0, 1.05)
    _percent(axes.yaxis)
    axes.set_title("finishing, by the lap in which it happened", color=INK)
    axes.set_xlabel("lap", color=INK)
    axes.legend()


def _cards(axes: Any, rows: Sequence[Document]) -> None:
    cards = list(dict.fromkeys(row["card"] for row in rows))
    for place, colour, mark in zip(dict.fromkeys(row["place"] for row in rows), COLOURS, MARKS, strict=False):
        own = [row for row in rows if row["place"] == place]
        axes.errorbar(
            [cards.index(row["card"]) for row in own],
            [row["mean"] for row in own],
            yerr=[row["mean_error"] for row in own],
            fmt=f"{mark}-",
            capsize=3,
            color=colour,
            label=place,
        )
    axes.set_xticks(range(len(cards)), cards)
    axes.set_title("mean score of seats that began with a card", color=INK)
    axes.set_xlabel("card", color=INK)
    axes.legend()
