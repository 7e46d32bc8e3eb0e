"""Patterns of tokenizers that people use, as their files have them: name, dialect, passes.

Sources: tiktoken's openai_public.py, tokenizer.json files, and the names in llama.cpp. They are a
second copy: src/profiles is not read. compare_patterns.py holds the two copies against each other.
"""

CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
PREFIX = r"[^\r\n\p{L}\p{N}]?"
SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
SIGNS = r" ?[^\s\p{L}\p{N}]+[\r\n]*"
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
UPPER_NOT_HAN = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]"
LOWER_NOT_HAN = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]"


def cased(upper, lower, end):
    """Words with lower-case letters, then words without."""
    return f"{PREFIX}{upper}*{lower}+{end}|{PREFIX}{upper}+{lower}*{end}"


GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = rf"{CONTRACTION}|{PREFIX}\p{{L}}+|\p{{N}}{{1,3}}|{SIGNS}|{SPACES}"
QWEN2 = rf"{CONTRACTION}|{PREFIX}\p{{L}}+|\p{{N}}|{SIGNS}|{SPACES}"
SLASHES = r" ?[^\s\p{L}\p{N}]+[\r\n/]*"
LONG_SPACES = "|".join(rf"\s{{{1 << n}}}(?!\S)" for n in range(9, 1, -1))

PATTERNS = {
    "gpt2": ("tiktoken", [GPT2]),
    "r50k": ("tiktoken", [r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$"
                          r"|\s+(?!\S)|\s"]),
    "cl100k": ("tiktoken", [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
                            r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"]),
    "nanochat": ("tiktoken", [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}"
                              r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"]),
    "o200k": ("tiktoken", [cased(UPPER, LOWER, CONTRACTION + "?") +
                           rf"|\p{{N}}{{1,3}}|{SLASHES}|{SPACES}"]),
    "tekken": ("tiktoken", [cased(UPPER, LOWER, "") + rf"|\p{{N}}|{SLASHES}|{SPACES}"]),
    "kimi_k2": ("tiktoken", [r"[\p{Han}]+|" +
                             cased(UPPER_NOT_HAN, LOWER_NOT_HAN, CONTRACTION + "?") +
                             rf"|\p{{N}}{{1,3}}|{SIGNS}|{SPACES}"]),
    "llama3": ("tiktoken", [LLAMA3]),
    "qwen2": ("tiktoken", [QWEN2]),
    "qwen3.5": ("tiktoken", [rf"{CONTRACTION}|{PREFIX}[\p{{L}}\p{{M}}]+|\p{{N}}"
                                rf"| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\r\n]*|{SPACES}"]),
    "deepseek_v3": ("huggingface", [
        r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+",
        r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"
        r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|" + SPACES]),
    "deepseek_coder": ("huggingface", [r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+",
                                       r"\p{N}"]),
    "falcon": ("huggingface", [r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]"]),
    "starcoder": ("huggingface", [r"\p{N}", GPT2]),
    "bloom": ("huggingface", [r" ?[^(\s|[.,!?…。，、।۔،])]+"]),
    "viking": ("huggingface", [r" ?[^(\s|[.,!?…。，、।۔،])]+", r"\p{N}"]),
    "exaone_moe": ("huggingface", [rf"{CONTRACTION}|{PREFIX}(?:\p{{L}}\p{{M}}*(?: \p{{L}}\p{{M}}*)*)+"
                                   rf"|\p{{N}}|{SIGNS}|{SPACES}"]),
    "laguna": ("huggingface", [r"[^\n]+|[\n]+", QWEN2]),
    "minicpm5": ("huggingface", [r"\p{N}{1,3}", LLAMA3.replace("{1,3}", "+")]),
    "jais2": ("huggingface", [LLAMA3.replace(SPACES, LONG_SPACES + r"|\s{1,2}(?!\S)|\s{1}")]),
    "gemma4": ("huggingface", [r"[^\n]+|[\n]+"]),
    "whitespace": ("huggingface", [r"\w+|[^\w\s]+"]),
}

# The profiles that have the patterns of another.
SAME = {"v1": "gpt2", "fim": "gpt2", "p50k": "r50k"}
