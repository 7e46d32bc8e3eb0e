//! The crate tiktoken: its vocabularies of DeepSeek V3 and of Qwen 2.
fn main() {
    let deepseek = tiktoken::get_encoding("deepseek_v3").unwrap();
    println!("{:?}", deepseek.encode("\u{200d}\u{200d}"));
    let qwen = tiktoken::get_encoding("qwen2").unwrap();
    println!("{:?} {:?}", qwen.encode("e\u{301}"), qwen.encode("\u{e9}"));
}
