// Checks the file and its fields: steps 1 to 13 of the loader (spec/07-artifact.md).
//
//   {"schema_version":true, ...}    step 5: a boolean, required an integer
#include "artifact/artifact_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::artifact {
namespace {

Complaint missing(const Reading& reading, std::string_view name) {
  if (!reading.field(name).is_there()) {
    return complain(name, "missing", "in every artifact");
  }
  return {};
}

// S13b: an integer of any length, never a boolean, a fraction or an exponent.
Complaint not_an_integer(const Reading& reading, std::string_view name) {
  const json::Node value = reading.field(name);
  if (value.kind() != json::Kind::integer) {
    return complain(name, shown(value), "an integer");
  }
  return {};
}

// SV1b: an integer of any length that is not negative.
bool is_from_0_on(const json::Node& value) {
  return value.kind() == json::Kind::integer &&
         (value.small_number() || !value.text().starts_with('-'));
}

}  // namespace

Complaint complain(std::string_view where, std::string_view wrong, std::string_view required) {
  return fmt::format("artifact: {}: {}, required {}", where, wrong, required);
}

json::Node Reading::field(std::string_view name) const {
  const auto found =
      std::find_if(members.begin(), members.end(),
                   [&](const json::NamedNode& member) { return member.key == name; });
  return found == members.end() ? json::Node() : found->value;
}

std::string shown(const json::Node& value) {
  static constexpr std::array<std::string_view, 7> types = {
      "null",     "a boolean", "an integer", "a number with a fraction or an exponent",
      "a string", "an array",  "an object"};
  if (value.kind() != json::Kind::integer) {
    return std::string(types.at(static_cast<std::size_t>(value.kind())));
  }
  if (const auto number = value.small_number()) return fmt::format("{}", *number);
  // As it is written, and not all of it if 64 bits are too few.
  const std::string_view text = value.text();
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  std::uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  return error == std::errc() ? std::string(text)
                              : fmt::format("{}... ({} digits)", text.substr(0, 20), digits.size());
}

bool equals(const json::Node& value, std::uint64_t number) {
  return value.small_number() == number;
}

// FR-29a: the file is UTF-8, before any fault of syntax (S13d).
Complaint well_formed_utf8(Reading& reading) {
  if (const auto offset = utf8::first_ill_formed(reading.bytes)) {
    return complain(fmt::format("byte {}", *offset), "ill-formed", "UTF-8");
  }
  return {};
}

// FR-29b: it is JSON, no key twice, no NaN, nothing after the value, not too deep (S13d, S23).
Complaint json_document(Reading& reading) {
  auto parsed = json::parse_document(reading.bytes, json::Utf8::well_formed);  // step 1
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    return complain(fmt::format("byte {}", fault->offset), fault->reason, "JSON");
  }
  reading.document = std::get<json::Document>(std::move(parsed));
  return {};
}

// FR-29c: its value is an object.
Complaint top_level_object(Reading& reading) {
  const json::Node root = reading.document.root();
  if (root.kind() != json::Kind::object) return complain("document", shown(root), "an object");
  reading.members = root.members().to_vector();
  return {};
}

// FR-29d: schema_version is there (SV1d).
Complaint schema_version_present(Reading& reading) { return missing(reading, "schema_version"); }

// FR-29e: schema_version is an integer.
Complaint schema_version_integer(Reading& reading) {
  return not_an_integer(reading, "schema_version");
}

// FR-29f: schema_version is 1. A file of Schema v2 comes here only where nothing reads it (S56a).
Complaint schema_version_known(Reading& reading) {
  const json::Node version = reading.field("schema_version");
  if (!equals(version, 1)) {
    return complain("schema_version", shown(version), equals(version, 2) ? "1" : "1 or 2");
  }
  return {};
}

// FR-29g: all six fields are there.
Complaint all_fields_present(Reading& reading) {
  for (const std::string_view name : fields) {
    if (auto complaint = missing(reading, name)) {
      return complaint;
    }
  }
  return {};
}

// FR-29h: no other field is.
Complaint no_other_field(Reading& reading) {
  for (const auto& [key, value] : reading.members) {
    if (std::find(fields.begin(), fields.end(), key) == fields.end()) {
      return complain(utf8::quoted(key), "not a field", "none but the six of the schema");
    }
  }
  return {};
}

// FR-29i: the pattern is a string.
Complaint pattern_string(Reading& reading) {
  const json::Node pattern = reading.field("pretokenizer_pattern");
  if (pattern.kind() != json::Kind::string) {
    return complain("pretokenizer_pattern", shown(pattern), "a string");
  }
  return {};
}

// FR-29j: the pattern is the canonical one, to the letter (SV1c).
Complaint pattern_canonical(Reading& reading) {
  const std::string_view pattern = reading.field("pretokenizer_pattern").text();
  if (pattern != profiles::v1().splits.front().pattern.text) {
    return complain("pretokenizer_pattern", utf8::quoted(pattern), "the pattern of FR-4");
  }
  return {};
}

// FR-29k: merges is a list of pairs of integers, none negative (SV1b).
Complaint merges_pairs(Reading& reading) {
  const json::Node field = reading.field("merges");
  if (field.kind() != json::Kind::array) return complain("merges", shown(field), "an array");
  reading.merges = field.elements().to_vector();
  reading.mergeable = 256 + reading.merges.size();

  for (std::size_t rank = 0; rank < reading.merges.size(); ++rank) {
    const json::Node& merge = reading.merges[rank];
    if (merge.kind() != json::Kind::array) {
      return complain(fmt::format("merges[{}]", rank), shown(merge), "an array of two integers");
    }
    if (const std::size_t size = merge.elements().size(); size != 2) {
      return complain(fmt::format("merges[{}]", rank), counted(size, "element"), "two integers");
    }
    const std::vector<json::Node> pair = merge.elements().to_vector();
    for (std::size_t side = 0; side < 2; ++side) {
      if (!is_from_0_on(pair[side])) {
        return complain(fmt::format("merges[{}][{}]", rank, side), shown(pair[side]),
                        "an integer from 0 on");
      }
    }
  }
  return {};
}

// FR-29l: mergeable_vocab_size is an integer (SV1a).
Complaint mergeable_size_integer(Reading& reading) {
  return not_an_integer(reading, "mergeable_vocab_size");
}

// FR-29m: mergeable_vocab_size is 256 and the number of merges.
Complaint mergeable_size_matches(Reading& reading) {
  const json::Node size = reading.field("mergeable_vocab_size");
  if (!equals(size, reading.mergeable)) {
    return complain("mergeable_vocab_size", shown(size),
                    fmt::format("{}: 256 and one a merge", reading.mergeable));
  }
  return {};
}

}  // namespace bpetite::artifact
