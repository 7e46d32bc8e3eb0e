//! The adapter for bpe with the splitter of bpe-openai: uses a table by bytes. The splitter's
//! patterns have no look-ahead, so `\s+(?!\S)` is written in its own way, as in its built-in
//! vocabularies. It has no special tokens, and decodes no id after the table.
use adapters::{Answer, Artifact, Library, Refused};
use bpe::byte_pair_encoding::{find_hash_factor_for_dictionary, BytePairEncoding};
use bpe_openai::Tokenizer;

struct Bpe;

impl Library for Bpe {
    const NAME: &'static str = "bpe";
    const CRATE: &'static str = "bpe";
    type Tokenizer = Tokenizer;

    fn load(artifact: &Artifact) -> Answer<Tokenizer> {
        artifact.ranks::<std::collections::hash_map::RandomState>()?;
        let factor = find_hash_factor_for_dictionary(artifact.tokens.clone());
        let table = BytePairEncoding::from_dictionary(artifact.tokens.clone(), Some(factor));
        let words = artifact.pattern.strip_suffix(r"|\s+(?!\S)|\s+");
        let words = words.ok_or(Refused("Unsupported", "another pattern".into()))?;
        let patterns = [(&*format!(r"{words}|\s+$"), false), (r"\s+\s", true), (r"\s+", false)];
        Tokenizer::new_lookahead(table, &patterns, false)
            .map_err(|error| Refused("ValueError", error.to_string()))
    }

    fn encode(tokenizer: &Tokenizer, text: &str) -> Answer<Vec<u32>> {
        Ok(tokenizer.encode(text))
    }

    fn decode(tokenizer: &Tokenizer, ids: &[u32]) -> Answer<String> {
        tokenizer.decode(ids).ok_or(Refused("UnicodeDecodeError", "no UTF-8".into()))
    }
}

fn main() {
    adapters::serve::<Bpe>()
}
