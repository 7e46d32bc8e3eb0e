import module from "gpt4-tokenizer";

const tokenizer = new (module.default ?? module)({ type: "gpt3" });
console.log(JSON.stringify(tokenizer.encode(" \ufeff#")));
