# omnitoken and Hugging Face tokenizers with the same tokenizer.json of GPT-2.
import sys

import omnitoken
from tokenizers import Tokenizer

mine, original = omnitoken.Tokenizer(sys.argv[1]), Tokenizer.from_file(sys.argv[1])
for text in ("hello world", "  x", "a\n\nb", "\u65e5"):
    try:
        ids = mine.encode(text)
    except RuntimeError as error:
        ids = ascii(str(error))
    print(ascii(text), ids, original.encode(text).ids)
