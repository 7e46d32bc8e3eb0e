// The adapter for tiktoken for npm (WebAssembly): uses a rank file, and the pattern. The library
// decodes to bytes, which must be UTF-8 here. It drops characters that do not fit in UTF-16. Its
// integers have 32 bits, so the answer for larger ids is that they are unknown.
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
