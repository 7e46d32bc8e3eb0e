import { getEncoding } from "js-tiktoken";

const encoding = getEncoding("cl100k_base");
console.log(JSON.stringify(encoding.encode("\ufeff#")),
            JSON.stringify(encoding.encode("  \u0085")));
