//! tiktoken-rs, which has the ranks in it, and the vectors of cl100k: cargo test
//!
//! VECTORS names other vectors than those beside this folder.
use serde_json::{json, Value};

/// The parts of a long text, or of its ids. Each is repeated `times` times.
fn expanded(repeated: &Value) -> Vec<Value> {
    let parts = repeated.as_array().unwrap().iter();
    parts.flat_map(|it| vec![it["part"].clone(); it["times"].as_u64().unwrap() as usize]).collect()
}

#[test]
fn vectors() {
    let path = std::env::var("VECTORS").unwrap_or("../cl100k.json".into());
    let mut model: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let encoding = tiktoken_rs::cl100k_base().unwrap();
    for vector in model["long_vectors"].as_array_mut().unwrap() {
        let text: String = expanded(&vector["text"]).iter().map(|part| part.as_str().unwrap()).collect();
        let ids: Vec<Value> = expanded(&vector["ids"]).into_iter().flat_map(|part| part.as_array().unwrap().clone()).collect();
        vector["text"] = json!(text);
        vector["ids"] = json!(ids);
    }
    let long = model["long_vectors"].as_array().unwrap();
    for vector in model["vectors"].as_array().unwrap().iter().chain(long) {
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
