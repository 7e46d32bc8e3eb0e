"""fastokens with a tokenizer.json."""
from fastokens._native import Tokenizer

import lines

tokenizer = Tokenizer.from_file(lines.PATH)
lines.serve({"encode": lambda text: tokenizer.encode(text).ids},
            {"encode_batch": lambda texts: [it.ids for it in tokenizer.encode_batch(texts)]})
