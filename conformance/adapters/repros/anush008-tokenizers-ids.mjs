import module from "@anush008/tokenizers";

const tokenizer = module.Tokenizer.fromFile(process.argv[2]);
const text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
console.log(JSON.stringify(Array.from(encoding.getIds())));
