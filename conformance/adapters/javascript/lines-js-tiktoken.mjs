// js-tiktoken with its own ranks.
import { getEncoding } from "js-tiktoken";
import { serve, vocabulary } from "./lines.mjs";

const encoding = getEncoding(`${vocabulary}_base`);
serve({ encode: (text) => encoding.encode(text, "all") });
