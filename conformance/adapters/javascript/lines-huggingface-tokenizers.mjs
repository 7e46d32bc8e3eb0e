// @huggingface/tokenizers with a tokenizer.json.
import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { path, serve } from "./lines.mjs";

const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, "utf8")), {});
serve({ encode: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids });
