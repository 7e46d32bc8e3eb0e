"""Checks files by their schemas: those of conformance/, a conversation, a list and reports. Also
checks that the pages of the matrix are those that its results.json makes.

  protocol      1069 documents checked; refused when broken: 8 of 8
  vector          53 documents checked; refused when broken: 9 of 9

Each schema must also refuse documents that are broken on purpose (broken.py).
"""

import base64
import copy
import glob
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

from broken import BROKEN

sys.path.append("tools")
import matrix_pages  # noqa: E402
import matrix_results  # noqa: E402

ROOT = pathlib.Path("conformance")
PROGRAM = pathlib.Path(sys.argv[1]).resolve()


def conform(*arguments, code=0):
    done = subprocess.run([PROGRAM, "conform", *arguments], capture_output=True, text=True)
    assert done.returncode == code, f"{arguments}: {done.returncode} {done.stderr}"
    return done.stdout


def conversation(folder):
    """Requests for every operation, some of which are refused, and the answers to them."""
    lines = conform("requests", folder / "bundle").splitlines()
    requests = [line for number, line in enumerate(lines)
                if (number % 4 == 0 or '"op":"load"' in line) and len(line) < 4000] + lines[-1:]
    done = subprocess.run([PROGRAM, "serve"], input="\n".join(requests) + "\n",
                          capture_output=True, text=True, check=True)
    spoken = [line for line in requests + done.stdout.splitlines() if len(line) < 4000]
    for said in ("op", "ok", "error", "ids", "text_hex", "chunks_hex", "merges", "counts"):
        assert any(f'"{said}":' in line for line in spoken), said
    return spoken


def reports(folder):
    """Reports without a fault, with known, unknown and recognised ones, and of a missing
    program."""
    serve = ["--impl", f"'{PROGRAM}' serve"]
    wrong = ["--impl", f"'{PROGRAM}' serve --mutant no-lookahead"]
    strange = ["--impl", f"'{PROGRAM}' serve --mutant js-space"]
    known = folder / "known.txt"
    conform("run", *serve, "--level", "L4", "--report", folder / "right.json")
    conform("run", *wrong, "--only", "pretokenize-lookahead-double", "--known", known, "--update")
    conform("run", *wrong, "--only", "pretokenize-lookahead-*", "--known", known,
            "--report", folder / "wrong.json", code=1)
    conform("run", *strange, "--only", "pretokenize-white-space-*", "--report",
            folder / "strange.json", code=1)
    conform("run", "--impl", "/no/such/program", "--report", folder / "none.json", code=3)
    tiny = "conformance/artifacts/crafted/late-merge.json"
    for name, wrong_way in (("fault", "--like prefix-space"), ("order", "| tac")):
        conform("run", "--tokenizer", tiny, "--lines",
                f"'{PROGRAM}' conform lines --tokenizer {tiny} {wrong_way}",
                "--report", folder / f"{name}.json", code=1)
    written = [folder / f"{name}.json"
               for name in ("right", "wrong", "strange", "none", "fault", "order")]
    for path in written:  # the schema does not require these, so that older reports pass
        report = json.loads(path.read_text())
        assert "diagnoses" in report, path
        assert all("candidates" in failure for failure in report["failures"]), path
    return written, known


def found(folder):
    """What fuzzing finds of a wrong program: the report, and groups of vectors."""
    conform("fuzz", "--impl", f"'{PROGRAM}' serve --mutant no-lookahead", "--findings", "1",
            "--out", folder / "found", code=1)
    groups = sorted((folder / "found").glob("fuzz-*.json"))
    assert groups
    return folder / "found" / "fuzz.json", groups


def imported(folder):
    """Artifacts of Schema v2: of a rank file with each profile that it can have."""
    ranks = folder / "bytes.tiktoken"
    ranks.write_text("".join(f"{base64.b64encode(bytes([byte])).decode()} {byte}\n"
                             for byte in range(256)) + "YWI= 256\n")
    paths = []
    for profile in ("cl100k", "qwen2", "nanochat"):
        paths.append(folder / f"{profile}.json")
        subprocess.run([PROGRAM, "import", ranks, "--profile", profile, "--output", paths[-1]],
                       check=True, stdout=subprocess.DEVNULL)
    return paths


def documents(folder):
    """What there is to validate: (name of the schema, where it is from, document)."""
    def files(name, pattern):
        paths = [path for path in sorted(glob.glob(str(ROOT / pattern)))
                 if name == "motion" or not path.endswith(".motion.json")]
        assert paths, pattern
        return [(name, path, json.loads(pathlib.Path(path).read_text())) for path in paths]

    def lines(name, path):
        return [(name, f"{path}:{number}", line)
                for number, line in enumerate(path.read_text().splitlines(), 1)]

    report_paths, known = reports(folder)
    fuzz_path, groups = found(folder)
    return (files("vector", "vectors/*.json") + files("suite", "suite.json") +
            files("mutants", "mutants/registry.json") + files("retired", "retired.json") +
            files("model", "models/*.json") + files("model", "profiles/*.vectors.json") +
            files("motion", "*/*.motion.json") + files("accumulated", "accumulated/*.json") +
            files("stated", "adapters/stated.json") +
            files("provenance", "artifacts/golden/*/provenance.json") +
            files("artifact", "artifacts/crafted/*.json") +
            files("artifact", "artifacts/golden/*/artifact.json") +
            [("artifact-2", path.name, json.loads(path.read_text()))
             for path in imported(folder)] +
            lines("lock", ROOT / "vectors.lock") + lines("sums", ROOT / "SHA256SUMS") +
            lines("known", known) +
            [("protocol", line[:80], json.loads(line)) for line in conversation(folder)] +
            [("report", str(path), json.loads(path.read_text())) for path in report_paths] +
            [("vector", str(path), json.loads(path.read_text())) for path in groups] +
            [("fuzz", str(fuzz_path), json.loads(fuzz_path.read_text()))])


def with_place(documents, path):
    """The first document that has the place where a path ends."""
    for document in documents:
        try:
            place = document
            for key in path[:-1]:
                place = place[key]
            return document
        except (KeyError, IndexError):
            pass
    raise AssertionError(f"no document has {path}")


def changed(document, path, value):
    if not path:
        return value
    document = copy.deepcopy(document)
    place = document
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


def stale_pages():
    """The pages of the matrix that `tools/matrix --pages` would write differently; and the README,
    if it has other numbers than `tools/matrix --facts`, or none of its wrong ids."""
    results = matrix_results.read()
    stale = [str(path) for path, text in matrix_pages.made(results).items()
             if not path.exists() or path.read_text() != text]
    readme = " ".join(pathlib.Path("README.md").read_text().split())
    if matrix_results.sentence(results) not in readme:
        stale.append("README.md: required: " + matrix_results.sentence(results))
    examples = matrix_results.facts(results)["examples"].values()
    if not any(f"`{it['got']}`" in readme and f"`{it['want']}`" in readme for it in examples):
        stale.append("README.md: required: one of the wrong ids of tools/matrix --facts")
    return stale


def stale_counts():
    """Rows of models/README.md that do not have the number of vectors of their file, and models
    without a row."""
    page = (ROOT / "models/README.md").read_text()
    counts = {path.name: len(json.loads(path.read_text())["vectors"])
              for path in sorted(ROOT.glob("models/*.json"))
              if not path.name.endswith(".motion.json")}
    return [f"{name}: {count} vectors" for name, count in counts.items()
            if f"| [{name}]({name}) | {count} |" not in page]


def main():
    validators = {}
    for path in sorted(ROOT.glob("schema/*.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[path.stem] = jsonschema.Draft202012Validator(schema)
    faults = 0
    held = {name: [] for name in validators}
    with tempfile.TemporaryDirectory() as folder:
        for name, place, document in documents(pathlib.Path(folder)):
            held[name].append(document)
            for error in validators[name].iter_errors(document):
                faults += 1
                print(f"{place}: {'/'.join(map(str, error.path))}: {error.message[:300]}")
    for name, validator in validators.items():
        broken = [(path, value) for schema, path, value in BROKEN if schema == name]
        passed = [path for path, value in broken
                  if validator.is_valid(changed(with_place(held[name], path), path, value))]
        faults += len(passed) + (not held[name]) + (not broken)
        print(f"{name:<12}{len(held[name]):>6} documents checked; refused when broken: "
              f"{len(broken) - len(passed)} of {len(broken)} {passed or ''}")
    for page in stale_pages():
        faults += 1
        print(f"{page}: is not what conformance/matrix/results.json makes")
    for row in stale_counts():
        faults += 1
        print(f"models/README.md: required: {row}")
    print(f"schemas: {faults} faults")
    return 1 if faults else 0


sys.exit(main())
