// Divides texts (spec/22-motion.md): counts the ids of a slice (count_slice), lists the places
// where a text can be cut and which of them are safe (places_of), divides a text into windows
// (windows), and counts ids until a limit (count_up_to).
//
//   "ab ab ab", merges ab, ␠ab, windows of 2 ids      "ab ab" " ab"
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The number of ids of a slice, encoded alone (S64a). Errors are those of check_slice and of
// encode(slice, table, choice).
std::size_t count_slice(std::string_view text, std::size_t begin, std::size_t end,
                        const Table& table, const SpecialChoice& choice = {});

// A place where a text can be cut, and whether it is safe (S64b).
struct Place {
  std::size_t at = 0;
  bool is_safe = false;
  friend bool operator==(const Place&, const Place&) = default;
};

// Whether the pattern of the profile may cut a text at a byte (S25l). The definition is about every
// text, so the caller gives a function that knows the pattern.
using IsSafeCut = std::function<bool(std::string_view text, std::size_t at)>;

// The places of a text, ascending: its beginning and its end, and those between.
// UnicodeDecodeError: the text is not UTF-8. That it has no special token that is not allowed is
// not checked.
std::vector<Place> places_of(std::string_view text, const Table& table,
                             const IsSafeCut& is_safe_cut, const SpecialChoice& choice = {});

// The number of ids of a slice, or nullopt if encode refuses it.
using CountIds = std::function<std::optional<std::size_t>(std::size_t begin, std::size_t end)>;

// The windows of a text (S64c, S64d) whose places are given, by a function that counts.
// `longest` is longest_token(table). ValueError: the overlap is not less than a window, or a window
// is too small for a place (S64e).
std::vector<Window> windows_of(std::string_view text, const std::vector<Place>& places,
                               const CountIds& count, std::size_t longest,
                               const WindowOptions& options);

// The same with the counts of encode. Its errors come first (S64f).
std::vector<Window> windows(std::string_view text, const WindowOptions& options, const Table& table,
                            const IsSafeCut& is_safe_cut, const SpecialChoice& choice = {});

// The number of ids, or limit + 1 if there are more than `limit` (S65a). Errors are those of
// encode.
std::size_t count_up_to(std::string_view text, std::size_t limit, const Table& table,
                        const SpecialChoice& choice = {});

}  // namespace bpetite::reference
