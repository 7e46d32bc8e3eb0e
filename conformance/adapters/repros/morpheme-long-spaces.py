import sys

import morpheme

tokenizer = morpheme.Tokenizer.from_file(sys.argv[1])
for count in (2**19, 2**20):
    try:
        print(count, len(tokenizer.encode(" " * count, add_special_tokens=False).ids))
    except morpheme.MorphemeError as error:
        print(count, error)
