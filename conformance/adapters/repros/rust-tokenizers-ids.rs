use rust_tokenizers::tokenizer::{Gpt2Tokenizer, Tokenizer};

fn main() {
    let paths: Vec<String> = std::env::args().collect();
    let tokenizer = Gpt2Tokenizer::from_file(&paths[1], &paths[2], false).unwrap();
    let text = "It's na\u{ef}ve: 12345 \u{65e5}\u{672c}\u{8a9e} \u{1f642}\n\n  end";
    println!("{:?}", tokenizer.convert_tokens_to_ids(&tokenizer.tokenize(text)));
}
