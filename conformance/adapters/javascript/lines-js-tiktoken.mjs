// js-tiktoken with its own ranks; or with a rank file, and the pattern and special tokens of its own.
import { readFileSync } from "node:fs";
import { getEncoding, Tiktoken } from "js-tiktoken";

import { path, serve, vocabulary } from "./lines.mjs";

const encoding = getEncoding(`${vocabulary}_base`);

function given() {
  const tokens = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(" ")[0]);
  const { patStr: pat_str, specialTokens: special_tokens } = encoding;
  return new Tiktoken({ pat_str, special_tokens, bpe_ranks: "! 0 " + tokens.join(" ") });
}

let made;
serve({
  encode: (text) => encoding.encode(text, "all"),
  "new Tiktoken encode": (text) => (made ??= given()).encode(text, "all"),
});
