// Checks on any bytes what the loader guarantees (spec/07-artifact.md).
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
    assert_internal(fault->step >= 1 && fault->step <= 19, "a fault has none of the 19 steps");
    assert_internal(named, "a fault is neither ValueError nor KeyError");
    assert_internal(!fault->message.empty() && !fault->requirements.empty(),
                    "a fault has no message or no requirement");
    assert_internal(fault->message.size() < 1000, "a message has 1000 bytes or more");
    return;
  }

  // S13e: writing the table and reading it again gives the same table and the same bytes.
  const Table& table = std::get<Table>(outcome);
  const std::string canonical = artifact::serialize(table);
  const auto again = artifact::check(canonical);
  assert_internal(std::holds_alternative<Table>(again), "the canonical form is refused");
  const Table& second = std::get<Table>(again);
  assert_internal(second.merges == table.merges && second.tokens == table.tokens &&
                      second.specials == table.specials,
                  "the canonical form holds another table");
  assert_internal(artifact::serialize(second) == canonical,
                  "saving the canonical form gives other bytes");
}

}  // namespace bpetite::fuzz
