// Generates random cases for training (texts and a size) and for encoding (merges and a text).
#include <cstdint>
#include <ostream>
#include <string_view>
#include <utility>

#include "core/utf8.hpp"
#include "reference/train.hpp"
#include "support/texts/generators.hpp"
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

}  // namespace bpetite::test
