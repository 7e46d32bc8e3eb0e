"""The adapter for TokenTextSplitter of LangChain, which cuts the ids of a text into windows and
decodes each. It asks tiktoken for a vocabulary by its name. A window is where LangChain says that it
begins; one that it does not find in the text is empty here, at byte 0. Its ids are counted alone."""
from importlib.metadata import version

import tiktoken
from langchain_text_splitters import TokenTextSplitter

import protocol
import use_tiktoken


def windows(tokenizer, text, max_ids, overlap):
    tiktoken.registry.ENCODINGS["given"] = tokenizer
    splitter = TokenTextSplitter("given", chunk_size=max_ids, chunk_overlap=overlap,
                                 allowed_special="all", add_start_index=True)
    for document in splitter.create_documents([text]):
        window, begin = document.page_content, document.metadata["start_index"]
        place = (begin, begin + len(window)) if begin >= 0 else (0, 0)
        yield *place, len(use_tiktoken.encode(tokenizer, window))


protocol.serve("langchain-text-splitters", version("langchain-text-splitters"), ["L6"],
               more={"profiles": list(use_tiktoken.PATTERNS), "forms": ["ranks"]},
               load=use_tiktoken.load, load_profile=use_tiktoken.load_profile, windows=windows)
