"""A pipeline of datatrove that writes shards, for shard_cases.py. With FAILING 1, each task fails
after some documents.

    on_datatrove.py CORPUS DIRECTORY WORKERS FAILING
"""
import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader

from bpetite import shards
from bpetite.datatrove import ShardStep


def failing(data, rank, world_size):
    for number, document in enumerate(data):
        if number == 100:
            raise RuntimeError("a task fails, as it is told to")
        yield document


if __name__ == "__main__":
    corpus, directory, workers, fails = sys.argv[1:]
    steps = [JsonlReader(corpus), *([failing] if fails == "1" else []), ShardStep(directory)]
    LocalPipelineExecutor(steps, tasks=shards.tasks(directory), workers=int(workers),
                          logging_dir=f"{directory}-logs", skip_completed=False).run()
