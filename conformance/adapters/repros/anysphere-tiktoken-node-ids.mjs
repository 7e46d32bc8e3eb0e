import tiktoken from "@anysphere/tiktoken-node";

const { SpecialTokenAction, SupportedEncoding } = tiktoken;
const text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
const ids = await tiktoken.getTokenizer().encode(
  text, SupportedEncoding.Cl100k, SpecialTokenAction.NormalText, {});
console.log(JSON.stringify(Array.from(ids)));
