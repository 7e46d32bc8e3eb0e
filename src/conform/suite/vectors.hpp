// The vectors: conformance/vectors/*.json, embedded in the program (conformance/README.md).
//
//   const Suite suite = embedded_suite();
//   for (const Vector& vector : suite.vectors) {
//     const json::Object want = expectation(vector, unicode::pinned);   // "result": "valid" ...
//     ...
//   }
//
// What a vector's input and artifact are in bytes is told by conform/suite/test_material.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/json.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::suite {

enum class Tier { required, recommended, stress, accumulated };
enum class Level { L0, L1, L2, L3, L4, L5 };

inline constexpr std::array<std::string_view, 4> tier_names = {"required", "recommended", "stress",
                                                               "accumulated"};
inline constexpr std::array<std::string_view, 6> level_names = {"L0", "L1", "L2", "L3", "L4", "L5"};

// One conformance case. `input`, `artifact` and `expect` stay JSON: the judge reads them by
// operation.
struct Vector {
  std::string id;  // a slug, unique for ever
  int rev = 1;
  Level level = Level::L0;
  Tier tier = Tier::required;
  std::string group;
  std::string op;  // pretokenize, encode, decode, load, train, save
  std::vector<std::string> clauses;
  std::vector<std::string> flags;
  std::vector<std::string> requires_caps;
  std::string comment;
  json::Object input;
  json::Value artifact;  // null, a name, or {"base": name, "patch": [...]}
  json::Object expect;
  std::vector<std::string> kills;
};

struct Note {
  std::string flag;
  std::string bug_type;
  std::string description;
  std::string effect;
  std::vector<std::string> links;
};

// An artifact made for the vectors, by name. Its file is the canonical form of these merges.
struct Crafted {
  std::string comment;
  std::vector<Pair> merges;
  std::string sha256;                        // of the file
  std::optional<std::uint64_t> reveal_seed;  // a reveal table: too large to be kept as a file
};

struct Suite {
  std::string version;                                       // "1.0.0"
  std::string digest;                                        // SHA-256 over the groups, in hex
  std::vector<std::pair<std::string, std::string>> clauses;  // that a vector may cite: id, title
  std::vector<Vector> vectors;
  std::vector<Note> notes;  // one for each flag that some vector has
  std::map<std::string, Crafted> artifacts;
};

// The suite that was compiled in. Parsed once a call; lint guarantees that it is well-formed.
Suite embedded_suite();

// The same from files: the texts of vectors/*.json by group name, and that of suite.json. A fault
// is a ValueError that names the group and the vector.
using Files = std::map<std::string, std::string, std::less<>>;
Suite parse_suite(const Files& groups, std::string_view index);

// The suite with these groups in place of its own: findings of `conform fuzz`, say.
Suite suite_with(const Files& groups);

// What is expected of an implementation whose Unicode version is this: `expect` itself, or, where
// its result is "acceptable", the variant of that version, as a "valid" or "invalid" one.
json::Object expectation(const Vector& vector, unicode::Version version);

// The member of that name as text, or nothing if it is missing or of another type.
const std::string* text_member(const json::Object& object, std::string_view name);

}  // namespace bpetite::conform::suite
