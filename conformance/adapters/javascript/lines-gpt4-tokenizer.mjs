// gpt4-tokenizer with its own vocabulary of GPT-2.
import module from "gpt4-tokenizer";
import { serve } from "./lines.mjs";

const Tokenizer = module.default ?? module;
const tokenizer = new Tokenizer({ type: "gpt3" });
serve({ encode: (text) => tokenizer.encode(text) });
