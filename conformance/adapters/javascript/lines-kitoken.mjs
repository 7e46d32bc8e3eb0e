// kitoken (npm) with a rank file or a tokenizer.json.
import { readFileSync } from "node:fs";
import { Kitoken } from "kitoken/node";
import { path, serve } from "./lines.mjs";

const load = path.endsWith(".tiktoken") ? Kitoken.from_tiktoken : Kitoken.from_tokenizers;
const tokenizer = load(readFileSync(path));
serve({ encode: (text) => tokenizer.encode(text, true) });
