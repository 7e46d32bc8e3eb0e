"""Judges a tokenizer that Python can call, by the vocabulary that it has: a test in five lines.

    from bpetite.testing import assert_conforms

    def test_my_tokenizer():
        assert_conforms(my_tokenizer.encode, "tokenizer.json")

`encode` is any function from a str to ids. The file is the vocabulary that the tokenizer should
have, in any form that bpetite opens. The program `bpetite conform run` chooses texts for this
vocabulary such that each known fault shows (chapter 21 of the specification), asks `encode` for
their ids, and compares. If an id differs, the test fails with the report: what differs, at which
text, by which clause, and which known fault gives the same ids. The first exceptions of `encode`
follow.

`judge` returns the same report, and all exceptions of `encode`, as a Verdict, and does not fail the
test. Both raise a RuntimeError if nothing could be judged. CONFORMANCE is the directory with the
vectors of the suite and with texts and ids of public vocabularies.
"""
from __future__ import annotations

import contextlib
import dataclasses
import json
import operator
import os
import pathlib
import reprlib
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from typing import Any

from .__main__ import PROGRAM

__all__ = ["CONFORMANCE", "Verdict", "assert_conforms", "judge"]

# The directory of the package with the vectors of the suite (vectors/) and with texts and ids of
# public vocabularies (models/), for tests that read them. The program has the suite in itself.
CONFORMANCE = pathlib.Path(__file__).with_name("conformance")

# What the program starts: lines of its input to this process, and the answers back.
_RELAY = """
import socket, sys
with socket.socket(socket.AF_UNIX) as there:
    there.connect(sys.argv[1])
    stream = there.makefile("rw", encoding="ascii", newline="\\n")
    for line in sys.stdin:
        stream.write(line)
        stream.flush()
        answer = stream.readline()
        if not answer:
            break
        sys.stdout.write(answer)
        sys.stdout.flush()
"""


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What the program says. `report` is for people; `errors` are what `encode` has raised, by
    text."""

    conforms: bool
    report: str
    errors: dict[str, Exception]


def judge(encode: Callable[[str], Iterable[int]], file: str | os.PathLike[str], *,
          profile: str | None = None, pattern: str | None = None,
          options: Iterable[str] = ()) -> Verdict:
    """Asks `encode` for the ids of texts that are chosen for the vocabulary of `file`, and judges
    them.

    `encode` is called in another thread. What it returns may be any iterable of integers, such as
    an array of numpy. An exception of it is a refusal of that text, which is right for a text with
    special tokens only; so is what is no id, such as 1.0 or -1. `profile` and `pattern` are as in
    Tokenizer.open; `options` are more options of `bpetite conform run`, such as
    ["--timeout", "60"]: the seconds after which a text has no answer; or ["--longest", "4K"], which
    leaves out the texts of up to 1 MB.

    RuntimeError: nothing could be judged: the file cannot be opened, or each call hangs. What
    `encode` raises that is no Exception, such as SystemExit, ends it all and is raised here.
    """
    errors: dict[str, Exception] = {}

    def answer(line: str) -> str:
        text = json.loads(line)
        try:
            return json.dumps([_id(value) for value in encode(text)])
        except Exception as error:
            errors[text] = error
            return "null"

    words = [str(PROGRAM), "conform", "run", "--tokenizer", os.fspath(file), *options]
    for option, value in (("--profile", profile), ("--pattern", pattern)):
        words += [option, value] if value is not None else []
    with tempfile.TemporaryDirectory(prefix="bpetite-", dir=_short_directory()) as directory:
        place = pathlib.Path(directory) / "socket"
        relay = pathlib.Path(directory) / "relay.py"
        relay.write_text(_RELAY)
        with _Server(place, answer) as server:
            command = shlex.join([sys.executable, "-I", str(relay), str(place)])
            done = subprocess.run([*words, "--lines", command],
                                  capture_output=True, encoding="utf-8", errors="replace")
    if server.ended is not None:
        raise server.ended
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(
            f"bpetite conform run ended with {done.returncode}: {done.stderr.strip()}")
    return Verdict(done.returncode == 0, done.stdout, errors)


def assert_conforms(encode: Callable[[str], Iterable[int]], file: str | os.PathLike[str], *,
                    profile: str | None = None, pattern: str | None = None,
                    options: Iterable[str] = ()) -> None:
    """AssertionError, with the report, if an id is wrong. Arguments as `judge`."""
    __tracebackhide__ = True
    verdict = judge(encode, file, profile=profile, pattern=pattern, options=options)
    if not verdict.conforms:
        message = f"the tokenizer does not conform\n\n{verdict.report}"
        if verdict.errors:
            message += f"\nexceptions of encode, the first of {len(verdict.errors)}:"
        for text, error in list(verdict.errors.items())[:5]:
            message += f"\n{reprlib.repr(text)}: {error!r}"
        raise AssertionError(message)


# So often it is asked for the first text if it hangs.
_CALLS_IN_VAIN = 2


def _id(value: Any) -> int:
    id = operator.index(value)
    if not 0 <= id < 1 << 32:
        raise ValueError(f"encode returned {id}, which is no id")
    return id


def _short_directory() -> str | None:
    """The directory for temporary files, unless the name of a socket in it would be too long."""
    return None if len(os.fsencode(tempfile.gettempdir())) < 64 else "/tmp"


class _Server:
    """Answers lines that come through a socket. Each connection has a thread of its own: where
    `encode` hangs, the program gives up, connects again, and goes on with the next text."""

    def __init__(self, place: pathlib.Path, answer: Callable[[str], str]) -> None:
        self.ended: BaseException | None = None  # what encode has raised, if that ends it all
        self._answer = answer
        self._asked = self._answered = 0
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(place))
        self._socket.listen()
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # shut down
                return
            if self._asked >= _CALLS_IN_VAIN and self._answered == 0:
                self.ended = RuntimeError("encode: there is no answer to the first text in time")
                connection.close()
                self._shut_down()
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rw", encoding="ascii", newline="\n") as stream:
                for line in stream:
                    self._asked += 1
                    answer = self._answer(line)
                    self._answered += 1
                    stream.write(answer + "\n")
                    stream.flush()
        except OSError:  # the program has ended it
            pass
        except BaseException as error:
            self.ended = error
            self._shut_down()

    def _shut_down(self) -> None:
        with contextlib.suppress(OSError):  # it is already
            self._socket.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> _Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._shut_down()
        self._thread.join()
        self._socket.close()
