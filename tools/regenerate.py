"""Writes anew what is generated and kept beside the tests: playthroughs, counts and the vectors of the score sheet.

`python -m tools.regenerate`, from the project's folder, takes a minute or two. What changed is for a person to judge:
`git diff tests/data`.
"""

from __future__ import annotations

from tools import counts, playthroughs, sheet_vectors


def main() -> None:
    for path in playthroughs.files():
        path.write_text(playthroughs.told(playthroughs.read(path.read_text(encoding="utf-8"))), encoding="utf-8")
        print(path.relative_to(playthroughs.DATA))
    for path in counts.files():
        cases = counts.read(path)
        for case in cases:
            case.counts = counts.count(path.parent.name, case, max(case.depth + 1, len(case.counts)))
        counts.write(path, cases)
        print(path.relative_to(counts.DATA))
    sheet_vectors.TARGET.write_text(sheet_vectors.told(), encoding="utf-8")
    print(sheet_vectors.TARGET.relative_to(playthroughs.DATA))


if __name__ == "__main__":
    main()
