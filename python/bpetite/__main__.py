"""Runs the command line program `bpetite`, which is in the package (bin/bpetite), with the same
arguments: `python -m bpetite --help`. PROGRAM is its path."""
import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).with_name("bin") / "bpetite"


def main() -> None:
    os.execv(PROGRAM, ["bpetite", *sys.argv[1:]])


if __name__ == "__main__":
    main()
