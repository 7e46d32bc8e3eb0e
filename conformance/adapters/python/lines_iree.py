"""IREE's tokenizer (iree-tokenizer) with a rank file or a tokenizer.json."""
from iree.tokenizer import Tokenizer

import lines


def load():
    if lines.PATH.endswith(".tiktoken"):
        return Tokenizer.from_tiktoken(lines.PATH, encoding=f"{lines.VOCABULARY}_base")
    return Tokenizer.from_file(lines.PATH)


def streamed(text):
    """The text in pieces of seven characters."""
    ids = []
    with tokenizer.encode_stream() as stream:
        for begin in range(0, len(text), 7):
            ids += stream.feed(text[begin:begin + 7])
        ids += stream.finalize()
    return ids


tokenizer = load()
lines.serve({"encode": tokenizer.encode, "encode_to_array": tokenizer.encode_to_array,
             "encode_stream": streamed},
            {"encode_batch": tokenizer.encode_batch})
