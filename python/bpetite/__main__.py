"""`bpetite`: the command line program, which is in the package."""
import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).with_name("bin") / "bpetite"


def main() -> None:
    os.execv(PROGRAM, ["bpetite", *sys.argv[1:]])


if __name__ == "__main__":
    main()
