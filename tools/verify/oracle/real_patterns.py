"""Patterns of tokenizers that people use, as their files have them: name, dialect, passes.

Sources: tiktoken's openai_public.py, tokenizer.json files, and the names in llama.cpp. They are a
second copy: src/profiles is not read. run_patterns compares the two copies.
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
ASCII_SIGN = r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~]"
ASCII_CONTRACTION = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
# GPT-2's before its last alternative was added, and with the contractions one by one.
OLD_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"
LONG_SPACES = "|".join(rf"\s{{{1 << n}}}(?!\S)" for n in range(9, 1, -1))

# DeepSeek LLM lists the letters that have a case one by one.
CASED_LETTERS = "[" + "".join(
    "-".join(rf"\x{{{end}}}" for end in part.split("-"))
    for part in """
        41-5A 61-7A B5 C0-D6 D8-F6 F8-1BA 1BC-1BF 1C4-293 295-2AF 370-373 376 377 37B-37D 37F 386
        388-38A 38C 38E-3A1 3A3-3F5 3F7-481 48A-52F 531-556 10A0-10C5 13A0-13F5 13F8-13FD 1C90-1CBA
        1CBD-1CBF 1D00-1D2B 1D6B-1D77 1D79-1D9A 1E00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57
        1F59 1F5B 1F5D 1F5F-1F7D 1F80-1FB4 1FB6-1FBC 1FBE 1FC2-1FC4 1FC6-1FCC 1FD0-1FD3 1FD6-1FDB
        1FE0-1FEC 1FF2-1FF4 1FF6-1FFC 2102 2107 210A-2113 2115 2119-211D 2124 2126 2128 212A-212D
        212F-2134 2139 213C-213F 2145-2149 214E 2183 2184 2C00-2C7B 2C7E-2CE4 2CEB-2CEE 2CF2 2CF3
        A640-A66D A680-A69B A722-A76F A771-A787 A78B-A78E AB70-ABBF FB00-FB06 FB13-FB17 FF21-FF3A
        FF41-FF5A 10400-1044F 104B0-104D3 104D8-104FB 10C80-10CB2 10CC0-10CF2 118A0-118DF
        1E900-1E943""".split()) + "]"

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
        rf"{ASCII_SIGN}[A-Za-z]+"
        r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|" + SPACES]),
    "deepseek_coder": ("huggingface", [r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+",
                                       "[一-龥ࠀ-一가-퟿]+", r"\p{N}"]),
    "falcon": ("huggingface", [r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]"]),
    "starcoder": ("huggingface", [r"\p{N}", GPT2]),
    "bloom": ("huggingface", [r" ?[^(\s|[.,!?…。，、।۔،])]+"]),
    "viking": ("huggingface", [r" ?[^(\s|[.,!?…。，、।۔،])]+", r"\p{N}"]),
    "exaone_moe": ("huggingface", [rf"{CONTRACTION}|{PREFIX}"
                                   r"(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+"
                                   r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+"]),
    "laguna": ("huggingface", [r"[^\n]+|[\n]+", QWEN2]),
    "minicpm5": ("huggingface", [r"\p{N}{1,3}", LLAMA3.replace("{1,3}", "+")]),
    "jais2": ("huggingface", [LLAMA3.replace(SPACES, LONG_SPACES + r"|\s{1,2}(?!\S)|\s{1}")]),
    "gemma4": ("huggingface", [r"[^\n]+|[\n]+"]),
    "whitespace": ("huggingface", [r"\w+|[^\w\s]+"]),
    "seed_coder": ("huggingface", [rf"{CONTRACTION}|{PREFIX}\p{{L}}+|\p{{N}}{{1}}"
                                   rf"| ?[^\s\p{{L}}\p{{N}}\r\n]+|{SPACES}"]),
    "bailingmoe": ("huggingface", [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}"
                                   r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"]),
    "ufakzeka": ("huggingface", [QWEN2.removeprefix(CONTRACTION + "|")]),
    "youtu": ("huggingface", [
        "[가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-〿︰-﹏]+|[ㄅ-ㄯ]+"
        "|[一-龥぀-ゟ゠-ヿ]+",
        cased(UPPER, LOWER, CONTRACTION + "?") + rf"|\p{{N}}|{SLASHES}|{SPACES}"]),
    "spark2.5": ("huggingface", [
        r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+",
        rf"{ASCII_SIGN}[A-Za-z]+|[^\r\n\p{{L}}\p{{P}}\p{{S}}]?[\p{{L}}\p{{M}}]+| ?[\p{{P}}\p{{S}}]+"
        r"|[\r\n]|\s+(?!\S)|\s+", r"\p{N}"]),
    "chameleon": ("huggingface", [
        "<sentinel:[0-9]+>", "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z", r"([\t\n]|    |  )", r"\p{N}",
        r"[\p{P}!-/:-@\[-`{-~]", OLD_GPT2]),
    # $ as tiktoken has it: llama.cpp means the end of a piece, Oniguruma that of a line (S25f).
    "deepseek_llm": ("tiktoken", [
        r"[\r\n]", rf"\s?{CASED_LETTERS}+", r"\s?[!-/:-~！-／：-～‘-‟\u3000-。]+", r"\s+$",
        "[一-龥ࠀ-一가-퟿]+", r"\p{N}+"]),
    # As llama.cpp writes the patterns of others: two of these are no longer the same.
    "llama.cpp_default": ("tiktoken", [r"[\p{P}\$\+<=>\^~\|]+", OLD_GPT2, r"\p{N}+",
                                       "[0-9][0-9][0-9]"]),
    "llama.cpp_gpt2": ("tiktoken", [OLD_GPT2]),
    "llama.cpp_llama3": ("tiktoken", [LLAMA3.replace(CONTRACTION, ASCII_CONTRACTION)]),
    "llama.cpp_o200k": ("tiktoken", [
        cased("((?=[\\p{L}])([^a-z]))", "((?=[\\p{L}])([^A-Z]))", ASCII_CONTRACTION + "?") +
        rf"|\p{{N}}{{1,3}}|{SLASHES}|{SPACES}"]),
    "llama.cpp_tekken": ("tiktoken", [
        cased("((?=[\\p{L}])([^a-z]))", "((?=[\\p{L}])([^A-Z]))", "") +
        rf"|\p{{N}}|{SLASHES}|{SPACES}"]),
    "granite_emb_multi": ("tiktoken", [
        cased("((?=[\\p{L}\\p{M}])([^a-z]))", "((?=[\\p{L}\\p{M}])([^A-Z]))",
              ASCII_CONTRACTION + "?") + rf"|\p{{N}}{{1,3}}|{SLASHES}|{SPACES}"]),
}

# Outside the language: the passes, and the byte and the construct that the error names.
REFUSED = {
    "tiny_aya": (["\\d{1,3}(?=(?:\\d{3})*\\b)"], 20, "word boundary"),
    "superbpe": ([r"\p{N}+", r"(?=(\d{3})+(?!\d))"], 0, "look-ahead"),
    "afmoe": ([r"(?>\p{Nd}{510})"], 0, "atomic group"),
}

# The profiles that have the patterns of another.
SAME = {"v1": "gpt2", "fim": "gpt2", "p50k": "r50k", "llama4": "o200k", "o200k_harmony": "o200k"}
