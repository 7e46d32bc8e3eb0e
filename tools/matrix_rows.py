"""Judges the rows of the matrix, for tools/matrix: libraries that have their own vocabulary, or are
given a public one.

A row is (library, entry point, vocabulary); conformance/adapters/rows.json lists them. Each is a
program that reads a text a line (conform run --lines). It is judged by `conform run`, named by
`conform identify`, and fuzzed for a few seconds if it conforms. A row is not judged again while its
package, its adapter and KIT are the same as in matrix/results.json.
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
sys.path += [str(ROOT / "tools" / "verify"), str(ROOT / "tools" / "verify" / "models")]

import matrix_results  # noqa: E402
import models  # noqa: E402
import packages  # noqa: E402
from environment import DATA, skipped  # noqa: E402
from vocabularies import Missing, path_of  # noqa: E402

ADAPTERS = pathlib.Path("conformance/adapters")
RAW = pathlib.Path("build/adapters/rows")  # what the commands of conform said of each row
FUZZ_SECONDS = 8
FILES = {"gpt2-byte-level": "gpt2.json", "tekken_240911": "tekken_240911.json"}
LIMIT = 900  # seconds for one command of conform
KIT = 2      # is raised when `conform run --tokenizer` asks other texts: 2 has the basis (S71b)
COMMANDS = {
    "c++": "build/adapters/llama.cpp/{}",
    "python": "build/adapters/python/bin/python conformance/adapters/python/{}",
    "javascript": "node build/adapters/javascript/{}",
    "rust": "build/adapters/rust/release/{}",
    "go": "build/adapters/go/{}",
    "java": "java -cp 'build/adapters/java/classes:build/adapters/java/*' {}"}
SOURCES = {"c++": "llama.cpp/{}.cpp", "python": "python/{}", "javascript": "javascript/{}",
           "rust": "rust/src/bin/{}.rs", "go": "go/{}/main.go", "java": "java/{}.java"}


def libraries():
    return json.loads((ADAPTERS / "rows.json").read_text())


def vocabulary(name):
    """The file of a vocabulary, and the arguments that say what it is. Raises Missing."""
    if name in models.MODELS:
        return models.MODELS[name].path(), models.MODELS[name].arguments()
    if name == "gpt2-split":
        return split_form(path_of("gpt2.json")), []
    return path_of(FILES.get(name, name)), []


def split_form(path):
    """A tokenizer.json of GPT-2 whose pattern is a Split, in place of that in ByteLevel."""
    document = json.loads(path.read_text())
    pattern = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
         "use_regex": False}]}
    RAW.mkdir(parents=True, exist_ok=True)
    made = ROOT / RAW / "gpt2-split" / "tokenizer.json"
    made.parent.mkdir(exist_ok=True)
    made.write_text(json.dumps(document))
    return made


def inputs_of(library, row):
    """A digest of what the verdict depends on. Another one means: judge again."""
    source = ADAPTERS / SOURCES[library["language"]].format(library["adapter"])
    parts = [library["package"], row, KIT, source.read_text(), library.get("environment", "")]
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def stored(library):
    entry = matrix_results.read()["public"].get(library["library"], {"rows": []})
    return {it["row"]: it for it in entry["rows"]}


def store(library, rows):
    """Replaces the results of the library, in the order of rows.json."""
    entry = {"language": library["language"], "version": version_of(library),
             "rows": [rows[row] for row in library["rows"] if row in rows]}
    matrix_results.update("public", library["library"], entry,
                          [it["library"] for it in libraries()])


def store_raw(library, raw):
    RAW.mkdir(parents=True, exist_ok=True)
    name = matrix_results.file_name(f"{library['library']} {raw['row']}")
    (RAW / f"{name}.json").write_text(json.dumps(raw, ensure_ascii=False, indent=1) + "\n")


def judge(program, library, again, say):
    """Judges the rows of a library that are not stored. Yields each that could not be judged."""
    known = stored(library)
    for row in library["rows"]:
        inputs = inputs_of(library, row)
        if not again and row in known and known[row]["inputs"] == inputs:
            continue
        say(f"{library['library']}: {row}")
        try:
            result = judged(program, library, row)
        except (RuntimeError, OSError, Missing) as reason:
            skipped(f"{library['library']} {row}", reason)
            yield f"{library['library']} {row}"
            continue
        raw = {"row": row, "inputs": inputs, "date": datetime.date.today().isoformat(), **result}
        store_raw(library, raw)
        known[row] = matrix_results.of_row(raw)
        say(f"  {known[row]['verdict']}; identified as {known[row]['identified']}")
        store(library, known)


def command_of(library, row, path):
    entry, _, name = row.rpartition(" ")
    command = COMMANDS[library["language"]].format(library["adapter"])
    arguments = shlex.join([entry, name, str(path)])
    return f"{library.get('environment', '')} {command} {arguments}".strip()


def judged(program, library, row):
    """What the commands of conform say of a row."""
    path, arguments = vocabulary(row.rpartition(" ")[2])
    path = os.path.relpath(path)
    options = ["--tokenizer", path, *arguments, "--lines", command_of(library, row, path),
               "--timeout", str(library.get("timeout", 10))]
    RAW.mkdir(parents=True, exist_ok=True)
    report = RAW / "report.json"
    code, text = asked([program, "conform", "run", "--report", report, *options])
    if code not in (0, 1):
        raise RuntimeError(f"conform run ended with {code}: {text[-300:]}")
    result = {"command": command_of(library, row, path), "exit": code, "said": said(text),
              "report": json.loads(report.read_text())}
    code, text = asked([program, "conform", "identify", *options])
    result["identify"] = {"exit": code, "lines": text.splitlines()[:12]}
    if result["exit"] == 0:
        code, text = asked([program, "conform", "fuzz", "--seconds", str(FUZZ_SECONDS),
                            "--seed", "1", *options])
        result["fuzz"] = {"exit": code, "lines": text.splitlines()[:12]}
    result["plain"] = plain(program, path, arguments, result)
    return result


def said(text):
    """What `conform run` writes behind the failures, by its first word; and the verdict."""
    lines = text.splitlines()
    names = ("common", "always", "specials", "lengths", "class")
    words = (line.partition(" ") for line in lines)
    return {**{name: rest.strip() for name, _, rest in words if name in names},
            "verdict": lines[-1]}


def plain(program, path, arguments, result):
    """Compares lines of the corpora with the ids of the Unicode version that the verdict names."""
    texts = plain_texts()
    given = "".join(json.dumps(text) + "\n" for text in texts)
    version = result["report"]["class"]["unicode"]
    reference = [program, "conform", "lines", "--tokenizer", path, *arguments, "--unicode", version]
    want = answers(list(map(str, reference)), given)
    got = answers(["sh", "-c", result["command"]], given)
    wrong = [{"text": json.dumps(text), "want": ids, "got": other} for text, ids, other in
             zip(texts, want, got + ["no answer"] * len(texts)) if ids != other]
    return {"texts": len(texts), "differ": len(wrong),
            "shortest": sorted(wrong, key=lambda it: len(it["text"]))[:5]}


def plain_texts():
    texts = []
    for name in ("english.txt", "code.txt", "udhr.txt"):
        path = DATA / "corpora" / name
        if path.exists():
            lines = path.read_bytes()[:60_000].decode("utf-8", "ignore").splitlines()
            texts += ["\n".join(lines[begin:begin + 3])
                      for begin in range(0, min(len(lines), 600), 3)]
    return texts


def answers(command, given):
    """The lines of a program that reads lines. What it does not answer is missing at the end."""
    try:
        done = subprocess.run(command, input=given, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return []
    return [" ".join(map(str, json.loads(line) or [])) for line in done.stdout.splitlines()]


def asked(command):
    """The exit code and output of a command. After LIMIT it is ended, with all that it started."""
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


def version_of(library):
    return re.search(r"[=@: v]v?(\d[\w.]*)$", library["package"]).group(1)
