"""Runs `tablee` on a machine whose clock somebody sets: `python clocked.py FILE WORDS…`.

The file holds the seconds by which the clock is wrong, and may be changed at any moment. The steady clock goes on as
it does on a real machine.
"""

from __future__ import annotations

import os
import sys
import time

_right = time.time
_file = os.open(sys.argv.pop(1), os.O_RDONLY)

time.time = lambda: _right() + float(os.pread(_file, 40, 0))

from tablee.cli import main  # noqa: E402  # what reads the clock must find it wrong already

sys.exit(main())
