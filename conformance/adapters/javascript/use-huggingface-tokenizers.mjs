// The adapter for @huggingface/tokenizers: uses a tokenizer.json as an object.
import { Tokenizer } from "@huggingface/tokenizers";
import { serve } from "./protocol.mjs";

serve({
  name: "@huggingface/tokenizers",
  package: "@huggingface/tokenizers",
  caps: ["pair-keyed"],
  load: (artifact) => new Tokenizer(artifact.huggingFace(), {}),
  encode: (tokenizer, text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
  decode: (tokenizer, ids) =>
    tokenizer.decode(ids, { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
});
