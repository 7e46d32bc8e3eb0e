// tiktoken for npm (WebAssembly): a rank file, and any pattern. Decodes to bytes, which are read
// strictly here. It drops what no UTF-16 can hold, and has integers of 32 bits: larger ids are
// answered as unknown here, for they cannot be given to it.
import { Tiktoken } from "tiktoken";
import { Refused, serve } from "./protocol.mjs";

function load(artifact) {
  const file = artifact.base64().map((token, rank) => `${token} ${rank}`).join("\n");
  return new Tiktoken(file, artifact.special, artifact.pattern);
}

function decode(tokenizer, ids) {
  if (ids.some((id) => id < 0 || id >= 2 ** 32)) throw new Refused("KeyError", "no u32");
  return tokenizer.decode(Uint32Array.from(ids));
}

serve({
  name: "tiktoken (WASM)",
  package: "tiktoken",
  load,
  encode: (tokenizer, text) => tokenizer.encode(text, "all"),
  decode,
});
