// Reads any bytes as the two files of GPT-2, with the byte FF between, which no UTF-8 has: first
// the names of the tokens with their ids, then the merges. With and without the special token
// `<s>`, they must give an error that cites a clause of the specification, or a table that engine
// and reference use in the same way (judge.hpp). The mutator changes one of the two files, or adds
// a token to both.
//
//   {...,"ab":256} FF a b     a token added     {...,"ab":256,"abc":257} FF a b\nab c
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/utf8.hpp"
#include "harness.hpp"
#include "interop/gpt2_files.hpp"
#include "judge.hpp"
#include "mutators.hpp"
#include "profiles/profiles.hpp"
#include "support/examples/fields.hpp"

namespace {

using namespace bpetite;
using fuzz::below;
using fuzz::Random;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Adds two names joined, with the merge of these two.
void add_token(json::Object& names, std::vector<std::string>& lines, Random& random) {
  if (names.empty()) return;
  const std::string left = names[fuzz::place_below(names.size(), random)].key;
  const std::string right = names[fuzz::place_below(names.size(), random)].key;
  names.push_back({left + right, json::integer(names.size())});
  lines.push_back(left + " " + right);
}

void mutate_lines(std::vector<std::string>& lines, Random& random) {
  if (lines.empty() || below(3, random) > 0) return fuzz::rearrange(lines, random);
  std::string& line = lines[below(lines.size(), random)];
  line = fuzz::mutated_bytes(std::move(line));
}

// Both files after a mutation, with FF between.
std::string mutated(json::Value names, std::vector<std::string> lines, Random& random) {
  auto* const object = std::get_if<json::Object>(&names.data);
  switch (below(4, random)) {
    case 0:
      if (object != nullptr) add_token(*object, lines, random);
      break;
    case 1:
      mutate_lines(lines, random);
      break;
    default:
      fuzz::mutate(names, random);
  }
  return test::text_of(names) + "\xff" + joined(lines);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Random random(seed);
  const auto files = fuzz::Input(fuzz::beginning_of(fuzz::bytes_of(data, size), random)).texts();
  if (files.size() == 2 && !utf8::first_ill_formed(files[0]) && below(10, random) > 0) {
    auto parsed = json::parse(files[0]);
    if (auto* const names = std::get_if<json::Value>(&parsed)) {
      return fuzz::replace_input(mutated(std::move(*names), test::lines_of(files[1]), random), data,
                                 size, max_size);
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto files = fuzz::Input(fuzz::bytes_of(data, size)).texts();
  if (files.size() != 2) return 0;
  Profile with_id = profiles::gpt2();
  with_id.added.tokens = {{"<s>", 257}};
  for (const Profile& profile : {profiles::gpt2(), with_id}) {
    const bool opens = fuzz::judge_reader(
        size, [&] { return interop::read_gpt2_files(files[0], files[1], profile); });
    if (opens) fuzz::remember_opened(fuzz::bytes_of(data, size));
  }
  return 0;
}
