// gptoken with its own vocabulary of GPT-2.
import module from "gptoken";

import { serve } from "./lines.mjs";

serve({ encode: (text) => module.encode(text) });
