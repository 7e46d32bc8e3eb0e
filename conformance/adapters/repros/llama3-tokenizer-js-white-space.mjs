import tokenizer from "llama3-tokenizer-js";

for (const text of ["It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end", "\ufeff#"]) {
  console.log(JSON.stringify(tokenizer.encode(text, { bos: false, eos: false })));
}
