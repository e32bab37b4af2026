"""`python -m tablee` does what the command `tablee` does."""

from tablee.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
