// Encodes or decodes many texts by a model, for tools/verify/exchange/run, which compares the
// answers with those of other libraries.
//
//   bpetite_exchange_ids MODEL encode|template|offsets|decode|skip [NAME=VALUE ...]
//
// Standard input and output are records: a length of four bytes, the lowest first, and as many
// items. A text has bytes as items. Ids have four bytes each, and so have the two ends of a span.
//
//   encode     the ids of each text              decode   the lossy text of ids
//   template   with those of the template        skip     the same without special tokens
//   offsets    the spans in scalars, two items for each id
//
// The names: profile, pattern, missing-bytes (drop) and specials (all or ordinary).
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/open.hpp>

namespace {

using bpetite::TokenId;

// Takes records from the front of bytes.
class Records {
 public:
  explicit Records(std::string_view bytes) : bytes_(bytes) {}

  bool has_next() const { return !bytes_.empty(); }

  std::string_view text() { return take(number()); }

  std::vector<TokenId> ids() {
    std::vector<TokenId> ids(number());
    for (TokenId& id : ids) id = number();
    return ids;
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view front = bytes_.substr(0, size);
    bytes_.remove_prefix(front.size());
    return front;
  }

  std::uint32_t number() {
    std::uint32_t value = 0;
    unsigned shift = 0;
    for (const char c : take(4)) {
      value |= std::uint32_t{static_cast<unsigned char>(c)} << shift;
      shift += 8;
    }
    return value;
  }

  std::string_view bytes_;
};

void append_number(std::string& out, std::size_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>(static_cast<unsigned char>(value >> shift & 0xFF));
  }
}

void append_ids(std::string& out, std::span<const TokenId> ids) {
  append_number(out, ids.size());
  for (const TokenId id : ids) append_number(out, id);
}

void append_spans(std::string& out, std::span<const bpetite::Span> spans) {
  append_number(out, 2 * spans.size());
  for (const bpetite::Span& span : spans) {
    append_number(out, span.begin);
    append_number(out, span.end);
  }
}

std::string answers(const bpetite::Tokenizer& tokenizer, std::string_view operation,
                    const bpetite::SpecialChoice& specials, Records records) {
  std::string out;
  while (records.has_next()) {
    if (operation == "decode" || operation == "skip") {
      std::vector<TokenId> ids = records.ids();
      if (operation == "skip") ids = bpetite::without_special_tokens(tokenizer, ids);
      const std::string text = bpetite::decode(tokenizer, ids, bpetite::IllFormed::replaced);
      append_number(out, text.size());
      out += text;
      continue;
    }
    const std::string_view text = records.text();
    if (operation == "offsets") {
      constexpr auto unit = bpetite::OffsetUnit::scalars;
      append_spans(out, bpetite::encode_with_offsets(tokenizer, text, specials, unit).spans);
    } else if (operation == "template") {
      append_ids(out, bpetite::encode_with_template(tokenizer, text, specials));
    } else {
      append_ids(out, bpetite::encode(tokenizer, text, specials));
    }
  }
  return out;
}

struct ExchangeOptions {
  bpetite::OpenOptions open;
  bpetite::SpecialChoice specials;
};

// Whether the argument is an option, which is taken.
bool take(std::string_view argument, ExchangeOptions& wanted) {
  const std::string_view name = argument.substr(0, argument.find('='));
  const std::string value(argument.substr(std::min(name.size() + 1, argument.size())));
  if (name == "profile") {
    wanted.open.profile = value;
  } else if (name == "pattern") {
    wanted.open.patterns.push_back(value);
  } else if (argument == "missing-bytes=drop") {
    wanted.open.drop_missing_bytes = true;
  } else if (argument == "specials=all") {
    wanted.specials = bpetite::SpecialChoice::all();
  } else if (argument == "specials=ordinary") {
    wanted.specials = bpetite::SpecialChoice::ordinary();
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  const std::span arguments(words, static_cast<std::size_t>(count));
  ExchangeOptions wanted;
  if (count < 3 || !std::ranges::all_of(arguments.subspan(3), [&](const char* argument) {
        return take(argument, wanted);
      })) {
    std::cerr << "usage: bpetite_exchange_ids MODEL encode|template|offsets|decode|skip "
                 "[NAME=VALUE ...]\n";
    return 2;
  }
  try {
    const bpetite::Tokenizer tokenizer = bpetite::open(arguments[1], wanted.open);
    const std::string input(std::istreambuf_iterator<char>(std::cin), {});
    std::cout << answers(tokenizer, arguments[2], wanted.specials, Records(input));
    return std::cout.flush() ? 0 : 1;
  } catch (const bpetite::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
