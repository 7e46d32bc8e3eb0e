import { Tokenizer } from "ai-tokenizer";
import * as cl100k from "ai-tokenizer/encoding/cl100k_base";

const tokenizer = new Tokenizer(cl100k);
console.log(JSON.stringify(tokenizer.encode("\ufeff#")),
            JSON.stringify(tokenizer.encode("  \u0085")));
