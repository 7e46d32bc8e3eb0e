import { readFileSync } from "node:fs";
import { Kitoken } from "kitoken/node";

const tokenizer = Kitoken.from_tiktoken(readFileSync(process.argv[2]));
const text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
console.log(JSON.stringify(Array.from(tokenizer.encode(text, true))));
