// ai-tokenizer with its own vocabularies. Special tokens are named, since "all" makes them text.
import { Tokenizer } from "ai-tokenizer";
import { serve, vocabulary } from "./lines.mjs";

const tokenizer = new Tokenizer(await import(`ai-tokenizer/encoding/${vocabulary}_base`));
serve({
  encode: (text) => tokenizer.encode(text, Object.keys(tokenizer.specialTokens)),
  encodeOrdinary: (text) => tokenizer.encode(text, [], []),
});
