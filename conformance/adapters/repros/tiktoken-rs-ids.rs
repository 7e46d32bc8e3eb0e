fn main() {
    let bpe = tiktoken_rs::cl100k_base().unwrap();
    let text = "It's na\u{ef}ve: 12345 \u{65e5}\u{672c}\u{8a9e} \u{1f642}\n\n  end";
    println!("{:?}", bpe.encode_with_special_tokens(text));
}
