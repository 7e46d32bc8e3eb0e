// The loader's promises (spec/07-artifact.md), checked on any bytes.
#include <string>
#include <variant>

#include "artifact/artifact.hpp"
#include "core/assertion.hpp"
#include "load.hpp"

namespace bpetite::fuzz {

void judge_artifact(std::string_view bytes) {
  const auto outcome = artifact::check(bytes);
  if (const auto* fault = std::get_if<artifact::Fault>(&outcome)) {
    const bool named = fault->error == "ValueError" || fault->error == "KeyError";
    assert_internal(fault->step >= 1 && fault->step <= 19, "a fault in none of the 19 steps");
    assert_internal(named, "a fault that is neither ValueError nor KeyError");
    assert_internal(!fault->message.empty() && !fault->requirements.empty(), "a fault unexplained");
    assert_internal(fault->message.size() < 1000, "a message as long as the file");
    return;
  }

  // S13e: what was read, written and read again is the same, and so are the bytes.
  const Table& table = std::get<Table>(outcome);
  const std::string canonical = artifact::serialize(table);
  const auto again = artifact::check(canonical);
  assert_internal(std::holds_alternative<Table>(again), "the canonical form is refused");
  const Table& second = std::get<Table>(again);
  assert_internal(second.merges == table.merges && second.tokens == table.tokens &&
                      second.specials == table.specials,
                  "the canonical form holds another table");
  assert_internal(artifact::serialize(second) == canonical, "the canonical form is no fixpoint");
}

}  // namespace bpetite::fuzz
