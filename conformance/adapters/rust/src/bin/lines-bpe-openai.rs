//! bpe-openai with its own vocabularies. It has no special tokens.
use adapters::lines;

fn main() {
    lines::serve(|_, vocabulary| {
        let tokenizer = match vocabulary {
            "cl100k" => bpe_openai::cl100k_base(),
            _ => bpe_openai::o200k_base(),
        };
        Box::new(move |text| tokenizer.encode(text))
    })
}
