"""Makes shards of Parquet files: a task for each row group, whose documents pyarrow reads.

    python examples/shards/parquet.py out tokenizer.json text a.parquet b.parquet

It may run many times, also at the same time: a task that has a receipt is done.
"""
import sys

import pyarrow.parquet

import bpetite
from bpetite import shards


def row_groups(paths):
    files = [pyarrow.parquet.ParquetFile(path) for path in paths]
    return [(file, group) for file in files for group in range(file.num_row_groups)]


def main(directory, tokenizer, column, *paths):
    groups = row_groups(paths)
    shards.plan([], directory, format="megatron", tokenizer=tokenizer, append="<|endoftext|>",
                tasks=len(groups))
    for task, (file, group) in enumerate(groups):
        if shards.receipt(directory, task) is not None:
            continue
        with bpetite.ShardWriter(directory, task) as shard:
            for batch in file.iter_batches(row_groups=[group], columns=[column]):
                shard.add_batch(batch.column(0).to_pylist())
    print(shards.finish(directory))


if __name__ == "__main__":
    main(*sys.argv[1:])
