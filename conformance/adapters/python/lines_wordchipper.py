"""wordchipper: its class, and the one that stands in for tiktoken's. It downloads a vocabulary into the
cache of the user, so the rank file is put there before, in a cache of its own."""
import os
import pathlib
import shutil
import tempfile

import lines

name = f"{lines.VOCABULARY}_base"
with tempfile.TemporaryDirectory() as cache:
    folder = pathlib.Path(cache) / "io.crates.wordchipper" / "openai" / name
    folder.mkdir(parents=True)
    shutil.copy(lines.PATH, folder / f"{name}.tiktoken")
    os.environ["XDG_CACHE_HOME"] = cache

    import wordchipper
    from wordchipper.compat import tiktoken

    tokenizer = wordchipper.Tokenizer.from_pretrained(name)
    compatible = tiktoken.get_encoding(name)
lines.serve({"encode": tokenizer.encode,
             "compat.tiktoken encode": lambda text: compatible.encode(text, allowed_special="all")},
            {"encode_batch": tokenizer.encode_batch})
