"""The paths of tools/measure/bench/run, and the function that prints its progress."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = ROOT / "tools" / "measure" / "bench"
BUILD = ROOT / "build" / "bench"
DATA = pathlib.Path(os.environ.get("BPETITE_DATA", ROOT / ".." / "shared" / "data"))
PROGRAM = ROOT / "build" / "release" / "bpetite"
BOOK = ROOT / "conformance/artifacts/golden/tinyshakespeare/corpus.txt"  # if there are no corpora


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def write(name, text):
    """Writes a text that is to be measured, and returns its file."""
    path = BUILD / "texts" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path
