"""Tablée: a table of people plays, scores and competes at card games."""

__version__ = "0.1.0"
