import { encode } from "gpt-token-utils";

console.log(JSON.stringify(encode(" \ufeff#").tokens));
