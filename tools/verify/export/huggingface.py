"""Compares an exported tokenizer.json with tokenizers and transformers.

The library finds special tokens in every text. A model that never does (nanochat's) is compared with
it on texts without a literal, and the file that is imported again on all texts.
"""
import tokenizers
import transformers

from judge import Model, arrays


def hold(judge, run, model, given, folder):
    library = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    fast = transformers.AutoTokenizer.from_pretrained(folder)
    assert isinstance(fast, transformers.PreTrainedTokenizerFast)
    again = Model(run, folder)

    plain = model.texts_alike(given)
    theirs = by_library(library, given)
    judge.ids += sum(map(len, theirs))
    judge.hold("tokenizers", plain, model.ids("encode", plain),
               theirs if plain is given else by_library(library, plain))
    judge.hold("imported again", given, again.ids("encode", given), theirs)
    judge.hold("transformers", given, again.ids("encode", given), by_fast(fast, given, False))
    judge.hold("transformers, template", given, again.ids("template", given),
               by_fast(fast, given, True))
    judge.hold("template imported again", plain, model.ids("template", plain),
               again.ids("template", plain))


def by_library(library, given):
    return arrays(one.ids for at in range(0, len(given), 5_000)
                  for one in library.encode_batch([text for _, text in given[at:at + 5_000]],
                                                  add_special_tokens=False))


def by_fast(fast, given, has_template):
    return arrays(ids for at in range(0, len(given), 5_000)
                  for ids in fast([text for _, text in given[at:at + 5_000]],
                                  add_special_tokens=has_template).input_ids)
