// @dingyi222666/js-tiktoken with what its package has for an encoding.
import { getEncoding } from "@dingyi222666/js-tiktoken";
import { serve, vocabulary } from "./lines.mjs";

const encoding = getEncoding(`${vocabulary}_base`);
serve({ encode: (text) => encoding.encode(text, "all") });
