// js-tiktoken, which has the ranks in it, and the vectors of cl100k: npm install; npm test
//
// VECTORS names other vectors than those beside this folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { getEncoding } from "js-tiktoken";

const beside = new URL("../cl100k.json", import.meta.url);
const { vectors, long_vectors } = JSON.parse(readFileSync(process.env.VECTORS ?? beside, "utf8"));
const encoding = getEncoding("cl100k_base");
const unicode = process.versions.unicode.split(".").concat("0").slice(0, 3).join("."); // 15.1.0
const known = [`unicode-${unicode}`, "js-space"]; // JavaScript's own letters and white space

// The parts of a long text, and of its ids. Each is repeated `times` times.
const expanded = (repeated) => repeated.flatMap(({ part, times }) => Array(times).fill(part)).flat();
for (const { text, ids, ...vector } of long_vectors) {
  vectors.push({ ...vector, text: expanded(text).join(""), ids: expanded(ids) });
}

for (const vector of vectors) {
  const isSlow = vector.text.length > 10_000; // js-tiktoken takes the square of a chunk's length
  const differs = isSlow || known.find((name) => vector.tells.includes(name));
  test(vector.id, { skip: differs }, () => {
    const allowed = vector.special === "found" ? "all" : [];
    assert.deepEqual(encoding.encode(vector.text, allowed, []), vector.ids, vector.tests);
  });
}
