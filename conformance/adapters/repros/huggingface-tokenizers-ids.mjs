import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";

const tokenizer = new Tokenizer(JSON.parse(readFileSync(process.argv[2], "utf8")), {});
for (const text of ["It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end", "\ufeff#"]) {
  console.log(JSON.stringify(tokenizer.encode(text, { add_special_tokens: false }).ids));
}
