"""splintr (on PyPI splintr-rs) with its own vocabularies, which need no file; or with a rank file,
and tiktoken's special tokens and pattern, without possessive operators."""
import array

import splintr

import lines

tokenizer = splintr.Tokenizer.from_pretrained(f"{lines.VOCABULARY}_base")
if lines.ENTRY.startswith("Tokenizer"):
    special = lines.tiktoken_parts(f"{lines.VOCABULARY}_base")["special_tokens"]
    pattern = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
               r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
    tokenizer = splintr.Tokenizer(lines.PATH, pattern, special)
lines.serve({"encode": tokenizer.encode, "encode_with_special": tokenizer.encode_with_special,
             "Tokenizer encode_with_special": tokenizer.encode_with_special,
             "encode_rayon": tokenizer.encode_rayon,
             "encode_flat": lambda text: array.array("I", tokenizer.encode_flat(text))},
            {"encode_batch": tokenizer.encode_batch,
             "encode_batch_with_special": tokenizer.encode_batch_with_special})
