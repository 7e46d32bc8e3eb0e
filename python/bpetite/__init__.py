"""Byte-level BPE: learns merges from texts, encodes texts into ids, and decodes ids.

    import bpetite

    tokenizer = bpetite.Tokenizer.open("tokenizer.json")      # yours, or a public one
    ids = tokenizer.encode("Hello world")                     # [9906, 1917]
    text = tokenizer.decode(ids)                              # "Hello world"

- `bpetite.Tokenizer`: open, train, encode, decode, save, export
- `bpetite.ChunkCounter`: counts the chunks of texts; `bpetite.merge_counts` adds up such counts,
  and `Tokenizer.train_from_counts` learns from them
- `bpetite.StreamDecoder`: decodes ids as they arrive; `Tokenizer.decode_stream` makes it
- `bpetite.Stream`: encodes a text that comes in pieces; `Tokenizer.stream` makes it
- `bpetite.Session`: keeps a text and its ids while the text is edited, and gives a `bpetite.Patch`
  for each edit; `Tokenizer.session` makes it
- `bpetite.Divergence`: the first id that encoding does not give; `Tokenizer.divergence` finds it
- `bpetite.Continuation`: whether ids that were cut off can go on; `Tokenizer.continuation` says it
- `bpetite.shards`: turns corpora into files of ids for training; `bpetite.ShardWriter` does it for
  documents that a program has, and `bpetite.datatrove` is a step of datatrove that does
- `bpetite.tiktoken`: takes the place of tiktoken and its `Encoding`
- `bpetite.transformers`: makes a fast tokenizer of transformers encode with bpetite
- `bpetite.spark`: trains on columns of Spark, and encodes them
- `bpetite.testing`: judges any Python tokenizer, as a test of pytest
- `bpetite.errors`: the errors, each also the built-in one of its name; all are `bpetite.Error`

numpy is imported by the calls that return arrays, and by no other. `ChunkCounter.add_arrow` and
`Tokenizer.encode_arrow` take texts of Arrow; they need no library for it.
"""
from .counting import ChunkCounter, merge_counts
from .errors import Error
from .motion import Continuation, Divergence, Patch, Session, Stream
from .shards import ShardWriter
from .tokenizer import StreamDecoder, Tokenizer

__all__ = ["ChunkCounter", "Continuation", "Divergence", "Error", "Patch", "Session", "ShardWriter",
           "Stream", "StreamDecoder", "Tokenizer", "__version__", "merge_counts"]
__version__ = "1.0.0"
