// llama3-tokenizer-js with its own vocabulary.
import tokenizer from "llama3-tokenizer-js";
import { serve } from "./lines.mjs";

serve({ encode: (text) => tokenizer.encode(text, { bos: false, eos: false }) });
