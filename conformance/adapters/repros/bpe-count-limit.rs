use bpe::byte_pair_encoding::BytePairEncoding;

fn main() {
    // Pairs of neighbours in A B C ... of 41 letters: the last pair has the lowest rank. Behind the
    // first letter four neighbours are a token, and eight.
    let letters: Vec<u8> = (b'A'..b'A' + 41).collect();
    let mut tokens: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
    tokens.extend(letters.windows(2).rev().map(|pair| pair.to_vec()));
    tokens.extend(letters[1..].chunks(4).map(|four| four.to_vec()));
    tokens.extend(letters[1..].chunks(8).map(|eight| eight.to_vec()));
    let bpe = BytePairEncoding::from_dictionary(tokens, None);
    println!("{}", bpe.encode_via_backtracking(&letters).len());
    for limit in [5, 6, 9, 10] {
        println!("{limit} {:?}", bpe.count_till_limit(&letters, limit));
    }
}
