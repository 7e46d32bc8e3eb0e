// @lenml/tokenizers with a tokenizer.json.
import { readFileSync } from "node:fs";
import { TokenizerLoader } from "@lenml/tokenizers";
import { path, serve } from "./lines.mjs";

const tokenizerJSON = JSON.parse(readFileSync(path, "utf8"));
const tokenizer = TokenizerLoader.fromPreTrained({ tokenizerJSON, tokenizerConfig: {} });
serve({ encode: (text) => tokenizer.encode(text, { add_special_tokens: false }) });
