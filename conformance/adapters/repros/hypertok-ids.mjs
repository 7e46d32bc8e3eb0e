import { fromBytes } from "hypertok";
import { loadVocab } from "hypertok/vocab-resolve";

const tokenizer = await fromBytes(await loadVocab("cl100k"), { tier: "single" });
const text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
console.log(JSON.stringify(Array.from(tokenizer.encodeSync(text))));
