"""ffbpe's Encoding, which takes the place of tiktoken's, with a rank file, and the pattern and
special tokens that tiktoken has for it."""
from ffbpe.tiktoken_compat import Encoding

import lines

parts = lines.tiktoken_parts(f"{lines.VOCABULARY}_base")
encoding = Encoding(**parts)
lines.serve({"encode": lambda text: encoding.encode(text, allowed_special="all"),
             "encode_ordinary": encoding.encode_ordinary})
