// The adapter for @lenml/tokenizers: uses a tokenizer.json as an object.
import { TokenizerLoader } from "@lenml/tokenizers";
import { serve } from "./protocol.mjs";

serve({
  name: "@lenml/tokenizers",
  package: "@lenml/tokenizers",
  caps: ["pair-keyed"],
  load: (artifact) =>
    TokenizerLoader.fromPreTrained({ tokenizerJSON: artifact.huggingFace(), tokenizerConfig: {} }),
  encode: (tokenizer, text) => tokenizer.encode(text, { add_special_tokens: false }),
  decode: (tokenizer, ids) =>
    tokenizer.decode(ids, { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
});
