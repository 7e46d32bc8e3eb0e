// Random inputs that give byte-pair encoding something to do.
//
// RapidCheck's arbitrary strings hardly repeat a pair; these do. Five kinds of text:
//
//   pair-rich       "abab abab aaaaaaaa"       few letters, doubling runs, words, word boundaries
//   class-edge      "'ſ\u00a0\u200b²𝟘\r\n"     both sides of every boundary of L, N, White_Space
//   byte-complete   "\0\x7fß\ud7ff𐀀"           scalars of every length in UTF-8
//   special         "<|endof<|endoftext|>"     the special token and pieces of it
//   any             one of the four, or their concatenation
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <rapidcheck.h>

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

// Any bytes at all: well-formed text with pieces of other sequences between.
rc::Gen<std::string> any_bytes();

// What a training run gets: one to four texts and a size between 256 and 320.
struct TrainCase {
  std::vector<std::string> texts;
  TokenId vocab_size = 256;
};
rc::Gen<TrainCase> train_case();
std::vector<std::string_view> views(const std::vector<std::string>& texts);
void showValue(const TrainCase& value, std::ostream& os);

// What the reference learns from the case.
Table trained(const TrainCase& given);

// What an encoder gets: a valid merge list, repeated pairs and equal bytes included, and a text
// made of its letters, its tokens, separators and special tokens.
struct EncodeCase {
  std::vector<Pair> merges;
  std::string text;
};
rc::Gen<EncodeCase> encode_case();
void showValue(const EncodeCase& value, std::ostream& os);

// The merges of such a case alone.
rc::Gen<std::vector<Pair>> merge_list();

// Up to a hundred ids below `limit`, near its end more often than not.
rc::Gen<std::vector<TokenId>> ids_below(TokenId limit);

// A number from `first` to `last`, whatever the size RapidCheck is at.
template <typename T>
rc::Gen<T> number_between(T first, T last) {
  return rc::gen::resize(100, rc::gen::inRange<T>(first, static_cast<T>(last + 1)));
}

}  // namespace bpetite::test
