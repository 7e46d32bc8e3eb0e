//! gpt_tokenizer with its own vocabulary of GPT-2.
use adapters::lines;

fn main() {
    lines::serve(|_, _| {
        let tokenizer = gpt_tokenizer::Default::new();
        Box::new(move |text| tokenizer.encode(text))
    })
}
