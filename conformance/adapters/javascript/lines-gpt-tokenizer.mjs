// gpt-tokenizer with its own vocabularies.
import { serve, vocabulary } from "./lines.mjs";

const { default: api } = await import(`gpt-tokenizer/encoding/${vocabulary}_base`);
serve({
  encode: (text) => api.encode(text, { allowedSpecial: "all" }),
  encodeOrdinary: (text) => api.encode(text, { disallowedSpecial: new Set() }),
  encodeGenerator: (text) => [...api.encodeGenerator(text, { allowedSpecial: "all" })].flat(),
});
