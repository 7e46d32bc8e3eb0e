import { encode, decode } from "gpt-tokenizer/encoding/cl100k_base";

console.log(JSON.stringify(encode("\ufeff")), JSON.stringify(encode("  \u0085")));
console.log(JSON.stringify(decode([3305])), JSON.stringify(decode([171, 3299])));
