// A profile: everything of a tokenizer except its vocabulary, in six parts, as plain data (S26a).
//
//   text -normalizer-> text -added tokens-> segments -splits-> chunks
//   chunks -merging-> ids -template-> ids
//   ids -decoding-> text
//
//   v1    no normalizer; <|endoftext|> always matched; the pattern of GPT-2; merging by a list of
//         pairs; no template; strict decoding
//
// Each part has its own type, even if the type has only one value today. So a new value needs no
// new parameter in any function. Three flags change single steps: whole chunks, a space before a
// segment, bytes that are dropped. Small functions name the values, find a rule by its word and the
// version of a normalizer, make splits from patterns, change the version of the patterns, check the
// number of ids with a template, and say whether a segment gets a space. The named profiles are in
// src/profiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/dialect.hpp>
#include <bpetite/ids.hpp>

#include "core/normal_form/normal_form.hpp"
#include "core/unicode.hpp"

namespace bpetite {

// How a text is changed before its ordinary text is cut (S30a): not at all, or to normalization
// form C of a version of Unicode.
enum class Normalizer : std::uint8_t { none, nfc_9_0, nfc_16_0 };

inline constexpr std::array normalizers = {Normalizer::none, Normalizer::nfc_9_0,
                                           Normalizer::nfc_16_0};
std::string_view name(Normalizer normalizer);  // "none", "NFC of Unicode 9.0"

// The version of the form, or nullopt for Normalizer::none.
std::optional<unicode::FormVersion> form_of(Normalizer normalizer);

// How the literal of a special token in an ordinary text is treated.
enum class SpecialRule : std::uint8_t {
  matched,                 // it becomes its id (FR-16a)
  refused_unless_allowed,  // a ValueError, unless the caller allows it or wants it as text
  never,                   // it is ordinary text, and the caller cannot allow it
};
inline constexpr std::array special_rules = {
    SpecialRule::matched, SpecialRule::refused_unless_allowed, SpecialRule::never};
std::string_view name(SpecialRule rule);  // "refused unless allowed"

// The rule by the word for it that a user gives: matched, refused or never. ValueError for another
// word (S26j).
SpecialRule special_rule_of(std::string_view word);

// An added token: its literal and its id. Without an id, it gets the next free one (S26b).
struct AddedToken {
  std::string literal;
  std::optional<TokenId> id;
  bool normalized = false;   // it is found in the normalized text, after all others (S30e)
  bool is_special = true;    // false: it is found in ordinary text too (S27f)
  bool lstrip = false;       // it takes the white space before it too (S27g)
  bool rstrip = false;       // it takes the white space after it too (S27g)
  bool single_word = false;  // it is found only where no word goes on beside it (S27h)

  bool operator==(const AddedToken&) const = default;
};

struct AddedTokens {
  std::vector<AddedToken> tokens;
  SpecialRule rule = SpecialRule::matched;

  bool operator==(const AddedTokens&) const = default;
};

// All dialects, and the name of each: "tiktoken".
inline constexpr std::array dialects = {Dialect::tiktoken, Dialect::huggingface};
std::string_view name(Dialect dialect);

// S26a: two programs have the same pattern only if its text, dialect and version are the same.
struct Pattern {
  std::string text;
  Dialect dialect = Dialect::tiktoken;
  unicode::Version version = unicode::pinned;

  bool operator==(const Pattern&) const = default;
};

// What happens to the matches of a pattern and to the text between them.
enum class Behaviour : std::uint8_t {
  isolated,  // each is a chunk (S25h)
  matches,   // only the matches are chunks; the pattern leaves nothing between them (S26g)
};
inline constexpr std::array behaviours = {Behaviour::isolated, Behaviour::matches};
std::string_view name(Behaviour behaviour);  // "isolated"

struct Split {
  Pattern pattern;
  Behaviour behaviour = Behaviour::isolated;

  bool operator==(const Split&) const = default;
};

// The splits of these patterns, one after the other, whose matches are isolated.
std::vector<Split> isolated(Dialect dialect, std::span<const std::string> texts,
                            unicode::Version version);

// S19: how two adjacent tokens are looked up.
enum class Merging : std::uint8_t {
  pairs,  // by the pair of ids, never by the bytes (S9a); for v1 artifacts
  bytes,  // by the joined bytes, whose token id is the rank (S19b); for rank files
};
inline constexpr std::array mergings = {Merging::pairs, Merging::bytes};
std::string_view name(Merging merging);  // "pairs"

// The ids that are added before and after the ids of a text. A file may also say that its library
// cuts what has too many ids, or fills up what has too few (S50g).
struct Template {
  std::vector<TokenId> before;
  std::vector<TokenId> after;
  std::optional<std::uint32_t> cut_at = {};  // more ids than this are cut
  std::uint32_t fill_to = 0;                 // fewer ids than this are filled up
  std::uint32_t fill_multiple = 1;           // or ids are filled up to a multiple of this

  bool operator==(const Template&) const = default;
};

// ValueError if so many ids, those of the template among them, would be cut or filled up (S50g).
void check_size(const Template& around, std::size_t ids);

// How decoding treats bytes that are not UTF-8.
enum class Decoding : std::uint8_t { strict };  // an error (FR-23)

struct Profile {
  std::string name;  // a short name; it is not one of the parts
  Normalizer normalizer = Normalizer::none;
  AddedTokens added;
  std::vector<Split> splits;
  Merging merging = Merging::pairs;
  bool whole_chunks = false;  // a chunk that is a token is that token, whatever the merges (S26h)
  bool prefix_space = false;  // a segment that does not begin with a space gets one (S30g)
  bool drops_missing_bytes = false;  // text loses the bytes that have no token (S31d)
  Template ids_around;
  Decoding decoding = Decoding::strict;

  bool operator==(const Profile&) const = default;
};

// S30g: whether a space is put before this segment. NFC makes no space of other scalars, so the
// segment may be normalized or not.
inline bool gets_space(const Profile& profile, std::string_view segment) {
  return profile.prefix_space && !segment.empty() && segment.front() != ' ';
}

// The profile with the character classes of another Unicode version in every pattern.
Profile with_version(Profile profile, unicode::Version version);

}  // namespace bpetite
