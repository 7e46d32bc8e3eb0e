import { encode } from "gpt-tokenizer/encoding/cl100k_base";

const options = { allowedSpecial: "all" };
console.log(JSON.stringify(encode("<|endoftext|>b", options)));
console.log(JSON.stringify(encode("a<|endoftext|>b", options)));
