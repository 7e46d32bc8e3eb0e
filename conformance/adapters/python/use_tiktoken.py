"""The adapter for tiktoken: uses a table by bytes, and the pattern. Special tokens are allowed.
A stream gives the stable tokens of encode_with_unstable."""
from importlib.metadata import version

import tiktoken
from tiktoken.load import load_tiktoken_bpe

import protocol

# As tiktoken_ext.openai_public has them. gpt2's is that of its r50k_base.
PATTERNS = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|"
              r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    "o200k": "|".join([
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"]),
}


def load(artifact):
    return tiktoken.Encoding("artifact", pat_str=artifact.pattern,
                             mergeable_ranks=artifact.ranks(), special_tokens=artifact.special)


def encode(tokenizer, text):
    return tokenizer.encode(text, allowed_special="all")


def stream(tokenizer, text):
    return tokenizer.encode_with_unstable(text, allowed_special="all")[0]


def decode(tokenizer, ids):
    return tokenizer.decode(ids, errors="strict")


def load_profile(path, request):
    return tiktoken.Encoding(request["profile"], pat_str=PATTERNS[request["profile"]],
                             mergeable_ranks=load_tiktoken_bpe(path),
                             special_tokens=request["special_tokens"])


if __name__ == "__main__":
    protocol.serve("tiktoken", version("tiktoken"), ["L0", "L1", "L6"],
                   more={"profiles": list(PATTERNS), "forms": ["ranks"]},
                   load=load, encode=encode, decode=decode, stream=stream,
                   load_profile=load_profile)
