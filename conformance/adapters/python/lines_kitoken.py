"""kitoken with a rank file or a tokenizer.json."""
import kitoken

import lines

load = (kitoken.Kitoken.from_tiktoken_file if lines.PATH.endswith(".tiktoken")
        else kitoken.Kitoken.from_tokenizers_file)
tokenizer = load(lines.PATH)
lines.serve({"encode": lambda text: tokenizer.encode(text, True)},
            {"encode_all": lambda texts: tokenizer.encode_all(texts, True)})
