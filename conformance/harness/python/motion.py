"""Text in motion (spec/22-motion.md) for harness.py: all of it by encoding whole texts.

    >>> tiny = tokenizer.load("artifacts/ab.json")  # its merge makes 256 of "a" and "b"
    >>> append(tiny, [b"a", b"b"])
    [{'kept': 0, 'gone': 0, 'ids': [97]}, {'kept': 0, 'gone': 1, 'ids': [256]}]
    >>> divergence(tiny, [99, 97, 98], "parts")
    1
"""

import itertools

from tokenizer import ENDOFTEXT


# --- Text that is edited (S61). ---

def append(tokenizer, texts):
    ends = itertools.accumulate(map(len, texts), initial=0)
    return replace(tokenizer, b"", [(end, end, text) for end, text in zip(ends, texts)])


def replace(tokenizer, text, edits):
    ids = tokenizer.encode(text)
    patches = []
    for begin, end, new in edits:
        if not (begin <= end and is_place(text, begin) and is_place(text, end)):
            raise ValueError(f"bytes {begin} to {end} are no range of characters")
        new.decode()  # it must be UTF-8 by itself
        text = text[:begin] + new + text[end:]
        old, ids = ids, tokenizer.encode(text)
        patches.append(patch(old, ids))
    return patches


def is_place(text, at):
    return 0 <= at <= len(text) and (at == len(text) or text[at] & 0xC0 != 0x80)


def patch(old, new):
    kept = common(old, new)
    same = common(old[kept:][::-1], new[kept:][::-1])
    return {"kept": kept, "gone": len(old) - kept - same, "ids": new[kept:len(new) - same]}


def common(one, other):
    """How many ids both lists begin with."""
    differs = (i for i, (a, b) in enumerate(zip(one, other)) if a != b)
    return next(differs, min(len(one), len(other)))


# --- Parts (S62): pairs such as ("text", b"a"), ("template", b"b"), ("token", 257). ---

def encode_parts(tokenizer, parts, seams):
    known = []
    for kind, value in parts:  # the first fault is the error (S62i)
        if kind != "token":
            value.decode()
        elif value not in (ENDOFTEXT, tokenizer.size):
            raise KeyError(f"no special token {value!r}")
        known.append((kind, ENDOFTEXT.encode() if kind == "token" else value))
    if seams == "cut":
        return [id for part in known for id in joined(tokenizer, [part])]
    return joined(tokenizer, known)


def joined(tokenizer, parts):
    texts = [b""]  # those between special tokens
    parts = [part for part in parts if part[1]]
    for kind, run in itertools.groupby(parts, lambda part: part[0]):
        text = b"".join(value for _, value in run)
        first, *others = [text] if kind == "text" else text.split(ENDOFTEXT.encode())
        texts[-1] += first
        texts += others
    return tokenizer.encode_between(texts)


# --- Canonical ids (S63). ---

def divergence(tokenizer, ids, compared):
    """The first index at which encoding gives another id, or None."""
    tokens = tokenizer.tokens(ids)
    text = b"".join(tokens)
    try:
        text.decode()
    except UnicodeDecodeError as error:
        ends = itertools.accumulate(map(len, tokens))
        return next(i for i, end in enumerate(ends) if end > error.start)
    if compared == "one string":
        wanted = tokenizer.encode(text)
    else:
        kinds = ["token" if id == tokenizer.size else "text" for id in ids]
        wanted = joined(tokenizer, zip(kinds, tokens))
    return None if wanted == ids else common(wanted, ids)
