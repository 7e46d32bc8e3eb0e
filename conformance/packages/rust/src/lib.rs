//! Texts and ids of well-known byte-level BPE tokenizers.
//!
//! ```
//! assert!(bpetite_vectors::model("cl100k").unwrap().contains("\"vectors\""));
//! ```

/// The name of each model, and the text of its JSON file.
pub const MODELS: &[(&str, &str)] = &[
    // models
];

/// The text of the JSON file of a model, or `None` if there is none of this name.
pub fn model(name: &str) -> Option<&'static str> {
    MODELS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
