// Answers texts with a library that has its vocabulary: a JSON string a line in, a JSON array of ids a
// line out (../../PROTOCOL.md, "Without the protocol").
//
//     serve({ encode: (text) => ids }, { encodeBatch: (texts) => lists })
//
// The first argument of the command is the entry point. Its result may be a promise. One of `batches` gets all texts at once. An
// error of the library is written to standard error, and its answer is null.
import { readFileSync, writeSync } from "node:fs";

export const [entry, vocabulary, path] = process.argv.slice(2);

function write(line) {
  const bytes = Buffer.from(line + "\n");
  for (let begin = 0; begin < bytes.length;) {
    try {
      begin += writeSync(1, bytes, begin);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

async function answer(encode, text) {
  try {
    return Array.from(await encode(text));
  } catch (error) {
    console.error(String(error));
    return null;
  }
}

export async function serve(singles, batches = {}) {
  const texts = readFileSync(0, "utf8").split("\n").filter((line) => line).map((line) => JSON.parse(line));
  if (entry in batches) {
    for (const ids of batches[entry](texts)) write(JSON.stringify(Array.from(ids)));
    return;
  }
  for (const text of texts) write(JSON.stringify(await answer(singles[entry], text)));
}
