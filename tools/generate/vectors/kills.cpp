// Runs mutants (deliberately wrong tokenizers) and the reference on the vectors (test cases) inside
// this process, to find the vectors that each mutant fails, which kill it, or that the reference
// fails. Lists the mutants by vector, and writes the registry of mutants. Mutants share results
// that are equal for all of them, and get only vectors of operations that their fault can change,
// and none with a time limit.
#include "generate/vectors/kills.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "conform/explain/suspect.hpp"
#include "conform/faults/remembered_parts.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::faults {
namespace {

// The operations that the changed parts of a mutant can affect. For all others, the mutant gives
// the reference's answers. A part is unchanged if its function has the same type.
class Reach {
 public:
  Reach(const program::TokenizerParts& before, const program::TokenizerParts& after) {
    const auto other = [&](auto part) {
      return (before.*part).target_type() != (after.*part).target_type();
    };
    const bool load = other(&program::TokenizerParts::load);
    const bool chunks =
        other(&program::TokenizerParts::read) || other(&program::TokenizerParts::pretokenize);
    const bool encode = load || chunks || other(&program::TokenizerParts::cut) ||
                        other(&program::TokenizerParts::split) ||
                        other(&program::TokenizerParts::encode_chunk);
    const bool train = chunks || other(&program::TokenizerParts::planned_merges) ||
                       other(&program::TokenizerParts::texts) ||
                       other(&program::TokenizerParts::count_chunks) ||
                       other(&program::TokenizerParts::learn_merges);
    const bool save =
        other(&program::TokenizerParts::serialize) || other(&program::TokenizerParts::save);
    reached_ = {{"pretokenize", chunks},
                {"encode", encode},
                {"decode", load || other(&program::TokenizerParts::read_ids) ||
                               other(&program::TokenizerParts::decode)},
                {"load", encode},
                {"render", load || chunks || other(&program::TokenizerParts::cut) ||
                               other(&program::TokenizerParts::encode_chunk) ||
                               other(&program::TokenizerParts::read_conversation) ||
                               other(&program::TokenizerParts::render_parts) ||
                               other(&program::TokenizerParts::finish_tokens)},
                {"train", train},
                {"save", load || train || save}};
    const bool motion = program::is_changed(after.motion);
    for (const std::string_view op : suite::motion_ops) reached_.emplace(op, motion);
  }

  bool includes(const std::string& op) const { return reached_.at(op); }

 private:
  std::map<std::string, bool> reached_;
};

// Whether a fault or a vector with this flag is about length.
bool is_about_length(std::string_view flag) {
  static constexpr std::array<std::string_view, 4> flags = {"AlgorithmSwitch", "EngineLimit",
                                                            "LongInput", "SuperlinearInput"};
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

// Whether a mutant gets a vector that counts for this level. Vectors with a time limit are left
// out, because mutants are as fast as the reference.
bool is_asked(const suite::Vector& vector, suite::Level level, const Fault& mutant, Extent extent) {
  const bool is_long = std::any_of(vector.flags.begin(), vector.flags.end(), is_about_length);
  const bool is_quick = vector.tier == suite::Tier::required && level <= mutant.level &&
                        (!is_long || is_about_length(mutant.flag));
  return json::find(vector.expect, "within_seconds") == nullptr &&
         (extent == Extent::all || is_quick);
}

Fate fate_of(const suite::Suite& suite, const Fault& mutant, const program::TokenizerParts& parts,
             Extent extent) {
  // A fault in the chunks must also show in a program without pretokenize, where encode decides
  // L0. So the mutant is also run as such a program.
  const program::TokenizerParts changed = mutant.change(parts);
  const Reach reach(parts, changed);
  const program::Implementation implementation = program::assembled(changed);
  explain::Suspect suspect(suite, implementation, true);
  explain::Suspect silent(suite, implementation, false);
  Fate fate{mutant, {}, {}, 0, std::nullopt};
  for (std::size_t i = 0; i < suite.vectors.size(); ++i) {
    const suite::Vector& vector = suite.vectors[i];
    const bool through_encode = program::level_for(vector, suspect.hello()) != vector.level;
    explain::Suspect& asked = through_encode && mutant.level == suite::Level::L0 ? silent : suspect;
    const suite::Level level = program::level_for(vector, asked.hello());
    if (!is_asked(vector, level, mutant, extent)) continue;
    fate.asked.push_back(i);
    if (!reach.includes(vector.op) || !asked.fails(vector)) continue;
    fate.killed_by.push_back(i);
    if (vector.tier == suite::Tier::required) {
      ++fate.required;
      fate.lowest = std::min(level, fate.lowest.value_or(level));
    }
  }
  return fate;
}

json::Value ids_of(const suite::Suite& suite, const Fate& fate) {
  json::Array ids;
  for (const std::size_t place : fate.killed_by) {
    ids.push_back(json::string(suite.vectors[place].id));
  }
  return {std::move(ids)};
}

}  // namespace

std::vector<Fate> fates(const suite::Suite& suite, const std::vector<Fault>& some, Extent extent) {
  const program::TokenizerParts parts = with_memory(program::reference_parts());
  std::vector<Fate> all;
  for (const Fault& mutant : some) {
    all.push_back(fate_of(suite, mutant, parts, extent));
  }
  return all;
}

// All parts count as changed, so that every vector is run.
Fate fate_of_reference(const suite::Suite& suite) {
  const Fault none{"none", "", "", suite::Level::L0,
                   [](const program::TokenizerParts&) { return program::reference_parts(); }};
  return fate_of(suite, none, program::TokenizerParts{}, Extent::all);
}

std::map<std::string, std::vector<std::string>> kills_of(const suite::Suite& suite,
                                                         const std::vector<Fate>& fates) {
  std::map<std::string, std::vector<std::string>> kills;
  for (const Fate& fate : fates) {
    for (const std::size_t place : fate.killed_by) {
      kills[suite.vectors[place].id].push_back(fate.mutant.name);
    }
  }
  return kills;
}

std::string registry_file(const suite::Suite& suite, const std::vector<Fate>& fates) {
  std::string text = "{\"schema\":1,\"mutants\":[";
  std::string_view separator = "\n";
  for (const Fate& fate : fates) {
    const Fault& mutant = fate.mutant;
    json::Object entry{
        {"name", json::string(mutant.name)},
        {"fault", json::string(mutant.says)},
        {"flag", json::string(mutant.flag)},
        {"level", json::string(suite::level_names.at(static_cast<std::size_t>(mutant.level)))},
        {"killed_by", ids_of(suite, fate)}};
    text.append(separator).append(json::serialize({std::move(entry)}));
    separator = ",\n";
  }
  return text + "\n]}\n";
}

}  // namespace bpetite::conform::faults
