"""mbpe with its own vocabularies."""
import mbpe

import lines

tokenizer = mbpe.get_encoding(lines.VOCABULARY)
lines.serve({"encode": tokenizer.encode})
