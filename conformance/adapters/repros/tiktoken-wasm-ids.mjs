import { get_encoding } from "tiktoken";

const text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
console.log(JSON.stringify([...get_encoding("cl100k_base").encode(text)]));
