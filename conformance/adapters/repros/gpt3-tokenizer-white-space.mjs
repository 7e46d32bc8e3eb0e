import module from "gpt3-tokenizer";

const tokenizer = new module.default({ type: "gpt3" });
console.log(JSON.stringify(tokenizer.encode(" \ufeff#").bpe));
