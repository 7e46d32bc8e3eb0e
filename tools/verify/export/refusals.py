"""What a target cannot express of a model, in the words of the error."""

PATTERN = "the files have no pattern, and who loads them cuts by that of GPT-2"
NFC_16 = "the normalizer is NFC of Unicode 16.0"
NFC_9 = "the normalizer is NFC of Unicode 9.0, and the files have none"
TEMPLATE = "the files have no place for a template"
PLAIN = "is found in every text"
LLAMA_CPP = "with Unicode 15.1.0 cannot be written for its engine"

# By the model and the target.
REFUSALS = {
    **{(name, "gpt2"): PATTERN for name in (
        "own, no special tokens", "own v2 nanochat", "own v2 o200k", "own cl100k", "own kimi_k2",
        "own llama3", "own llama4", "own nanochat", "own o200k", "own o200k_harmony",
        "cl100k_base.tiktoken", "o200k_base.tiktoken", "llama3/tokenizer.model",
        "llama4/tokenizer.model",
        "tekken_240718.json", "tekken_240911.json", "llama3.json", "gpt4o.json", "gptoss.json",
        "deepseek_v3.json", "deepseek_v4.json")},
    # The normalizer of their loaders is that of Python.
    **{(name, target): NFC_16 for target in ("hf", "tiktoken", "gpt2")
       for name in ("own qwen2", "own qwen3.5", "qwen.tiktoken", "qwen3_6.tiktoken")},
    **{(name, target): NFC_9 for target in ("tiktoken", "gpt2")
       for name in ("own v2 qwen2", "qwen2_5.json", "qwen3.json", "command_r_plus.json")},
    **{(name, target): TEMPLATE for target in ("tiktoken", "gpt2")
       for name in ("llama3_1.json", "mistral_nemo.json")},
    **{(name, "tiktoken"): "3 patterns cut one after the other, and the library has one"
       for name in ("deepseek_v3.json", "deepseek_v4.json")},
    # llama.cpp has the character classes of Unicode 15.1, and nobody else's engine has them.
    **{(f"ggml-vocab-{name}", "hf"): LLAMA_CPP
       for name in ("command-r", "gpt-2", "llama-bpe", "qwen2", "qwen35")},
    **{(f"ggml-vocab-{name}", "tiktoken"): LLAMA_CPP for name in ("gpt-2", "qwen2", "qwen35")},
    **{(f"ggml-vocab-{name}", "gpt2"): PATTERN for name in ("gpt-2", "qwen2", "qwen35")},
    **{(f"ggml-vocab-{name}", target): TEMPLATE for target in ("tiktoken", "gpt2")
       for name in ("command-r", "llama-bpe")},
    **{("own v1, more tokens", target): f'the added token "<think>" {PLAIN}'
       for target in ("tiktoken", "gpt2")},
}
