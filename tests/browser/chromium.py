"""The browser of the tests: Chromium from the npm package `@sparticuz/chromium`, which needs nothing of the system.

`python -m tests.browser.chromium`, from the project's folder, brings it; `run.py test` does so. On a machine that this
build is not for (it is for Linux on x86-64), set TABLEE_CHROMIUM to a Chromium or Chrome of the machine's own.
"""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = HERE / "node_modules"
AXE = PACKAGES / "axe-core" / "axe.min.js"
CACHE = HERE.parents[1] / ".cache" / "chromium"
OWN = os.environ.get("TABLEE_CHROMIUM")
EXECUTABLE = Path(OWN) if OWN else CACHE / "chromium"

# The package's own list of arguments is not used: it switches web security off.
ARGUMENTS = [
    "--no-sandbox",  # there is none for root
    "--no-zygote",
    "--headless=shell",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{cache}/fonts</dir>
  <cachedir>{cache}/fonts-cache</cachedir>
</fontconfig>
"""


def environment() -> dict[str, str | float | bool]:
    """The environment to start the browser in: its own libraries, and its own fonts, so that pictures are the same."""
    surroundings: dict[str, str | float | bool] = {**os.environ}
    if not OWN:
        surroundings |= {"LD_LIBRARY_PATH": str(CACHE / "lib"), "FONTCONFIG_FILE": str(CACHE / "fonts.conf")}
    return surroundings


def unpack(archives: Path, into: Path) -> None:
    """Unpack the package's files: compressed tar archives, and the program compressed by itself."""
    import brotli

    for archive in sorted(archives.glob("*.br")):
        content = brotli.decompress(archive.read_bytes())
        if archive.name.endswith(".tar.br"):
            with tarfile.open(fileobj=io.BytesIO(content)) as files:
                # Python before 3.11.4 has no filters; the npm lock vouches for what the archive holds.
                files.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
                files.extractall(into)  # noqa: S202
        else:
            program = into / archive.stem
            program.write_bytes(content)
            program.chmod(0o755)
    (into / "fonts.conf").write_text(FONTS.format(cache=into))


def bring() -> None:
    """Install the npm packages of these tests and unpack the browser, unless that is done."""
    import hatch_build  # at the project's root, which is on the path of `python -m` started there

    lock = (HERE / "package-lock.json").read_text()
    hatch_build.install_packages(HERE)
    stamp = CACHE / "package-lock.json"
    if OWN or (stamp.is_file() and stamp.read_text() == lock):
        return
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True)
    unpack(PACKAGES / "@sparticuz" / "chromium" / "bin", CACHE)
    stamp.write_text(lock)


if __name__ == "__main__":
    bring()
