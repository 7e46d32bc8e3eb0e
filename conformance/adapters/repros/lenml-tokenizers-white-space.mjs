import { readFileSync } from "node:fs";
import { TokenizerLoader } from "@lenml/tokenizers";

const tokenizerJSON = JSON.parse(readFileSync(process.argv[2], "utf8"));
const tokenizer = TokenizerLoader.fromPreTrained({ tokenizerJSON, tokenizerConfig: {} });
for (const text of ["It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end", "\ufeff#"]) {
  console.log(JSON.stringify(tokenizer.encode(text, { add_special_tokens: false })));
}
