//! The adapter for tiktoken-rs: uses a table by bytes, and the pattern.
use adapters::{Answer, Artifact, Library, Refused};
use tiktoken_rs::CoreBPE;

struct TiktokenRs;

impl Library for TiktokenRs {
    const NAME: &'static str = "tiktoken-rs";
    const CRATE: &'static str = "tiktoken-rs";
    type Tokenizer = CoreBPE;

    fn load(artifact: &Artifact) -> Answer<CoreBPE> {
        let special = artifact.special.iter().cloned().collect();
        CoreBPE::new(artifact.ranks()?, special, &artifact.pattern)
            .map_err(|error| Refused("ValueError", error.to_string()))
    }

    fn encode(tokenizer: &CoreBPE, text: &str) -> Answer<Vec<u32>> {
        Ok(tokenizer.encode_with_special_tokens(text))
    }

    fn decode(tokenizer: &CoreBPE, ids: &[u32]) -> Answer<String> {
        tokenizer.decode(ids).map_err(|error| {
            let message = error.to_string();
            let name = if message.contains("UTF-8") { "UnicodeDecodeError" } else { "KeyError" };
            Refused(name, message)
        })
    }
}

fn main() {
    adapters::serve::<TiktokenRs>()
}
