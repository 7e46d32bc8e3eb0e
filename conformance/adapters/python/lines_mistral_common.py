"""mistral-common with its own file for tekken."""
import importlib.resources

from mistral_common.tokens.tokenizers.tekken import Tekkenizer

import lines

path = importlib.resources.files("mistral_common") / "data" / f"{lines.VOCABULARY}.json"
tokenizer = Tekkenizer.from_file(path)
lines.serve({"encode": lambda text: tokenizer.encode(text, bos=False, eos=False)})
