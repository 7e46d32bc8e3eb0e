import tiktokenizer from "@microsoft/tiktokenizer";

const file = `${process.env.BPETITE_DATA}/vocab/cl100k_base.tiktoken`;
const name = "cl100k_base";
const special = tiktokenizer.getSpecialTokensByEncoder(name);
const tokenizer = tiktokenizer.createTokenizer(file, special, tiktokenizer.getRegexByEncoder(name));
for (const text of ["\u0000", "\u0000\u0000", "\u0000\u0000\u0000"]) {
  console.log(text.length, JSON.stringify(tokenizer.encode(text)));
}
