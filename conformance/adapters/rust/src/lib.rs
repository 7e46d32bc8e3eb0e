//! Answers the requests of bpetite-iut/1 with a library for Rust.
//!
//!     impl Library for Mine { type Tokenizer = ..; fn load(..) .. fn encode(..) .. fn decode .. }
//!     fn main() { adapters::serve::<Mine>() }
//!
//! Texts must be UTF-8, since a `str` cannot hold anything else. An id that does not fit in a u32
//! cannot be given to the library, so the answer is that it is unknown. A panic is answered with
//! `Internal`.
pub mod lines;

use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// An error: the class of the protocol, and the library's message.
pub struct Refused(pub &'static str, pub String);
pub type Answer<T> = Result<T, Refused>;

pub trait Library {
    const NAME: &'static str;
    const CRATE: &'static str;
    type Tokenizer;
    fn load(artifact: &Artifact) -> Answer<Self::Tokenizer>;
    fn encode(tokenizer: &Self::Tokenizer, text: &str) -> Answer<Vec<u32>>;
    fn decode(tokenizer: &Self::Tokenizer, ids: &[u32]) -> Answer<String>;
}

/// A table of merges, with its tokens by id.
pub struct Artifact {
    pub tokens: Vec<Vec<u8>>,
    pub pattern: String,
    pub special: Vec<(String, u32)>,
}

pub const V1_PATTERN: &str =
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";

// For each Unicode version, a letter that is new in it.
const NEW_LETTERS: [(&str, char); 6] = [
    ("14.0.0", '\u{0870}'),
    ("15.0.0", '\u{1123f}'),
    ("15.1.0", '\u{2ebf0}'),
    ("16.0.0", '\u{1c89}'),
    ("17.0.0", '\u{088f}'),
    ("18.0.0", '\u{0558}'),
];

impl Artifact {
    fn of(merges: &[(usize, usize)], pattern: &str, special: Vec<(String, u32)>) -> Artifact {
        let mut tokens: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte]).collect();
        for &(left, right) in merges {
            let token = [tokens[left].as_slice(), tokens[right].as_slice()].concat();
            tokens.push(token);
        }
        Artifact { tokens, pattern: pattern.to_string(), special }
    }

    fn read(path: &str) -> Answer<Artifact> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Refused("FileNotFoundError", error.to_string()))?;
        let fields: Value = serde_json::from_str(&text)
            .map_err(|error| Refused("ValueError", error.to_string()))?;
        let merges: Vec<(usize, usize)> = serde_json::from_value(fields["merges"].clone())
            .map_err(|error| Refused("ValueError", error.to_string()))?;
        let special = fields["special_tokens"].as_object().into_iter().flatten();
        let special = special.map(|(name, id)| (name.clone(), id.as_u64().unwrap() as u32));
        let pattern = fields["pretokenizer_pattern"].as_str().unwrap_or(V1_PATTERN);
        Ok(Artifact::of(&merges, pattern, special.collect()))
    }

    /// The table in the form of tiktoken, which looks tokens up by their bytes.
    pub fn ranks<S: std::hash::BuildHasher + Default>(
        &self,
    ) -> Answer<HashMap<Vec<u8>, u32, S>> {
        let ids = 0..self.tokens.len() as u32;
        let ranks: HashMap<_, _, S> = self.tokens.iter().cloned().zip(ids).collect();
        if ranks.len() < self.tokens.len() {
            return Err(Refused("Unsupported", "two tokens with the same bytes".into()));
        }
        Ok(ranks)
    }
}

/// The version of a crate, from the lock file.
fn version_of(name: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let package = lock.split("[[package]]").find(|p| p.contains(&format!("name = \"{name}\"\n")));
    package.and_then(|p| p.split("version = \"").nth(1)?.split('"').next()).unwrap_or("unknown")
}

/// The library's Unicode version, found by its chunks: `a` and a letter after it are one chunk, in
/// which a merge joins them. Any other scalar is a chunk of its own.
fn unicode_version<L: Library>() -> Answer<&'static str> {
    let merges: Vec<(usize, usize)> = (0xc2..0xf5).map(|lead| (97, lead)).collect();
    let tokenizer = L::load(&Artifact::of(&merges, V1_PATTERN, vec![]))?;
    let mut answer = "13.0.0";
    for (version, letter) in NEW_LETTERS {
        if L::encode(&tokenizer, &format!("a{letter}"))?.len() > letter.len_utf8() {
            break;
        }
        answer = version;
    }
    Ok(answer)
}

fn bytes_of(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap_or("").as_bytes();
    let digit = |c: u8| (c as char).to_digit(16).unwrap() as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Server<L: Library> {
    handles: HashMap<String, L::Tokenizer>,
    bundle: String,
}

impl<L: Library> Server<L> {
    fn answer(&mut self, request: &Value) -> Answer<Value> {
        let handle = request["handle"].as_str().unwrap_or("").to_string();
        match request["op"].as_str().unwrap_or("") {
            "hello" => {
                self.bundle = request["bundle"].as_str().unwrap_or("").to_string();
                Ok(json!({"name": L::NAME, "version": version_of(L::CRATE), "language": "rust",
                          "protocol": 1, "ops": ["decode", "encode", "load"], "caps": [],
                          "levels": ["L0", "L1"], "unicode": unicode_version::<L>()?}))
            }
            "load" => {
                let path = format!("{}/{}", self.bundle, request["path"].as_str().unwrap_or(""));
                self.handles.insert(handle, L::load(&Artifact::read(&path)?)?);
                Ok(json!({}))
            }
            "encode" => {
                let text = String::from_utf8(bytes_of(&request["text_hex"]))
                    .map_err(|error| Refused("UnicodeDecodeError", error.to_string()))?;
                Ok(json!({"ids": L::encode(&self.handles[&handle], &text)?}))
            }
            "decode" => {
                let ids = request["ids"].as_array().into_iter().flatten();
                let ids: Option<Vec<u32>> =
                    ids.map(|id| id.as_u64().and_then(|id| u32::try_from(id).ok())).collect();
                let ids = ids.ok_or(Refused("KeyError", "an id is no u32".into()))?;
                let text = L::decode(&self.handles[&handle], &ids)?;
                Ok(json!({"text_hex": hex(text.as_bytes())}))
            }
            "reset" => {
                self.handles.clear();
                Ok(json!({}))
            }
            "bye" => Ok(json!({})),
            other => Err(Refused("Unsupported", other.to_string())),
        }
    }
}

pub fn serve<L: Library>() {
    let mut server = Server::<L> { handles: HashMap::new(), bundle: String::new() };
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let result = catch_unwind(AssertUnwindSafe(|| server.answer(&request)));
        let mut answer = match result {
            Ok(Ok(value)) => json!({"ok": value}),
            Ok(Err(Refused(class, message))) => {
                json!({"error": {"class": class, "message": message}})
            }
            Err(_) => json!({"error": {"class": "Internal", "message": "panic"}}),
        };
        answer["id"] = request["id"].clone();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").and_then(|()| out.flush()).unwrap();
        if request["op"] == "bye" {
            break;
        }
    }
}
