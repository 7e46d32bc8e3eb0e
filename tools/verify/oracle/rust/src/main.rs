//! Cuts texts into chunks by the engine of tiktoken, as bpetite_chunks does (chunks.cpp).
//!
//!     $ echo 612062 | fancy_chunks 'b'                         the text "a b", in hex
//!     2 1
//!     $ echo 62 6162 61 | fancy_chunks --batch                 a pattern and texts on each line
//!     1 1 ,1
//!     $ echo 62282061 61 | fancy_chunks --batch
//!     refused Parsing error at position 1: ...
use std::io::{BufRead, BufWriter, Write};
use std::{env, error, io};

use fancy_regex::Regex;

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;

fn from_hex(line: &str) -> Result<String> {
    let bytes = (0..line.len()).step_by(2).map(|at| u8::from_str_radix(&line[at..at + 2], 16));
    Ok(String::from_utf8(bytes.collect::<std::result::Result<_, _>>()?)?)
}

/// What no match covers is a piece of its own.
fn pieces<'t>(pattern: &Regex, text: &'t str) -> Result<Vec<&'t str>> {
    let mut all = Vec::new();
    let mut last = 0;
    for found in pattern.find_iter(text) {
        let found = found?;
        all.extend([&text[last..found.start()], found.as_str()]);
        last = found.end();
    }
    all.push(&text[last..]);
    all.retain(|piece| !piece.is_empty());
    Ok(all)
}

/// Each pattern cuts the pieces of the one before it.
fn chunks<'t>(passes: &[Regex], text: &'t str) -> Result<Vec<&'t str>> {
    let mut all = vec![text];
    for pattern in passes {
        let parts = all.into_iter().map(|piece| pieces(pattern, piece));
        all = parts.collect::<Result<Vec<_>>>()?.concat();
    }
    Ok(all)
}

/// The bytes of each chunk, with a space behind each.
fn lengths(passes: &[Regex], text: &str) -> Result<String> {
    let all = chunks(passes, text)?;
    Ok(all.iter().map(|chunk| format!("{} ", chunk.len())).collect())
}

/// The line of a pattern and texts. A text on which the engine gives up has a question mark.
fn batch(line: &str) -> Result<String> {
    let mut words = line.split(' ').map(from_hex);
    let pattern = words.next().ok_or("no pattern")??;
    let passes = match Regex::new(&pattern) {
        Ok(regex) => [regex],
        Err(error) => return Ok(format!("refused {}", error.to_string().replace('\n', " "))),
    };
    let mut answers = Vec::new();
    for text in words {
        answers.push(lengths(&passes, &text?).unwrap_or("?".to_string()));
    }
    Ok(answers.join(","))
}

fn main() -> Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    let lines = io::stdin().lock().lines();
    if env::args().nth(1).as_deref() == Some("--batch") {
        for line in lines {
            writeln!(output, "{}", batch(&line?)?)?;
        }
        return Ok(output.flush()?);
    }
    let passes = env::args().skip(1).map(|text| Regex::new(&text));
    let passes = passes.collect::<std::result::Result<Vec<_>, _>>()?;
    for line in lines {
        writeln!(output, "{}", lengths(&passes, &from_hex(&line?)?)?)?;
    }
    Ok(output.flush()?)
}
