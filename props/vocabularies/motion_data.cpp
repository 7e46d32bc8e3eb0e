// Tests the plain data of text in motion, conformance/profiles/NAME.motion.json: what the library
// gives through its public functions agrees with it, and the kit writes the same file again.
//
//   {"id":"gpt2-append-6","texts":["","a",""],"patches":[{"kept":0,"gone":0,"ids":[]},...]}
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>

#include "conform/judge/motion_vectors.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/file.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::suite::PlacedJson;

std::filesystem::path file_of_profile(std::string_view profile, std::string_view ending) {
  return std::filesystem::path(BPETITE_SOURCE_DIR) / "conformance" / "profiles" /
         (std::string(profile) + std::string(ending));
}

std::vector<std::size_t> numbers_in(const PlacedJson& list) {
  std::vector<std::size_t> numbers;
  list.each([&](const PlacedJson& each) { numbers.push_back(each.number(0, UINT64_MAX)); });
  return numbers;
}

std::vector<TokenId> ids_listed(const PlacedJson& list) {
  std::vector<TokenId> ids;
  for (const std::size_t id : numbers_in(list)) ids.push_back(static_cast<TokenId>(id));
  return ids;
}

// The ids after all patches.
std::vector<TokenId> patched_ids(const PlacedJson& patches, std::vector<TokenId> ids) {
  patches.each([&](const PlacedJson& patch) {
    const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(patch.get("kept").number(0, 99));
    const auto at =
        ids.erase(begin, begin + static_cast<std::ptrdiff_t>(patch.get("gone").number(0, 99)));
    const std::vector<TokenId> put_in = ids_listed(patch.get("ids"));
    ids.insert(at, put_in.begin(), put_in.end());
  });
  return ids;
}

void check_motion_data(const PlacedJson& file, const Tokenizer& tokenizer) {
  const auto ids_of = [&](std::string_view text) { return tokenizer.encode(text); };
  file.get("stream").each([&](const PlacedJson& example) {
    INFO(example.get("id").text());
    std::string text;
    example.get("pieces_hex").each([&](const PlacedJson& piece) { text += piece.bytes(); });
    CHECK(ids_of(text) == ids_listed(example.get("ids")));
    const auto least = numbers_in(example.get("least"));
    const auto most = numbers_in(example.get("most"));
    REQUIRE(least.size() == most.size());
    for (std::size_t i = 0; i < least.size(); ++i) CHECK(least[i] <= most[i]);
  });
  file.get("append").each([&](const PlacedJson& example) {
    INFO(example.get("id").text());
    std::string text;
    for (const std::string& each : example.get("texts").texts()) text += each;
    CHECK(ids_of(text) == patched_ids(example.get("patches"), {}));
  });
  file.get("replace").each([&](const PlacedJson& example) {
    INFO(example.get("id").text());
    std::string text = example.get("text").text();
    const std::vector<TokenId> before = ids_of(text);
    example.get("edits").each([&](const PlacedJson& edit) {
      const std::size_t begin = edit.item(0).number(0, text.size());
      text.replace(begin, edit.item(1).number(begin, text.size()) - begin, edit.item(2).text());
    });
    CHECK(ids_of(text) == patched_ids(example.get("patches"), before));
  });
  file.get("windows").each([&](const PlacedJson& example) {
    INFO(example.get("id").text());
    const std::string& text = example.get("text").text();
    std::size_t end = 0;
    example.get("windows").each([&](const PlacedJson& row) {
      const std::vector<std::size_t> window = numbers_in(row);
      CHECK(window[0] <= end);
      end = window[1];
      CHECK(ids_of(text.substr(window[0], end - window[0])).size() == window[2]);
      CHECK(window[2] <= example.get("max_ids").number(0, 99));
    });
    CHECK(end == text.size());
  });
}

CLAUSE_TEST("S70c", "the library agrees with the plain data of text in motion of each profile") {
  for (const std::string_view profile : conform::suite::small_vocabularies()) {
    const json::Value parsed =
        std::get<json::Value>(json::parse(file::read(file_of_profile(profile, ".motion.json"))));
    const PlacedJson file(std::string(profile), "", parsed);
    CHECK(file.get("model").text() == profile);
    CHECK(file.get("stream").array().size() >= 10);
    CHECK(file.get("parts").array().size() >= 1);
    CHECK(file.get("canonical").array().size() >= 6);
    check_motion_data(file, conform::suite::small_vocabulary(profile));
  }
}

CLAUSE_TEST("S70c", "the plain data of text in motion is what the kit writes") {
  if (few_cases()) return;  // the reference takes some seconds
  const std::string vocabulary = file::read(file_of_profile("gpt2", ".json"));
  const Tokenizer tokenizer = conform::suite::small_vocabulary("gpt2");
  CHECK(conform::judge::motion_file("gpt2", tokenizer, vocabulary) ==
        file::read(file_of_profile("gpt2", ".motion.json")));
  CHECK_THROWS_AS(conform::judge::motion_file("gpt 2", tokenizer, vocabulary), ValueError);
}

}  // namespace
}  // namespace bpetite::test
