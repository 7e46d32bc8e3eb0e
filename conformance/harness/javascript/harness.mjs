// Answers the requests of bpetite-iut/1 with a tokenizer in JavaScript.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { append, divergence, replace } from "./motion.mjs";
import { Tokenizer, pretokenize } from "./tokenizer.mjs";

const ERRORS = ["ValueError", "KeyError", "UnicodeDecodeError", "Unsupported"];
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const unhex = (string) => Buffer.from(string, "hex");
const loaded = new Map(); // by handle
let bundle;

const operations = {
  hello(ask) {
    bundle = ask.bundle;
    const unicode = process.versions.unicode.split(".").concat("0").slice(0, 3).join("."); // 15.1.0
    return { name: "tiny.js", version: "1", language: "javascript", protocol: 1, unicode,
      ops: ["pretokenize", "load", "encode", "decode", "append", "replace", "canonical"],
      levels: ["L0", "L1", "L6"], caps: ["pair-keyed", "same-bytes"] };
  },
  pretokenize: (ask) => ({ chunks_hex: pretokenize(unhex(ask.text_hex)).map(hex) }),
  load(ask) {
    loaded.set(ask.handle, Tokenizer.load(join(bundle, ask.path)));
    return {};
  },
  encode: (ask) => ({ ids: loaded.get(ask.handle).encode(unhex(ask.text_hex)) }),
  decode: (ask) => ({ text_hex: hex(loaded.get(ask.handle).decode(ask.ids)) }),
  append: (ask) => ({ patches: append(loaded.get(ask.handle), ask.texts_hex.map(unhex)) }),
  replace(ask) {
    const edits = ask.edits.map(([begin, end, more]) => [begin, end, unhex(more)]);
    return { patches: replace(loaded.get(ask.handle), unhex(ask.text_hex), edits) };
  },
  canonical(ask) {
    const index = divergence(loaded.get(ask.handle), ask.ids, ask.as);
    return index < 0 ? { canonical: true } : { canonical: false, index };
  },
  reset() {
    loaded.clear();
    return {};
  },
  bye: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const ask = JSON.parse(line);
  let reply;
  try {
    reply = Object.hasOwn(operations, ask.op)
      ? { ok: operations[ask.op](ask) }
      : { error: { class: "Unsupported" } };
  } catch (error) {
    const name = ERRORS.includes(error.name) ? error.name : "Internal";
    reply = { error: { class: name, message: error.message } };
  }
  process.stdout.write(JSON.stringify({ id: ask.id, ...reply }) + "\n");
  if (ask.op === "bye") break;
}
