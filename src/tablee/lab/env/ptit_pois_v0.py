"""A round of P'tit Pois for PettingZoo: `env(seats=…, settings={…}, render_mode=…)`, and `raw_env` without wrappers."""

from __future__ import annotations

from functools import partial

from . import aec

env = partial(aec.env, "ptit_pois")
raw_env = partial(aec.RoundEnv, "ptit_pois")
