#!/bin/sh
# Makes shards with an array of jobs of Slurm. Each job does its share of the tasks of a plan. A job
# that ends early may be submitted again: it does what has no receipt.
#
#   bpetite shards plan --input corpus/*.jsonl.zst --model tokenizer.json --format megatron \
#     --output out
#   sbatch --array=0-7 --requeue examples/shards/slurm.sh out
#   bpetite shards finish out                                       when all jobs have ended
#
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
set -eu
number=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
exec bpetite shards run "$1" --worker "$number/$SLURM_ARRAY_TASK_COUNT"
