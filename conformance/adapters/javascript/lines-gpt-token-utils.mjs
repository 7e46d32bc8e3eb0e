// gpt-token-utils with its own vocabulary of GPT-2.
import { encode } from "gpt-token-utils";

import { serve } from "./lines.mjs";

serve({ encode: (text) => encode(text).tokens });
