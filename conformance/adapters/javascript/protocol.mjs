// Answers the requests of bpetite-iut/1 with a library for JavaScript.
//
//   serve({ name: "js-tiktoken", package: "js-tiktoken", load, encode, decode })
//
//   load(artifact) -> tokenizer
//   encode(tokenizer, text) -> ids
//   decode(tokenizer, ids) -> string or bytes
//
// Texts must be UTF-8. The Unicode version is found by the library's chunks. An exception is
// answered with Internal, or, if it is a Refused, with its class.
import { readFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const V1_PATTERN =
  String.raw`'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;

// For each Unicode version, a letter that is new in it.
const NEW_LETTERS = {
  "14.0.0": "\u0870", "15.0.0": "\u{1123f}", "15.1.0": "\u{2ebf0}",
  "16.0.0": "\u1c89", "17.0.0": "\u088f", "18.0.0": "\u0558",
};

export class Refused extends Error {
  constructor(name, message) {
    super(message);
    this.class = name;
  }
}

// A table of merges, and its conversions to the forms of libraries.
export class Artifact {
  constructor(merges, pattern = V1_PATTERN, special = {}) {
    this.merges = merges;
    this.pattern = pattern;
    this.special = special;
    this.tokens = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
    for (const [left, right] of merges) {
      this.tokens.push(Uint8Array.of(...this.tokens[left], ...this.tokens[right]));
    }
  }

  static read(path) {
    const fields = JSON.parse(readFileSync(path, "utf8"));
    return new Artifact(fields.merges, fields.pretokenizer_pattern, fields.special_tokens);
  }

  // Each token in base64, in the order of ids. Such libraries look tokens up by their bytes.
  base64() {
    const lines = this.tokens.map((token) => Buffer.from(token).toString("base64"));
    if (new Set(lines).size < lines.length) {
      throw new Refused("Unsupported", "two tokens with the same bytes");
    }
    return lines;
  }

  // A tokenizer.json, as an object: GPT-2's own form, in which ByteLevel has the pattern.
  huggingFace() {
    const vocab = {};
    const show = this.tokens.map((token) => Array.from(token, (byte) => LETTERS[byte]).join(""));
    show.forEach((token, id) => (vocab[token] = id));
    if (new Set(show).size < show.length) {
      throw new Refused("Unsupported", "two tokens with the same bytes");
    }
    const level = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true };
    const added = Object.entries(this.special).map(([content, id]) => ({
      id, content, single_word: false, lstrip: false, rstrip: false, normalized: false,
      special: true,
    }));
    return {
      version: "1.0", truncation: null, padding: null, added_tokens: added, normalizer: null,
      pre_tokenizer: { ...level, use_regex: true }, post_processor: null,
      decoder: { ...level, use_regex: true },
      model: {
        type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null,
        end_of_word_suffix: null, fuse_unk: false, byte_fallback: false, ignore_merges: false,
        vocab, merges: this.merges.map(([left, right]) => [show[left], show[right]]),
      },
    };
  }
}

// The letter for each byte in tokenizer.json: GPT-2's table.
const LETTERS = (() => {
  let next = 256;
  const printable = (b) => (b > 32 && b < 127) || (b > 160 && b < 173) || b > 173;
  return Array.from({ length: 256 }, (_, b) => String.fromCharCode(printable(b) ? b : next++));
})();

// The version in the package's own package.json, which not every package allows to import.
function versionOf(name) {
  let folder = dirname(fileURLToPath(import.meta.resolve(name)));
  for (; folder !== parse(folder).root; folder = dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (found.name === name && found.version) return found.version;
    } catch { /* not here, further up */ }
  }
  return "unknown";
}

function unicodeVersion(load, encode) {
  const merges = [];
  for (let lead = 0xc2; lead < 0xf5; ++lead) merges.push([97, lead]);
  const tokenizer = load(new Artifact(merges));
  let answer = "13.0.0";
  for (const [version, letter] of Object.entries(NEW_LETTERS)) {
    if (encode(tokenizer, "a" + letter).length > Buffer.from(letter).length) break;
    answer = version;
  }
  return answer;
}

// Bytes as a string. An error if they are not UTF-8. A byte order mark is kept.
function strict(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Refused("UnicodeDecodeError", error.message);
  }
}

export function serve({ name, package: packageName, load, encode, decode, caps = [] }) {
  const handles = new Map();
  let bundle = "";
  const operations = {
    hello(request) {
      bundle = request.bundle;
      return {
        name, version: versionOf(packageName), language: "javascript", protocol: 1,
        ops: ["decode", "encode", "load"], caps, levels: ["L0", "L1"],
        unicode: unicodeVersion(load, encode),
      };
    },
    load(request) {
      if (!request.path) throw new Refused("Unsupported", "no built-in tables are judged");
      handles.set(request.handle, load(Artifact.read(join(bundle, request.path))));
      return {};
    },
    encode(request) {
      const text = strict(Buffer.from(request.text_hex, "hex"));
      return { ids: Array.from(encode(handles.get(request.handle), text)) };
    },
    decode(request) {
      const text = decode(handles.get(request.handle), request.ids);
      const exact = typeof text === "string" ? text : strict(text);
      return { text_hex: Buffer.from(exact, "utf8").toString("hex") };
    },
    reset() {
      handles.clear();
      return {};
    },
    bye: () => ({}),
  };
  const answers = process.stdout;
  console.log = console.error;  // what a library prints is no answer
  createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    let answer;
    try {
      if (!Object.hasOwn(operations, request.op)) throw new Refused("Unsupported", request.op);
      answer = { ok: operations[request.op](request) };
    } catch (error) {
      const message = String(error?.message ?? error).slice(0, 400);
      answer = { error: { class: error?.class ?? "Internal", message } };
    }
    answers.write(JSON.stringify({ id: request.id, ...answer }) + "\n");
    if (request.op === "bye") answers.end(() => process.exit(0));
  });
}
