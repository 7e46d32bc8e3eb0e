// Places says where a text can be cut, and where a cut changes no id (S64b).
//
//   text      a b ␠ a b <s> c        places      0 1 2 3 4 7 8        inside <s> there is none
//   GPT-2's pattern                  safe        0   2     4 7 8
//
// The added tokens of the text, and the groups that its normalizer changes, are listed once. Each
// question is then a binary search in both lists, and a look at two scalars. next_safe() finds the
// next safe place, at the speed of the pattern's table if the normalizer changes nothing.
// props/motion/windows.cpp compares the places with the reference.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>

#include "engine/encode.hpp"

namespace bpetite::engine::motion {

class Places {
 public:
  // The encoder and the text must outlive it. The text must have been checked.
  Places(const Encoder& encoder, std::string_view text, const SpecialChoice& choice);

  // Whether the text can be cut at a place between two scalars.
  bool is_place(std::size_t at) const;
  // Whether it is a safe place.
  bool is_safe(std::size_t at) const;
  // The first place from `from` on, or the end of the text.
  std::size_t next(std::size_t from) const;
  // The first safe place from `from` on that is before `to`, or `to` if there is none. `from` is
  // not the beginning of the text.
  std::size_t next_safe(std::size_t from, std::size_t to) const;

 private:
  // An added token that is found in the text, with the bytes that it takes (S27g); if it was found
  // in a changed group, those of the group.
  struct Token {
    Span span;
    bool is_given = true;  // found in the given text (S30e)
    // Whether its own first and last byte are those of the span.
    bool begins_span = true;
    bool ends_span = true;
  };
  // The last token that ends at a place or before it, and the next one; null if there is none.
  struct Tokens {
    const Token* before = nullptr;
    const Token* next = nullptr;
  };
  struct Sides {
    std::string scalars;     // the one before a place, and the one behind it
    std::size_t middle = 0;  // the place between them, in bytes
  };

  void add_stretch(std::string_view stretch, std::size_t at, const scan::Specials& normalized);
  bool is_end(std::size_t at) const { return at == 0 || at == text_.size(); }
  Tokens tokens_around(std::size_t at) const;
  bool is_beside_token(std::size_t at) const;
  bool has_word_beside(std::size_t at) const;
  Sides sides_of(std::size_t at) const;

  const Encoder& encoder_;
  std::string_view text_;
  std::vector<Token> tokens_;                   // in order
  std::vector<normalize::Nfc::Change> groups_;  // that the normalizer changes, in order
  std::vector<std::string_view> words_;         // literals that must stand alone (S27h)
};

}  // namespace bpetite::engine::motion
