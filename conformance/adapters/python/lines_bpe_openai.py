"""bpe-openai (the Python package) with its own vocabularies."""
import bpe_openai

import lines

encoding = bpe_openai.get_encoding(f"{lines.VOCABULARY}_base")
lines.serve({"encode": lambda text: encoding.encode(text, allowed_special="all"),
             "encode_ordinary": encoding.encode_ordinary,
             "encode_to_numpy": lambda text: encoding.encode_to_numpy(text, allowed_special="all")},
            {"encode_batch": lambda texts: encoding.encode_batch(texts, allowed_special="all")})
