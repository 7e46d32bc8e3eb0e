"""A step of datatrove that writes shards: the last of a pipeline, in place of DocumentTokenizer.

    from bpetite import shards
    from bpetite.datatrove import ShardStep

    shards.plan([], "out", format="ds", tokenizer="tokenizer.json", append="<|endoftext|>", tasks=8)
    LocalPipelineExecutor([JsonlReader("corpus"), ShardStep("out")], tasks=8).run()
    shards.finish("out")

Task i of the executor writes shard i. Documents keep their order; they are not shuffled. A task
that has a receipt does nothing, and leaves its documents unread; so a task that failed can run
again, by datatrove or by hand. The reader has to give a task the same documents each time (S81e).
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from datatrove.pipeline.base import PipelineStep

from . import errors as _errors
from . import shards


class ShardStep(PipelineStep):
    """directory: the folder of a `bpetite.shards.plan` with as many tasks as the executor has.

    Errors of a task: ValueError, the plan has another number of tasks; and those of
    `bpetite.ShardWriter`."""

    name = "bpetite"
    type = "🔢 - TOKENIZER"

    def __init__(self, directory: shards.Path, *, threads: int = 1, batch_size: int = 1000) -> None:
        super().__init__()
        self.directory = str(directory)
        self.threads = threads
        self.batch_size = batch_size

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        planned = shards.tasks(self.directory)
        if planned != world_size:
            raise _errors.ValueError(f"ShardStep: the plan has {planned} tasks, and the executor "
                                     f"{world_size}, required the same number", "S81e")
        if shards.receipt(self.directory, rank) is not None:
            return
        with shards.ShardWriter(self.directory, rank, threads=self.threads) as shard:
            documents = iter(data)
            while batch := list(itertools.islice(documents, self.batch_size)):
                with self.track_time(unit="batch"):
                    shard.add_batch([document.text for document in batch])
        for key in ("documents", "ids", "skipped"):
            self.stat_update(key, value=shard.receipt[key])
        yield from ()
