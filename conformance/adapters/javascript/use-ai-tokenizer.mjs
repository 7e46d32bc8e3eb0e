// ai-tokenizer: tokens as strings where the bytes are UTF-8, else as bytes, and any pattern that
// JavaScript takes. "all" would mean that specials are ordinary text; they are named instead.
import { Tokenizer } from "ai-tokenizer";
import { serve } from "./protocol.mjs";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function load(artifact) {
  artifact.base64();  // refuses two tokens with the same bytes
  const stringEncoder = {};
  const binaryEncoder = [];
  const decoder = artifact.tokens.map((bytes, id) => {
    try {
      const text = utf8.decode(bytes);
      stringEncoder[text] = id;
      return text;
    } catch {
      binaryEncoder.push([bytes, id]);
      return bytes;
    }
  });
  binaryEncoder.sort(([left], [right]) => Buffer.compare(left, right));  // it searches by halves
  return new Tokenizer({
    name: "artifact", pat_str: artifact.pattern, special_tokens: artifact.special,
    stringEncoder, binaryEncoder, decoder,
  });
}

serve({
  name: "ai-tokenizer",
  package: "ai-tokenizer",
  load,
  encode: (tokenizer, text) => tokenizer.encode(text, Object.keys(tokenizer.specialTokens)),
  decode: (tokenizer, ids) => tokenizer.decode(ids),
});
