"""snaptokens with a tokenizer.json."""
import snaptokens

import lines

tokenizer = snaptokens.Tokenizer.from_file(lines.PATH)
lines.serve({"encode": lambda text: tokenizer.encode(text).ids},
            {"encode_batch": lambda texts: [it.ids for it in tokenizer.encode_batch(texts)]})
