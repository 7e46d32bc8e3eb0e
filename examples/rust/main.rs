//! Opens a tokenizer, encodes a text, and decodes it again, through the interface for C.
//!
//!     rustc -L /where/it/is/lib -l bpetite main.rs

use std::ffi::{c_char, c_int, CStr, CString};
use std::fmt;
use std::ptr;

#[repr(C)]
struct Handle {
    _private: [u8; 0],
}

#[repr(C)]
struct Fault {
    _private: [u8; 0],
}

const BY_PROFILE: c_int = 0;
const REFUSED: c_int = 0;

extern "C" {
    fn bpetite_open(
        path: *const c_char,
        profile: *const c_char,
        to: *mut *mut Handle,
    ) -> *mut Fault;
    fn bpetite_tokenizer_free(tokenizer: *mut Handle);
    fn bpetite_count(
        tokenizer: *const Handle,
        text: *const u8,
        size: usize,
        specials: c_int,
        count: *mut usize,
    ) -> *mut Fault;
    fn bpetite_encode(
        tokenizer: *const Handle,
        text: *const u8,
        size: usize,
        specials: c_int,
        ids: *mut u32,
        capacity: usize,
        count: *mut usize,
    ) -> *mut Fault;
    fn bpetite_decode(
        tokenizer: *const Handle,
        ids: *const u32,
        count: usize,
        ill_formed: c_int,
        text: *mut u8,
        capacity: usize,
        size: *mut usize,
    ) -> *mut Fault;
    fn bpetite_error_name(error: *const Fault) -> *const c_char;
    fn bpetite_error_message(error: *const Fault) -> *const c_char;
    fn bpetite_error_free(error: *mut Fault);
}

#[derive(Debug)]
struct Error {
    name: String,
    message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.message)
    }
}

/// Turns an error of C into one of Rust, and frees it.
fn taken(error: *mut Fault) -> Result<(), Error> {
    if error.is_null() {
        return Ok(());
    }
    let text = |it: *const c_char| unsafe { CStr::from_ptr(it) }.to_string_lossy().into_owned();
    unsafe {
        let name = text(bpetite_error_name(error));
        let message = text(bpetite_error_message(error));
        bpetite_error_free(error);
        Err(Error { name, message })
    }
}

struct Tokenizer(*mut Handle);

// Any number of threads may use one tokenizer (bpetite.h).
unsafe impl Send for Tokenizer {}
unsafe impl Sync for Tokenizer {}

impl Drop for Tokenizer {
    fn drop(&mut self) {
        unsafe { bpetite_tokenizer_free(self.0) }
    }
}

impl Tokenizer {
    fn open(path: &str) -> Result<Self, Error> {
        let path = CString::new(path).expect("a path without a zero");
        let mut handle = ptr::null_mut();
        taken(unsafe { bpetite_open(path.as_ptr(), ptr::null(), &mut handle) })?;
        Ok(Tokenizer(handle))
    }

    fn encode(&self, text: &str) -> Result<Vec<u32>, Error> {
        let mut count = 0;
        let (start, size) = (text.as_ptr(), text.len());
        taken(unsafe { bpetite_count(self.0, start, size, BY_PROFILE, &mut count) })?;
        let mut ids = vec![0; count];
        let space = ids.as_mut_ptr();
        taken(unsafe {
            bpetite_encode(
                self.0,
                start,
                size,
                BY_PROFILE,
                space,
                ids.len(),
                &mut count,
            )
        })?;
        Ok(ids)
    }

    /// The text of ids. The first call asks for its size.
    fn decode(&self, ids: &[u32]) -> Result<String, Error> {
        let (start, count, nowhere) = (ids.as_ptr(), ids.len(), ptr::null_mut());
        let mut size = 0;
        taken(unsafe { bpetite_decode(self.0, start, count, REFUSED, nowhere, 0, &mut size) })?;
        let mut text = vec![0; size];
        let space = text.as_mut_ptr();
        taken(unsafe { bpetite_decode(self.0, start, count, REFUSED, space, size, &mut size) })?;
        Ok(String::from_utf8(text).expect("bpetite refuses what is not UTF-8"))
    }
}

fn run(path: &str, text: &str) -> Result<(), Error> {
    let tokenizer = Tokenizer::open(path)?;
    let ids = tokenizer.encode(text)?;
    let shown: Vec<String> = ids.iter().map(u32::to_string).collect();
    println!("{}", shown.join(" "));
    println!("{}", tokenizer.decode(&ids)?);
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 3 {
        eprintln!("usage: example FILE TEXT");
        std::process::exit(2);
    }
    if let Err(error) = run(&arguments[1], &arguments[2]) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
