import { getEncoding } from "@dingyi222666/js-tiktoken";

console.log(JSON.stringify(getEncoding("cl100k_base").encode("hello world")));
