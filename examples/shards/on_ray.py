"""Makes shards on a cluster of Ray: each task of a plan is a task of Ray. All machines need the
folder, the inputs and bpetite. A task that is lost with its machine runs again elsewhere.

    bpetite shards plan --input corpus/*.jsonl.zst --model tokenizer.json --format ds --output out
    python examples/shards/on_ray.py out
"""
import sys

import ray

from bpetite import shards


@ray.remote(max_retries=10)
def do_task(directory, task):
    return shards.run(directory, [task])


if __name__ == "__main__":
    directory = sys.argv[1]
    ray.init()
    ray.get([do_task.remote(directory, task) for task in range(shards.tasks(directory))])
    print(shards.finish(directory))
