"""The models that have plain vectors: the file of each vocabulary, and the library it is for.

    model = MODELS["cl100k"]
    model.path()             ../shared/data/vocab/cl100k_base.tiktoken, or raises Missing
    model.witness()          a function of a text and of "found" or "text", which gives ids
    model.witness(other)     the same, but wrong: with the pattern of another model

    python3 models.py cl100k [o200k]     the library as a program for `conform run --lines` (S72a), right
                                         or with the pattern of another model
"""
import json
import pathlib
import sys
import typing

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

from vocabularies import module_of, openai, openai_parts, path_of  # noqa: E402


def asked_of(encoding):
    """The function of a text and of "found" or "text" that gives the ids of tiktoken's Encoding."""
    return lambda text, special: (encoding.encode_ordinary(text) if special == "text"
                                  else encoding.encode(text, allowed_special="all"))


class RankFile(typing.NamedTuple):
    """A file of tiktoken, the name that tiktoken has for it, and the profile."""

    file: str
    encoding: str
    profile: str
    library: str = "tiktoken"

    def path(self):
        return path_of(self.file)

    def arguments(self):
        return ["--profile", self.profile]

    def witness(self, pattern_of=None):
        changes = {}
        if pattern_of:
            pattern = openai_parts(pattern_of.encoding)["pat_str"]
            changes = {"pat_str": pattern, "explicit_n_vocab": None}
        return asked_of(openai(self.encoding, **changes))


class TokenizerJson(typing.NamedTuple):
    """A tokenizer.json that a package contains."""

    file: str
    library: str = "tokenizers"

    def path(self):
        return path_of(self.file)

    def arguments(self):
        return []

    def witness(self, pattern_of=None):
        from tokenizers import Tokenizer  # noqa: PLC0415

        tokenizer = Tokenizer.from_file(str(self.path()))
        if pattern_of:
            tokenizer.pre_tokenizer = Tokenizer.from_file(str(pattern_of.path())).pre_tokenizer

        def ids(text, special):
            tokenizer.encode_special_tokens = special == "text"
            return tokenizer.encode(text, add_special_tokens=False).ids
        return ids


class Llama4(RankFile):
    """The file of llama_models, and the encoding that its own class makes of it."""

    def witness(self, pattern_of=None):
        assert pattern_of is None, "llama4 has no wrong form"
        loader = module_of("llama_models", "llama_models.llama4.tokenizer")
        return asked_of(loader.Tokenizer(self.path()).model)


MODELS = {
    "gpt2": RankFile("r50k_base.tiktoken", "gpt2", "gpt2"),
    "p50k": RankFile("p50k_base.tiktoken", "p50k_base", "p50k"),
    "cl100k": RankFile("cl100k_base.tiktoken", "cl100k_base", "cl100k"),
    "o200k": RankFile("o200k_base.tiktoken", "o200k_base", "o200k"),
    "o200k_harmony": RankFile("o200k_base.tiktoken", "o200k_harmony", "o200k_harmony"),
    "gpt_oss": TokenizerJson("gptoss.json"),
    "llama3": TokenizerJson("llama3.json"),
    "llama4": Llama4("llama4/tokenizer.model", "llama4", "llama4"),
    "qwen2.5": TokenizerJson("qwen2_5.json"),
    "qwen3": TokenizerJson("qwen3.json"),
    "qwen3.5": TokenizerJson("token-counter/qwen-3.5.json"),
    "deepseek_llm": TokenizerJson("token-counter/deepseek-llm-7b-base.json"),
    "deepseek_coder": TokenizerJson("token-counter/deepseek-coder-33b-base.json"),
    "deepseek_v3": TokenizerJson("deepseek_v3.json"),
    "deepseek_r1": TokenizerJson("token-counter/deepseek-r1.json"),
    "deepseek_v4": TokenizerJson("deepseek_v4.json"),
    "mistral_nemo": TokenizerJson("mistral_nemo.json"),
    "command_r": TokenizerJson("command_r_plus.json"),
    "glm4": TokenizerJson("token-counter/glm-4.json"),
    "minimax": TokenizerJson("token-counter/minimax-text-01.json"),
    "minimax_m3": TokenizerJson("token-counter/minimax-m3.json"),
    "olmo2": TokenizerJson("olmo/dolma2.json"),
    "gpt_neox": TokenizerJson("olmo/gpt-neox-olmo-dolma-v1_5.json"),
}

if __name__ == "__main__":
    ids_of = MODELS[sys.argv[1]].witness(*(MODELS[name] for name in sys.argv[2:]))
    for line in sys.stdin:
        print(json.dumps(list(ids_of(json.loads(line), "found"))))
