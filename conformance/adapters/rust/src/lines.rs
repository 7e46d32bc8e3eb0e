//! Answers texts with a library that has its vocabulary: a JSON string a line in, a JSON array of ids a
//! line out (../../../PROTOCOL.md, "Without the protocol").
//!
//!     adapters::lines::serve(|entry, vocabulary| Box::new(move |text| ids))
//!
//! A panic ends the program.
use std::io::BufRead;

pub type Encode = Box<dyn Fn(&str) -> Vec<u32>>;

/// Answers standard input with the entry point and the vocabulary that the first arguments name.
pub fn serve(entry_of: impl Fn(&str, &str) -> Encode) {
    let arguments: Vec<String> = std::env::args().collect();
    let encode = entry_of(&arguments[1], &arguments[2]);
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line.unwrap()).unwrap();
        println!("{}", serde_json::to_string(&encode(&text)).unwrap());
    }
}
