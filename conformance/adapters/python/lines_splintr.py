"""splintr (on PyPI splintr-rs) with its own vocabularies, which need no file."""
import array

import splintr

import lines

tokenizer = splintr.Tokenizer.from_pretrained(f"{lines.VOCABULARY}_base")
lines.serve({"encode": tokenizer.encode, "encode_with_special": tokenizer.encode_with_special,
             "encode_rayon": tokenizer.encode_rayon,
             "encode_flat": lambda text: array.array("I", tokenizer.encode_flat(text))},
            {"encode_batch": tokenizer.encode_batch,
             "encode_batch_with_special": tokenizer.encode_batch_with_special})
