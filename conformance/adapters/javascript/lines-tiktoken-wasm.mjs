// tiktoken (WASM) with its own vocabularies.
import { get_encoding } from "tiktoken";
import { serve, vocabulary } from "./lines.mjs";

const encoding = get_encoding(`${vocabulary}_base`);
serve({
  encode: (text) => encoding.encode(text, "all"),
  encode_ordinary: (text) => encoding.encode_ordinary(text),
});
