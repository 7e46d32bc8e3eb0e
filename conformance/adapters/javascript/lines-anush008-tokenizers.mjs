// @anush008/tokenizers, a build of Hugging Face tokenizers, with a tokenizer.json.
import module from "@anush008/tokenizers";
import { path, serve } from "./lines.mjs";

const tokenizer = module.Tokenizer.fromFile(path);
serve({
  encode: async (text) => (await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds(),
});
