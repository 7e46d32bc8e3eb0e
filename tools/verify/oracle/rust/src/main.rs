//! Cuts texts into chunks by the engine of tiktoken, as bpetite_chunks does (chunks.cpp).
//!
//!     $ echo 612062 | fancy_chunks 'b'         the text "a b", in hex
//!     2 1
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

fn main() -> Result<()> {
    let passes = env::args().skip(1).map(|text| Regex::new(&text));
    let passes = passes.collect::<std::result::Result<Vec<_>, _>>()?;
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text = from_hex(&line?)?;
        for chunk in chunks(&passes, &text)? {
            write!(output, "{} ", chunk.len())?;
        }
        writeln!(output)?;
    }
    Ok(output.flush()?)
}
