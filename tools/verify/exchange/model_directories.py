"""Compares directories of models with what transformers makes of them.

A directory has a tokenizer.json and a tokenizer_config.json. AutoTokenizer.from_pretrained reads
both: the second may name a class with steps of its own, and may add tokens. No program of a
directory is run, and nothing is fetched.

Compared are the ids without and with the template, and the lossy text of the latter and of random
ids, with and without special tokens.
"""
import array
import os
import warnings

from judge import Judge, Model, expect_refusal
from texts import Texts
from tokenizer_json import hold_texts
from vocabularies import CONFIG_ALONE, DIRECTORIES, path_of

COUNT = 300  # the most texts for each
FILES = list(DIRECTORIES)
# What the error must hold. A directory that is not here must open. AutoTokenizer, too, raises an
# error for most of those that have no vocabulary; a Qwen2Tokenizer then has added tokens alone.
REFUSED = {
    **{f"token-counter/{name}/": "this is a directory, required in it tokenizer.json"
       for name in CONFIG_ALONE},
    "claude/": "/normalizer/type: \"NFKC\"",
    # Classes that make the tokenizer themselves, with another pattern than the file's.
    **{name: "of transformers 5.24 has another"
       for name in ("gpt4o/", "token-counter/minimax/", "token-counter/minimax-m1-40k/",
                    "token-counter/minimax-text-01/", "token-counter/qwen-3.5/")},
    "cute/": "auto_map",  # AutoTokenizer asks whether to run the program that it names
    "token-counter/jiutian-139moe-chat/": "/model/type: \"Unigram\"",
}


def hold(name, run):
    """What became of the directory."""
    folder = path_of(name)
    model = Model(run, folder)
    if name in REFUSED:
        return expect_refusal(name, model, REFUSED[name])
    library = from_transformers(folder)
    count = min(run.count, COUNT)
    texts = Texts(run.seed, run.sources, sorted(library.get_added_vocab()))
    given = texts.made(count)
    judge = Judge(name)

    for operation in ("encode", "template"):
        theirs = [array.array("I", library.encode(text, add_special_tokens=operation == "template"))
                  for _, text in given]
        judge.hold(operation, given, model.ids(operation, given), theirs)
    judge.ids = sum(map(len, theirs))
    lists = [(kind, ids.tolist()) for (kind, _), ids in zip(given, theirs)]
    for those in (lists, texts.ids(count // 5, sorted(library.get_vocab().values()))):
        hold_texts(judge, model, library.batch_decode, those)
    return judge.result()


def from_transformers(folder):
    """What AutoTokenizer makes of the directory."""
    os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error"}
    warnings.simplefilter("ignore")
    import transformers

    return transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
