"""Processes that run a library, and answer questions about it (worker.cpp, peers.py, rust/)."""
import os
import pathlib
import subprocess
import time
import typing

from libraries import IN_PYTHON, IN_RUST, NOT_EXACT, RUST
from places import BUILD, HERE, ROOT, say
from vocabularies import Vocabulary

EXACT = "the same"
OURS = ROOT / "build" / "release" / "tools" / "measure" / "bench" / "bpetite_bench"


class Setup(typing.NamedTuple):
    """The values that all workers get."""

    python: pathlib.Path  # that has the peers
    vocabulary: Vocabulary
    threads: int


class Worker:
    """A process that answers questions. The answer is None if it fails."""

    def __init__(self, name, setup):
        command = [RUST] if name in IN_RUST else [setup.python, HERE / "peers.py"]
        if name.startswith("ours") and name != IN_PYTHON:
            command = [OURS]
        threads = str(setup.threads)
        environment = dict(os.environ, RAYON_NUM_THREADS=threads, OMP_NUM_THREADS=threads,
                           PYTHONPYCACHEPREFIX=str(BUILD / "pycache"))
        if name in ("ours:avx2", "ours:portable"):
            environment["BPETITE_SIMD"] = name.removeprefix("ours:")
        self.name, self.threads, self.begin = name, setup.threads, time.perf_counter()
        self.process = subprocess.Popen(
            [*map(str, command), name, str(setup.vocabulary.path), setup.vocabulary.pattern,
             threads], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=BUILD, env=environment)

    def ask(self, *question):
        try:
            self.process.stdin.write("\t".join(map(str, question)) + "\n")
            self.process.stdin.flush()
            answer = [""]
            while answer[0] not in ("ok", "err"):  # some libraries print to standard output
                line = self.process.stdout.readline()
                answer = line.rstrip("\n").split("\t") if line else ["err", "ended"]
        except OSError:
            answer = ["err", "ended"]
        if answer[0] != "ok":
            say(f"{self.name}: {' '.join(map(str, question))}: {' '.join(answer[1:]) or 'ended'}")
            return None
        return answer[1:]

    def seconds(self, *question):
        """The seconds that the answer took, or None if it is wrong. If a library may use only one
        thread and uses more, its CPU time counts."""
        answer = self.ask(*question)
        if answer is None or answer[2] != "1":
            return None
        wall, used = map(float, answer[:2])
        return max(wall, used) if self.threads == 1 else wall

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def in_turns(names, rounds):
    """Each name once in each round. Each round begins with another name."""
    for turn in range(rounds):
        at = turn % len(names)
        yield from names[at:] + names[:at]


def digests(names, setup, path, size):
    """The SHA-256 of the ids that each library gives for a text, if it gives any."""
    found = {}
    for name in names:
        with Worker(name, setup) as worker:
            answer = worker.ask("load") and worker.ask("sha", path, size)
            if answer:
                found[name] = answer[1]
    return found


def ids_beside_ours(name, digests_by_name):
    """EXACT, or another word that a table has for the ids of a library."""
    if digests_by_name.get(name) is None or digests_by_name[name] != digests_by_name.get("ours"):
        return "differ or none"
    return f"{EXACT} here, not everywhere" if name in NOT_EXACT else EXACT
