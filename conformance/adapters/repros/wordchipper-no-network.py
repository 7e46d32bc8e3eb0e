# wordchipper with an empty cache, twice. Its proxy is a port where nothing listens, so that the
# download fails.
import os
import tempfile

with tempfile.TemporaryDirectory() as cache:
    os.environ |= {"XDG_CACHE_HOME": cache, "HTTPS_PROXY": "http://127.0.0.1:9"}
    from wordchipper import Tokenizer

    for attempt in (1, 2):
        try:
            tokenizer = Tokenizer.from_pretrained("cl100k_base")
            print(attempt, tokenizer.vocab_size, tokenizer.encode("hello"))
        except Exception as error:
            print(attempt, type(error).__name__)
    for folder, _, files in os.walk(cache):
        for name in files:
            print(name, os.path.getsize(os.path.join(folder, name)), "bytes")
