"""gigatoken with a rank file or a tokenizer.json, whose pattern it recognises."""
import pathlib

import gigatoken

import lines


def load():
    if not lines.PATH.endswith(".tiktoken"):
        return gigatoken.Tokenizer.from_json(pathlib.Path(lines.PATH).read_text())
    parts = lines.tiktoken_parts(f"{lines.VOCABULARY}_base")
    return gigatoken.Tokenizer.from_tiktoken(lines.PATH, pretokenizer=lines.VOCABULARY,
                                             special_tokens=parts["special_tokens"])


tokenizer = load()
lines.serve({"encode": tokenizer.encode},
            {"encode_batch": lambda texts: tokenizer.encode_batch(texts),
             "encode_batch_list": lambda texts: tokenizer.encode_batch_list(texts)})
