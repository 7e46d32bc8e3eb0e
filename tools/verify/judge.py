"""Asks bpetite for many answers at once, and compares them with those of another program."""
import array
import collections
import enum
import pathlib
import struct
import subprocess
import typing

import environment


class Result(enum.Enum):
    """What became of a file."""

    HELD = "held"          # it gives the same as its library
    REFUSED = "refused"    # for the expected reason
    SAME = "the same as another"  # its bytes are those of a file before it
    SKIPPED = "skipped"    # it, or its library, is not there
    FAILED = "failed"


class Refused(Exception):
    """An error of bpetite where none is expected."""


class Run(typing.NamedTuple):
    """What is the same for all files."""

    program: pathlib.Path  # bpetite_exchange_ids
    count: int             # of texts for each file
    seed: int
    sources: dict          # the corpora (texts.py)


class Model:
    """A file as bpetite opens it, with options such as "profile=gpt2"."""

    def __init__(self, run, path, *options):
        self.words = [run.program, path]
        self.options = options

    def ids(self, operation, given, *options):
        """For each text with its class: an array of numbers."""
        texts = [text.encode() for _, text in given]
        return [numbers(answer) for answer in
                self.answers(operation, [(len(text), text) for text in texts], 4, options)]

    def texts(self, operation, given):
        """For each list of ids with its class: bytes."""
        records = [(len(ids), array.array("I", ids).tobytes()) for _, ids in given]
        return self.answers(operation, records, 1, ())

    def refusal(self):
        """The error if it cannot be opened, else nothing."""
        answer = subprocess.run([*self.words, "encode", *self.options], input=b"",
                                capture_output=True)
        return answer.stderr.decode().strip()

    def answers(self, operation, records, size, options):
        data = b"".join(struct.pack("<I", count) + record for count, record in records)
        answer = subprocess.run([*self.words, operation, *self.options, *options], input=data,
                                capture_output=True)
        if answer.returncode != 0:
            raise Refused(f"{operation}: {answer.stderr.decode().strip()}")
        out, at = [], 0
        while at < len(answer.stdout):
            count, = struct.unpack_from("<I", answer.stdout, at)
            out.append(answer.stdout[at + 4:at + 4 + count * size])
            at += 4 + count * size
        return out


def numbers(data):
    out = array.array("I")
    out.frombytes(data)
    return out


class Judge:
    """Counts what differs, and keeps the shortest text of each operation."""

    def __init__(self, name):
        self.name, self.ids = name, 0
        self.compared, self.differ = collections.Counter(), collections.Counter()
        self.shortest = {}

    def hold(self, operation, given, mine, theirs, is_right=lambda what, got, want: got == want):
        """`given` are texts or ids, each with its class; the answers have the same order."""
        assert len(mine) == len(theirs) == len(given), (operation, len(mine), len(theirs))
        self.compared[operation] += len(given)
        for (kind, what), got, want in zip(given, mine, theirs):
            if is_right(what, got, want):
                continue
            self.differ[operation] += 1
            known = self.shortest.get(operation)
            if known is None or len(what) < len(known[1]):
                self.shortest[operation] = (kind, what, got, want)

    def result(self):
        """Prints what was compared and what differs."""
        total = sum(self.differ.values())
        print(f"{self.name}: {sum(self.compared.values()):,} comparisons, {self.ids:,} ids, "
              f"{total:,} differ")
        print("  " + ", ".join(f"{operation} {count:,}"
                               for operation, count in self.compared.items()), flush=True)
        for operation, (kind, what, got, want) in self.shortest.items():
            print(f"  DIFFERS: {operation}, {self.differ[operation]:,} times; the shortest, of the "
                  f"class {kind}: {what!r}\n    bpetite {shown(got)}\n    library {shown(want)}")
        return Result.HELD if total == 0 else Result.FAILED


def shown(answer):
    return repr(answer[:200] if isinstance(answer, (bytes, str)) else list(answer)[:40])


def expect_refusal(name, model, reason):
    """A file that must be refused, with an error that holds the reason."""
    error = model.refusal()
    if reason in error:
        print(f"{name}: refused, as it should be: {error[:200]}", flush=True)
        return Result.REFUSED
    print(f"{name}: FAILED: required a refusal with {reason!r}, got {error!r}", flush=True)
    return Result.FAILED


def skipped(name, why):
    environment.skipped(name, why)
    return Result.SKIPPED


def arrays(lists):
    return [array.array("I", ids) for ids in lists]
