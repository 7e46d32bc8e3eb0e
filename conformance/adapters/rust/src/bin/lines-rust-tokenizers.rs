//! rust_tokenizers: its tokenizer of GPT-2, with the vocab.json and merges.txt of a tokenizer.json.
use adapters::lines;
use rust_tokenizers::tokenizer::{Gpt2Tokenizer, Tokenizer};

fn main() {
    lines::serve(|_, _| {
        let path = std::env::args().nth(3).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let model = &document["model"];
        let merges = model["merges"].as_array().unwrap().iter().map(|pair| match pair {
            serde_json::Value::String(pair) => pair.clone(),
            _ => format!("{} {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()),
        });
        let lines = std::iter::once("#version: 0.2".to_string()).chain(merges).collect::<Vec<_>>();
        let folder = std::env::temp_dir().join(format!("rust-tokenizers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("vocab.json"), model["vocab"].to_string()).unwrap();
        std::fs::write(folder.join("merges.txt"), lines.join("\n") + "\n").unwrap();
        let (vocab, merges) = (folder.join("vocab.json"), folder.join("merges.txt"));
        let tokenizer = Gpt2Tokenizer::from_file(vocab, merges, false).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        Box::new(move |text| {
            let tokens = tokenizer.tokenize(text);
            tokenizer.convert_tokens_to_ids(&tokens).into_iter().map(|id| id as u32).collect()
        })
    })
}
