// tiktoken-node with its own vocabularies.
import tiktoken from "tiktoken-node";
import { serve, vocabulary } from "./lines.mjs";

const encoding = tiktoken.getEncoding(`${vocabulary}_base`);
serve({ encode: (text) => encoding.encode(text) }, { encodeBatch: (texts) => encoding.encodeBatch(texts) });
