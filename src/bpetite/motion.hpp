// The data of text in motion (chapter 22): a text in parts with their trust (TextPart), how seams
// are treated (PartsOptions), and what encoding the parts gives (EncodedParts); where given ids
// differ from those that encoding gives (Divergence), and whether they can go on (Continuation);
// what an edit does to ids (Patch); and windows of a text (Window) and how they are made
// (WindowOptions).
//
//   const std::vector<TextPart> parts = {TextPart::trusted("<|user|>"),
//                                        TextPart::untrusted(question),
//                                        TextPart::token("<|end|>")};
//
// <bpetite/parts.hpp> encodes parts, <bpetite/canonical.hpp> finds divergences and continuations,
// and <bpetite/session.hpp> and <bpetite/windows.hpp> have edits and windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite {

// A part of a text, with its trust (S62a). It does not own its text.
struct TextPart {
  enum class Kind : std::uint8_t {
    text,       // not trusted: it yields no special token
    template_,  // trusted: all added tokens are found in it
    token,      // one added token
  };

  Kind kind = Kind::text;
  std::string_view text;      // of a token part that has no id: its literal
  std::optional<TokenId> id;  // of a token part that is named by its id

  static TextPart untrusted(std::string_view text) { return {Kind::text, text, {}}; }
  static TextPart trusted(std::string_view text) { return {Kind::template_, text, {}}; }
  static TextPart token(std::string_view literal) { return {Kind::token, literal, {}}; }
  static TextPart token(TokenId id) { return {Kind::token, {}, id}; }
};

// What happens where two parts meet.
enum class Seams : std::uint8_t {
  joined,  // both are encoded as one text (S62c)
  cut,     // each part is encoded alone (S62f)
};

struct PartsOptions {
  Seams seams = Seams::joined;
  bool strict = false;  // no added token is found in text parts (S62g)
};

// The parts from which an id has bytes, by their places in the list: from `first` to `last` (S62h).
struct PartRange {
  std::size_t first = 0;
  std::size_t last = 0;
  friend bool operator==(const PartRange&, const PartRange&) = default;
};

// The ids of a list of parts. Each id has a span, in bytes of the joined text, and its parts
// (S62h).
struct EncodedParts {
  std::vector<TokenId> ids;
  std::vector<Span> spans;
  std::vector<PartRange> parts;
  friend bool operator==(const EncodedParts&, const EncodedParts&) = default;
};

// What ids are compared with.
enum class CanonicalAs : std::uint8_t {
  parts,       // special ids are token parts, the ids between them text parts (S63a)
  one_string,  // the ids of the decoded text, with all special tokens allowed (S63b)
};

// Why ids differ from those that encoding gives (S63c).
enum class DivergenceCause : std::uint8_t {
  not_text,         // their bytes are not UTF-8
  not_normalized,   // encoding keeps other bytes than those of the id
  special_literal,  // encoding finds an added token that has a byte of the id
  crosses_chunk,    // the id has bytes of two chunks
  merges,           // anything else
};

// The first id that encoding does not give (S63c).
struct Divergence {
  std::size_t index = 0;
  std::size_t byte = 0;  // where it begins in the decoded bytes
  DivergenceCause cause = DivergenceCause::merges;
  friend bool operator==(const Divergence&, const Divergence&) = default;
};

// Whether ids can go on: whether they are the first ids of some text that begins with their bytes
// (S63f, S63g).
//
//   merges (10,10) -> 256       10 10 can go on with "m"
//   merges (97,98) -> 256       97 98 cannot: no text that begins with "ab" has 98 at index 1
struct Continuation {
  enum class Answer : std::uint8_t {
    yes,      // with `bytes`, which may be empty
    no,       // the ids up to the one at `index`, with it, cannot go on
    unknown,  // neither of the two was found out
  };
  Answer answer = Answer::unknown;
  std::string bytes;      // for yes
  std::size_t index = 0;  // for no

  friend bool operator==(const Continuation&, const Continuation&) = default;
};

// What an edit does to the ids of a text (S61a): the first `kept` ids of the old list stay, and the
// next `gone` ids are replaced by `ids`.
//
//   256 32 97 becomes 256 257     kept 1, gone 2, ids 257
struct Patch {
  std::size_t kept = 0;
  std::size_t gone = 0;
  std::vector<TokenId> ids;

  friend bool operator==(const Patch&, const Patch&) = default;
};

// A part of a text that is encoded by itself: its bytes, and the number of its ids (S64c).
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t ids = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

// How a text is divided into windows (S64c, S64d).
enum class WindowEnd : std::uint8_t {
  safe,  // at the last safe place
  line,  // behind a line feed, if the window is then at least half full
};
struct WindowOptions {
  std::size_t most_ids = 0;  // that a window may have; must be more than `overlap`
  std::size_t overlap = 0;   // a window repeats at most this many ids of the one before it
  WindowEnd at = WindowEnd::safe;
};

}  // namespace bpetite
