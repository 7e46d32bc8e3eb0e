// Encodes or decodes many texts by a model, for tools/verify/exchange/run.
//
//   bpetite_exchange_ids MODEL encode|template|ordinary|decode|skip < records > records
//
// A record is a length of four bytes, the lowest first, and as many items: bytes of a text, or ids
// of four bytes. `decode` and `skip` take ids and give lossy text, `skip` without special tokens.
#include <cstdint>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
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

std::string answers(const bpetite::Tokenizer& tokenizer, std::string_view what, Records records) {
  std::string out;
  while (records.has_next()) {
    if (what == "decode" || what == "skip") {
      std::vector<TokenId> ids = records.ids();
      if (what == "skip") ids = bpetite::without_special_tokens(tokenizer, ids);
      const std::string text = bpetite::decode(tokenizer, ids, bpetite::IllFormed::replaced);
      append_number(out, text.size());
      out += text;
      continue;
    }
    const std::string_view text = records.text();
    const auto choice =
        what == "ordinary" ? bpetite::SpecialChoice::ordinary() : bpetite::SpecialChoice();
    const std::vector<TokenId> ids = what == "template"
                                         ? bpetite::encode_with_template(tokenizer, text)
                                         : bpetite::encode(tokenizer, text, choice);
    append_number(out, ids.size());
    for (const TokenId id : ids) append_number(out, id);
  }
  return out;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: bpetite_exchange_ids MODEL encode|template|ordinary|decode|skip\n";
    return 2;
  }
  try {
    const bpetite::Tokenizer tokenizer = bpetite::open(arguments[1]);
    const std::string input(std::istreambuf_iterator<char>(std::cin), {});
    std::cout << answers(tokenizer, arguments[2], Records(input));
    return std::cout.flush() ? 0 : 1;
  } catch (const bpetite::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
