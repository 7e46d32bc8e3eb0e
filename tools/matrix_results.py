"""Reads and writes the results of the matrix: conformance/matrix/results.json, from which all of
its pages are made.

    results = read()
    results["given"]["tiktoken"]      a library that is given the suite's tables
    results["public"]["tiktoken"]     a library with public vocabularies, and its rows

A row is an entry point with a vocabulary, "encode cl100k". Raw reports stay in build/adapters:
`of_report` and `of_row` keep the parts of them that a page shows, and `update` stores these.
`facts` counts for the project's README how many entry points give other ids, and `print_facts`
prints this with the shortest wrong text of each library.
"""
import collections
import json
import pathlib
import re

import matrix_windows

RESULTS = pathlib.Path("conformance/matrix/results.json")
LONGEST = 160  # characters of a result that are kept
TEXTS = 10     # failures that are kept of a row, of different kinds
WIDTH = 400    # characters of a line of results.json
PARTS = {"ids": "L1 ids", "special tokens": "L1 special tokens", "decoding": "L1 decoding",
         "errors": "L1 errors"}
LEVELS = {"L0": "L0 chunks", "L2": "L2 loader", "L3": "L3 trainer", "L4": "L4 saver",
          "L5": "L5 conversations", "L6": "L6 text in motion"}
COLUMNS = ["L0 chunks", *PARTS.values(), *list(LEVELS.values())[1:]]


def read():
    if not RESULTS.exists():
        return {"given": {}, "public": {}}
    return json.loads(RESULTS.read_text())


def update(kind, name, entry, order):
    """Replaces the entry of a library. Libraries that are not in `order` any more go."""
    results = read()
    entries = {**results[kind], name: entry}
    results[kind] = {name: entries[name] for name in order if name in entries}
    RESULTS.write_text(lines_of(results) + "\n")


def lines_of(value, indent=""):
    """JSON in lines of at most WIDTH characters, with as many members in a line as it can take. A
    member that is longer than a line has lines of its own."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent + text) <= WIDTH or not isinstance(value, (dict, list)):
        return text
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {lines_of(it, inner)}"
                 for key, it in value.items()]
    else:
        parts = [lines_of(it, inner) for it in value]
    lines = [parts[0]]
    for part in parts[1:]:
        is_short = "\n" not in lines[-1] + part and len(inner + lines[-1] + part) < WIDTH
        lines[-1] += ","
        if is_short:
            lines[-1] += " " + part
        else:
            lines.append(part)
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n" + "".join(f"{inner}{line}\n" for line in lines) + indent + end


# --- A library that is given the suite's tables. ---

def of_report(report, inputs):
    """The entry of a library: verdicts by column, and failures by cause."""
    about = report["implementation"]
    results = {it["id"]: it for it in report["results"]}
    failed, pardoned = failed_by_column(report)
    found = {failure["id"] for failure in report["failures"]
             if failure["status"] != "UNICODE_DELTA"}
    return {"inputs": inputs, "date": report["run"]["date"],
            "suite": [report["suite"]["version"], report["suite"]["digest"][:16]],
            **{key: about[key] for key in ("name", "version", "language", "claims", "ops", "caps")},
            "unicode": report["unicode"]["named"], "verdict": report["verdict"],
            "is_pinned": report["class"]["pinned"], "columns": columns_of(report, failed),
            "deltas": {version: len(ids) for version, ids in report["unicode"]["deltas"].items()},
            "without_finding": {column: sorted(ids - found) for column, ids in failed.items()
                                if ids - found},
            "pardoned": pardoned, "not_asked": not_asked(report),
            "causes": [{key: it[key] for key in ("rules", "ops", "says")}
                       for it in report["diagnoses"] if it["about"] != "unicode"],
            "findings": findings_of(report, results)}


def failed_by_column(report):
    """The required vectors that fail each column; and those that neither pass nor fail, among which
    are the results of the Unicode version that the library names."""
    own = set(report["unicode"]["deltas"].get(report["unicode"]["named"], []))
    failed, pardoned = {column: set() for column in COLUMNS}, []
    for it in report["results"]:
        if it["status"] in ("PASS", "NOT_CLAIMED", "XPASS"):
            continue
        if it["tier"] == "required" and it["id"] not in own:
            failed[column_of(it)].add(it["id"])
        elif it["status"] in ("SKIP", "UNICODE_DELTA"):
            pardoned.append(it["id"])
    return failed, pardoned


def not_asked(report):
    """The vectors of operations of L6 that were not sent, since the library has no such vocabulary."""
    about = report["implementation"]
    return [it["id"] for it in report["results"]
            if it["status"] == "NOT_CLAIMED" and it["level"] == "L6" and "L6" in about["claims"]
            and it["id"].split("-")[1] in about["ops"]]


def columns_of(report, failed):
    """The verdict of each column, and how many required vectors fail it."""
    claims = report["implementation"]["claims"]
    columns = {}
    for level, it in report["levels"].items():
        parts = report["parts"].items() if level == "L1" else [(LEVELS[level], it)]
        for name, part in parts:
            verdict = part["verdict"].partition("-")[0]
            if verdict == "not":
                is_left_out = it["verdict"] == "not-claimed" and level in claims
                verdict = "not judged" if is_left_out else "not claimed"
            column = PARTS.get(name, name)
            columns[column] = [verdict, len(failed[column])]
    return columns


def column_of(result):
    return LEVELS.get(result["level"]) or PARTS[result["part"]]


def findings_of(report, results):
    """Groups of failures with one cause; those that are not explained, by what they test."""
    groups = {}
    for failure in report["failures"]:
        if failure["status"] == "UNICODE_DELTA":
            continue
        flag = (failure["flags"] or ["-"])[0]
        cause = " and ".join(failure["causes"])
        law = "" if cause else matrix_windows.law_of(failure)
        if failure["detail"].startswith("not sent after"):
            cause = "(not asked: eight time-outs)"
        column = column_of(results[failure["id"]])
        group = groups.setdefault(
            (failure["harm"], column, failure["tier"], cause, law, "" if cause else flag),
            {"harm": failure["harm"], "column": column, "tier": failure["tier"], "cause": cause,
             **({"law": law} if law else {}), "tests": failure["tests"], "shrunk": "",
             "vectors": {}})
        group["tests"] = group["tests"] or failure["tests"]
        group["shrunk"] = group["shrunk"] or failure["shrunk"]
        group["vectors"][failure["id"]] = [flag, failure["want"][:LONGEST],
                                           (failure["got"] or failure["detail"])[:LONGEST]]
    return list(groups.values())


# --- A library with public vocabularies. ---

def of_row(raw):
    """The entry of a row: what the commands of conform said, with a few failures, each cut."""
    report, said, name = raw["report"], raw["said"], raw["row"].rpartition(" ")[2]
    statuses = collections.Counter(it["status"] for it in report["results"])
    plain = raw["plain"]
    return {"row": raw["row"], "inputs": raw["inputs"], "date": raw["date"],
            "verdict": verdict_of(raw, name), "class": said.get("class", ""),
            "right": statuses.pop("PASS", 0), "wrong": statuses.total(), "statuses": statuses,
            "without_ids": sum(it["harm"] == "no-result" for it in report["failures"]),
            "identified": identified(raw["identify"]["lines"]),
            **{key: said.get(key, "") for key in ("specials", "lengths", "common", "always")},
            "failures": [failure_of(it) for it in of_each_kind(report["failures"])],
            "plain": {"texts": plain["texts"], "differ": plain["differ"],
                      "shortest": [plain_of(it) for it in plain["shortest"][:1]]},
            "fuzz": [found] if (found := found_by_fuzzing(raw)) else []}


def plain_of(it):
    return {"text": cut(it["text"]), **dict(zip(("want", "got"), differing(it["want"], it["got"])))}


def verdict_of(raw, name):
    """The last line of `conform run`, with the name of the row's vocabulary. It is another one if
    fuzzing or plain texts show other ids."""
    words, _, rest = raw["said"]["verdict"].partition(": ")
    classes = rest.partition(", ")[2]
    if raw.get("fuzz", {}).get("exit") or raw["plain"]["differ"]:
        words, classes = "ids differ", classes.partition(";")[0]
    return f"{words}: {name}, {classes}"


def identified(said):
    """What `conform identify` says, in a few words."""
    lines = dict((line.split(None, 1) + [""])[:2] for line in said[1:])
    name = said[0] if said else "no answer"
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


def of_each_kind(failures):
    """The failures that are kept: the shortest of each kind, a leak of state before wrong ids."""
    kinds = {}
    for it in sorted(failures, key=lambda it: len(it["where"])):
        kind = re.sub(r"U\+[0-9A-F]+|\d+", "N", it["tests"])
        kinds.setdefault((it["status"] == "FAIL", kind), it)
    return [it for _, it in sorted(kinds.items(), key=lambda entry: entry[0][0])][:TEXTS]


def failure_of(it):
    """A failure with the smaller text that is wrong too, if one was found."""
    want, got = differing(it["want"], it["got"] or it["detail"])
    return {"text": cut(it["where"].removeprefix("text ")), "tests": it["tests"],
            "status": it["status"], "want": want, "got": got, "smaller": cut(text_of(it["shrunk"]))}


def text_of(shrunk):
    """The JSON string at the beginning of: "text": ids."""
    return shrunk[:json.JSONDecoder().raw_decode(shrunk)[1]] if shrunk else ""


def differing(want, got):
    """Two lists of ids. Of long ones, the parts behind the ids that are the same."""
    if max(len(want), len(got)) <= LONGEST:
        return want, got
    pairs = list(zip(want.split(), got.split()))
    same = next((place for place, (a, b) in enumerate(pairs) if a != b), len(pairs))
    words = f"{same} equal ids, then " if same else ""
    return tuple(words + cut(" ".join(ids.split()[same:])) for ids in (want, got))


def cut(text):
    """A text of at most LONGEST characters. The size of a longer one stands behind it."""
    if len(text) <= LONGEST:
        return text
    size = f"{text.count(' ') + 1} ids"
    if text.startswith('"'):
        # A report has only the two ends of a text of more than 10,000 characters.
        whole = json.loads(text) if len(text.encode()) < 9_900 else ""
        if len(set(whole)) == 1:
            return f"{json.dumps(whole[0])} {len(whole)} times"
        size = f"{len(whole.encode())} bytes" if whole else "a long text"
    return f"{text[:LONGEST].rstrip()} ... ({size})"


def found_by_fuzzing(raw):
    """The first text with other ids that fuzzing found, or nothing."""
    if not raw.get("fuzz", {}).get("exit"):
        return {}
    words = [line.strip().partition(" ") for line in raw["fuzz"]["lines"]]
    return {name: cut(rest.strip()) for name, _, rest in words[::-1]
            if name in ("text", "want", "got")}


def is_exact(row):
    return row["verdict"].startswith("ids exact")


def is_in_class(row):
    """Whether the ids are exact for another version of Unicode than that of the file."""
    return is_exact(row) and bool(row["class"])


def is_unanswered(row):
    """Whether some text is refused, has no answer or ends the program, and no text has other
    ids."""
    return (not is_exact(row) and row["wrong"] == row["without_ids"]
            and not row["plain"]["differ"] and not row["fuzz"])


def gives_other_ids(row):
    return not is_exact(row) and not is_unanswered(row)


def facts(results):
    """What the front page says: how many entry points give other ids than those of the tokenizer
    that they claim to be, and the shortest wrong text of each library that has such an entry point.
    """
    rows = [(name, row) for name, it in results["public"].items() for row in it["rows"]]
    wrong = [(name, row) for name, row in rows if gives_other_ids(row)]
    return {"entry_points": len(rows), "libraries": len({name for name, _ in rows}),
            "other_ids": len(wrong), "libraries_with_other_ids": len({name for name, _ in wrong}),
            "other_unicode": sum(is_in_class(row) for _, row in rows),
            "examples": examples(wrong)}


def examples(wrong):
    """The shortest wrong text of each library that is not due to another Unicode version."""
    found = {}
    for name, row in wrong:
        texts = [it for it in [*row["failures"], *row["plain"]["shortest"], *row["fuzz"]]
                 if not it.get("tests", "").startswith("letters, numbers and marks are those of")
                 and it["got"][:1].isdigit() and "..." not in it["text"]]
        for it in texts:
            if name not in found or len(it["text"]) < len(found[name]["text"]):
                found[name] = {"row": row["row"],
                               **{key: it[key] for key in ("text", "want", "got")}}
    return found


def sentence(results):
    """What the README states."""
    return ("We ran {entry_points} tests, each of one function with one vocabulary, on {libraries} "
            "libraries that promise the ids of a known tokenizer: in {other_ids} the function "
            "gives other ids").format(**facts(results))


def print_facts(results):
    found = facts(results)
    print(sentence(results))
    print("{libraries_with_other_ids} libraries have such an entry point; {other_unicode} more "
          "entry points differ only in characters of another Unicode version".format(**found))
    for name, it in found["examples"].items():
        print(f"  {name}, {it['row']}: {it['text']}\n    want {it['want']}\n    got  {it['got']}")


def file_name(name):
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")
