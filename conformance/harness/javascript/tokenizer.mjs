// A byte-level BPE tokenizer in plain JavaScript, for harness.mjs: chunks, encoding and decoding
// (spec/02-pretokenize.md, 04-encode.md, 05-special.md, 06-decode.md).
import { readFileSync } from "node:fs";

const ENDOFTEXT = "<|endoftext|>";

// JavaScript's \s has U+FEFF and lacks U+0085, so this lists the characters of White_Space (S2c).
const S = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const CHUNK = new RegExp(
  `'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^${S}\\p{L}\\p{N}]+|[${S}]+(?![^${S}])|[${S}]+`,
  "gu");

export class Failure extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

// Ill-formed bytes are an error, and a byte order mark is an ordinary character.
export function text(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure("UnicodeDecodeError", "the bytes are not UTF-8");
  }
}

export const pretokenize = (bytes) => chunks(text(bytes));
const chunks = (string) => (string.match(CHUNK) ?? []).map((chunk) => Buffer.from(chunk));

const key = (left, right) => left * 2 ** 26 + right;

export class Tokenizer {
  // Only valid files: refusing faulty ones is level L2, which is not claimed.
  static load(path) {
    return new Tokenizer(JSON.parse(readFileSync(path, "utf8")));
  }

  constructor({ merges, mergeable_vocab_size, vocab }) {
    this.endOfText = mergeable_vocab_size;
    this.vocab = new Map(Object.entries(vocab).map(([id, bytes]) => [Number(id), bytes]));
    this.ranks = new Map();
    merges.forEach(([left, right], rank) => {
      if (!this.ranks.has(key(left, right))) this.ranks.set(key(left, right), rank);
    });
  }

  encode(bytes) {
    return this.encodeBetween(text(bytes).split(ENDOFTEXT));
  }

  // The ids of strings, and between two of them the special token.
  encodeBetween(strings) {
    return strings.flatMap((string, number) => {
      const ids = chunks(string).flatMap((chunk) => this.merged(chunk));
      return number === 0 ? ids : [this.endOfText, ...ids];
    });
  }

  // One pass for each rank that occurs, the lowest first. Each pass goes from left to right.
  merged(chunk) {
    let ids = [...chunk];
    const rank = (i) => this.ranks.get(key(ids[i], ids[i + 1])) ?? Infinity;
    for (;;) {
      let lowest = Infinity;
      for (let i = 0; i + 1 < ids.length; i++) lowest = Math.min(lowest, rank(i));
      if (lowest === Infinity) return ids;
      const next = [];
      for (let i = 0; i < ids.length; i++) {
        if (i + 1 < ids.length && rank(i) === lowest) {
          next.push(256 + lowest);
          i++;
        } else {
          next.push(ids[i]);
        }
      }
      ids = next;
    }
  }

  token(id) {
    if (!this.vocab.has(id)) throw new Failure("KeyError", `unknown token id ${id}`);
    return this.vocab.get(id);
  }

  decode(ids) {
    const bytes = Buffer.from(ids.flatMap((id) => this.token(id)));
    text(bytes); // FR-23: the whole must be UTF-8
    return bytes;
  }
}
