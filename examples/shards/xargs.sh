#!/bin/sh
# Makes shards on all cores of one machine: a process for each task, as many at a time as there are
# cores. If one of them is killed, the same call goes on where it ended.
#
#   examples/shards/xargs.sh out tokenizer.json corpus/*.jsonl.zst
set -eu
out=$1 model=$2
shift 2
bpetite shards plan --input "$@" --model "$model" --format megatron --append '<|endoftext|>' \
  --output "$out" >"$out.plan.json"
tasks=$(sed 's/.*"tasks":\([0-9]*\).*/\1/' "$out.plan.json")
if [ "$tasks" -gt 0 ]; then
  seq 0 $((tasks - 1)) | xargs -n 1 -P "$(nproc)" bpetite shards run "$out" >"$out.run.txt"
fi
bpetite shards finish "$out"
