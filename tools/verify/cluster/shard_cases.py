"""The cases of tools/verify/cluster/shards. Each makes shards in another way, and compares all
files with those of one worker; or reads them with another library, and compares the ids.

    shard_cases.py workers WORK PROGRAM

Prints a line for each case. Exit code 1: a case is not equal, or did not run.
"""
import contextlib
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import bpetite
import readers
from bpetite import shards
from each_case import Cases

GROUP, WORK, PROGRAM = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tools"))

from environment import DATA  # noqa: E402

CORPUS = ROOT / "conformance" / "artifacts" / "golden" / "tinyshakespeare" / "corpus.txt"
END = "<|endoftext|>"
ODD = ["", " ", "a\rb", "\ufeffab", "a\u0301\u00e9\U0001f600", "x" * 100_000, "\x00\x01",
       f"a{END}b", "\u2028ab\x85"]
FORMATS = ("megatron", "ds", "raw", "llmc")


# --- Inputs, and what one worker makes of them ---

def texts():
    return [*CORPUS.read_text().split("\n\n"), *ODD]


def lines_of(rows):
    return "".join(json.dumps({"id": number, "text": row}, ensure_ascii=number % 2 == 0) + "\n"
                   for number, row in enumerate(rows)).encode()


def write_inputs(folder, rows, times=1):
    """Three inputs: lines, gzip and zstd."""
    folder.mkdir(parents=True, exist_ok=True)
    third = len(rows) // 3
    parts = [lines_of(rows[:third]) * times, lines_of(rows[third:2 * third]) * times,
             lines_of(rows[2 * third:]) * times]
    (folder / "a.jsonl").write_bytes(parts[0])
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(parts[1], mtime=0))
    done = subprocess.run(["zstd", "-q", "-c"], input=parts[2], stdout=subprocess.PIPE, check=True)
    (folder / "c.jsonl.zst").write_bytes(done.stdout)
    return [folder / name for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst")]


def trained(size=1000):
    path = WORK / f"tokenizer-{size}.json"
    if not path.exists():
        bpetite.Tokenizer.train(CORPUS.read_text(), size, profile="cl100k").save(path)
    return path


def plan(inputs, output, **options):
    shutil.rmtree(output, ignore_errors=True)
    options = {"format": "megatron", "append": END, "tokenizer": trained(), "root": WORK, **options}
    return shards.plan(inputs, output, **options)


def files_of(directory):
    """All files but those that killed workers left."""
    return {str(path.relative_to(directory)): path.read_bytes()
            for path in sorted(directory.rglob("*"))
            if path.is_file() and not path.name.startswith(".bpetite-")}


def command(*words, **options):
    return subprocess.Popen([PROGRAM, "shards", *map(str, words)], stdout=subprocess.DEVNULL,
                            stderr=sys.stderr, **options)


def all_ended(processes):
    codes = [process.wait() for process in processes]
    if any(codes):
        raise RuntimeError(f"exit codes {codes}")


class One:
    """The folder that one worker makes."""

    def __init__(self, inputs, **options):
        self.inputs, self.options = inputs, options
        plan(inputs, WORK / "one", **options)
        all_ended([command("run", WORK / "one")])
        self.digest = shards.finish(WORK / "one")["dataset"]
        self.files = files_of(WORK / "one")
        self.tasks = shards.tasks(WORK / "one")

    def another(self, name):
        plan(self.inputs, WORK / name, **self.options)
        return WORK / name

    def compare(self, directory):
        digest = shards.finish(directory)["dataset"]
        if digest != self.digest:
            return f"DIFFERENT: the digest {digest} in place of {self.digest}"
        found = files_of(directory)
        different = [name for name in {*found, *self.files}
                     if found.get(name) != self.files.get(name)]
        return f"DIFFERENT: {', '.join(sorted(different))}" if different else None


# --- Cases ---

case = Cases(GROUP)


def same(found, wanted, what):
    return None if found == wanted else f"DIFFERENT: {what}"


# --- Workers ---

def workers():
    one = One(write_inputs(WORK / "in", texts()), task_bytes=20_000)

    def shared(number):
        out = one.another(f"workers-{number}")
        all_ended([command("run", out, "--worker", f"{it}/{number}", "--threads", it)
                   for it in range(1, number + 1)])
        return one.compare(out)

    for number in (1, 2, 3):
        case(f"{number} workers, {one.tasks} tasks", lambda number=number: shared(number))

    def shuffled(times):
        out = one.another(f"shuffled-{times}")
        processes = []
        for seed in range(times):
            order = random.Random(seed).sample(range(one.tasks), one.tasks)
            processes.append(command("run", out, *order))
        all_ended(processes)
        return one.compare(out)

    case("random order", lambda: shuffled(1))
    case("three workers that do every task at the same time", lambda: shuffled(3))

    def same_order():
        """Two processes do the same task at the same time, and both write it to its end."""
        out = one.another("duplicates")
        for task in range(one.tasks):
            all_ended([command("run", out, task) for _ in range(2)])
        return one.compare(out)

    case("each task by two processes that start together", same_order)

    def python():
        out = one.another("python")
        shards.run(out, worker=(2, 2), threads=2)
        shards.run(out)
        return one.compare(out)

    case("bpetite.shards.run", python)


# --- Kills and a full disk ---

def unfinished(directory):
    """The temporary files of shards that have bytes."""
    found = set()
    for path in (directory / "shards").glob(".bpetite-*"):
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size > 0:
                found.add(path)
    return found


def kills():
    wanted = 20
    one = One(write_inputs(WORK / "in", texts(), times=20), task_bytes=1_500_000)

    def killed():
        out = one.another("killed")
        chosen = random.Random(7)
        hits = attempts = 0
        while hits < wanted and attempts < 500:
            attempts += 1
            if all((out / "receipts" / f"{task:05}.json").exists() for task in range(one.tasks)):
                shutil.rmtree(out)  # it was finished between kills: again
                one.another("killed")
            before = unfinished(out)
            worker = command("run", out)
            time.sleep(chosen.uniform(0.05, 0.6))
            written = unfinished(out) - before  # while it runs
            worker.kill()
            # A kill counts if the worker ran, and a file that it wrote is left unfinished.
            hits += worker.wait() == -signal.SIGKILL and bool(written & unfinished(out))
            for name, content in files_of(out / "shards").items():
                if content != one.files[f"shards/{name}"]:
                    return f"DIFFERENT: {name} after a kill"
        all_ended([command("run", out)])
        found = one.compare(out)
        if found is None and hits < wanted:
            return f"NOT RUN: {hits} kills inside a write"
        print(f"{GROUP}: {hits} of {attempts} kills hit a worker with an unfinished file",
              flush=True)
        return found

    case(f"{wanted} kills -9 inside writes", killed)

    def full():
        place = pathlib.Path(tempfile.mkdtemp(dir=WORK))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place],
                                 stderr=sys.stderr)
        if mounted.returncode != 0:
            return "NOT RUN: no tmpfs can be mounted"
        try:
            out = place / "out"
            plan(one.inputs, out, **one.options)
            worker = subprocess.run([PROGRAM, "shards", "run", out], capture_output=True, text=True)
            if worker.returncode != 1 or "OSError" not in worker.stderr:
                return f"NOT RUN: exit code {worker.returncode}: {worker.stderr[-200:]}"
            try:
                shards.run(out)
                return "NOT RUN: the disk was not full"
            except OSError:
                pass
            if unfinished(out):
                return "DIFFERENT: an unfinished file was left"
            for name, content in files_of(out / "shards").items():
                if content != one.files[f"shards/{name}"]:
                    return f"DIFFERENT: {name} on the full disk"
            subprocess.run(["mount", "-o", "remount,size=64m", place], check=True)
            all_ended([command("run", out)])
            return one.compare(out)
        finally:
            subprocess.run(["umount", place], check=True)

    case("a full disk, and the same disk when it is larger", full)


# --- Ray and datatrove ---

def engines():
    one = One(write_inputs(WORK / "in", texts()), task_bytes=60_000)

    def example():
        out = one.another("ray-example")
        done = subprocess.run([sys.executable, ROOT / "examples" / "shards" / "on_ray.py", out],
                              stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
        if done.returncode != 0 or one.digest not in done.stdout:
            return f"NOT RUN: exit code {done.returncode}"
        return one.compare(out)

    case(f"Ray: the example, {one.tasks} tasks", example)

    def killed():
        import ray
        out, seen = one.another("ray-killed"), WORK / "ray-seen"
        seen.mkdir()

        @ray.remote(max_retries=5)
        def do_task(task):
            first = seen / str(task)
            if not first.exists():
                first.touch()
                threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGKILL)).start()
            return shards.run(out, [task])

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            ray.get([do_task.remote(task) for task in range(one.tasks)])
        finally:
            ray.shutdown()
        return one.compare(out)

    case("Ray: the process of each task is killed at its first attempt", killed)

    folder = WORK / "corpus"
    folder.mkdir()
    rows = texts()
    for number in range(5):
        (folder / f"{number}.jsonl").write_bytes(lines_of(rows[number::5]))

    def of_datatrove():
        wanted = WORK / "wanted"
        how = {"format": "ds", "append": END, "tokenizer": trained(), "tasks": 3, "loss": True}
        shards.plan([], wanted, **how)
        for rank in range(3):
            with bpetite.ShardWriter(wanted, rank) as shard:
                for number in range(rank, 5, 3):
                    # datatrove leaves empty documents out while it reads
                    shard.add_batch([row for row in rows[number::5] if row])
        digest = shards.finish(wanted)["dataset"]
        for name, workers in (("datatrove-1", 1), ("datatrove-2", 2)):
            shards.plan([], WORK / name, **how)
            for failing in (True, False):  # at first, each task fails in its middle
                done = subprocess.run(
                    [sys.executable, pathlib.Path(__file__).with_name("on_datatrove.py"), folder,
                     WORK / name, str(workers), str(int(failing))], stderr=sys.stderr)
                if failing != (done.returncode != 0):
                    return f"NOT RUN: exit code {done.returncode}, failing: {failing}"
                if failing and files_of(WORK / name / "shards"):
                    return "DIFFERENT: a task that failed has saved a file"
            if shards.finish(WORK / name)["dataset"] != digest:
                return f"DIFFERENT: {name}"
        return None

    case("datatrove: one and two workers, whose tasks fail first", of_datatrove)


def spark():
    if shutil.which("java") is None:  # tools/verify/cluster/run installs it
        return case("an executor is killed", lambda: "NOT RUN: there is no Java")
    import shard_spark
    one = One(write_inputs(WORK / "in", texts(), times=8), task_bytes=500_000)
    case(f"an executor is killed, {one.tasks} tasks",
         lambda: shard_spark.with_a_kill(one, WORK))


# --- Readers and writers of other libraries ---

def vocabularies():
    """Names, tokenizers, and the folder that has the same tokenizer for the library tokenizers."""
    known = [("1,000 tokens", bpetite.Tokenizer.open(trained()))]
    path = DATA / "vocab" / "cl100k_base.tiktoken"
    if path.exists():
        known.append(("cl100k", bpetite.Tokenizer.open(path, profile="cl100k")))
    for number, (name, tokenizer) in enumerate(known):
        folder = WORK / f"hf-{number}"
        tokenizer.export("hf", folder)
        yield name, tokenizer, folder
    if len(known) < 2:
        case("cl100k", lambda: f"NOT RUN: {path} is missing")


def one_shard(tokenizer, rows, name, format, **options):
    inputs = [WORK / f"{name}.jsonl"]
    inputs[0].write_bytes(lines_of(rows))
    out = WORK / name
    plan(inputs, out, format=format, tokenizer=tokenizer, name="tokenizer.json", **options)
    shards.run(out)
    return out


def with_readers():
    for number, (name, tokenizer, _) in enumerate(vocabularies()):
        rows = texts()
        end = tokenizer.special_tokens[END]
        wanted = [[*tokenizer.encode_ordinary(row), end] for row in rows]
        flat = [it for ids in wanted for it in ids]
        some = [ids if len(ids) > 1 else [] for ids in wanted]  # megatron: nothing for empty ones
        full = [ids for ids in wanted if len(ids) > 1]
        flat_full = [it for ids in full for it in ids]
        places = [place for ids in full for place in range(len(ids))]
        wide = tokenizer.vocab_size > 65_536

        def made(format, **options):
            return one_shard(tokenizer, rows, f"{format}-{number}", format, **options)

        def of_megatron():
            found = readers.megatron(made("megatron") / "shards" / "00000")
            return same(found, some, "documents")

        def of_datatrove():
            length = 50
            count = len(flat_full) // length * length
            out = made("ds", loss=True)
            size = 4 if wide else 2
            ids, found = readers.datatrove(out / "shards" / "00000.ds", size, length)
            # datatrove begins each window at place 0 (it asserts so)
            starts = [at - max(at - places[at], at // length * length) for at in range(count)]
            return (same(ids, flat_full[:count], "ids") or same(found, starts, "places")
                    or same(readers.datatrove_folder(out / "shards", size, length),
                            flat_full[:count], "ids of the folder"))

        case(f"Megatron's IndexedDataset, {name}", of_megatron)
        case(f"datatrove's DatatroveFileDataset and DatatroveFolderDataset, {name}", of_datatrove)
        case(f"the checks of llm.c's loader, {name}",
             lambda: same(readers.llmc(made("llmc") / "shards" / "00000.bin", 4, 64, 2), flat,
                          "ids"))


def with_writers():
    for number, (name, tokenizer, folder) in enumerate(vocabularies()):
        rows = [row for row in texts() if row and END not in row]
        from tokenizers import Tokenizer as HfTokenizer
        hf = HfTokenizer.from_file(str(folder / "tokenizer.json"))
        end = hf.token_to_id(END)

        def of_megatron():
            out = one_shard(tokenizer, rows, f"w-megatron-{number}", "megatron") / "shards"
            documents = [[*it.ids, end] for it in hf.encode_batch(rows, add_special_tokens=False)]
            readers.write_megatron(WORK / "theirs", documents, hf.get_vocab_size())
            return next((f"DIFFERENT: {ending}" for ending in (".bin", ".idx")
                         if (WORK / f"theirs{ending}").read_bytes()
                         != (out / f"00000{ending}").read_bytes()), None)

        def of_datatrove():
            from datatrove.data import Document
            from datatrove.pipeline.tokens import DocumentTokenizer
            out = one_shard(tokenizer, rows, f"w-ds-{number}", "ds", loss=True) / "shards"
            theirs = WORK / f"theirs-{number}"
            with contextlib.chdir(folder):  # the name of the tokenizer is in a file
                step = DocumentTokenizer(str(theirs), "tokenizer.json", eos_token=END,
                                         shuffle_documents=False, save_loss_metadata=True)
                step.run(Document(text=row, id=str(at)) for at, row in enumerate(rows))
            endings = ("", ".index", ".loss", ".metadata")
            return next((f"DIFFERENT: .ds{ending}" for ending in endings
                         if (theirs / f"00000_unshuffled.ds{ending}").read_bytes()
                         != (out / f"00000.ds{ending}").read_bytes()), None)

        case(f"Megatron's IndexedDatasetBuilder, {name}", of_megatron)
        case(f"datatrove's DocumentTokenizer, {name}", of_datatrove)


# --- Faults ---

def faults():
    good = lines_of(["ab ab", "", "c"]).splitlines(keepends=True)
    bad = {"no field": b'{"txt":"ab"}\n', "not JSON": b'{"text":"ab"\n',
           "a number": b'{"text":5}\n', "not UTF-8": b'{"text":"a\xffb"}\n',
           "a lone surrogate": b'{"text":"\\ud800"}\n'}
    path = WORK / "bad.jsonl"
    for name, line in bad.items():
        def skipped(line=line):
            path.write_bytes(good[0] + line + b"".join(good[1:]))
            place = f'"bad.jsonl": the document at byte {len(good[0])}: '
            plan([path], WORK / "stops", format="raw")
            try:
                shards.run(WORK / "stops")
                return "DIFFERENT: no error"
            except ValueError as error:
                if place not in str(error) or shards.receipt(WORK / "stops", 0) is not None:
                    return f"DIFFERENT: {error}"
            plan([path], WORK / "skips", format="raw", on_bad_line="skip")
            shards.run(WORK / "skips")
            receipt = shards.receipt(WORK / "skips", 0)
            found = (receipt["documents"], receipt["empty"], receipt["skipped"],
                     [it["byte"] for it in receipt["bad"]])
            return same(found, (3, 1, 1, [len(good[0])]), f"{found}")

        case(f"a bad line: {name}", skipped)

    def empty():
        path.write_bytes(b"".join(good))
        found = {}
        for format in FORMATS:
            plan([path], WORK / f"empty-{format}", format=format)
            shards.run(WORK / f"empty-{format}")
            receipt = shards.receipt(WORK / f"empty-{format}", 0)
            found[format] = (receipt["documents"], receipt["empty"], receipt["ids"])
        tokenizer = bpetite.Tokenizer.open(trained())
        ids = sum(len(tokenizer.encode_ordinary(it)) + 1 for it in ("ab ab", "c"))
        wanted = {"megatron": (3, 1, ids), "ds": (3, 1, ids), "raw": (3, 1, ids + 1),
                  "llmc": (3, 1, ids + 1)}
        return same(found, wanted, f"{found}")

    case("an empty document in each format", empty)

    def wide():
        """An added token above 16 bits: raw and llmc take 32; megatron and ds refuse, since their
        writers would wrap it."""
        tokenizer = bpetite.Tokenizer.open(trained()).with_tokens({"<|wide|>": 65_536})
        path.write_bytes(b"".join(good))
        widths = {}
        for format in FORMATS:
            try:
                widths[format] = plan([path], WORK / f"wide-{format}", format=format,
                                      tokenizer=tokenizer, append="<|wide|>")["width"]
                shards.run(WORK / f"wide-{format}")
            except ValueError as error:
                widths[format] = error.clause
        if widths != {"megatron": "S83a", "ds": "S83b", "raw": 4, "llmc": 4}:
            return f"DIFFERENT: {widths}"
        ids = readers.llmc(WORK / "wide-llmc" / "shards" / "00000.bin")
        return same(ids.count(65_536), 3, "ids of 65,536")

    case("an id of 65,536", wide)

    def flipped():
        for format in FORMATS:
            out = WORK / f"empty-{format}"
            for file in sorted((out / "shards").iterdir()):
                content = bytearray(file.read_bytes())
                for at in {0, len(content) // 2, len(content) - 1}:
                    content[at] ^= 1 << at % 8
                    file.write_bytes(content)
                    found = shards.verify(out)
                    content[at] ^= 1 << at % 8
                    file.write_bytes(content)
                    if found != [f"shards/{file.name}: its bytes are not those of the receipt"]:
                        return f"DIFFERENT: {file.name}, byte {at}: {found}"
            if shards.verify(out):
                return "DIFFERENT: nothing is flipped"
        return None

    case("a flipped bit in each file", flipped)


if __name__ == "__main__":
    {"workers": workers, "kills": kills, "engines": engines, "spark": spark,
     "readers": with_readers, "writers": with_writers, "faults": faults}[GROUP]()
    sys.exit(case.status())
