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
    "c++": "build/adapters/llama.cpp/{}",
    "python": "build/adapters/python/bin/python conformance/adapters/python/{}",
    "javascript": "node build/adapters/javascript/{}",
    "rust": "build/adapters/rust/release/{}",
    "go": "build/adapters/go/{}",
    "java": "java -cp 'build/adapters/java/classes:build/adapters/java/*' {}"}
SOURCES = {"c++": "llama.cpp/{}.cpp", "python": "python/{}", "javascript": "javascript/{}", "rust": "rust/src/bin/{}.rs",
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
    if name.startswith("ggml-vocab-"):
        folder = packages.folder_of("llama_cpp")
        return (None if folder is None else next(folder.rglob(f"{name}.gguf"))), []
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
    result["plain"] = plain(program, library, row, result)
    return result


def plain(program, library, row, result):
    """Compares plain texts: each character up to U+00FF between letters and doubled, lines of the corpora.
    Those of a library with another Unicode version are compared with the ids that this version gives."""
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
        path = packages.DATA / "corpora" / name
        if path.exists():
            lines = path.read_bytes()[:60_000].decode("utf-8", "ignore").splitlines()
            texts += ["\n".join(lines[begin:begin + 3]) for begin in range(0, min(len(lines), 600), 3)]
    return texts


def answers(command, given):
    """The lines of a program that reads lines. What it does not answer is missing at the end."""
    try:
        done = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return []
    return [" ".join(map(str, json.loads(line) or [])) for line in done.stdout.splitlines()]


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


def version_of(library):
    return re.search(r"[=@: v]v?(\d[\w.]*)$", library["package"]).group(1)


def class_of(result):
    """The hypothesis that is all that differs: another version of Unicode, for the classes or for NFC, which
    gives every reply. `identify` names the version where several do. Or nothing."""
    lines = result["identify"]["lines"]
    version = next((line.split()[1] for line in lines if line.startswith("unicode ")), "")
    likes = [word for word in result["run"]["like"]
             if word == f"unicode-{version}" or word.startswith("normalizer-nfc-")]
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
    return f"ids exact: {name}" + (f", {words.removesuffix('.0') if words.count('.') > 1 else words}"
                                   if other else "")
