import module from "gpt-3-encoder";

console.log(JSON.stringify(module.encode(" \ufeff#")));
