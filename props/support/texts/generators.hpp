// Generates random texts, bytes, merge lists, ids, numbers, and cases for training and for
// encoding, in which pairs occur many times. In RapidCheck's arbitrary strings they hardly do, so
// training would merge nothing. `trained` gives the table of a case for training, `views` its
// texts, and `showValue` prints a case of a failure. There are five kinds of text:
//
//   pair-rich       "abab abab aaaaaaaa"       few letters, doubling runs, words, word boundaries
//   class-edge      "'ſ\u00a0\u200b²𝟘\r\n"     scalars at the boundaries of L, N, White_Space
//   byte-complete   "\0\x7fß\ud7ff𐀀"           scalars of every length in UTF-8
//   special         "<|endof<|endoftext|>"     the special token and pieces of it
//   any             one of the four kinds, or several joined
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite {

void showValue(const Pair& pair, std::ostream& os);  // (97,98), in a counterexample
}

namespace bpetite::test {

rc::Gen<std::string> pair_rich_text();
rc::Gen<std::string> class_edge_text();
rc::Gen<std::string> byte_complete_text();
rc::Gen<std::string> special_text();
rc::Gen<std::string> any_text();

// Any bytes: well-formed text with ill-formed sequences in it.
rc::Gen<std::string> any_bytes();

// The input of training: one to four texts, and a vocab_size from 256 to 320.
struct TrainCase {
  std::vector<std::string> texts;
  TokenId vocab_size = 256;
};
rc::Gen<TrainCase> train_case();
std::vector<std::string_view> views(const std::vector<std::string>& texts);
void showValue(const TrainCase& value, std::ostream& os);

// The table that the reference learns from the case.
Table trained(const TrainCase& given);

// The input of encoding: a valid merge list and a text. The list may repeat pairs, and have merges
// that give equal bytes. The text has letters and tokens of the list, separators, special tokens.
struct EncodeCase {
  std::vector<Pair> merges;
  std::string text;
};
rc::Gen<EncodeCase> encode_case();
void showValue(const EncodeCase& value, std::ostream& os);

// Only the merges of such a case.
rc::Gen<std::vector<Pair>> merge_list();

// Up to a hundred ids below `limit`. More than half are close to the limit.
rc::Gen<std::vector<TokenId>> ids_below(TokenId limit);

// A number from `first` to `last`. It does not depend on RapidCheck's current size.
template <typename T>
rc::Gen<T> number_between(T first, T last) {
  return rc::gen::resize(100, rc::gen::inRange<T>(first, static_cast<T>(last + 1)));
}

}  // namespace bpetite::test
