// Generates random texts of each kind, random bytes, ids, merge lists, and cases for training
// (texts and a size) and for encoding (merges and a text), and prints such cases. A text is joined
// from short strings, so that RapidCheck shrinks it by removing some.
#include "support/texts/generators.hpp"

#include <cstdint>
#include <ostream>
#include <string_view>
#include <utility>

#include "core/utf8.hpp"
#include "reference/train.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Without a limit, the length of tokens could double with each merge.
constexpr std::size_t longest_token = 64;

// Two random numbers that choose the operands of a merge among the ids that exist at that point.
using Choice = std::pair<std::uint16_t, std::uint16_t>;

rc::Gen<std::uint16_t> choice() {
  return rc::gen::resize(100, rc::gen::arbitrary<std::uint16_t>());
}

rc::Gen<std::vector<Choice>> choices() {
  return rc::gen::scale(0.3,
                        rc::gen::container<std::vector<Choice>>(rc::gen::pair(choice(), choice())));
}

// The alphabets from which the merges and the text of a case are made.
const std::vector<std::vector<std::string>>& alphabets() {
  static const std::vector<std::vector<std::string>> list = {
      {"a"},      {"a", "b"}, {"a", "b", " "}, {"a", "b", "c", "d"},        {"'", "s", "l"},
      {"é", "e"}, {"€", "a"}, {"😀", "😁"},      {std::string(1, '\0'), "a"}, {"1", "a", " "},
      {" ", "\n"}};
  return list;
}

// A valid merge list: each operand is a byte of the alphabet or an earlier token. One merge in
// eight repeats a pair (S12). With one or two letters, many merges give the same bytes.
std::vector<Pair> merges_of(const std::vector<std::string>& letters,
                            const std::vector<Choice>& chosen) {
  std::string bytes;
  for (const std::string& letter : letters) {
    bytes += letter;
  }
  std::vector<Pair> merges;
  std::vector<std::size_t> lengths;
  const auto operand = [&](std::size_t number) {
    const std::size_t index = number % (bytes.size() + merges.size());
    return index < bytes.size() ? TokenId{static_cast<unsigned char>(bytes[index])}
                                : static_cast<TokenId>(256 + index - bytes.size());
  };
  const auto length = [&](TokenId id) { return id < 256 ? 1 : lengths[id - 256]; };
  for (const auto& [first, second] : chosen) {
    Pair pair{operand(first), operand(second)};
    if (first % 8 == 7 && !merges.empty()) {
      pair = merges[second % merges.size()];
    }
    if (length(pair.left) + length(pair.right) > longest_token) {
      pair.right = operand(0);
    }
    if (length(pair.left) + length(pair.right) <= longest_token) {
      lengths.push_back(length(pair.left) + length(pair.right));
      merges.push_back(pair);
    }
  }
  return merges;
}

// A text of letters, of tokens that are well-formed text, and of separators between chunks and
// between segments.
std::string text_of(const std::vector<std::string>& letters, const std::vector<Pair>& merges,
                    const std::vector<std::uint16_t>& chosen) {
  std::vector<std::string> atoms = {" ", "\n", "'s", std::string(end_of_text)};
  for (int weight = 0; weight < 4; ++weight) {
    atoms.insert(atoms.end(), letters.begin(), letters.end());
  }
  const Table table = v1_table(merges);
  for (std::size_t id = 256; id < table.tokens.size(); ++id) {
    if (!utf8::first_ill_formed(table.tokens[id])) {
      atoms.push_back(table.tokens[id]);
    }
  }
  std::string text;
  for (const std::uint16_t number : chosen) {
    text += atoms[number % atoms.size()];
  }
  return text;
}

}  // namespace

rc::Gen<EncodeCase> encode_case() {
  return rc::gen::apply(
      [](const std::vector<std::string>& letters, const std::vector<Choice>& merges,
         const std::vector<std::uint16_t>& text) {
        EncodeCase result;
        result.merges = merges_of(letters, merges);
        result.text = text_of(letters, result.merges, text);
        return result;
      },
      rc::gen::elementOf(alphabets()), choices(),
      rc::gen::container<std::vector<std::uint16_t>>(choice()));
}

rc::Gen<std::vector<Pair>> merge_list() {
  return rc::gen::apply(&merges_of, rc::gen::elementOf(alphabets()), choices());
}

rc::Gen<TrainCase> train_case() {
  const auto text = rc::gen::weightedOneOf<std::string>({{8, pair_rich_text()}, {1, any_text()}});
  const auto texts = rc::gen::mapcat(number_between<std::size_t>(1, 4), [text](std::size_t count) {
    return rc::gen::container<std::vector<std::string>>(count, text);
  });
  const auto size = rc::gen::weightedOneOf<TokenId>(
      {{1, rc::gen::just(TokenId{256})}, {9, number_between<TokenId>(257, 320)}});
  return rc::gen::apply(
      [](std::vector<std::string> given, TokenId vocab_size) {
        return TrainCase{std::move(given), vocab_size};
      },
      texts, size);
}

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

Table trained(const TrainCase& given) { return v1_train(views(given.texts), given.vocab_size); }

void showValue(const TrainCase& value, std::ostream& os) {
  os << "vocab_size " << value.vocab_size << ", texts ";
  rc::show(value.texts, os);
}

void showValue(const EncodeCase& value, std::ostream& os) {
  os << "merges ";
  rc::show(value.merges, os);
  os << ", text ";
  rc::show(value.text, os);
}

// Generates random texts. A text is joined from atoms, which are short strings: so it needs few
// random numbers, and RapidCheck shrinks it by removing atoms.

namespace {

using Atoms = std::vector<std::string>;

rc::Gen<std::string> joined(const rc::Gen<std::string>& atom) {
  return rc::gen::map(rc::gen::container<Atoms>(atom), [](const Atoms& atoms) {
    std::string text;
    for (const std::string& part : atoms) {
      text += part;
    }
    return text;
  });
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}

// Texts of the first k letters of an alphabet, in which pairs occur many times, as in "aabab".
rc::Gen<std::string> few_letters() {
  static const std::vector<Atoms> alphabets = {
      {"a"}, {"a", "b"}, {"a", "b", "c"}, {"a", "b", " ", "c"}, {"é", "e", "è"}, {"中", "丯", "1"}};
  return rc::gen::mapcat(rc::gen::elementOf(alphabets),
                         [](const Atoms& letters) { return joined(rc::gen::elementOf(letters)); });
}

// Runs of 1, 2, 4 ... 32 equal letters, for which merges double tokens: (a,a), (aa,aa). Runs that
// are joined can have an odd length, and then pairs overlap.
rc::Gen<std::string> doubling_runs() {
  static const Atoms letters = {"a", "b", " ", "1", "\n", "é"};
  return joined(rc::gen::apply(
      [](const std::string& letter, unsigned doublings, bool odd) {
        return repeated(letter, (std::size_t{1} << doublings) + (odd ? 1 : 0));
      },
      rc::gen::elementOf(letters), number_between(0U, 5U), rc::gen::arbitrary<bool>()));
}

// Words that share prefixes, suffixes and middles, as those of natural languages do.
rc::Gen<std::string> words() {
  static const Atoms list = {"the",    " the",    " then", " they",   " other",   " low",
                             " lower", " lowest", " ana",  " banana", " bandana", " don't",
                             " we'll", " 2024",   "\n",    "."};
  return joined(rc::gen::elementOf(list));
}

// The same letters with and without a chunk boundary between them. A program that counts or merges
// pairs across the boundary gives other results.
rc::Gen<std::string> boundaries() {
  static const Atoms list = {"ab",  "a",    "b",      " ab",  "ab ", "a b",
                             "a1b", "ab's", "ab\nab", "  ab", "a'b"};
  return joined(rc::gen::elementOf(list));
}

// Scalars on both sides of each boundary between the classes, and the strings that patterns name.
const Atoms& class_edges() {
  static const Atoms list = {
      // L: Lu Ll Lt Lm Lo, astral, and letters since 14.0, 15.0, 15.1, 16.0, 17.0.
      "a", "Z", "é", "ß", "ſ", "İ", "ǅ", "ʰ", "ª", "中", "ﬀ", "𐐀", "𠀀", "\U0001DF00", "\U00031350",
      "\U0002EBF0", "\U000105C0", "\U000323B0",
      // N: Nd Nl No, astral, and digits since 16.0.
      "0", "9", "²", "½", "Ⅷ", "٣", "𝟘", "\U00010D40",
      // White_Space, except the most common ones, and scalars that look like white space.
      "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029", "\u202f",
      "\u205f", "\u3000", "\x1c", "\x1f", "\u180e", "\u200b", "\u200c", "\u2060", "\ufeff",
      std::string(1, '\0'),
      // Neither: marks, punctuation, symbols, private use, noncharacters.
      "\u0301", "\u093e", "\u20dd", "!", "_", "$", "`", "😀", "\u200d", "\ue000", "\uffff",
      "\U0010FFFF", "\u02c2", "\u00ad",
      // Contractions, and strings that differ from one in a letter.
      "'s", "'S", "'ſ", "'d", "'m", "'t", "'ll", "'lL", "'LL", "'ve", "'vE", "'re", "'l", "'v",
      "'r", "'", "''", "’s", "' s",
      // White space, and the scalars after it that decide where it is cut.
      " ", "  ", "   ", "\t", "\n", "\r", "\r\n", "\n\n", " \n ", " \u00a0", " a", " 1", " !",
      "!\n"};
  return list;
}

// A scalar whose UTF-8 form has `length` bytes. The smallest and the largest such scalar are
// frequent.
rc::Gen<std::string> scalar_of_length(std::size_t length) {
  static constexpr std::uint32_t first[] = {0x00, 0x80, 0x800, 0x10000};
  static constexpr std::uint32_t last[] = {0x7f, 0x7ff, 0xffff, 0x10ffff};
  const std::uint32_t low = first[length - 1];
  const std::uint32_t high = last[length - 1];
  const auto scalar = rc::gen::weightedOneOf<std::uint32_t>(
      {{8, number_between(low, high)},
       {1, rc::gen::element(low, high)},
       {1, length == 3 ? rc::gen::element(0xd7ffU, 0xe000U) : rc::gen::element(low, high)}});
  return rc::gen::map(scalar, [](std::uint32_t value) {
    std::string bytes;
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    utf8::append(bytes, static_cast<char32_t>(surrogate ? value - 0x800 : value));
    return bytes;
  });
}

// The special token, its pieces, and strings that resemble it.
const Atoms& special_pieces() {
  static const Atoms list = [] {
    const std::string literal(end_of_text);
    Atoms pieces = {literal,
                    literal,
                    literal + literal,
                    " ",
                    "a",
                    "\n",
                    "'s",
                    "<|endoftext |>",
                    "<|ENDOFTEXT|>",
                    "< |endoftext|>",
                    "<|endoftext|",
                    "|endoftext|>"};
    for (std::size_t cut = 1; cut < literal.size(); ++cut) {
      pieces.push_back(literal.substr(0, cut));
      pieces.push_back(literal.substr(cut));
    }
    return pieces;
  }();
  return list;
}

}  // namespace

rc::Gen<std::string> pair_rich_text() {
  return rc::gen::oneOf(few_letters(), doubling_runs(), words(), boundaries());
}

rc::Gen<std::string> class_edge_text() { return joined(rc::gen::elementOf(class_edges())); }

rc::Gen<std::string> byte_complete_text() {
  return joined(rc::gen::oneOf(scalar_of_length(1), scalar_of_length(2), scalar_of_length(3),
                               scalar_of_length(4)));
}

rc::Gen<std::string> special_text() { return joined(rc::gen::elementOf(special_pieces())); }

rc::Gen<std::string> any_text() {
  const auto one =
      rc::gen::oneOf(pair_rich_text(), class_edge_text(), byte_complete_text(), special_text());
  const auto several = rc::gen::map(
      rc::gen::scale(0.5, rc::gen::pair(one, one)),
      [](const std::pair<std::string, std::string>& two) { return two.first + two.second; });
  return rc::gen::oneOf(one, several);
}

rc::Gen<std::string> any_bytes() {
  static const Atoms broken = {"\x80",
                               "\xbf",
                               "\xc0",
                               "\xc1\xbf",
                               "\xc2",
                               "\xe0\x9f\x80",
                               "\xe0\xa0",
                               "\xe2\x82",
                               "\xed\xa0\x80",
                               "\xed\xbf\xbf",
                               "\xf0\x8f\x80\x80",
                               "\xf0\x9f\x98",
                               "\xf4\x90\x80\x80",
                               "\xf5",
                               "\xff",
                               "\xfe"};
  return joined(rc::gen::weightedOneOf<std::string>({{3, rc::gen::elementOf(class_edges())},
                                                     {1, rc::gen::elementOf(broken)},
                                                     {1, scalar_of_length(3)}}));
}

rc::Gen<std::vector<TokenId>> ids_below(TokenId limit) {
  const TokenId near = limit < 300 ? 0 : limit - 44;
  return rc::gen::container<std::vector<TokenId>>(rc::gen::oneOf(
      number_between<TokenId>(0, limit - 1), number_between<TokenId>(near, limit - 1)));
}

}  // namespace bpetite::test

namespace bpetite {
void showValue(const Pair& pair, std::ostream& os) {
  os << '(' << pair.left << ',' << pair.right << ')';
}

}  // namespace bpetite
