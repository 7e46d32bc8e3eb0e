// gpt3-tokenizer with its own vocabulary of GPT-2.
import module from "gpt3-tokenizer";
import { serve } from "./lines.mjs";

const Tokenizer = module.default ?? module;
const tokenizer = new Tokenizer({ type: "gpt3" });
serve({ encode: (text) => tokenizer.encode(text).bpe });
