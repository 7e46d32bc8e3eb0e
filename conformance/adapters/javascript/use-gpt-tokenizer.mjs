// The adapter for gpt-tokenizer: uses the parameters of its r50k_base, which has the artifact's
// pattern, with another table. A token is a string if its bytes are UTF-8, else an array of bytes.
import { GptEncoding } from "gpt-tokenizer/GptEncoding";
import { R50K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { serve } from "./protocol.mjs";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function token(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes);
  }
}

function load(artifact) {
  artifact.base64();  // refuses two tokens with the same bytes
  const table = artifact.tokens.map(token);
  return new GptEncoding({
    tokenSplitRegex: R50K_TOKEN_SPLIT_REGEX,
    bytePairRankDecoder: table,
    specialTokensEncoder: new Map(Object.entries(artifact.special)),
  });
}

serve({
  name: "gpt-tokenizer",
  package: "gpt-tokenizer",
  load,
  encode: (tokenizer, text) => tokenizer.encode(text, { allowedSpecial: "all" }),
  decode: (tokenizer, ids) => tokenizer.decode(ids),
});
