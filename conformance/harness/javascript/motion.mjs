// Text in motion (spec/22-motion.md) for harness.mjs: all of it by encoding whole texts. With a
// merge that makes 256 of "a" and "b":
//
//   append(tokenizer, [Buffer.from("a"), Buffer.from("b")])
//                       [{ kept: 0, gone: 0, ids: [97] }, { kept: 0, gone: 1, ids: [256] }]
//   divergence(tokenizer, [99, 97, 98], "parts")                        1
import { Failure, text } from "./tokenizer.mjs";

export function append(tokenizer, texts) {
  let end = 0;
  const edits = texts.map((bytes) => {
    const begin = end;
    end += bytes.length;
    return [begin, begin, bytes];
  });
  return replace(tokenizer, Buffer.alloc(0), edits);
}

export function replace(tokenizer, bytes, edits) {
  let ids = tokenizer.encode(bytes);
  return edits.map(([begin, end, more]) => {
    if (begin > end || !isPlace(bytes, begin) || !isPlace(bytes, end)) {
      throw new Failure("ValueError", `bytes ${begin} to ${end} are not a range of characters`);
    }
    text(more); // it must be UTF-8 by itself
    bytes = Buffer.concat([bytes.subarray(0, begin), more, bytes.subarray(end)]);
    const old = ids;
    ids = tokenizer.encode(bytes);
    return patch(old, ids);
  });
}

const isPlace = (bytes, at) =>
  at === bytes.length || (at < bytes.length && (bytes[at] & 0xc0) !== 0x80);

// S61a: what both begin with is kept, and of the rest what both end with is left out.
function patch(old, ids) {
  const kept = common(old, ids);
  const same = common(old.slice(kept).reverse(), ids.slice(kept).reverse());
  return { kept, gone: old.length - kept - same, ids: ids.slice(kept, ids.length - same) };
}

// How many ids both lists begin with.
function common(one, other) {
  let size = 0;
  while (size < one.length && one[size] === other[size]) size++;
  return size;
}

// The first index at which encoding gives another id (S63), or -1.
export function divergence(tokenizer, ids, as) {
  const tokens = ids.map((id) => tokenizer.token(id));
  const bytes = Buffer.from(tokens.flat());
  const good = wellFormed(bytes);
  if (good < bytes.length) {
    let end = 0;
    return tokens.findIndex((token) => (end += token.length) > good);
  }
  const wanted = as === "parts" ? tokenizer.encodeBetween(runs(tokenizer, ids))
    : tokenizer.encode(bytes);
  const size = common(wanted, ids);
  return size === ids.length && size === wanted.length ? -1 : size;
}

// The number of bytes before the first at which no UTF-8 begins.
function wellFormed(bytes) {
  for (let size = bytes.length; ; size--) {
    try {
      text(bytes.subarray(0, size));
      return size;
    } catch {
      // a shorter beginning may be UTF-8
    }
  }
}

// The texts between special ids.
function runs(tokenizer, ids) {
  const all = [[]];
  for (const id of ids) {
    if (id === tokenizer.endOfText) all.push([]);
    else all.at(-1).push(tokenizer.token(id));
  }
  return all.map((tokens) => text(Buffer.from(tokens.flat())));
}
