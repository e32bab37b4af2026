"""A round of Jungo for PettingZoo: `env(seats=…, settings={…}, render_mode=…)`, and `raw_env` without wrappers."""

from __future__ import annotations

from functools import partial

from . import aec

env = partial(aec.env, "jungo")
raw_env = partial(aec.RoundEnv, "jungo")
