//! tiktoken-rs with its own vocabularies.
use adapters::lines;

fn main() {
    lines::serve(|entry, vocabulary| {
        let bpe = match vocabulary {
            "cl100k" => tiktoken_rs::cl100k_base().unwrap(),
            _ => tiktoken_rs::o200k_base().unwrap(),
        };
        match entry {
            "encode_ordinary" => Box::new(move |text| bpe.encode_ordinary(text)),
            _ => Box::new(move |text| bpe.encode_with_special_tokens(text)),
        }
    })
}
