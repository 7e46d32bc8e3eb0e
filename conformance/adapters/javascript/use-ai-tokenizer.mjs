// The adapter for ai-tokenizer: gives it tokens as strings if their bytes are UTF-8, else as bytes,
// and the pattern for JavaScript. Special tokens are named, since "all" would make them ordinary
// text.
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
