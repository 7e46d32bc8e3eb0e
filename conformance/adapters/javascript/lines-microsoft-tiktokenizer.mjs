// @microsoft/tiktokenizer with a rank file, and its own pattern and special tokens for this vocabulary.
import tiktokenizer from "@microsoft/tiktokenizer";
import { path, serve, vocabulary } from "./lines.mjs";

const name = `${vocabulary}_base`;
const special = tiktokenizer.getSpecialTokensByEncoder(name);
const pattern = tiktokenizer.getRegexByEncoder(name);
const tokenizer = tiktokenizer.createTokenizer(path, special, pattern);
serve({ encode: (text) => tokenizer.encode(text, [...special.keys()]) });
