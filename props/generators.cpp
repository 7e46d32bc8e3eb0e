// Tests the generators of random inputs: most cases for training repeat a pair and learn merges,
// most cases for encoding merge, some with a repeated pair or equal bytes; byte-complete texts have
// every byte that a text can have; texts are UTF-8, and at least half of the byte strings are not.
#include "support/texts/generators.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <set>
#include <string>

#include "core/utf8.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

const int cases = few_cases() ? 200 : 1000;

// Random values as a property gets them: the size of RapidCheck goes from 0 to 99, again and again.
template <typename T>
std::vector<T> sampled(const rc::Gen<T>& gen) {
  std::vector<T> values;
  for (int i = 0; i < cases; ++i) {
    values.push_back(gen(rc::Random(static_cast<std::uint64_t>(i)), i % 100).value());
  }
  return values;
}

TEST_CASE("generators: four in five training cases repeat a pair, the mean learns three merges") {
  int with_repeated_pair = 0;
  std::size_t merges = 0;
  for (const TrainCase& one : sampled(train_case())) {
    const auto texts = views(one.texts);
    const auto counts = oracle::count_pairs(texts);
    with_repeated_pair += std::any_of(counts.begin(), counts.end(),
                                      [](const auto& entry) { return entry.second > 1; });
    merges += oracle::train(texts, one.vocab_size).size();
  }
  std::cout << "training cases: " << cases << ", with a repeated pair " << with_repeated_pair
            << ", merges in all " << merges << "\n";
  CHECK(with_repeated_pair >= cases * 8 / 10);
  CHECK(merges >= 3 * static_cast<std::size_t>(cases));
}

TEST_CASE(
    "generators: three in five encoding cases merge, some with a repeated pair or equal bytes") {
  int merged = 0;
  int repeated = 0;
  int equal_bytes = 0;
  for (const EncodeCase& one : sampled(encode_case())) {
    const Table table = v1_table(one.merges);
    REQUIRE_FALSE(utf8::first_ill_formed(one.text));
    const auto ids = oracle::encode(one.text, table);
    merged += std::any_of(ids.begin(), ids.end(),
                          [&](TokenId id) { return id >= 256 && id < table.tokens.size(); });
    const std::set<Pair> pairs(one.merges.begin(), one.merges.end());
    const std::set<std::string> tokens(table.tokens.begin(), table.tokens.end());
    repeated += pairs.size() < one.merges.size();
    equal_bytes += tokens.size() < table.tokens.size();
  }
  std::cout << "encoding cases: " << cases << ", merged " << merged << ", with a repeated pair "
            << repeated << ", with equal bytes " << equal_bytes << "\n";
  CHECK(merged >= cases * 3 / 5);
  CHECK(repeated >= cases / 4);
  CHECK(equal_bytes >= cases / 4);
}

TEST_CASE("generators: byte-complete text holds every byte that well-formed text can hold") {
  std::array<int, 256> seen{};
  for (const std::string& text : sampled(byte_complete_text())) {
    REQUIRE_FALSE(utf8::first_ill_formed(text));
    for (const char c : text) {
      ++seen[static_cast<unsigned char>(c)];
    }
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    INFO("byte " << byte);
    const bool never = byte == 0xc0 || byte == 0xc1 || byte > 0xf4;
    CHECK((seen[byte] == 0) == never);
  }
}

TEST_CASE("generators: any text is well-formed, any bytes mostly are not") {
  for (const std::string& text : sampled(any_text())) {
    REQUIRE_FALSE(oracle::first_ill_formed(text));
  }
  int ill_formed = 0;
  for (const std::string& bytes : sampled(any_bytes())) {
    ill_formed += oracle::first_ill_formed(bytes).has_value();
  }
  std::cout << "byte strings: " << cases << ", ill-formed " << ill_formed << "\n";
  CHECK(ill_formed >= cases / 2);
  CHECK(ill_formed < cases);
}

}  // namespace
}  // namespace bpetite::test
