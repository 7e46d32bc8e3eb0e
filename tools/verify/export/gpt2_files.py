"""Compares exported vocab.json and merges.txt with tokenizers, which finds no special token by them,
and the tokenizer of transformers that is written in Python, which finds <|endoftext|>.

The latter has the character classes of the package regex, whose version has those of Unicode 16.0.
"""
import tokenizers
import transformers

from judge import Model, arrays

END = "<|endoftext|>"


def hold(judge, run, model, given, folder):
    files = [str(folder / name) for name in ("vocab.json", "merges.txt")]
    library = tokenizers.Tokenizer(tokenizers.models.BPE.from_file(*files))
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    slow = transformers.GPT2Tokenizer(*files)
    again = Model(run, folder, "profile=v1")  # which finds <|endoftext|> at any id

    texts = [text for _, text in given]
    ordinary = arrays(one.ids for one in library.encode_batch(texts))
    judge.ids += sum(map(len, ordinary))
    judge.hold("as ordinary text", given, model.ordinary(given), ordinary)
    judge.hold("imported again", given, again.ids("encode", given, "specials=ordinary"),
               ordinary)
    if set(model.literals) - {END}:
        given = [(kind, text) for kind, text in given
                 if not any(literal in text for literal in model.literals)]
    judge.hold("transformers", given, model.ids("encode", given),
               arrays(slow(text).input_ids for _, text in given))
