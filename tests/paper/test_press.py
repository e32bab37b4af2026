"""The press: what people wrote is printed letter by letter, is never markup, and is told where it cannot be printed."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pytest
import typst

from tablee.paper.page import Page
from tablee.paper.press import UNKNOWN, printed

AT = 1_796_000_000.25
NOWHERE = "\U000f1234"  # a letter for private use: no font has it


def badges(*names: str, **more: Any) -> Page:
    """A page of badges, the simplest one."""
    data = {
        "lang": "fr",
        "title": "Badges",
        "event": "Coupe",
        "game": "skyjo",
        "game_name": "Skyjo",
        "printed": "Imprimé",
        "code": "",
        "boxes": f"{UNKNOWN} manque",
        "badges": [{"name": name, "number": "1"} for name in names],
    }
    return Page("badges", data | more, AT)


def text(pdf: bytes) -> str:
    """All that is written in a PDF."""
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize(
    "name",
    [
        "#set page(1mm)",
        "#panic()",
        "*gras* _x_",
        '\\ "guil" $x$',
        "`raw` <lab> @ref",
        "[x] ] ) }",
        "// rien /* là */",
        "#{sys.inputs}",
        "- + = / 1.",
        "a~b--c...",
        "Łukasz Ďuriš",
        "Ελένη Иван",
    ],
)
def test_T13_what_people_wrote_is_never_markup(name: str) -> None:
    assert name in text(printed(badges(name))).replace("\n", " ")


def test_T13_a_letter_of_marks_keeps_its_marks() -> None:
    assert "Nguyễn Thị" in text(printed(badges("Nguyễn Thị")))
    assert len(text(printed(badges("محمد علي")))) > 20  # set from right to left, in the forms that letters take


def test_T13_the_longest_name_stays_on_its_badge() -> None:
    page = pypdf.PdfReader(io.BytesIO(printed(badges("W" * 40)))).pages[0]
    widths: list[float] = []

    def seen(part: str, _: Any, matrix: list[float], __: Any, size: float) -> None:
        if "WW" in part:
            widths.append(matrix[4] + len(part.strip()) * size * 0.5)

    page.extract_text(visitor_text=seen)
    assert widths
    assert max(widths) < float(page.mediabox.width) / 2 + 20


def test_T13_a_letter_that_no_font_has_is_a_box_and_the_page_says_so() -> None:
    told = text(printed(badges(f"A{NOWHERE}B", "Zoé")))
    assert f"A{UNKNOWN}B" in told
    assert f"{UNKNOWN} manque" in told
    assert f"{UNKNOWN} manque" not in text(printed(badges("Zoé")))


def test_pages_can_be_read_aloud() -> None:
    pdf = printed(badges("Zoé"))
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Badges · Coupe"
    root = reader.root_object
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("fr", True)  # type: ignore[index]
    assert b"pdfuaid" in pdf


def test_the_same_page_is_the_same_pdf() -> None:
    assert printed(badges("Zoé")) == printed(badges("Zoé"))


def test_a_page_that_cannot_be_set_is_no_page() -> None:
    with pytest.raises(typst.TypstError):
        printed(Page("badges", {}, AT))
    with pytest.raises(RuntimeError):
        printed(Page("no_such_template", {}, AT))
