//! tiktoken-rs, which has the ranks in it, and the vectors of cl100k: cargo test
//!
//! VECTORS names other vectors than those beside this folder.
use serde_json::Value;

#[test]
fn vectors() {
    let path = std::env::var("VECTORS").unwrap_or("../cl100k.json".into());
    let model: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let encoding = tiktoken_rs::cl100k_base().unwrap();
    for vector in model["vectors"].as_array().unwrap() {
        let text = vector["text"].as_str().unwrap();
        let ids = match vector["special"].as_str() {
            Some("found") => encoding.encode_with_special_tokens(text),
            _ => encoding.encode_ordinary(text),
        };
        let want: Vec<u64> = vector["ids"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
        let got: Vec<u64> = ids.iter().map(|&id| id.into()).collect();
        assert_eq!(got, want, "{}: {text:?}: {}", vector["id"], vector["tests"]);
    }
}
