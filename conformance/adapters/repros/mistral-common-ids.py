import importlib.resources

from mistral_common.tokens.tokenizers.tekken import Tekkenizer

path = importlib.resources.files("mistral_common") / "data" / "tekken_240911.json"
text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(Tekkenizer.from_file(path).encode(text, bos=False, eos=False))
