"""Shards from Python: what `bpetite shards` writes, and the shards of documents that a program
gives."""
import hashlib
import importlib.util
import json
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import threading

import pytest

import bpetite
from bpetite import shards
from bpetite.__main__ import PROGRAM

ROOT = pathlib.Path(__file__).resolve().parents[2]
END = "<|endoftext|>"
TEXTS = ["the theme of the thesis", "", "caf\u00e9 \U0001f600", f"a{END}b", "the end " * 300]


@pytest.fixture(scope="module")
def tokenizer():
    return bpetite.Tokenizer.train("the theme of the thesis is the other one; the end", 280)


def write_lines(path, texts):
    path.write_text("".join(json.dumps({"n": 1, "text": text}) + "\n" for text in texts))
    return path


@pytest.fixture
def there(tmp_path, tokenizer, monkeypatch):
    """A directory with a tokenizer and two inputs."""
    monkeypatch.chdir(tmp_path)
    tokenizer.save("t.json")
    write_lines(tmp_path / "a.jsonl", TEXTS * 3)
    write_lines(tmp_path / "b.jsonl", ["one more"])
    return tmp_path


def files_of(directory):
    return {str(path.relative_to(directory)): path.read_bytes()
            for path in sorted(pathlib.Path(directory).rglob("*")) if path.is_file()}


def program(*words):
    return subprocess.run([PROGRAM, "shards", *map(str, words)], capture_output=True, text=True,
                          check=True).stdout


def ids_of(directory, task):
    stem = pathlib.Path(directory, "shards", f"{task:05}")
    return [it[0] for it in struct.iter_unpack("<H", stem.with_suffix(".bin").read_bytes())]


@pytest.mark.skipif(not PROGRAM.exists(), reason="only a wheel and the check have the program")
@pytest.mark.parametrize("format", ["megatron", "ds", "raw", "llmc"])
def test_python_and_the_command_line_write_the_same_folder(there, tokenizer, format):
    """S80a S81a S82a S84a"""
    options = ["--format", format, "--append", END, "--task-bytes", 2000]
    planned = json.loads(program("plan", "--input", "a.jsonl", "b.jsonl", "--model", "t.json",
                                 "--output", "there", *options))
    done = json.loads(program("run", "there"))
    finished = json.loads(program("finish", "there"))
    how = dict(format=format, append=END, task_bytes=2000)
    assert shards.plan(["a.jsonl", there / "b.jsonl"], "here", tokenizer="t.json", **how) == planned
    assert shards.plan(["a.jsonl", "b.jsonl"], "here", tokenizer=tokenizer, name="t.json",
                       **{**how, "append": tokenizer.special_tokens[END]}) == planned
    tasks = shards.tasks("here")
    assert tasks == planned["tasks"] > 3
    assert shards.receipt("here", 0) is None
    assert shards.run("here", [tasks - 1, 0])["done"] == 2
    rest = [shards.run("here", worker=(number, 2), threads=2) for number in (2, 1)]
    assert sum(it["done"] for it in rest) == tasks - 2 == tasks - sum(
        it["done_before"] for it in rest)
    assert shards.finish("here") == finished
    assert files_of("here") == files_of("there")
    assert shards.receipt("here", 0) == json.loads(pathlib.Path(
        "here/receipts/00000.json").read_text())
    assert shards.verify("here") == [] and finished["ids"] == done["ids"]


def test_verify_finds_a_flipped_bit(there):
    """S84b"""
    shards.plan(["a.jsonl"], "out", format="raw", tokenizer="t.json")
    shards.run("out")
    bin = pathlib.Path("out/shards/00000.bin")
    content = bytearray(bin.read_bytes())
    content[7] ^= 16
    bin.write_bytes(content)
    assert shards.verify("out", sample=0) == [
        "shards/00000.bin: its bytes are not those of the receipt"]


def test_the_root_may_be_elsewhere(there):
    """S81a"""
    shards.plan(["a.jsonl"], "out", format="raw", tokenizer="t.json")
    (there / "moved").mkdir()
    (there / "a.jsonl").rename(there / "moved" / "a.jsonl")
    with pytest.raises(FileNotFoundError):
        shards.run("out")
    assert shards.run("out", root="moved")["done"] == 1
    assert shards.verify("out", root="moved") == []


def test_bad_lines_stop_or_are_skipped(there):
    """S82c"""
    pathlib.Path("bad.jsonl").write_text('{"text":"ab"}\n{"txt":1}\n{"text":"c"}\n')
    shards.plan(["bad.jsonl"], "stops", format="raw", tokenizer="t.json")
    with pytest.raises(ValueError, match="byte 14: .*no field") as error:
        shards.run("stops")
    assert error.value.clause == "S82c" and shards.receipt("stops", 0) is None
    shards.plan(["bad.jsonl"], "skips", format="raw", tokenizer="t.json", on_bad_line="skip")
    assert shards.run("skips")["skipped"] == 1


@pytest.mark.parametrize("wrong, kind, said", [
    ({"inputs": []}, ValueError, "either inputs or tasks"),
    ({"tasks": 2}, ValueError, "either inputs or tasks"),
    ({"inputs": [], "tasks": 0}, ValueError, "at least 1"),
    ({"inputs": [], "tasks": 1_000_001}, ValueError, "at most 1000000"),
    ({"format": "rows"}, ValueError, "none of megatron, ds, raw, llmc"),
    ({"separator": ""}, ValueError, "separator"),
    ({"separator": "x", "field": "y"}, ValueError, "separator"),
    ({"loss": True}, ValueError, "loss"),
    ({"append": "<|nothing|>"}, KeyError, "nothing"),
    ({"append": 4000}, ValueError, "no token has the id 4000"),
    ({"append": -1}, ValueError, "append|token"),
    ({"task_bytes": 0}, ValueError, "at least 1"),
    ({"on_bad_line": "pass"}, ValueError, "on_bad_line"),
    ({"allow_special": END}, ValueError, "allow_special"),
    ({"inputs": ["a.jsonl", "./a.jsonl"]}, ValueError, "given twice"),
    ({"root": "elsewhere"}, ValueError, "below the root"),
    ({"inputs": ["missing"]}, FileNotFoundError, "missing"),
    ({"tokenizer": "missing"}, FileNotFoundError, "missing"),
])
def test_a_plan_with_wrong_arguments_makes_no_folder(there, wrong, kind, said):
    """S81a"""
    how = {"inputs": ["a.jsonl"], "output": "out", "format": "raw", "tokenizer": "t.json", **wrong}
    with pytest.raises(kind, match=said):
        shards.plan(**how)
    assert not pathlib.Path("out/plan.json").exists()


def test_wrong_tasks_and_workers(there):
    """S82f"""
    shards.plan(["a.jsonl"], "out", format="raw", tokenizer="t.json")
    for wrong in ({"tasks": [1]}, {"tasks": [-1]}, {"worker": (0, 1)}, {"worker": (2, 1)},
                  {"tasks": [0], "worker": (1, 1)}):
        with pytest.raises(ValueError):
            shards.run("out", **wrong)
    with pytest.raises(FileNotFoundError):
        shards.run("missing")
    with pytest.raises(FileExistsError):
        shards.plan(["b.jsonl"], "out", format="raw", tokenizer="t.json")


@pytest.fixture
def heeds_interrupts():
    """A program that was started in the background may ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_a_run_between_blocks(there, heeds_interrupts):
    """S82g: nothing is saved, and the next run does the task again"""
    write_lines(there / "long.jsonl", [f"the theme {i} of the thesis " * 50 for i in range(40_000)])
    shards.plan(["long.jsonl"], "out", format="raw", tokenizer="t.json")
    timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        shards.run("out")
        timer.join()  # the run was faster
    timer.join()
    assert files_of("out/shards") == files_of("out/receipts") == {}
    assert shards.run("out")["done"] == 1


# --- Documents that a program gives ---

def planned(tokenizer, tasks=1, **options):
    shards.plan([], "out", tokenizer=tokenizer, tasks=tasks,
                **{"format": "raw", "append": END, **options})


def test_documents_of_a_program_are_encoded_as_those_of_inputs(there, tokenizer):
    """S81e S82b: a task has the same files, however the documents were given"""
    planned(tokenizer, 2)
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add_batch(iter(TEXTS))
        shard.add_batch([])
        shard.add(b"one more")
    with bpetite.ShardWriter("out", 1, threads=2):
        pass
    end = tokenizer.special_tokens[END]
    wanted = []
    for text in [*TEXTS, "one more"]:
        wanted += [*tokenizer.encode_ordinary(text), end]
    assert ids_of("out", 0) == wanted and ids_of("out", 1) == []
    finished = shards.finish("out")
    assert (finished["documents"], finished["empty"]) == (len(TEXTS) + 1, 1)
    before = files_of("out")
    again = bpetite.ShardWriter("out", 0)
    for text in [*TEXTS, "one more"]:
        again.add(text)
    assert again.finish() == shards.receipt("out", 0) == again.receipt
    assert files_of("out") == before


def test_the_receipt_has_the_digest_of_the_texts(there, tokenizer):
    """S82h: each text is followed by FF, which UTF-8 never has"""
    planned(tokenizer)
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add_batch(["ab", "", "c\u00e9"])
    given = b"ab\xff\xffc\xc3\xa9\xff"
    assert shard.receipt["input"] == {"bytes": len(given),
                                      "sha256": hashlib.sha256(given).hexdigest()}
    shutil.rmtree("out/receipts")
    pathlib.Path("out/receipts").mkdir()
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add_batch(["ab", "", "c\u00e9"])
    os.unlink("out/receipts/00000.json")
    with pytest.raises(ValueError, match="is there with other bytes"):
        with bpetite.ShardWriter("out", 0) as shard:
            shard.add_batch(["ab", "c\u00e9"])


def test_nothing_is_saved_after_an_exception(there, tokenizer):
    """S81e S82g"""
    planned(tokenizer)
    with pytest.raises(ZeroDivisionError):
        with bpetite.ShardWriter("out", 0) as shard:
            shard.add_batch(TEXTS * 1000)
            1 / 0
    assert files_of("out/shards") == files_of("out/receipts") == {}
    with pytest.raises(ValueError, match="required an open one"):
        shard.add("ab")
    with pytest.raises(TypeError):
        with bpetite.ShardWriter("out", 0) as shard:
            shard.add_batch(["ab", None])
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add("ab")
        shard.finish()
    with pytest.raises(ValueError, match="required an open one"):
        shard.finish()


@pytest.mark.parametrize("bad", [b"a\xffb", "a\ud800b"])
def test_a_bad_document_stops_or_is_skipped(there, tokenizer, bad):
    """S82c S82h"""
    planned(tokenizer)
    with pytest.raises(ValueError, match="document 2: byte 1 begins no well-formed UTF-8") as error:
        with bpetite.ShardWriter("out", 0) as shard:
            shard.add_batch(["ab", "c", bad])
    assert error.value.clause == "S82c"
    assert files_of("out/shards") == files_of("out/receipts") == {}
    shutil.rmtree("out")
    planned(tokenizer, on_bad_line="skip")
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add_batch(["ab", "c", bad, "d"])
    assert (shard.receipt["documents"], shard.receipt["skipped"]) == (3, 1)
    assert shard.receipt["bad"] == [
        {"document": 2, "reason": "byte 1 begins no well-formed UTF-8 sequence"}]
    assert shards.receipt("out", 0) == shard.receipt
    assert shards.verify("out", sample=0) == []


def test_what_has_no_inputs_cannot_be_encoded_again(there, tokenizer):
    """S81e"""
    planned(tokenizer)
    bpetite.ShardWriter("out", 0).finish()
    for call in (lambda: shards.run("out"), lambda: shards.verify("out"),
                 lambda: shards.verify("out", sample=1)):
        with pytest.raises(ValueError, match="a program has the documents") as error:
            call()
        assert error.value.clause == "S81e"
    assert shards.verify("out", sample=0) == []
    with pytest.raises(ValueError, match="task 1 does not exist"):
        bpetite.ShardWriter("out", 1)
    shards.plan(["a.jsonl"], "inputs", format="raw", tokenizer=tokenizer)
    with pytest.raises(ValueError, match="the plan has inputs"):
        bpetite.ShardWriter("inputs", 0)


def test_writers_share_no_state(there, tokenizer):
    """S80a S82d: the same task in many threads at once, and others beside it"""
    planned(tokenizer, 3)
    faults = []

    def work(seed):
        try:
            for task in random.Random(seed).sample(range(3), 3):
                with bpetite.ShardWriter("out", task) as shard:
                    for text in TEXTS * 40:
                        shard.add(f"{task} {text}")
        except Exception as error:  # noqa: BLE001
            faults.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == [] and shards.finish("out")["documents"] == 3 * 40 * len(TEXTS)


# --- Examples ---

@pytest.mark.skipif(not PROGRAM.exists(), reason="only a wheel and the check have the program")
def test_examples_of_slurm_and_xargs(there):
    """S82f: each script makes the shards of one process"""
    shards.plan(["a.jsonl", "b.jsonl"], "out", format="megatron", tokenizer="t.json", append=END)
    shards.plan(["a.jsonl", "b.jsonl"], "one", format="megatron", tokenizer="t.json", append=END)
    shards.run("one")
    wanted = shards.finish("one")["dataset"]
    paths = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    for number in (5, 4):  # an array that begins at 4
        subprocess.run([ROOT / "examples/shards/slurm.sh", "out"], check=True, capture_output=True,
                       env={**paths, "SLURM_ARRAY_TASK_ID": str(number),
                            "SLURM_ARRAY_TASK_MIN": "4", "SLURM_ARRAY_TASK_COUNT": "2"})
    assert shards.finish("out")["dataset"] == wanted
    for _ in range(2):
        done = subprocess.run([ROOT / "examples/shards/xargs.sh", "out2", "t.json", "a.jsonl",
                               "b.jsonl"], check=True, capture_output=True, env=paths)
        assert json.loads(done.stdout)["dataset"] == wanted


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not there")
def test_example_of_parquet(there):
    """S81e: a task for each row group"""
    import pyarrow
    import pyarrow.parquet
    pyarrow.parquet.write_table(pyarrow.table({"text": TEXTS}), "a.parquet", row_group_size=2)
    done = subprocess.run([sys.executable, ROOT / "examples/shards/parquet.py", "out", "t.json",
                           "text", "a.parquet"], check=True, capture_output=True, text=True)
    assert shards.tasks("out") == 3 and f"'documents': {len(TEXTS)}" in done.stdout
