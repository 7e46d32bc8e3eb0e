"""tuetoken with a tokenizer.json: its engine, for which special tokens are text, and its
AutoTokenizer."""
import tuetoken

import lines

core, tokenizer = tuetoken.Tokenizer(lines.PATH), tuetoken.AutoTokenizer(lines.PATH)
lines.serve({"encode_ordinary": core.encode_ordinary,
             "AutoTokenizer.encode": lambda text: tokenizer.encode(text, add_special_tokens=False)},
            {"encode_ordinary_batch": core.encode_ordinary_batch})
