"""The command line's commands, one module each, named after it; `tablee.cli` lists them.

A module has `add_arguments(parser)` and `run(arguments)`, which returns the exit code. Standard output holds the
result alone (with `--json` one JSON document); progress and messages go to standard error.
"""
