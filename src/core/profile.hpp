// A profile: all that a tokenizer is besides its vocabulary, in six parts, as plain data (S26a).
//
//   text -normalizer-> text -added tokens-> segments -splits-> chunks -merging-> ids -template->
//   ids ids  -decoding-> text
//
//   v1    no normalizer; <|endoftext|>, always matched; the pattern of GPT-2; by pairs; no
//   template;
//         strict
//
// A part that has one value today is a type of its own all the same, so that a further value needs
// no further parameter anywhere. The named profiles are in src/profiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/unicode.hpp"

namespace bpetite {

// What becomes of a text before anything else looks at it.
enum class Normalizer : std::uint8_t { none };

// What becomes of the literal of a special token in an ordinary text.
enum class SpecialRule : std::uint8_t {
  matched,                 // it becomes its id (FR-16a)
  refused_unless_allowed,  // a ValueError, unless the caller allows it or wants it as text
  never,                   // it is ordinary text, and nothing allows it
};

// An added token: its literal, and its id. No id: the next free one (S26b).
struct AddedToken {
  std::string literal;
  std::optional<TokenId> id;

  bool operator==(const AddedToken&) const = default;
};

struct AddedTokens {
  std::vector<AddedToken> tokens;
  SpecialRule rule = SpecialRule::matched;

  bool operator==(const AddedTokens&) const = default;
};

// S26a: which library's reading of a pattern's text is meant, where libraries differ.
enum class Dialect : std::uint8_t { tiktoken, huggingface };

// S26a: a pattern is an identity. Two programs agree only if text, dialect and version are the
// same.
struct Pattern {
  std::string text;
  Dialect dialect = Dialect::tiktoken;
  unicode::Version version = unicode::pinned;

  bool operator==(const Pattern&) const = default;
};

// What becomes of the matches of a pattern, and of what lies between them.
enum class Behaviour : std::uint8_t { isolated };  // each is a chunk of its own

struct Split {
  Pattern pattern;
  Behaviour behaviour = Behaviour::isolated;

  bool operator==(const Split&) const = default;
};

// S19: how two adjacent tokens are looked up.
enum class Merging : std::uint8_t {
  pairs,  // by the pair of ids, never by the bytes (S9a); what v1 artifacts mean
  bytes,  // by the concatenated bytes, whose token id is the rank (S19b); what rank files mean
};

// The ids that are put before and after those of a text.
struct Template {
  std::vector<TokenId> before;
  std::vector<TokenId> after;

  bool operator==(const Template&) const = default;
};

// What becomes of bytes that are no UTF-8 when ids are decoded.
enum class Decoding : std::uint8_t { strict };  // an error (FR-23)

struct Profile {
  std::string name;  // a short cut for the parts, and no part of them
  Normalizer normalizer = Normalizer::none;
  AddedTokens added;
  std::vector<Split> splits;
  Merging merging = Merging::pairs;
  Template ids_around;
  Decoding decoding = Decoding::strict;

  bool operator==(const Profile&) const = default;
};

// The same with the classes of another Unicode version in every split.
Profile with_version(Profile profile, unicode::Version version);

}  // namespace bpetite
