import sys

import tiktoken
from langchain_text_splitters import TokenTextSplitter
from tiktoken.load import load_tiktoken_bpe

encoding = tiktoken.Encoding("given", pat_str=r"\s?\S+|\s+", special_tokens={},
                             mergeable_ranks=load_tiktoken_bpe(sys.argv[1]))
tiktoken.registry.ENCODINGS["given"] = encoding
for text, size, overlap in [("नमस्ते", 2, 0), ("tokenization of documents", 3, 1)]:
    splitter = TokenTextSplitter("given", chunk_size=size, chunk_overlap=overlap,
                                 add_start_index=True)
    for document in splitter.create_documents([text]):
        window = document.page_content
        print(size, ascii(window), len(encoding.encode(window)), window in text,
              document.metadata["start_index"])
