# tokie with a tokenizer.json of Llama 3, and texts of one letter.
import sys

import tokie

tokenizer = tokie.Tokenizer.from_json(sys.argv[1])
for count in (32768, 32769):
    try:
        print(count, len(tokenizer.encode("\u00e9" * count, add_special_tokens=False).ids))
    except BaseException as error:
        print(count, type(error).__name__)
