"""omnitoken with a tokenizer.json."""
import omnitoken

import lines

lines.serve({"encode": omnitoken.Tokenizer(lines.PATH).encode})
