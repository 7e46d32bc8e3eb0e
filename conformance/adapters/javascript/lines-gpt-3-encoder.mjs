// gpt-3-encoder with its own vocabulary of GPT-2.
import module from "gpt-3-encoder";

import { serve } from "./lines.mjs";

serve({ encode: (text) => module.encode(text) });
