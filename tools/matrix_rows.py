"""The rows of the matrix whose library has its own vocabulary, or is given a public one.

A row is (library, entry point, vocabulary); conformance/adapters/rows.json lists them. Each is a program
that reads a text a line (conform run --lines). It is judged by `conform run`, named by `conform identify`,
and fuzzed for a few seconds if it conforms. The results of a library are in matrix/rows, and a row is not
judged again while its package, its adapter and the runner's version are the same.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in ("exchange", "models"):
    sys.path.append(str(ROOT / "tools" / "verify" / folder))

import models  # noqa: E402
import packages  # noqa: E402

ADAPTERS = pathlib.Path("conformance/adapters")
RESULTS = pathlib.Path("conformance/matrix/rows")
FUZZ_SECONDS = 8
LIMIT = 400  # seconds for one command of conform
COMMANDS = {
    "python": "build/adapters/python/bin/python conformance/adapters/python/{}",
    "javascript": "node build/adapters/javascript/{}",
    "rust": "build/adapters/rust/release/{}",
    "go": "build/adapters/go/{}",
    "java": "java -cp 'build/adapters/java/classes:build/adapters/java/*' {}"}
SOURCES = {"python": "python/{}", "javascript": "javascript/{}", "rust": "rust/src/bin/{}.rs",
           "go": "go/{}/main.go", "java": "java/{}.java"}


def libraries():
    return json.loads((ADAPTERS / "rows.json").read_text())


def file_name(library):
    return re.sub(r"[^a-z0-9.]+", "-", library["library"].lower()).strip("-")


def vocabulary(name):
    """The file of a vocabulary, and the arguments that say what it is. None: it cannot be had."""
    if name.startswith("tekken"):
        found = list(pathlib.Path("build/adapters/python").rglob(f"{name}.json"))
        return (found[0] if found else None), []
    if name == "deepseek_v4":
        folder = packages.folder_of(name)
        return (None if folder is None else next(folder.rglob("tokenizer.json"))), []
    model = models.MODELS[name]
    return model.path(), model.arguments()


def inputs_of(library, row):
    """A digest of what the verdict depends on. Another one means: judge again."""
    source = ADAPTERS / SOURCES[library["language"]].format(library["adapter"])
    version = (ROOT / "conformance/suite.json").read_bytes()
    runner = json.loads(version).get("version", "")
    parts = [library["package"], row, runner, source.read_text(), library.get("environment", "")]
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def stored(library):
    path = RESULTS / f"{file_name(library)}.json"
    return json.loads(path.read_text())["rows"] if path.exists() else []


def store(library, rows):
    """Replaces the results of the library, in the order of rows.json."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    order = {row: place for place, row in enumerate(library["rows"])}
    kept = sorted((it for it in rows if it["row"] in order), key=lambda it: order[it["row"]])
    content = {key: library[key] for key in ("library", "language", "package", "home")}
    text = json.dumps({**content, "rows": kept}, ensure_ascii=False, indent=1)
    (RESULTS / f"{file_name(library)}.json").write_text(text.replace(f"{ROOT}/", "") + "\n")


def judge(program, library, again, say):
    """Judges the rows of a library that are not stored. Yields each that could not be judged."""
    known = {it["row"]: it for it in stored(library)}
    for row in library["rows"]:
        inputs = inputs_of(library, row)
        if not again and row in known and known[row]["inputs"] == inputs:
            continue
        say(f"{library['library']}: {row}")
        try:
            result = judged(program, library, row)
        except (RuntimeError, OSError, StopIteration) as reason:
            say(f"  SKIPPED: {reason}")
            yield f"{library['library']} {row}"
            continue
        known[row] = {"row": row, "inputs": inputs,
                      "date": datetime.date.today().isoformat(), **result}
        say(f"  {verdict(known[row])}; identified as {result['identify']['lines'][:1]}")
        store(library, known.values())


def command_of(library, row, path):
    entry, _, name = row.rpartition(" ")
    command = COMMANDS[library["language"]].format(library["adapter"])
    return f"{library.get('environment', '')} {command} {shlex.join([entry, name, str(path)])}".strip()


def judged(program, library, row):
    path, arguments = vocabulary(row.rpartition(" ")[2])
    if path is None:
        raise RuntimeError("its vocabulary cannot be had")
    path = os.path.relpath(path)
    options = ["--tokenizer", path, *arguments, "--lines", command_of(library, row, path),
               "--timeout", str(library.get("timeout", 10))]
    code, text = asked([program, "conform", "run", "--all", *options])
    if code not in (0, 1):
        raise RuntimeError(f"conform run ended with {code}: {text[-300:]}")
    result = {"command": command_of(library, row, path), "run": {"exit": code, **parsed(text)}}
    code, text = asked([program, "conform", "identify", *options])
    result["identify"] = {"exit": code, "lines": text.splitlines()[:12]}
    if result["run"]["exit"] == 0:
        code, text = asked([program, "conform", "fuzz", "--seconds", str(FUZZ_SECONDS), "--seed", "1",
                            *options])
        result["fuzz"] = {"exit": code, "seconds": FUZZ_SECONDS, "lines": text.splitlines()[:12]}
    return result


def asked(command):
    """The exit code and output of a command, which is ended with all that it started after LIMIT."""
    environment = {**os.environ, "RUST_BACKTRACE": "0", "PYTHONDONTWRITEBYTECODE": "1",
                   "TOKENIZERS_PARALLELISM": "true"}
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.DEVNULL, env=environment, start_new_session=True)
    try:
        text, _ = process.communicate(timeout=LIMIT)
        return process.returncode, text
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise RuntimeError(f"no end after {LIMIT} s: {shlex.join(map(str, command[:3]))}") from None


def parsed(text):
    """The members of what `conform run --tokenizer` says."""
    failures, fields, levels, like = [], {}, {}, []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if line.startswith("FAIL "):
            id, level, clause, tests = re.match(r"(\S+)\s+(L\d) (\S+)\s+(.*)", rest).groups()
            failures.append({"id": id, "level": level, "clause": clause, "tests": tests})
        elif word in ("text", "want", "got") and line.startswith("  "):
            failures[-1][word] = rest.strip()
        elif word in ("L0", "L1"):
            counts = dict(zip(*[iter(rest.replace("conforms", "").replace("fails", "").split())] * 2))
            levels[word] = {name: int(count) for name, count in counts.items()}
        elif word == "like":
            like.append(rest.strip().partition(":")[0])
        elif word in ("told", "specials"):
            fields[word] = rest.strip()
    return {**fields, "levels": levels, "like": like, "failures": failures}


def verdict(result):
    """The words of the table. `exact in its class`: all that differs is the version of Unicode."""
    run = result["run"]
    name = result["row"].rpartition(" ")[2]
    unicode = [word for word in run["like"] if word.startswith("unicode-")]
    if run["exit"] == 0 and result.get("fuzz", {}).get("exit", 0) == 0:
        return f"ids exact: {name}"
    if unicode:
        return f"ids exact: {name}, {unicode[0].replace('unicode-', 'Unicode ')}"
    return f"ids differ: {name}"
