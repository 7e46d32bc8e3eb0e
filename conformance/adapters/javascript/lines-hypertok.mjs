// hypertok with the vocabularies of its own packages.
import { fromBytes } from "hypertok";
import { loadVocab } from "hypertok/vocab-resolve";

import { serve, vocabulary } from "./lines.mjs";

const tokenizer = await fromBytes(await loadVocab(vocabulary), { tier: "single" });
serve({
  encode: (text) => tokenizer.encode(text),
  encodeSync: (text) => tokenizer.encodeSync(text),
});
