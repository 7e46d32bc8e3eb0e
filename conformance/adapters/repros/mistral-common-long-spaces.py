import importlib.resources

from mistral_common.tokens.tokenizers.tekken import Tekkenizer

path = importlib.resources.files("mistral_common") / "data" / "tekken_240911.json"
tokenizer = Tekkenizer.from_file(path)
for count in (2**19, 2**20):
    try:
        print(count, len(tokenizer.encode(" " * count, bos=False, eos=False)))
    except ValueError as error:
        print(count, error)
