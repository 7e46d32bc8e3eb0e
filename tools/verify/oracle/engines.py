"""The engines that are compared: ours, and those that the patterns were written for.

Each is a program that reads texts as lines of hex, and prints the bytes of each chunk (chunks.cpp).
tools/verify/oracle/install makes those of others, in build/oracle.
"""
import concurrent.futures
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = ROOT / "tools" / "verify" / "oracle"
OURS = ROOT / "build" / "release" / "tools" / "verify" / "oracle"
OTHERS = ROOT / "build" / "oracle"
PYTHON = OTHERS / "venv" / "bin" / "python"


def by_reference(dialect, passes):
    return [OURS / "bpetite_chunks", "--dialect", dialect, *passes]


def by_engine(dialect, passes):
    return [OURS / "bpetite_chunks", "--dialect", dialect, "--engine", *passes]


def by_regex(dialect, passes):
    return [PYTHON, HERE / "python_chunks.py", "regex", dialect, *passes]


def by_fancy_regex(_, passes):
    return [OTHERS / "rust" / "release" / "fancy_chunks", *passes]


def by_oniguruma(dialect, passes):
    return [PYTHON, HERE / "python_chunks.py", "oniguruma", dialect, *passes]


def others(dialect):
    """The library of the dialect, and Python's regex."""
    if dialect == "tiktoken":
        return {"fancy-regex": by_fancy_regex, "Python's regex": by_regex}
    return {"Oniguruma": by_oniguruma, "Python's regex": by_regex}


OUR_OWN = {"reference": by_reference, "engine": by_engine}


def cut(command, texts):
    """Bytes with a line for each text; `texts` is a file of hex lines."""
    with open(texts, "rb") as lines:
        done = subprocess.run(command, stdin=lines, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"oracle: {command[:2]} failed: {done.stderr.decode().strip()}")
    return done.stdout


def cut_by_all(engines, dialect, passes, texts):
    """The answer of each engine by its name. Two engines run at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(cut, command(dialect, passes), texts)
                   for name, command in engines.items()}
        return {name: answer.result() for name, answer in running.items()}


def write_hex(path, texts):
    """Writes texts as lines of hex, and returns how many there were."""
    count = 0
    with open(path, "w", encoding="ascii") as file:
        for text in texts:
            file.write(text.encode().hex() + "\n")
            count += 1
    return count
