"""Writes the locks of the Python packages anew from pyproject.toml.

`python -m tools.locks`, from the project's folder, needs `uv` (`pip install uv`). What is locked already keeps its
version; `python -m tools.locks --upgrade` takes the newest that fit together. The tests' lock holds all of the other,
in the same versions.
"""

from __future__ import annotations

import subprocess
import sys

from hatch_build import ROOT

# Valid for every system and Python; no address is recorded, so that each machine asks the registry it is set up for.
COMPILE = [
    *("uv", "pip", "compile", "pyproject.toml", "--quiet"),
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-header", "--no-annotate"),
]
LOCKS = {
    "requirements.lock": ["--extra", "page"],
    "requirements-test.lock": [
        *("--extra", "page", "--extra", "env", "--extra", "test"),
        *("--extra", "pictures", "--extra", "parquet", "--extra", "dask"),
        *("--constraint", "requirements.lock"),
    ],
}


def main() -> None:
    for lock, extras in LOCKS.items():
        subprocess.run([*COMPILE, *extras, "--output-file", lock, *sys.argv[1:]], cwd=ROOT, check=True)
        print(lock)


if __name__ == "__main__":
    main()
