"""Compares GGUF files with the ids that llama.cpp's own tests require of it.

Beside a file lie texts (.inp) and their ids (.out), made by Hugging Face's library. Special tokens are
ordinary text there. The other files are refused, each for a reason of chapter 17. Those that lack a
byte are also tried with missing bytes dropped (S31d).
"""
from judge import Judge, Model, arrays, expect_refusal
from vocabularies import path_of

OTHER_MODEL = "required gpt2: bpetite is about byte-level BPE"
# What the error must hold; None for files that open.
REASONS = {
    "command-r": None,
    "gpt-2": None,
    "llama-bpe": None,
    "qwen2": None,
    "qwen35": None,
    "aquila": "version 2, required 3",
    "baichuan": OTHER_MODEL,
    "bert-bge": OTHER_MODEL,
    "gemma-4": OTHER_MODEL,
    "llama-spm": OTHER_MODEL,
    "nomic-bert-moe": OTHER_MODEL,
    "phi-3": OTHER_MODEL,
    "deepseek-coder": "llama.cpp changes types by this name",
    "deepseek-llm": 'tokenizer.ggml.pre: "deepseek-llm", required one of',
    "gpt-neox": 'tokenizer.ggml.pre: "", required one of',
    "falcon": "the byte 0x03 has no token",
    "refact": "the byte 0xf1 has no token",
    "starcoder": "the byte 0xf1 has no token",
    "mpt": "can overlap in a text",
    "falcon, missing bytes dropped": '">>TITLE<<" and "<|endoftext|>" can overlap in a text',
    "refact, missing bytes dropped": None,
    "starcoder, missing bytes dropped": None,
}
FILES = {f"ggml-vocab-{name}": reason for name, reason in REASONS.items()}
SEPARATOR = b"\n__ggml_vocab_test__\n"


def hold(title, run):
    """What became of the file, opened as its title says."""
    name, _, option = title.partition(", ")
    path = path_of(name)
    model = Model(run, path, *(["missing-bytes=drop"] if option else []))
    if FILES[title] is not None:
        return expect_refusal(title, model, FILES[title])
    texts = path.with_name(path.name + ".inp").read_bytes().removesuffix(SEPARATOR).split(SEPARATOR)
    given = [("gold", text.decode()) for text in texts]
    gold = arrays(map(int, line.split())
                  for line in path.with_name(path.name + ".out").read_text().splitlines())
    judge = Judge(title)
    judge.ids = sum(map(len, gold))
    judge.hold("gold ids", given, model.ids("encode", given, "specials=ordinary"), gold)
    return judge.result()
