"""Makes the fonts of printed pages from those of the page: `python -m tools.fonts`, needs fonttools and brotli.

A printed page is set in the page's own fonts, which npm brings as variable fonts cut up by script; paper wants whole
ones of one weight each. Both are under the SIL Open Font License, which goes with them.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from hatch_build import ROOT

PACKAGES = ROOT / "web" / "node_modules" / "@fontsource-variable"
FONTS = ROOT / "src" / "tablee" / "paper" / "fonts"
FACES = {"figtree": ("Figtree", (400, 700)), "bricolage-grotesque": ("Bricolage Grotesque", (800,))}
PARTS = ("latin", "latin-ext")


def face(slug: str, family: str, weight: int) -> TTFont:
    """Returns one weight of a font, its parts joined."""
    with tempfile.TemporaryDirectory() as folder:
        parts: list[str] = []
        for part in PARTS:
            font = TTFont(PACKAGES / slug / "files" / f"{slug}-{part}-wght-normal.woff2")
            font.flavor = None
            parts.append(str(Path(folder) / f"{part}.ttf"))
            instantiateVariableFont(font, {"wght": weight}).save(parts[-1])
        whole = Merger().merge(parts)
    # These parts do not know where a mark goes on a letter: a letter that is not there whole comes from another font.
    for table in whole["cmap"].tables:
        table.cmap = {code: glyph for code, glyph in table.cmap.items() if not 0x300 <= code < 0x370}
    whole["OS/2"].usWeightClass = weight
    # 700 alone is a family's bold.
    style = "Bold" if weight == 700 else "Regular"
    whole["OS/2"].fsSelection = 1 << 5 if style == "Bold" else 1 << 6
    whole["head"].macStyle = int(style == "Bold")
    name = f"{family.replace(' ', '')}-{weight}"
    for number, text in ((1, family), (2, style), (3, name), (4, f"{family} {weight}"), (6, name)):
        whole["name"].setName(text, number, 3, 1, 0x409)
    for number in (16, 17, 25):
        whole["name"].removeNames(nameID=number)
    return whole


def main() -> None:
    for slug, (family, weights) in FACES.items():
        for weight in weights:
            file = FONTS / f"{slug}-{weight}.ttf"
            face(slug, family, weight).save(file)
            print(file.relative_to(ROOT))
        (FONTS / f"{slug}-LICENSE.txt").write_text((PACKAGES / slug / "LICENSE").read_text())


if __name__ == "__main__":
    main()
