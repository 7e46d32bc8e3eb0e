//! Runs a Rust library for tools/measure/bench/run, which sends questions as lines (worker.cpp).
//!
//!     bench_peers NAME VOCABULARY PATTERN THREADS
//!
//! Each library is called in its fastest way, with text that was checked as UTF-8 before. By
//! default wordchipper merges in linear time. wordchipper:heap is faster for words, but takes
//! minutes for a chunk of a megabyte.
use std::collections::HashMap;
use std::hint::black_box;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Instant;
use std::{env, error, fs, io};

use bpe::byte_pair_encoding::BytePairEncoding;
use cpu_time::ProcessTime;
use sha2::{Digest, Sha256};
use wordchipper::encoders::token_span_encoder::SpanEncoderSelector;
use wordchipper::pretrained::openai::{OA_CL100K_BASE_PATTERN, OA_R50K_BASE_PATTERN};
use wordchipper::spanners::TextSpanningConfig;
use wordchipper::vocab::io::load_base64_unified_vocab_path;
use wordchipper::{TokenDecoder, TokenEncoder, TokenizerOptions};

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;
type Made = Result<Box<dyn Peer>>;

trait Peer {
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<u32>>>;
    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>>;
}

/// This library does not use threads.
impl Peer for &'static bpe_openai::Tokenizer {
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<u32>>> {
        Ok(texts.iter().map(|&text| (**self).encode(text)).collect())
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        Ok(self.bpe.decode_tokens(ids))
    }
}

/// The library contains `cl100k_base` and its tables. For other ranks the tables are made here.
fn bpe_openai_peer(vocabulary: &str, pattern: &str) -> Made {
    if pattern == "cl100k" {
        return Ok(Box::new(bpe_openai::cl100k_base()));
    }
    // This is the factor of the library's own vocabularies. Any factor without collisions works.
    let ranks = fs::read_to_string(vocabulary)?;
    let bpe = BytePairEncoding::from_tiktoken(&ranks, Some(17846336922010275747))?;
    // The library has no look-ahead, so `\s+(?!\S)` becomes a match that gives its last character
    // back.
    let words = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+$";
    let patterns = [(words, false), (r"\s+\s", true), (r"\s+", false)];
    let tokenizer = bpe_openai::Tokenizer::new_lookahead(bpe, &patterns, false)?;
    Ok(Box::new(&*Box::leak(Box::new(tokenizer)))) // static, as the library's own is
}

impl Peer for Arc<wordchipper::Tokenizer<u32>> {
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<u32>>> {
        Ok(self.try_encode_batch(texts, None)?)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        Ok(self.try_decode_to_bytes(ids)?.try_result()?)
    }
}

/// The library chooses the lexer for a pattern by the pattern's text.
fn wordchipper_peer(name: &str, ranks: &str, pattern: &str, threads: &str) -> Made {
    let pattern = if pattern == "cl100k" { OA_CL100K_BASE_PATTERN } else { OA_R50K_BASE_PATTERN };
    let spanning = TextSpanningConfig::<u32>::from_pattern(pattern);
    let table = load_base64_unified_vocab_path(ranks, spanning)?;
    let mut options = TokenizerOptions::default().with_parallel(threads != "1");
    if name == "wordchipper:heap" {
        options.encoder.set_span_encoder(SpanEncoderSelector::MergeHeap);
    }
    Ok(Box::new(options.build(Arc::new(table))))
}

/// Documents of about `size` bytes, cut between scalars. For size 0, the whole text.
fn documents(mut text: &str, size: usize) -> Vec<&str> {
    let mut all = Vec::new();
    while !text.is_empty() {
        let mut end = if size == 0 { text.len() } else { size.min(text.len()) };
        while !text.is_char_boundary(end) {
            end += 1;
        }
        all.push(&text[..end]);
        text = &text[end..];
    }
    all
}

/// The peak memory of this process in MiB.
fn peak() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()).ok_or("no VmHWM")?;
    Ok(kibibytes.parse::<u64>()? / 1024)
}

struct Worker {
    arguments: Vec<String>,
    peer: Option<Box<dyn Peer>>,
    texts: HashMap<String, String>,
}

impl Worker {
    fn answer(&mut self, line: &str) -> Result<String> {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["load"] => self.load(),
            [what, path, size] => self.measure(what, path, size.parse()?),
            _ => Err("unknown question".into()),
        }
    }

    fn load(&mut self) -> Result<String> {
        let [_, name, vocabulary, pattern, threads] = &self.arguments[..] else {
            return Err("usage: bench_peers NAME VOCABULARY PATTERN THREADS".into());
        };
        let begin = Instant::now();
        let peer = match name.as_str() {
            "bpe-openai" => bpe_openai_peer(vocabulary, pattern)?,
            "wordchipper" | "wordchipper:heap" => {
                wordchipper_peer(name, vocabulary, pattern, threads)?
            }
            _ => return Err("unknown peer".into()),
        };
        peer.encode(&["Hello world"])?;
        self.peer = Some(peer);
        Ok(format!("{:.6}\t{}", begin.elapsed().as_secs_f64(), peak()?))
    }

    fn measure(&mut self, what: &str, path: &str, size: usize) -> Result<String> {
        if !self.texts.contains_key(path) {
            self.texts.insert(path.to_string(), fs::read_to_string(path)?);
        }
        let (text, peer) = (&self.texts[path], self.peer.as_ref().ok_or("load first")?);
        let texts = documents(text, size);
        let ids = if what == "enc" { Vec::new() } else { peer.encode(&texts)?.concat() };
        if what == "sha" {
            let bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
            let digest = Sha256::digest(&bytes);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            return Ok(format!("{}\t{digest}", ids.len()));
        }
        // As with all peers, the result is freed after the time has been taken.
        let (begin, used) = (Instant::now(), ProcessTime::now());
        let (encoded, decoded) = match what {
            "enc" => (peer.encode(&texts)?, None),
            "dec" => (Vec::new(), Some(peer.decode(&ids)?)),
            _ => return Err("unknown question".into()),
        };
        let (wall, used) = (begin.elapsed().as_secs_f64(), used.elapsed().as_secs_f64());
        black_box(encoded);
        let right = decoded.is_none_or(|bytes| bytes == text.as_bytes());
        Ok(format!("{wall:.6}\t{used:.6}\t{}", u8::from(right)))
    }
}

fn main() -> Result<()> {
    let arguments = env::args().collect();
    let mut worker = Worker { arguments, peer: None, texts: HashMap::new() };
    for line in io::stdin().lock().lines() {
        match worker.answer(&line?) {
            Ok(answer) => println!("ok\t{answer}"),
            Err(error) => println!("err\t{}", error.to_string().replace('\n', " ")),
        }
    }
    Ok(())
}
