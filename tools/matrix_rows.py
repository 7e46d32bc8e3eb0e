"""Judges the rows of the matrix, for tools/matrix: libraries that have their own vocabulary, or are
given a public one.

    tiktoken: encode cl100k        ids exact: cl100k

A row is (library, entry point, vocabulary); conformance/adapters/rows.json lists them. Each row is
run by a program that reads a text a line (conform run --lines). The row is judged by `conform run`,
named by `conform identify`, and fuzzed for a few seconds if it conforms. Its ids of plain texts,
such as lines of the corpora, are compared too. `judge` stores the verdict in matrix/results.json,
and all that the commands printed in build/adapters/rows. A row is not judged again while its
package, its adapter and the runner's version are the same as in matrix/results.json.
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
LIMIT = 400  # seconds for one command of conform
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
    return path_of(f"{name}.json" if name in ("tekken_240911", "deepseek_v4") else name), []


def inputs_of(library, row):
    """A digest of what the verdict depends on. Another one means: judge again."""
    source = ADAPTERS / SOURCES[library["language"]].format(library["adapter"])
    version = (ROOT / "conformance/suite.json").read_bytes()
    runner = json.loads(version).get("version", "")
    parts = [library["package"], row, runner, source.read_text(), library.get("environment", "")]
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def stored(library):
    entry = matrix_results.read()["public"].get(library["library"], {"rows": []})
    return {it["row"]: it for it in entry["rows"]}


def store(library, rows):
    """Replaces the results of the library, in the order of rows.json."""
    entry = {key: library[key] for key in ("language", "package", "home")}
    entry |= {"version": version_of(library),
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
        known[row] = matrix_results.of_row(raw, verdict(raw), identified(raw))
        say(f"  {known[row]['verdict']}; identified as {known[row]['identified']}")
        store(library, known)


def command_of(library, row, path):
    entry, _, name = row.rpartition(" ")
    command = COMMANDS[library["language"]].format(library["adapter"])
    arguments = shlex.join([entry, name, str(path)])
    return f"{library.get('environment', '')} {command} {arguments}".strip()


def judged(program, library, row):
    path, arguments = vocabulary(row.rpartition(" ")[2])
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
        code, text = asked([program, "conform", "fuzz", "--seconds", str(FUZZ_SECONDS),
                            "--seed", "1", *options])
        result["fuzz"] = {"exit": code, "seconds": FUZZ_SECONDS, "lines": text.splitlines()[:12]}
    result["plain"] = plain(program, library, row, result)
    return result


def plain(program, library, row, result):
    """Compares plain texts: each character up to U+00FF between letters and doubled, lines of the
    corpora. Those of a library with another Unicode version are compared with the ids that this
    version gives."""
    path, arguments = vocabulary(row.rpartition(" ")[2])
    texts = plain_texts()
    given = "".join(json.dumps(text) + "\n" for text in texts)
    like = class_of(result)
    reference = [program, "conform", "lines", "--tokenizer", path, *arguments]
    want = answers(list(map(str, reference)) + (["--like", like] if like else []), given)
    got = answers(["sh", "-c", result["command"]], given)
    wrong = [{"text": json.dumps(text), "want": ids, "got": other} for text, ids, other in
             zip(texts, want, got + ["no answer"] * len(texts)) if ids != other]
    return {"texts": len(texts), "differ": len(wrong),
            "shortest": sorted(wrong, key=lambda it: len(it["text"]))[:5]}


def plain_texts():
    texts = [form.format(chr(code)) for code in range(0x100) for form in ("a{}b", "{0}{0}")]
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


def parsed(text):
    """The members of what `conform run --tokenizer` says."""
    failures, fields, levels, like = [], {}, {}, []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if line.startswith("FAIL "):
            id, level, clause = re.match(r"(\S+)\s+(L\d) (\S+)$", rest).groups()
            failures.append({"id": id, "level": level, "clause": clause})
        elif word in ("tests", "text", "want", "got") and line.startswith("  "):
            failures[-1][word] = rest.strip()
        elif word in ("L0", "L1"):
            words = rest.replace("conforms", "").replace("fails", "").split()
            counts = dict(zip(words[::2], words[1::2]))
            levels[word] = {name: int(count) for name, count in counts.items()}
        elif word == "like":
            like.append(rest.strip().partition(":")[0])
        elif word in ("told", "specials"):
            fields[word] = rest.strip()
    return {**fields, "levels": levels, "like": like, "failures": failures}


def version_of(library):
    return re.search(r"[=@: v]v?(\d[\w.]*)$", library["package"]).group(1)


def class_of(result):
    """The hypothesis that is all that differs: another version of Unicode, for the classes or for
    NFC, which gives every reply. `identify` names the version where several do. Or nothing."""
    lines = result["identify"]["lines"]
    version = next((line.split()[1] for line in lines if line.startswith("unicode ")), "")
    # The oldest and the newest version are faults of the suite too, and have short names there.
    names = {f"unicode-{version}", "unicode-" + version.partition(".")[0]}
    likes = [f"unicode-{version}" if word in names else word for word in result["run"]["like"]
             if word in names or word.startswith("normalizer-nfc-")]
    return likes[0] if likes else ""


def verdict(result):
    """The words of the table. The version of Unicode is named if it is all that differs."""
    run, name = result["run"], result["row"].rpartition(" ")[2]
    other = class_of(result)
    clauses = {failure["clause"] for failure in run["failures"]}
    if not other and clauses == {"S2d", "S30a"} and result["identify"]["exit"] == 0:
        other = "unicode-" + next(line.split()[1] for line in result["identify"]["lines"]
                                  if line.startswith("unicode ")) + " and another NFC"
    wrong = (any(failure["level"] == "L1" for failure in run["failures"])
             or (run["exit"] != 0 and not other)
             or result.get("fuzz", {}).get("exit", 0) != 0
             or result["plain"]["differ"] > 0)
    if wrong:
        return f"ids differ: {name}"
    words = other.replace("normalizer-nfc-", "NFC of Unicode ").replace("unicode-", "Unicode ")
    if words.count(".") > 1:
        words = words.removesuffix(".0")
    return f"ids exact: {name}" + (f", {words}" if other else "")


def identified(result):
    """What `conform identify` says, in a few words."""
    lines = dict((line.split(None, 1) + [""])[:2] for line in result["identify"]["lines"][1:])
    name = result["identify"]["lines"][0] if result["identify"]["lines"] else "no answer"
    if name.startswith("none"):
        return f"none; nearest {lines.get('nearest', '?').strip()}"
    others = lines.get("pattern", "").partition("(the same here: ")[2].rstrip(")").split(", ")
    same = ", ".join(other for other in others if other not in ("", name))
    unicode = lines.get("unicode", "").split(" ")[0]
    normalizer = lines.get("normalizer", "none").split(" ")[0]
    parts = [f"{name} (or {same})" if same else name, f"Unicode {unicode}" if unicode else ""]
    if normalizer != "none":
        parts.append(normalizer)
    return ", ".join(part for part in parts if part)
