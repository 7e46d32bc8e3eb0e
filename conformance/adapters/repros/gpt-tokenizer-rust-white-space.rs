fn main() {
    let tokenizer = gpt_tokenizer::Default::new();
    for text in ["  end", "a\n\n b", "x  "] {
        println!("{:?} {:?}", text, tokenizer.encode(text));
    }
}
