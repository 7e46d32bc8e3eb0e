// Collects all mutants in one list.
#include "conform/mutants/mutants.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace bpetite::conform::mutants {

std::vector<Mutant> mutants() {
  static constexpr std::array families = {text_mutants,    pretokenize_mutants, merge_mutants,
                                          special_mutants, decode_mutants,      load_mutants,
                                          train_mutants,   save_mutants,        render_mutants};
  std::vector<Mutant> all;
  for (const auto family : families) {
    std::vector<Mutant> some = family();
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](const Mutant& a, const Mutant& b) {
    return std::tie(a.level, a.name) < std::tie(b.level, b.name);
  });
  return all;
}

std::optional<Mutant> find_mutant(std::string_view name) {
  for (Mutant& mutant : mutants()) {
    if (mutant.name == name) return std::move(mutant);
  }
  return std::nullopt;
}

program::Implementation implementation_of(const Mutant& mutant) {
  program::Implementation it = program::assembled(mutant.change(program::reference_parts()));
  it.name = "mutant " + mutant.name;
  return it;
}

}  // namespace bpetite::conform::mutants
