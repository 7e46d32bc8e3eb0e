// The adapter for js-tiktoken: uses a table by bytes, in one base64 line, and the pattern.
import { Tiktoken } from "js-tiktoken/lite";
import { serve } from "./protocol.mjs";

serve({
  name: "js-tiktoken",
  package: "js-tiktoken",
  load: (artifact) =>
    new Tiktoken({
      pat_str: artifact.pattern,
      special_tokens: artifact.special,
      bpe_ranks: "! 0 " + artifact.base64().join(" "),
    }),
  encode: (tokenizer, text) => tokenizer.encode(text, "all"),
  decode: (tokenizer, ids) => tokenizer.decode(ids),
});
