import tiktokenizer from "@microsoft/tiktokenizer";

for (const name of ["cl100k_base", "o200k_base"]) {
  const file = `${process.env.BPETITE_DATA}/vocab/${name}.tiktoken`;
  const special = tiktokenizer.getSpecialTokensByEncoder(name);
  const pattern = tiktokenizer.getRegexByEncoder(name);
  const tokenizer = tiktokenizer.createTokenizer(file, special, pattern);
  for (const text of ["a\u0000b", "\u0000\u0000"]) {
    console.log(name, JSON.stringify(text), JSON.stringify(tokenizer.encode(text)));
  }
}
