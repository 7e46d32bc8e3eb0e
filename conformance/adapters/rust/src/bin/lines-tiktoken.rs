//! tiktoken (the crate of this name) with its own vocabularies.
use adapters::lines;

fn main() {
    lines::serve(|entry, vocabulary| {
        let name = match vocabulary {
            "cl100k" => "cl100k_base",
            "o200k" => "o200k_base",
            "llama3" => "llama3",
            "deepseek_v3" => "deepseek_v3",
            _ => "qwen2",
        };
        let bpe = tiktoken::get_encoding(name).unwrap();
        match entry {
            "encode_with_special_tokens" => Box::new(move |text| bpe.encode_with_special_tokens(text)),
            _ => Box::new(move |text| bpe.encode(text)),
        }
    })
}
