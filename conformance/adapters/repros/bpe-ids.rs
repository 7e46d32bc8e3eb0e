use bpe::byte_pair_encoding::BytePairEncoding;

fn main() {
    let tokens = (0..=255u8).map(|byte| vec![byte]).chain([b"ab".to_vec(), b"abc".to_vec()]);
    let bpe = BytePairEncoding::from_dictionary(tokens, None);
    println!("{:?}", bpe.encode_via_backtracking(b"xabcab"));
}
