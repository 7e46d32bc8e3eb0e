"""The readers and writers of other libraries for the formats of shards: Megatron's and datatrove's
own, and a transcription of what llm.c checks. torch is not needed: stand_in/torch.py is enough.

    megatron("out/shards/00000")        lists of ids, one for each document
    llmc("out/shards/00000.bin")        the ids of a shard
"""
import importlib.util
import pathlib
import sys
import types

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "stand_in"))


def _megatron():
    """megatron.core.datasets.indexed_dataset, without the rest of megatron.core, which needs the
    libraries of a GPU."""
    name = "megatron.core.datasets.indexed_dataset"
    if name in sys.modules:
        return sys.modules[name]
    core = pathlib.Path(importlib.util.find_spec("megatron").submodule_search_locations[0]) / "core"
    for package, folder in (("megatron.core", core), ("megatron.core.datasets", core / "datasets")):
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__path__ = [str(folder)]
    log = types.ModuleType("megatron.core.utils")
    log.log_single_rank = lambda *_: None
    sys.modules["megatron.core.utils"] = log
    return importlib.import_module(name)


def megatron(stem):
    """The documents of a shard, by IndexedDataset: each is all its sequences."""
    data = _megatron().IndexedDataset(str(stem))
    ends = data.document_indices
    return [[int(it) for sequence in range(begin, end) for it in data[sequence]]
            for begin, end in zip(ends[:-1], ends[1:])]


def write_megatron(stem, documents, vocab_size):
    """What Megatron's preprocess_data.py writes of documents with their end-of-text tokens."""
    module = _megatron()
    dtype = module.DType.optimal_dtype(vocab_size)
    builder = module.IndexedDatasetBuilder(f"{stem}.bin", dtype=dtype)
    for ids in documents:
        builder.add_document(numpy.array(ids), [len(ids)])
    builder.finalize(f"{stem}.idx")


def datatrove(path, token_size, length):
    """The ids of a shard in windows of `length`, and the place of each id in its document, by
    DatatroveFileDataset."""
    from datatrove.utils.dataset import DatatroveFileDataset
    data = DatatroveFileDataset(str(path), length - 1, token_size=token_size, return_positions=True)
    windows = [data[number] for number in range(len(data))]
    return ([int(it) for window in windows for it in window["input_ids"]],
            [int(it) for window in windows for it in window["positions"]])


def datatrove_folder(folder, token_size, length):
    """The ids of all shards of a folder, in windows of `length`, by DatatroveFolderDataset."""
    from datatrove.utils.dataset import DatatroveFolderDataset
    data = DatatroveFolderDataset(str(folder), length - 1, filename_pattern="*.ds",
                                  token_size=token_size)
    return [int(it) for number in range(len(data)) for it in data[number]["input_ids"]]


def llmc(path, batch=1, length=1, processes=1):
    """The ids of a shard, with the checks of llm.c: dataloader_load_shard_ and dataloader_init of
    llmc/dataloader.h for ids of 16 bits, _peek_data_shard and _load_data_shard of train_llama3.py
    for ids of 32 bits (github.com/karpathy/llm.c)."""
    content = pathlib.Path(path).read_bytes()
    header = numpy.frombuffer(content[:256 * 4], "<i4")
    kinds = {(20240520, 1): "<u2", (20240801, 7): "<u4"}
    kind = kinds.get((int(header[0]), int(header[1])))
    assert kind is not None, f"magic {header[0]}, version {header[1]}"
    count = int(header[2])
    assert count > 0, "no ids"
    assert len(content) == 256 * 4 + count * numpy.dtype(kind).itemsize, "file size"
    assert count >= processes * batch * length + 1, "fewer ids than a batch"
    return numpy.frombuffer(content[256 * 4:], kind).tolist()
