"""anthropic-tokenizer with its own vocabulary of Claude."""
import anthropic_tokenizer

import lines

lines.serve({"encode": anthropic_tokenizer.encode})
