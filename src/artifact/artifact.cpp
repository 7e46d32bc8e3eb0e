// Checks artifacts of Schema v1, and writes them. The check has 19 steps in a fixed order, each a
// function. check() returns the table that a file holds, or the first step that fails, with its
// error, its clauses and a message. parse() returns the table, or throws this error. serialize()
// writes the canonical form of a table, and profile() gives the profile that all these artifacts
// have. Two functions serve Schema v2 too: id_of() reads the id that a key of the vocabulary
// spells, and written_vocabulary() writes a vocabulary.
//
//   {"schema_version":3, ...}     step 6 fails: "artifact: schema_version: 3, required 1 or 2"
#include "artifact/artifact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"
#include "core/json.hpp"
#include "core/json/document.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::artifact {
namespace {

// What the steps so far have found.
struct Reading {
  std::string_view bytes;                   // the file
  json::Document document;                  // step 2
  std::vector<json::NamedNode> members;     // step 3: of the document
  std::vector<json::Node> merges;           // step 11
  std::uint64_t mergeable = 0;              // step 11: 256 and the number of merges
  std::vector<json::NamedNode> vocabulary;  // step 14
  std::vector<json::Node> tokens;           // step 15: the bytes of each token, by id
  json::Node special;                       // step 15: the bytes of id `mergeable`, if given
  std::optional<std::string_view> beyond;   // step 15: a key above `mergeable`, if there is one

  // The field with this name, or a node that is not there. After step 7 all six fields are there,
  // and schema_version after step 4.
  json::Node field(std::string_view name) const;
};

// "artifact: merges[3]: null, required an array of two integers"; nullopt if the step passes.
using Complaint = std::optional<std::string>;

Complaint complain(std::string_view where, std::string_view wrong, std::string_view required) {
  return fmt::format("artifact: {}: {}, required {}", where, wrong, required);
}

json::Node Reading::field(std::string_view name) const {
  const auto found =
      std::find_if(members.begin(), members.end(),
                   [&](const json::NamedNode& member) { return member.key == name; });
  return found == members.end() ? json::Node() : found->value;
}

// A value as a complaint shows it: an integer by its digits, any other value by its type.
std::string described(const json::Node& value) {
  static constexpr std::array<std::string_view, 7> types = {
      "null",     "a boolean", "an integer", "a number with a fraction or an exponent",
      "a string", "an array",  "an object"};
  if (value.kind() != json::Kind::integer) {
    return std::string(types.at(static_cast<std::size_t>(value.kind())));
  }
  if (const auto number = value.small_number()) return fmt::format("{}", *number);
  // An integer that is negative or large: as it is written, but shortened if 64 bits are too few.
  const std::string_view text = value.text();
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  std::uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  return error == std::errc() ? std::string(text)
                              : fmt::format("{}... ({} digits)", text.substr(0, 20), digits.size());
}

// Whether the value is this integer.
bool equals(const json::Node& value, std::uint64_t number) {
  return value.small_number() == number;
}

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
    return complain(name, described(value), "an integer");
  }
  return {};
}

// SV1b: an integer of any length that is not negative.
bool is_from_0_on(const json::Node& value) {
  return value.kind() == json::Kind::integer &&
         (value.small_number() || !value.text().starts_with('-'));
}

// The 19 steps of the loader (FR-29), each a function. A step returns a complaint, or nullopt if it
// passes. It may rely on all steps before it. Steps 1 to 13 check the file and its fields.
//
//   {"schema_version":true, ...}    step 5: a boolean, required an integer
//   {"schema_version":2}            passes steps 1 to 5; step 6 decides, not the missing fields

// FR-29a: the file is UTF-8, before any fault of syntax (S13d).
Complaint well_formed_utf8(Reading& reading) {
  if (const auto offset = utf8::first_ill_formed(reading.bytes)) {
    return complain(fmt::format("byte {}", *offset), "ill-formed", "UTF-8");
  }
  return {};
}

// FR-29b: it is JSON. No key occurs twice, there is no NaN, nothing follows the value, and it is
// not nested too deep (S13d, S23).
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
  if (root.kind() != json::Kind::object) return complain("document", described(root), "an object");
  reading.members = root.members().to_vector();
  return {};
}

// FR-29d: schema_version is there (SV1d).
Complaint schema_version_present(Reading& reading) { return missing(reading, "schema_version"); }

// FR-29e: schema_version is an integer.
Complaint schema_version_integer(Reading& reading) {
  return not_an_integer(reading, "schema_version");
}

// FR-29f: schema_version is 1. Files of Schema v2 are read elsewhere (S56a), so here a 2 is a
// fault.
Complaint schema_version_known(Reading& reading) {
  const json::Node version = reading.field("schema_version");
  if (!equals(version, 1)) {
    return complain("schema_version", described(version), equals(version, 2) ? "1" : "1 or 2");
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

// FR-29h: there is no other field.
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
    return complain("pretokenizer_pattern", described(pattern), "a string");
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
  if (field.kind() != json::Kind::array) return complain("merges", described(field), "an array");
  reading.merges = field.elements().to_vector();
  reading.mergeable = 256 + reading.merges.size();

  for (std::size_t rank = 0; rank < reading.merges.size(); ++rank) {
    const json::Node& merge = reading.merges[rank];
    if (merge.kind() != json::Kind::array) {
      return complain(fmt::format("merges[{}]", rank), described(merge),
                      "an array of two integers");
    }
    if (const std::size_t size = merge.elements().size(); size != 2) {
      return complain(fmt::format("merges[{}]", rank), counted(size, "element"), "two integers");
    }
    const std::vector<json::Node> pair = merge.elements().to_vector();
    for (std::size_t side = 0; side < 2; ++side) {
      if (!is_from_0_on(pair[side])) {
        return complain(fmt::format("merges[{}][{}]", rank, side), described(pair[side]),
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
    return complain("mergeable_vocab_size", described(size),
                    fmt::format("{}: 256 and one a merge", reading.mergeable));
  }
  return {};
}

// Steps 14 to 19: the vocabulary.
//
//   "merges":[[97,98]], "vocab":{..., "256":[97,99]}    step 17: not the bytes of 97 and 98
//
// A number is compared before it is used: an id is an index only after it is known to be small.

// "0", "7", "256": digits only, without a leading zero.
bool is_canonical_decimal(std::string_view key) {
  return !key.empty() && (key == "0" || key.front() != '0') &&
         std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The value, if it is an integer below the limit.
std::optional<std::uint64_t> below(const json::Node& value, std::uint64_t limit) {
  const auto number = value.small_number();
  return number && *number < limit ? number : std::nullopt;
}

// Compare lists of bytes, which step 14 has checked.
bool holds_bytes(const json::Node& list, std::string_view bytes) {
  const json::Elements elements = list.elements();
  return std::equal(elements.begin(), elements.end(), bytes.begin(), bytes.end(),
                    [](const json::Node& value, char byte) {
                      return equals(value, static_cast<unsigned char>(byte));
                    });
}
bool is_joined(const json::Node& list, const json::Node& left, const json::Node& right) {
  std::vector<json::Node> parts = left.elements().to_vector();
  const json::Elements last = right.elements();
  parts.insert(parts.end(), last.begin(), last.end());
  const json::Elements whole = list.elements();
  return std::equal(whole.begin(), whole.end(), parts.begin(), parts.end(),
                    [](const json::Node& a, const json::Node& b) {
                      return a.small_number() == b.small_number();
                    });
}

// FR-29n: vocab maps canonical decimals to lists of bytes (SV1f).
Complaint vocabulary_shape(Reading& reading) {
  const json::Node field = reading.field("vocab");
  if (field.kind() != json::Kind::object) return complain("vocab", described(field), "an object");
  reading.vocabulary = field.members().to_vector();
  for (const auto& [key, value] : reading.vocabulary) {
    if (!is_canonical_decimal(key)) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), "not an id",
                      "digits without a leading zero");
    }
    if (value.kind() != json::Kind::array) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), described(value),
                      "an array of bytes");
    }
    const std::vector<json::Node> list = value.elements().to_vector();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!below(list[i], 256)) {
        return complain(fmt::format("vocab[{}][{}]", utf8::quoted(key), i), described(list[i]),
                        "an integer from 0 to 255");
      }
    }
  }
  return {};
}

// FR-29o: vocab has every id below mergeable_vocab_size.
Complaint vocabulary_complete(Reading& reading) {
  reading.tokens.assign(static_cast<std::size_t>(reading.mergeable), json::Node());
  for (const auto& [key, value] : reading.vocabulary) {
    const auto id = id_of(key);
    if (!id || *id > reading.mergeable) {
      reading.beyond = key;
    } else if (*id == reading.mergeable) {
      reading.special = value;
    } else {
      reading.tokens[static_cast<std::size_t>(*id)] = value;
    }
  }
  const auto gap = std::find_if(reading.tokens.begin(), reading.tokens.end(),
                                [](const json::Node& token) { return !token.is_there(); });
  if (gap != reading.tokens.end()) {
    return complain(fmt::format("vocab[\"{}\"]", gap - reading.tokens.begin()), "missing",
                    fmt::format("every id below {}", reading.mergeable));
  }
  return {};
}

// FR-29p: the ids 0 to 255 are the single bytes (FR-8).
Complaint base_bytes(Reading& reading) {
  for (std::size_t id = 0; id < 256; ++id) {
    if (!holds_bytes(reading.tokens[id], std::string(1, static_cast<char>(id)))) {
      return complain(fmt::format("vocab[\"{}\"]", id), "other bytes", fmt::format("[{}]", id));
    }
  }
  return {};
}

// FR-29q: each merge joins two earlier tokens, and its own token has their bytes (S12).
Complaint merged_tokens(Reading& reading) {
  for (std::size_t rank = 0; rank < reading.merges.size(); ++rank) {
    const std::vector<json::Node> merge = reading.merges[rank].elements().to_vector();
    const std::size_t token = 256 + rank;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!below(merge[side], token)) {
        return complain(fmt::format("merges[{}][{}]", rank, side),
                        fmt::format("token {}", described(merge[side])),
                        fmt::format("one below {}", token));
      }
    }
    const json::Node& left = reading.tokens[static_cast<std::size_t>(*below(merge[0], token))];
    const json::Node& right = reading.tokens[static_cast<std::size_t>(*below(merge[1], token))];
    if (!is_joined(reading.tokens[token], left, right)) {
      return complain(fmt::format("vocab[\"{}\"]", token), "other bytes",
                      fmt::format("those of {} and {}", described(merge[0]), described(merge[1])));
    }
  }
  return {};
}

// FR-29r: the one special token has the first free id, and its bytes are there (FR-13, FR-14,
// SV1e).
Complaint special_token(Reading& reading) {
  const json::Node field = reading.field("special_tokens");
  if (field.kind() != json::Kind::object) {
    return complain("special_tokens", described(field), "an object");
  }
  const std::vector<json::NamedNode> specials = field.members().to_vector();
  if (specials.size() != 1 || specials.front().key != end_of_text) {
    return complain("special_tokens", "other keys", fmt::format("\"{}\" alone", end_of_text));
  }
  if (!equals(specials.front().value, reading.mergeable)) {
    return complain(fmt::format("special_tokens[\"{}\"]", end_of_text),
                    described(specials.front().value), fmt::format("{}", reading.mergeable));
  }
  if (!reading.special.is_there() || !holds_bytes(reading.special, end_of_text)) {
    return complain(fmt::format("vocab[\"{}\"]", reading.mergeable),
                    reading.special.is_there() ? "other bytes" : "missing",
                    fmt::format("the bytes of {}", end_of_text));
  }
  return {};
}

// FR-29s: vocab has no id above that of the special token.
Complaint vocabulary_closed(Reading& reading) {
  if (reading.beyond) {
    return complain(fmt::format("vocab[{}]", utf8::quoted(*reading.beyond)), "not a token",
                    fmt::format("no id above {}", reading.mergeable));
  }
  return {};
}

// A row of the table of FR-29: a step, its error and its clauses.
struct Step {
  Complaint (*judge)(Reading&);
  std::string_view error;
  std::string_view clause;
  std::string_view besides;  // the requirement beside FR-29, if there is one
};

constexpr std::array<Step, 19> steps = {{
    {well_formed_utf8, "ValueError", "FR-29a", ""},
    {json_document, "ValueError", "FR-29b", ""},
    {top_level_object, "ValueError", "FR-29c", ""},
    {schema_version_present, "KeyError", "FR-29d", ""},
    {schema_version_integer, "ValueError", "FR-29e", ""},
    {schema_version_known, "ValueError", "FR-29f", ""},
    {all_fields_present, "KeyError", "FR-29g", ""},
    {no_other_field, "ValueError", "FR-29h", ""},
    {pattern_string, "ValueError", "FR-29i", ""},
    {pattern_canonical, "ValueError", "FR-29j", ""},
    {merges_pairs, "ValueError", "FR-29k", ""},
    {mergeable_size_integer, "ValueError", "FR-29l", ""},
    {mergeable_size_matches, "ValueError", "FR-29m", ""},
    {vocabulary_shape, "ValueError", "FR-29n", ""},
    {vocabulary_complete, "ValueError", "FR-29o", ""},
    {base_bytes, "ValueError", "FR-29p", "FR-8"},
    {merged_tokens, "ValueError", "FR-29q", ""},
    {special_token, "ValueError", "FR-29r", "FR-13"},
    {vocabulary_closed, "ValueError", "FR-29s", ""},
}};

Fault fault(std::size_t index, std::string message) {
  const Step& step = steps.at(index);
  Fault result{static_cast<int>(index) + 1, step.error, step.clause, {}, std::move(message)};
  if (!step.besides.empty()) {
    result.requirements.emplace_back(step.besides);
  }
  result.requirements.emplace_back("FR-29");
  return result;
}

// The merges of a file that has passed all steps: each operand is below the id of its token.
std::vector<Pair> merges_of(const Reading& reading) {
  std::vector<Pair> merges;
  merges.reserve(reading.merges.size());
  for (const json::Node& merge : reading.merges) {
    const std::vector<json::Node> pair = merge.elements().to_vector();
    const auto id = [&](std::size_t side) {
      return static_cast<TokenId>(*pair[side].small_number());
    };
    merges.push_back({id(0), id(1)});
  }
  return merges;
}

// The merges of a file, or the first step that fails. All other memory of the reading is freed.
std::variant<std::vector<Pair>, Fault> judge(std::string_view bytes) {
  Reading reading;
  reading.bytes = bytes;
  for (std::size_t index = 0; index < steps.size(); ++index) {
    if (auto complaint = steps.at(index).judge(reading)) {
      return fault(index, std::move(*complaint));
    }
  }
  return merges_of(reading);
}

std::string decimal(std::size_t number) { return fmt::format_int(number).str(); }

}  // namespace

std::optional<std::uint64_t> id_of(std::string_view key) {
  std::uint64_t id = 0;
  const char* const last = key.data() + key.size();
  const std::errc error = std::from_chars(key.data(), last, id).ec;
  return error == std::errc() && decimal(id) == key ? std::optional(id) : std::nullopt;
}

std::string written_vocabulary(
    const std::vector<std::pair<std::size_t, std::string_view>>& tokens) {
  std::vector<std::pair<std::string, std::string_view>> entries;
  entries.reserve(tokens.size());
  for (const auto& [id, bytes] : tokens) entries.emplace_back(fmt::format_int(id).str(), bytes);
  std::sort(entries.begin(), entries.end());

  std::string text = "{";
  for (const auto& [key, bytes] : entries) {
    if (text.size() > 1) text += ',';
    text.append("\"").append(key).append("\":[");
    std::string_view separator;
    for (const char byte : bytes) {
      text.append(separator).append(fmt::format_int(static_cast<unsigned char>(byte)).str());
      separator = ",";
    }
    text += ']';
  }
  return text + "}";
}

std::variant<Table, Fault> check(std::string_view bytes) {
  auto result = judge(bytes);
  if (auto* fault = std::get_if<Fault>(&result)) return std::move(*fault);
  return trained_table(profiles::v1(), std::get<std::vector<Pair>>(std::move(result)));
}

Table parse(std::string_view bytes) {
  auto result = check(bytes);
  if (const auto* fault = std::get_if<Fault>(&result)) {
    if (fault->error == "KeyError") {
      throw KeyError(fault->message, fault->clause);
    }
    throw ValueError(fault->message, fault->clause);
  }
  return std::get<Table>(std::move(result));
}

const Profile& profile() { return profiles::v1(); }

// S15 "Keys are sorted as strings": the six fields stand here in that order; the ids of vocab are
// sorted by their digits, "10" after "1" and before "2".
std::string serialize(const Table& table) {
  assert_internal(table.profile == profiles::v1() && table.specials.size() == 1,
                  "only a v1 table is an artifact");
  const SpecialToken& special = table.specials.front();

  std::string text = fmt::format("{{\"mergeable_vocab_size\":{},\"merges\":[", table.tokens.size());
  std::string_view separator;
  for (const auto& [left, right] : table.merges) {
    text.append(separator).append("[").append(decimal(left));
    text.append(",").append(decimal(right)).append("]");
    separator = ",";
  }
  fmt::format_to(std::back_inserter(text),
                 "],\"pretokenizer_pattern\":{},\"schema_version\":1,\"special_tokens\":{{{}:{}}}",
                 json::quoted(profiles::v1().splits.front().pattern.text),
                 json::quoted(special.literal), special.id);

  std::vector<std::pair<std::size_t, std::string_view>> tokens;
  for (std::size_t id = 0; id < table.tokens.size(); ++id)
    tokens.emplace_back(id, table.tokens[id]);
  tokens.emplace_back(special.id, special.literal);
  return text + ",\"vocab\":" + written_vocabulary(tokens) + "}";
}

}  // namespace bpetite::artifact
