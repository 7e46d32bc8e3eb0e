from semantic_text_splitter import TextSplitter

splitter = TextSplitter.from_callback(lambda text: len(text.encode()), 8, trim=False)
print(splitter.chunk_indices("one two, three\nfour five"))
splitter = TextSplitter.from_callback(lambda text: len(text.encode()), 2, trim=False)
print(splitter.chunk_indices("a\u20acb"))
