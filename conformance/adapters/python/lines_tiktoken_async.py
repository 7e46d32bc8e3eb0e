"""tiktoken-async, a copy of an old tiktoken, with a rank file, and the pattern and special tokens
that tiktoken has for it."""
from tiktoken_async.core import Encoding

import lines

encoding = Encoding(**lines.tiktoken_parts(f"{lines.VOCABULARY}_base"))
lines.serve({"encode": lambda text: encoding.encode(text, allowed_special="all"),
             "encode_ordinary": encoding.encode_ordinary})
