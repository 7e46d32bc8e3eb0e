// tiktoken (WASM) with its own vocabularies; or with a rank file, a pattern and special tokens.
import { readFileSync } from "node:fs";
import { get_encoding, Tiktoken } from "tiktoken";

import { path, serve, vocabulary } from "./lines.mjs";

const encoding = get_encoding(`${vocabulary}_base`);
const PATTERN = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|" +
  " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const SPECIAL = { "<|endoftext|>": 100257, "<|fim_prefix|>": 100258, "<|fim_middle|>": 100259,
  "<|fim_suffix|>": 100260, "<|endofprompt|>": 100276 };

let made;
serve({
  encode: (text) => encoding.encode(text, "all"),
  encode_ordinary: (text) => encoding.encode_ordinary(text),
  "new Tiktoken encode": (text) =>
    (made ??= new Tiktoken(readFileSync(path, "utf8"), SPECIAL, PATTERN)).encode(text, "all"),
});
