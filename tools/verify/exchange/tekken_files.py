"""Compares tekken files with mistral-common, the library they are made for.

Compared are the ids; the text of these and of random ids, with special tokens and without; and the
beginnings that its tiktoken gives (rank_files.py). Its decode takes the stretches between special
tokens one by one. So without these, bytes of one character on two sides of them stay apart, and
bpetite, which leaves the tokens out first (S29d), joins them: in these lists special tokens stand
around the others.
"""
import array

from judge import Judge, Model, arrays
from texts import Texts
from vocabularies import path_of

FILES = {name: name for name in ("tekken_240718.json", "tekken_240911.json")}


def hold(name, run):
    """What became of the file."""
    from mistral_common.tokens.tokenizers.tekken import SpecialTokenPolicy, Tekkenizer

    path = path_of(name)
    model = Model(run, path)
    library = Tekkenizer.from_file(path)
    specials = library.num_special_tokens
    texts = Texts(run.seed, run.sources, [library.id_to_piece(id) for id in range(specials)])
    given = texts.made(run.count)
    judge = Judge(name)

    lists = [library.encode(text, bos=False, eos=False) for _, text in given]
    judge.ids = sum(map(len, lists))
    judge.hold("encode", given, model.ids("encode", given), arrays(lists))

    encoded = [(kind, ids) for (kind, _), ids in zip(given, lists)]
    ordinary = texts.ids(run.count // 5, range(specials, library.n_words))
    around = [(kind, before + ids + after) for (kind, ids), (_, before), (_, after) in
              zip(ordinary, texts.ids(len(ordinary), range(specials)),
                  texts.ids(len(ordinary), range(specials)))]
    mixed = texts.ids(run.count // 5, range(library.n_words))
    for operation, what, those, policy in (
            ("decode", "decode", encoded, SpecialTokenPolicy.KEEP),
            ("decode of random ids", "decode", mixed, SpecialTokenPolicy.KEEP),
            ("skip in random ids", "skip", around, SpecialTokenPolicy.IGNORE)):
        judge.hold(operation, those, model.texts(what, those),
                   [library.decode(ids, policy).encode() for _, ids in those])

    judge.hold("beginnings", given, [ends[::2] for ends in model.ids("offsets", given)],
               [array.array("I", library._model.decode_with_offsets(
                   [id - specials for id in ids])[1]) for ids in lists])
    return judge.result()
