// Tests how special tokens are found in at least a million texts (FALSIFY-TOK-004b): with each
// named profile that has special tokens, under each rule for finding them, and with literals that
// overlap. A scan of the text gives the expected result, without the reference and the engine. The
// results of these two are also compared (support/scanned.hpp).
//
//   deepseek_v3, never        13,056 texts, among them "<｜User<｜User｜>｜>"
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/machine/parallel.hpp"
#include "profiles/profiles.hpp"
#include "report.hpp"
#include "support/scanned.hpp"
#include "support/texts/tables.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t texts_of_all = 1'000'000;
constexpr std::size_t slice = 256;  // the number of texts that share a seed

// The first mistake among the texts of a slice.
std::string fault_in(const SpecialLaw& law, std::uint64_t seed) {
  SpecialTexts texts(law.table(), seed);
  for (std::size_t i = 0; i < slice; ++i) {
    const std::string text = texts.text();
    if (std::string fault = law.fault(text, texts.choice()); !fault.empty()) return fault;
  }
  return "";
}

}  // namespace

void compare_specials(Report& report) {
  std::vector<Table> tables;
  for (const Profile* profile : profiles::all()) {
    if (profile->added.tokens.empty()) continue;
    for (const SpecialRule rule : special_rules) tables.push_back(named_table(*profile, rule));
  }
  for (Table& table : overlapping_tables()) tables.push_back(std::move(table));

  const std::size_t slices = texts_of_all / (slice * tables.size()) + 1;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const SpecialLaw law(tables[i]);
    std::vector<std::string> faults(slices);
    engine::machine::for_each_index(
        slices, std::thread::hardware_concurrency(),
        [&](std::size_t number) { faults[number] = fault_in(law, i * slices + number); });
    const auto first = std::ranges::find_if(faults, [](const auto& it) { return !it.empty(); });
    report.line(fmt::format("texts with special tokens, {}", law.name()), slices * slice,
                first == faults.end() ? "" : *first);
  }
}

}  // namespace bpetite::test
