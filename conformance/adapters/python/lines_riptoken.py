"""riptoken with a rank file, and the pattern and special tokens that tiktoken has for it."""
import riptoken

import lines

parts = lines.tiktoken_parts({"cl100k": "cl100k_base", "o200k": "o200k_base"}[lines.VOCABULARY])
special = parts["special_tokens"]
core = riptoken.CoreBPE(parts["mergeable_ranks"], special, parts["pat_str"])
lines.serve({"encode": lambda text: core.encode(text, set(special)),
             "encode_ordinary": core.encode_ordinary},
            {"encode_batch": lambda texts: core.encode_batch(texts, set(special)),
             "encode_ordinary_batch": core.encode_ordinary_batch})
