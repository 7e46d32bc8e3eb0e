// Texts and ids of well-known byte-level BPE tokenizers.
//
//   import { model } from "bpetite-vectors";
//   for (const vector of model("cl100k").vectors) assert.deepEqual(encode(vector.text), vector.ids);
import { readFileSync, readdirSync } from "node:fs";

const models = new URL("models/", import.meta.url);

/** The names of all models: ["cl100k", ...]. */
export function names() {
  return readdirSync(models).map((file) => file.replace(/\.json$/, "")).sort();
}

/** The model as an object. RangeError: there is none of this name. */
export function model(name) {
  if (!names().includes(name)) throw new RangeError(`there is no model ${name}`);
  return JSON.parse(readFileSync(new URL(`${name}.json`, models), "utf8"));
}
