// @anysphere/tiktoken-node with its own vocabularies; special tokens as ordinary text.
import tiktoken from "@anysphere/tiktoken-node";
import { serve, vocabulary } from "./lines.mjs";

const encoding = { cl100k: tiktoken.SupportedEncoding.Cl100k, o200k: tiktoken.SupportedEncoding.O200k }[vocabulary];
const tokenizer = tiktoken.getTokenizer();
serve({
  encode: (text) => tokenizer.encode(text, encoding, tiktoken.SpecialTokenAction.NormalText, {}),
});
