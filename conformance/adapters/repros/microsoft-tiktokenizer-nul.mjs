import tiktokenizer from "@microsoft/tiktokenizer";

const files = { cl100k_base: process.argv[2], o200k_base: process.argv[3] };
for (const [name, file] of Object.entries(files)) {
  const special = tiktokenizer.getSpecialTokensByEncoder(name);
  const pattern = tiktokenizer.getRegexByEncoder(name);
  const tokenizer = tiktokenizer.createTokenizer(file, special, pattern);
  for (const text of ["a\u0000b", "\u0000\u0000"]) {
    console.log(name, JSON.stringify(text), JSON.stringify(tokenizer.encode(text)));
  }
}
