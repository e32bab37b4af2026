#!/usr/bin/env python3
"""Runs Tablée from a clone with nothing but Python 3.11 or newer; everything it installs stays in this folder.

    python3 run.py serve [--host H] [--port P] [--data DIR] [--database URL] [--behind-proxy A] [--name N]
    python3 run.py test [--long] [pytest's arguments: then pytest alone runs]
    python3 run.py dev [serve's arguments]       server and page with reload, and a demo table
    python3 run.py bench NAME [its arguments]
    python3 run.py COMMAND …                     any other command goes to `tablee`

What needs doing first is done once, and again when its source changes: the environment `.venv` from the locks, the
page from `web/`. Stamps remember it, so that a later start goes straight through. Progress goes to standard error.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"  # holds all of the other, in the same versions


def say(text: str) -> None:
    """Tell the person at the terminal what happens."""
    print(f"tablée: {text}", file=sys.stderr, flush=True)


def work(what: str, command: list[str | Path]) -> None:
    """Run a step of the set-up, saying so, its output on standard error; where it fails the program ends."""
    say(f"{what} …")
    began = time.monotonic()
    code = subprocess.call(command, cwd=ROOT, stdout=sys.stderr.fileno())
    if code:
        sys.exit(f"tablée: that failed (exit code {code}), see above; run the same command again to retry.")
    say(f"done in {time.monotonic() - began:.0f} s")


# The environment


def stamp_of(lock: Path) -> tuple[Path, str]:
    """Where the stamp of an installed lock lies and what it says when that lock is installed, here, as it is now."""
    return VENV / f"{lock.name}.stamp", hashlib.sha256(lock.read_bytes() + bytes(ROOT)).hexdigest()


def is_installed(lock: Path) -> bool:
    """Whether `.venv` holds what the lock names."""
    stamp, content = stamp_of(lock)
    return PYTHON.exists() and stamp.is_file() and stamp.read_text() == content


def make_environment() -> None:
    """Make `.venv`, or say what the machine lacks for it."""
    try:
        import venv  # noqa: F401
        from ensurepip import bootstrap  # noqa: F401
    except ImportError:  # Debian and its kin keep them in a package of their own
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        sys.exit(f"tablée: this Python cannot make environments: install the package {package} and run this again.")
    work("making the environment .venv", [sys.executable, "-m", "venv", "--clear", VENV])


def install(lock: Path = LOCK) -> None:
    """Bring `.venv` to what the lock names, and `tablee` itself from `src`, unless that is done."""
    if is_installed(lock):
        return
    if not PYTHON.exists() or subprocess.call([PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL):
        make_environment()  # the second: one whose making was interrupted
    # Half of the time goes into compiling modules of which most are never imported; those that are compile themselves.
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-compile"]
    pip += ["--disable-pip-version-check", "--require-hashes", "--no-deps"]
    work(f"installing the packages of {lock.name} (once, a minute or two)", [*pip, "--requirement", lock])
    # A path file does what an editable install does, without building one.
    places = subprocess.check_output(
        [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    Path(places.strip(), "tablee.pth").write_text(f"{ROOT / 'src'}\n")
    for done in (LOCK, lock):
        stamp, content = stamp_of(done)
        stamp.write_text(content)


def build_page() -> None:
    """Build the page, unless the one there is of these sources."""
    import hatch_build

    if not hatch_build.is_page_current():
        work("building the page (once, half a minute)", [PYTHON, "hatch_build.py"])


def become(*command: str | Path) -> None:
    """Go on as another program, which keeps this one's standard streams, folder and process id."""
    sys.stderr.flush()
    if os.name == "nt":  # execv returns to the shell at once there
        sys.exit(subprocess.call(command))
    os.execv(command[0], [str(word) for word in command])


# The commands


def serve(words: list[str]) -> None:
    """Start the server."""
    install()
    build_page()
    become(PYTHON, "-m", "tablee", "serve", *words)


def test(words: list[str]) -> None:
    """Check and test everything; with arguments of pytest's, run just what they choose."""
    from concurrent.futures import ThreadPoolExecutor  # here, so that a start does not wait for it

    install(TEST_LOCK)
    work("bringing the page up to date", [PYTHON, "hatch_build.py"])
    work("bringing the browser", [PYTHON, "-m", "tests.browser.chromium"])
    if set(words) - {"--long"}:
        become(PYTHON, "-m", "pytest", *words)
    checks = {
        "ruff check": ["-m", "ruff", "check"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "pyright": ["-m", "pyright"],
        "svelte-check": ["hatch_build.py", "run", "check"],
        "vitest": ["hatch_build.py", "run", "test"],
    }
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(check, checks, checks.values()))
    # Work is stolen in runs, so that what a module's tests share is made in few processes.
    # Two more of them than there are cores: tests wait for servers and browsers as often as they work.
    shared = ["--numprocesses", str((os.cpu_count() or 1) + 2), "--dist", "worksteal"]
    code = subprocess.call([PYTHON, "-m", "pytest", *shared, *words], cwd=ROOT)
    # pytest's summary stays the last line: what failed before it was said when it failed.
    sys.exit(code or int(not all(passed)))


def check(name: str, words: list[str]) -> bool:
    """Run one check and say how it went, with its output if it failed."""
    began = time.monotonic()
    surroundings = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}  # else it asks the network for newer ones
    done = subprocess.run([PYTHON, *words], cwd=ROOT, env=surroundings, capture_output=True, text=True)
    took = f"{time.monotonic() - began:.0f} s"
    if done.returncode:
        say(f"{name} FAILED after {took}:\n{done.stdout}{done.stderr}")
    else:
        say(f"{name}: passed in {took}")
    return done.returncode == 0


def dev(words: list[str]) -> None:
    """Run the server and the page from their sources, each reloaded when they change."""
    import argparse  # here, so that a start does not wait for it

    install(TEST_LOCK)
    options = argparse.ArgumentParser(prog="run.py dev", allow_abbrev=False)
    options.add_argument("--port", default="8000")
    options.add_argument("--data", default=str(ROOT / ".cache" / "dev"))
    known, others = options.parse_known_args(words)
    server = [str(PYTHON), "-m", "tablee", "serve", "--port", known.port, "--data", known.data, *others]
    surroundings = {**os.environ, "TABLEE_SERVER": f"127.0.0.1:{known.port}"}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that they end with this one
    say("the page, with a table to look at, will be at http://127.0.0.1:5173/demo")
    commands = (
        [PYTHON, "hatch_build.py", "run", "dev"],
        [PYTHON, "-m", "watchfiles", "--ignore-paths", "src/tablee/_web", shlex.join(server), "src"],
    )
    # Each is a group of processes of its own, so that all of it can be ended.
    groups = [subprocess.Popen(one, cwd=ROOT, env=surroundings, start_new_session=True) for one in commands]
    try:
        groups[0].wait()
    finally:
        for group in groups:
            with contextlib.suppress(ProcessLookupError):  # ended already
                os.killpg(group.pid, signal.SIGTERM)
            group.wait()


def bench(words: list[str]) -> None:
    """Run one of the benchmarks."""
    names = sorted(path.stem for path in (ROOT / "bench").glob("*.py"))
    if not words or words[0] not in names:
        sys.exit(f"tablée: say which benchmark to run: {', '.join(names)}.")
    install()
    become(PYTHON, ROOT / "bench" / f"{words[0]}.py", *words[1:])


def main(words: list[str]) -> None:
    """Do what the command line asks for."""
    if sys.version_info < (3, 11):
        sys.exit(f"tablée: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    if not words or words[0] in ("-h", "--help"):
        print(__doc__, flush=True)
        words = ["--help"]
    # Packages come uncompiled: where nothing compiled may be kept, each process would compile all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    name, *rest = words
    own = {"serve": serve, "test": test, "dev": dev, "bench": bench}
    if name in own:
        own[name](rest)
    install()
    become(PYTHON, "-m", "tablee", *words)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
