"""morpheme with a tokenizer.json."""
import morpheme

import lines

tokenizer = morpheme.Tokenizer.from_file(lines.PATH)
lines.serve({"encode": lambda text: tokenizer.encode(text, add_special_tokens=False).ids},
            {"encode_batch": lambda texts: [it.ids for it in tokenizer.encode_batch(
                texts, add_special_tokens=False)]})
