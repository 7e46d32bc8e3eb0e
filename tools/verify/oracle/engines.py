"""The engines that are compared: ours, and those that the patterns were written for.

    engines.install()      Python's regex, Oniguruma and form C (tokenizers), and fancy-regex

Each is a program that reads texts as lines of hex, and prints the bytes of each chunk (chunks.cpp).
With `passes` of ["--batch"] it reads a pattern and texts from each line.
"""
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

import environment
from environment import BUILD, ROOT

HERE = pathlib.Path(__file__).resolve().parent
OURS = ROOT / "build" / "release" / "tools" / "verify" / "oracle"
FANCY = BUILD / "fancy_chunks"


def install():
    """Goes on in an environment with the libraries, and builds the adapter of fancy-regex."""
    environment.enter("oracle", "regex", "tokenizers", "unicodedata2")
    for program in ("bpetite_chunks", "bpetite_forms", "bpetite_pairs"):
        if not (OURS / program).exists():
            sys.exit(f"oracle: {program} is missing; a build of release makes it")
    if shutil.which("cargo") is None:
        environment.skipped("oracle", "cargo is missing, which builds the adapter of fancy-regex")
        sys.exit(1)
    subprocess.run(["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path",
                    HERE / "rust" / "Cargo.toml", "--target-dir", FANCY], check=True)


def by_reference(dialect, passes):
    return [OURS / "bpetite_chunks", "--dialect", dialect, *passes]


def by_engine(dialect, passes):
    return [OURS / "bpetite_chunks", "--dialect", dialect, "--engine", *passes]


def by_regex(dialect, passes):
    return [sys.executable, HERE / "python_chunks.py", "regex", dialect, *passes]


def by_fancy_regex(_, passes):
    return [FANCY / "release" / "fancy_chunks", *passes]


def by_oniguruma(dialect, passes):
    return [sys.executable, HERE / "python_chunks.py", "oniguruma", dialect, *passes]


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


def write_batch(path, pairs):
    """Writes patterns with their texts: a line for each pattern."""
    with open(path, "w", encoding="ascii") as file:
        for pattern, texts in pairs:
            file.write(" ".join(text.encode().hex() for text in [pattern, *texts]) + "\n")


def write_hex(path, texts):
    """Writes texts as lines of hex, and returns how many there were."""
    count = 0
    with open(path, "w", encoding="ascii") as file:
        for text in texts:
            file.write(text.encode().hex() + "\n")
            count += 1
    return count
