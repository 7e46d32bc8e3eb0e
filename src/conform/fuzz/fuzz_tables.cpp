// Makes random merge lists, learned merge lists, and small changes of files.
#include "conform/fuzz/fuzz_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "conform/answer/implementation.hpp"
#include "conform/suite/judged_profile.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::fuzz {
namespace {

constexpr std::size_t longest_token = 48;

// Operands are letters of a small alphabet or earlier tokens. Late tokens are more frequent, so
// that tokens grow. Some pairs occur twice.
std::vector<Pair> built(Random& random, std::size_t count) {
  static constexpr std::string_view letters = " abcdefghijklmnopqrstuvwxABCDXYZ\n'0123\xc3\xa9\xe2";
  const std::size_t alphabet = random.between(2, count > 60 ? 25 : letters.size());
  const std::size_t bytes_first = random.between(1, 6);  // the share of operands that are bytes
  std::vector<Pair> merges;
  std::vector<std::size_t> sizes;
  const auto operand = [&]() -> TokenId {
    if (merges.empty() || random.below(7) < bytes_first) {
      return static_cast<unsigned char>(letters[random.below(alphabet)]);
    }
    const std::size_t back = random.mostly_small(merges.size());
    return 256 + static_cast<TokenId>(merges.size() - 1 - back);
  };
  const auto size_of = [&](TokenId id) { return id < 256 ? 1 : sizes[id - 256]; };
  while (merges.size() < count) {
    Pair pair{operand(), operand()};
    if (size_of(pair.left) + size_of(pair.right) > longest_token) {
      pair = {static_cast<TokenId>('a'), static_cast<TokenId>('b')};
    }
    const bool known = std::find(merges.begin(), merges.end(), pair) != merges.end();
    if (known && !random.one_in(8)) pair.left = operand();
    if (size_of(pair.left) + size_of(pair.right) > longest_token) continue;
    sizes.push_back(size_of(pair.left) + size_of(pair.right));
    merges.push_back(pair);
  }
  return merges;
}

std::vector<Pair> learned(Random& random, const TextMaker& texts) {
  const std::string corpus = texts.corpus(random) + texts.corpus(random);
  const std::string_view text = corpus;
  std::vector<Pair> merges =
      reference::train({&text, 1}, static_cast<TokenId>(257 + random.mostly_small(60)),
                       suite::judged_profile())
          .merges;
  const Table table = suite::judged_table(merges);
  std::set<std::string_view> seen;
  std::size_t kept = 0;
  for (; kept < merges.size(); ++kept) {
    const std::string& token = table.tokens[256 + kept];
    if (token.size() > longest_token || !seen.insert(token).second) break;
  }
  merges.resize(kept);
  return merges;
}

// Replacements for a number and for a string, and insertions between two tokens of JSON.
constexpr std::array<std::string_view, 14> numbers = {
    "0",  "-0",  "-1",  "1",     "1.0",  "1e0", "256",
    "97", "260", "257", "\"1\"", "null", "[]",  "99999999999999999999"};
constexpr std::array<std::string_view, 10> between = {" ",    "\n",   "\t\r",         ",", "", "x",
                                                      "\x01", "/**/", "\xef\xbb\xbf", "}"};

json::Object text_patch(std::string_view from, std::string_view to) {
  return {{"op", json::string("text")}, {"from", json::string(from)}, {"to", json::string(to)}};
}

// A patch that replaces the bytes from `begin` to `end`. It includes enough bytes before them, so
// that its first occurrence is the right place. An insertion at the start includes the first
// byte.
json::Object replacing(std::string_view file, std::size_t begin, std::size_t end,
                       std::string_view to) {
  if (end == 0) return text_patch(file.substr(0, 1), fmt::format("{}{}", to, file.substr(0, 1)));
  std::size_t from = begin;
  while (from > 0 && (from == end || file.find(file.substr(from, end - from)) != from)) --from;
  return text_patch(file.substr(from, end - from),
                    fmt::format("{}{}", file.substr(from, begin - from), to));
}

struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A random number of the file: an early one, or one near the end, where the long tokens are.
Stretch some_number(Random& random, std::string_view file) {
  static constexpr std::string_view digits = "0123456789";
  const std::size_t vocab = std::min(file.find("\"vocab\""), file.size() - 1);
  const std::size_t start = random.one_in(3) ? vocab + random.below(file.size() - vocab)
                                             : random.below(std::min(vocab + 40, file.size()));
  std::size_t begin = file.find_first_of(digits, start);
  if (begin == std::string_view::npos) begin = file.find_first_of(digits);
  while (begin > 0 && digits.find(file[begin - 1]) != std::string_view::npos) --begin;
  return {begin, std::min(file.find_first_not_of(digits, begin), file.size())};
}

// One byte of a vocabulary entry that has several bytes.
std::optional<Stretch> byte_of_token(Random& random, std::string_view file) {
  std::vector<std::size_t> entries;
  for (std::size_t at = file.find("\"vocab\""); at < file.size(); at = file.find("[", at + 1)) {
    const std::size_t comma = file.find_first_of(",]", at);
    if (file[at] == '[' && comma != std::string_view::npos && file[comma] == ',')
      entries.push_back(at);
  }
  if (entries.empty()) {
    return std::nullopt;
  }
  const std::size_t entry = random.pick(entries);
  const std::size_t close = file.find(']', entry);
  std::vector<Stretch> bytes;
  for (std::size_t at = entry + 1; at < close;) {
    const std::size_t end = file.find_first_of(",]", at);
    bytes.push_back({at, end});
    at = end + 1;
  }
  return random.pick(bytes);
}

}  // namespace

std::vector<Pair> random_merges(Random& random, const TextMaker& texts, bool by_bytes) {
  if (by_bytes) {
    return learned(random, texts);
  }
  switch (random.below(6)) {
    case 0:
      return built(random, random.below(4));
    case 1:
      return built(random, random.between(257, 600));
    case 2:
      return learned(random, texts);
    default:
      return built(random, random.between(2, 40));
  }
}

json::Object random_patch(Random& random, std::string_view file) {
  const std::size_t place = random.below(file.size());
  switch (random.below(8)) {
    case 0:  // insert white space, or something else, somewhere
      return replacing(file, place, place, random.pick(between));
    case 1:  // remove a stretch
      return replacing(file, place, std::min(place + random.between(1, 12), file.size()), "");
    case 2:
      return {{"op", json::string("truncate")}, {"bytes", json::integer(place)}};
    case 3: {  // rename a field
      static constexpr std::array<std::string_view, 6> names = {"merges",
                                                                "vocab",
                                                                "special_tokens",
                                                                "schema_version",
                                                                "mergeable_vocab_size",
                                                                "pretokenizer_pattern"};
      const std::string name = fmt::format("\"{}\"", random.pick(names));
      return text_patch(name, random.one_in(3)
                                  ? fmt::format("\"{}\"", random.pick(names))
                                  : fmt::format("\"\\u00{:02x}{}", name[1], name.substr(2)));
    }
    case 4:
    case 5: {
      const auto byte = byte_of_token(random, file);
      if (byte) {
        return replacing(file, byte->begin, byte->end, fmt::format("{}", random.below(258)));
      }
      [[fallthrough]];
    }
    default: {
      const auto [begin, end] = some_number(random, file);
      return replacing(file, begin, end, random.pick(numbers));
    }
  }
}

}  // namespace bpetite::conform::fuzz
