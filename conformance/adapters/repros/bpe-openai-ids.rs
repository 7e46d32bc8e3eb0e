fn main() {
    let text = "It's na\u{ef}ve: 12345 \u{65e5}\u{672c}\u{8a9e} \u{1f642}\n\n  end";
    println!("{:?}", bpe_openai::cl100k_base().encode(text));
}
