// The suite: the vectors (test cases) of conformance/vectors/*.json with the artifacts and notes
// that they need, embedded in the program (Suite, conformance/README.md). Declares the functions
// that parse it (embedded_suite, parse_suite, suite_with), the expected result of a vector for a
// version of Unicode (expectation), the levels and tiers, and the look-up of JSON members
// (text_member, number_member, list_member).
//
//   const Suite suite = embedded_suite();
//   for (const Vector& vector : suite.vectors) {
//     const json::Object want = expectation(vector, unicode::pinned);   // "result": "valid" ...
//     ...
//   }
//
// conform/suite/test_material.hpp gives the bytes of a vector's input and artifact.
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
enum class Level { L0, L1, L2, L3, L4, L5, L6 };

inline constexpr std::array<std::string_view, 4> tier_names = {"required", "recommended", "stress",
                                                               "accumulated"};
inline constexpr std::array<std::string_view, 7> level_names = {"L0", "L1", "L2", "L3",
                                                                "L4", "L5", "L6"};

// One test case. `input`, `artifact` and `expect` stay JSON, because their members depend on the
// operation.
struct Vector {
  std::string id;  // a slug, which is never used for another vector
  int rev = 1;
  Level level = Level::L0;
  Tier tier = Tier::required;
  std::string group;
  std::string op;  // one of op_names (conform/suite/vector_rules.hpp)
  std::vector<std::string> clauses;
  std::vector<std::string> flags;
  std::vector<std::string> requires_caps;
  std::string comment;
  json::Object input;
  json::Value artifact;  // null, a name, {"base": name, "patch": [...]} or one with a profile
                         // (conform/suite/small_vocabularies.hpp)
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

// An artifact made for the vectors. Its file is the canonical form of these merges.
struct Crafted {
  std::string comment;
  std::vector<Pair> merges;
  std::string sha256;                        // of the file
  std::optional<std::uint64_t> reveal_seed;  // for a reveal table, which is too large for a file
};

struct Suite {
  std::string version;                                       // "1.0.0"
  std::string digest;                                        // SHA-256 over the groups, in hex
  std::vector<std::pair<std::string, std::string>> clauses;  // clauses for vectors: id, title
  std::vector<Vector> vectors;
  std::vector<Note> notes;  // one for each flag of a vector
  std::map<std::string, Crafted> artifacts;
};

// The embedded suite. Each call parses it.
Suite embedded_suite();

// Parses a suite from the texts of vectors/*.json by group name, and the text of suite.json. Throws
// SuiteError for a vector that breaks a rule of conform/suite/vector_rules.hpp. The message names
// the file, the vector and the place in it.
using Files = std::map<std::string, std::string, std::less<>>;
Suite parse_suite(const Files& groups, std::string_view index);

// The suite with these groups in place of its own, for example with findings of `conform fuzz`.
Suite suite_with(const Files& groups);

// The expected result of an implementation with this Unicode version: `expect` itself, or, if its
// result is "acceptable", the variant of that version as a "valid" or "invalid" expectation.
json::Object expectation(const Vector& vector, unicode::Version version);

// The text of the member with this name, or nullptr if it is missing or has another type.
const std::string* text_member(const json::Object& object, std::string_view name);
// The same for a number that is not negative and fits in 64 bits, and for a list.
std::optional<std::uint64_t> number_member(const json::Object& object, std::string_view name);
const json::Array* list_member(const json::Object& object, std::string_view name);

}  // namespace bpetite::conform::suite
