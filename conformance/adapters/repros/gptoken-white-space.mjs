import module from "gptoken";

console.log(JSON.stringify(module.encode(" \ufeff#")));
