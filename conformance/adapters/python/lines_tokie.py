"""tokie with a tokenizer.json."""
import tokie

import lines

tokenizer = tokie.Tokenizer.from_json(lines.PATH)
lines.serve({"encode": lambda text: tokenizer.encode(text, add_special_tokens=False).ids},
            {"encode_batch": lambda texts: [it.ids for it in tokenizer.encode_batch(
                texts, add_special_tokens=False)]})
