// Reads a rank file line by line into a table. Checks that each token has one id and each id one
// token, that each byte has a token, that ids are in proportion to the number of lines, and that no
// special token of the profile has the id of a token.
//
//   ranks: line 7: the id 6 occurs twice
#include "interop/tiktoken.hpp"

#include <fmt/format.h>

#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/hash.hpp"
#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

[[noreturn]] void refuse(std::size_t line, std::string_view what) {
  throw ValueError(fmt::format("ranks: line {}: {}", line, what), "S19c");
}

bool ends_line(char c) { return c == '\n' || c == '\r'; }

// S19c "Lines end with a newline, a carriage return, or both": removes the next line from the file
// and returns it. For so few bytes a loop is faster than a call of the library.
std::string_view next_line(std::string_view& file) {
  std::size_t end = 0;
  while (end < file.size() && !ends_line(file[end])) ++end;
  const std::string_view line = file.substr(0, end);
  const std::size_t ends = file.substr(end).starts_with("\r\n") ? 2 : 1;
  file.remove_prefix(std::min(end + ends, file.size()));
  return line;
}

// Counts the lines that have an end and are not blank. Blank lines do not count, so that many of
// them cannot make a large table.
std::size_t count_lines(std::string_view file) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < file.size(); ++i) {
    if (ends_line(file[i]) && !ends_line(file[i - 1])) ++count;
  }
  return count;
}

}  // namespace

Table read_tiktoken(std::string_view file, const Profile& profile) {
  Table table;
  table.profile = profile;
  table.profile.merging = Merging::bytes;
  boost::unordered_flat_set<std::string_view, BytesHash> seen;  // views into the table
  const std::size_t lines = count_lines(file);
  seen.reserve(lines);
  const std::size_t limit = std::min<std::size_t>(2 * lines + 1024, max_vocab_size);
  table.tokens.reserve(limit);  // so that tokens do not move while `seen` has views of them
  std::optional<TokenId> without_bytes;
  std::size_t number = 0;
  while (!file.empty()) {
    // The next line. The last line may lack its end.
    ++number;
    const std::string_view line = next_line(file);
    if (line.empty()) continue;

    // The two fields of the line.
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) {
      refuse(number, utf8::quoted(line) + " is not base64, a space and an id");
    }
    const std::string_view digits = line.substr(space + 1);
    TokenId id = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error != std::errc() || stop != digits.data() + digits.size() || id >= limit) {
      refuse(number, utf8::quoted(digits) + fmt::format(" is not an id below {}", limit));
    }
    // S19c "A line may give a rank to no bytes": a single `=`, which Python accepts as base64.
    const std::string_view base64 = line.substr(0, space);
    std::optional<std::string> bytes = base64 == "=" ? std::string() : from_base64(base64);
    if (!bytes) {
      refuse(number, utf8::quoted(base64) + " is not base64");
    }

    // Each token has one id, and each id one token. Unused ids are allowed, but not many: the
    // size of the table must be in proportion to the size of the file.
    if (id >= table.tokens.size()) {
      table.tokens.resize(id + std::size_t{1});
    }
    std::string& token = table.tokens[id];
    if (!token.empty() || id == without_bytes) {
      refuse(number, seen.contains(*bytes) ? "the bytes " + utf8::quoted(*bytes) + " occur twice"
                                           : fmt::format("the id {} occurs twice", id));
    }
    token = std::move(*bytes);
    if (!seen.insert(token).second) {
      refuse(number, "the bytes " + utf8::quoted(token) + " occur twice");
    }
    if (token.empty()) {
      without_bytes = id;
    } else if (token.size() == 1) {
      table.byte_ids[static_cast<unsigned char>(token.front())] = id;
    }
  }

  // S18 "Every byte has a token".
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string single(1, static_cast<char>(static_cast<unsigned char>(byte)));
    if (!seen.contains(single)) {
      throw ValueError(fmt::format("ranks: the byte 0x{:02x} has no token", byte), "S18");
    }
  }

  // S19c: a special token must not have the id of a token.
  table.specials = special_tokens(profile.added, static_cast<TokenId>(table.tokens.size()));
  for (const SpecialToken& special : table.specials) {
    if (special.id == without_bytes ||
        (special.id < table.tokens.size() && !table.tokens[special.id].empty())) {
      throw ValueError(
          fmt::format("ranks: the id {} is that of a token and of {} in the profile {}", special.id,
                      utf8::quoted(special.literal), profile.name),
          "S19c");
    }
  }
  return table;
}

}  // namespace bpetite::interop
