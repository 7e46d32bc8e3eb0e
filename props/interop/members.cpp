// Tests the members of the JSON files of a tokenizer (tokenizer.json, tekken, js-tiktoken,
// artifacts): takes each member away, makes it null, gives it a value of every other type, and
// gives it twice. Does the same with each key of GGUF (S50b, S53a, S54b, S56b, FR-29). A table says
// which of these files open, and what they then mean. All others must be refused. Tests also that a
// post-processor which changes only offsets has no effect.
//
//   {"added_tokens":[{"id":258,"content":"<s>","special":true}],...}
//   /added_tokens/0/special is missing       the token is not special
//   /added_tokens/0/id is null               refused
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "core/json.hpp"
#include "interop/open.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// What is done to a member. `twice` repeats it behind the others, with the same value.
const std::vector<std::string_view> changes = {"absent", "twice",  "null",     "false",     "true",
                                               "7",      "-1",     "1.5",      "\"\"",      "\"x\"",
                                               "[]",     "[null]", "[\"\",7]", "{\"x\":7}", "{}"};

// Those of a member that nobody reads: it may have any value, or none.
const std::vector<std::string_view> anything = [] {
  std::vector<std::string_view> all = changes;
  std::erase(all, "twice");
  return all;
}();

json::Value parsed(std::string_view text) { return std::get<json::Value>(json::parse(text)); }

// A file with one member changed.
struct Changed {
  std::string place;  // its JSON pointer
  std::string_view change;
  std::string file;
  bool is_other = true;  // false if the change gives the value that the member has
};

// Maps from names to ids are one value: they have no members with a meaning of their own.
bool is_map(std::string_view place) {
  return place.ends_with("/vocab") || place == "/special_tokens" || place.ends_with("/tokens");
}

// Adds the files with each change of each member of `here`, a part of `document` that stands at
// `place`. Of a list, the first object is taken.
void add_changes(const json::Value& document, json::Value& here, const std::string& place,
                 std::vector<Changed>& made) {
  if (auto* const list = std::get_if<json::Array>(&here.data)) {
    if (!list->empty()) add_changes(document, list->front(), place + "/0", made);
    return;
  }
  auto* const object = std::get_if<json::Object>(&here.data);
  if (object == nullptr || is_map(place)) return;
  for (std::size_t i = 0; i < object->size(); ++i) {
    const json::Object whole = *object;
    const std::string member = place + "/" + whole[i].key;
    for (const std::string_view change : changes) {
      const bool is_other = json::serialize(whole[i].value) != change;
      if (change == "absent") {
        object->erase(object->begin() + static_cast<std::ptrdiff_t>(i));
      } else if (change == "twice") {
        object->push_back(whole[i]);
      } else {
        (*object)[i].value = parsed(change);
      }
      made.push_back({member, change, json::serialize(document), is_other});
      *object = whole;
    }
    add_changes(document, (*object)[i].value, member, made);
  }
}

// The canonical artifact of what a file means, or the error.
std::string meaning(std::string_view file) {
  try {
    return artifact::serialize_schema2(interop::read_model(file, "x", nullptr));
  } catch (const Error& error) {
    return error.what();
  }
}

// A change that does not lead to an error: the file means what another one means, which has
// `value` for the member. An empty `value` is the unchanged one.
struct Opens {
  std::string_view place;
  std::vector<std::string_view> changes;
  std::string_view value = {};
};

void check_changes(std::string_view file, const std::vector<Changed>& made,
                   const std::vector<Opens>& list) {
  const std::string unchanged = meaning(file);
  INFO(unchanged);
  REQUIRE(unchanged.starts_with("{"));
  std::map<std::pair<std::string, std::string_view>, std::string> meanings;
  std::set<std::pair<std::string, std::string_view>> own;  // changes that change nothing
  for (const Changed& one : made) {
    if (!one.is_other) own.insert({one.place, one.change});
    if (one.is_other) meanings[{one.place, one.change}] = meaning(one.file);
  }

  std::map<std::pair<std::string, std::string_view>, std::string_view> opening;
  for (const Opens& opens : list) {
    for (const std::string_view change : opens.changes) {
      opening[{std::string(opens.place), change}] = opens.value;
    }
  }
  for (const auto& [key, found] : meanings) {
    const auto& [place, change] = key;
    CAPTURE(place, change);
    const auto opens = opening.find(key);
    if (opens == opening.end()) {
      CHECK(!found.starts_with("{"));
      continue;
    }
    const std::string_view value = opens->second;
    if (!value.empty()) CHECK(found != unchanged);
    CHECK(found == (value.empty() ? unchanged : meanings.at({place, value})));
    opening.erase(opens);
  }
  // Each line of the table was used, but for the value that the member has in the file.
  for (const auto& [key, value] : opening) {
    CAPTURE(key.first, key.second);
    CHECK(own.contains(key));
  }
}

void check_members(std::string_view file, const std::vector<Opens>& list) {
  json::Value document = parsed(file);
  std::vector<Changed> made;
  add_changes(document, document, "", made);
  check_changes(file, made, list);
}

CLAUSE_TEST("S50b S50e S50d FR-29b",
            "each member of tokenizer.json, absent, twice or of another type") {
  std::string file = edited(
      small_file(), byte_level_step,
      R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"\\d"},)"
      R"("behavior":"Isolated","invert":false},{"type":"Digits","individual_digits":true},)"
      R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}]})");
  file = edited(file, R"("post_processor":null)",
                R"("post_processor":{"type":"TemplateProcessing",)"
                R"("single":[{"SpecialToken":{"id":"<s>","type_id":0}},)"
                R"({"Sequence":{"id":"A","type_id":0}}],)"
                R"("pair":[{"Sequence":{"id":"B","type_id":1}}],)"
                R"("special_tokens":{"<s>":{"id":"<s>","ids":[258],"tokens":["<s>"]}}})");
  file = edited(file, R"("truncation":null)",
                R"("truncation":{"direction":"Right","max_length":9,"strategy":"LongestFirst",)"
                R"("stride":0},"padding":{"strategy":{"Fixed":3},"direction":"Right",)"
                R"("pad_to_multiple_of":2,"pad_id":0,"pad_type_id":0,"pad_token":"!"})");
  file = edited(file, R"("dropout":null)",
                R"("dropout":null,"unk_token":null,"continuing_subword_prefix":null,)"
                R"("end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false)");
  // Seen with tokenizers 0.23.3, which opens these too, but for values that bpetite does not carry.
  check_members(file, {{"/added_tokens/0/normalized", {"true"}, "true"},
                       {"/added_tokens/0/special", {"false"}, "false"},
                       {"/decoder/add_prefix_space", {"true"}},
                       {"/decoder/trim_offsets", {"false"}},
                       {"/decoder/use_regex", {"absent", "false"}},
                       {"/model/byte_fallback", {"absent", "null", "true"}},
                       {"/model/continuing_subword_prefix", {"absent", "\"\""}},
                       {"/model/dropout", {"absent"}},
                       {"/model/end_of_word_suffix", {"absent", "\"\""}},
                       {"/model/fuse_unk", {"absent", "null"}},
                       {"/model/ignore_merges", {"absent", "null"}},
                       {"/model/ignore_merges", {"true"}, "true"},
                       {"/model/merges", {"[]"}, "[]"},
                       {"/model/type", {"absent"}},
                       {"/normalizer", {"absent"}},
                       {"/post_processor", {"absent", "null"}, "null"},
                       {"/post_processor/pair", {"[]"}},
                       {"/post_processor/pair/0/Sequence/type_id", {"7"}},
                       {"/post_processor/single/0/SpecialToken/type_id", {"7"}},
                       {"/post_processor/special_tokens/<s>/id", {"\"\"", "\"x\""}},
                       {"/post_processor/special_tokens/<s>/ids", {"[]"}, "[]"},
                       {"/post_processor/special_tokens/<s>/tokens", {"[]"}},
                       {"/pre_tokenizer/pretokenizers/0/invert", {"true"}},
                       {"/pre_tokenizer/pretokenizers/0/pattern/Regex", {"\"\""}, "\"\""},
                       {"/pre_tokenizer/pretokenizers/0/pattern/Regex", {"\"x\""}, "\"x\""},
                       {"/added_tokens/0/lstrip", {"true"}, "true"},
                       {"/added_tokens/0/rstrip", {"true"}, "true"},
                       {"/added_tokens/0/single_word", {"true"}, "true"},
                       {"/padding", {"absent", "null"}, "null"},
                       {"/padding/pad_id", {"7"}},
                       {"/padding/pad_token", {"\"\"", "\"x\""}},
                       {"/padding/pad_to_multiple_of", {"absent", "null"}, "null"},
                       {"/padding/pad_to_multiple_of", {"7"}, "7"},
                       {"/padding/pad_type_id", {"7"}},
                       {"/padding/strategy/Fixed", {"7"}, "7"},
                       {"/truncation", {"absent", "null"}, "null"},
                       {"/truncation/direction", {"absent"}},
                       {"/truncation/max_length", {"7"}, "7"},
                       {"/truncation/stride", {"7"}},
                       {"/model/unk_token", {"absent", "\"\"", "\"x\""}},
                       {"/version", {"absent"}}});
}

CLAUSE_TEST("S50b S26i", "a step that changes offsets alone is passed over") {
  const std::string file = small_file();
  for (const std::string_view step :
       {R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true})",
        R"({"type":"ByteLevel","add_prefix_space":true,"trim_offsets":false,"use_regex":true})"}) {
    const std::string other =
        edited(file, R"("post_processor":null)", fmt::format(R"("post_processor":{})", step));
    CHECK(meaning(other) == meaning(file));
  }
}

CLAUSE_TEST("S53a FR-29b", "each member of a tekken file, absent, twice or of another type") {
  check_members(tekken_of(by_ranks({"ab", "abc"}), 3, 1),
                {{"/config/pattern", {"\"\""}, "\"\""},
                 {"/config/pattern", {"\"x\""}, "\"x\""},
                 {"/special_tokens", {"[]"}, "[]"},
                 {"/special_tokens/0/token_str", {"\"x\""}, "\"x\""},
                 {"/vocab/0/token_str", anything}});
}

CLAUSE_TEST("S53b FR-29b",
            "each member of a file of js-tiktoken, absent, twice or of another type") {
  check_members(js_tiktoken_of(by_ranks({"ab", "abc"}), R"(\w|\W)"),
                {{"/explicit_n_vocab", anything},
                 {"/pat_str", {"\"\""}, "\"\""},
                 {"/pat_str", {"\"x\""}, "\"x\""},
                 {"/special_tokens", {"{}"}, "{}"}});
}

// Values by their names: one of each type of GGUF, or several.
std::vector<std::pair<std::string_view, GgufWriter::Value>> gguf_values() {
  const std::string text = number_bytes(1, 8) + "x";
  return {{"u8", {"", GgufType::u8, number_bytes(1, 1)}},
          {"i8", {"", GgufType::i8, number_bytes(1, 1)}},
          {"u16", {"", GgufType::u16, number_bytes(1, 2)}},
          {"i16", {"", GgufType::i16, number_bytes(1, 2)}},
          {"0", {"", GgufType::u32, number_bytes(0, 4)}},
          {"258", {"", GgufType::u32, number_bytes(258, 4)}},
          {"260", {"", GgufType::u32, number_bytes(260, 4)}},
          {"i32", {"", GgufType::i32, number_bytes(1, 4)}},
          {"f32", {"", GgufType::f32, number_bytes(1, 4)}},
          {"false", {"", GgufType::boolean, number_bytes(0, 1)}},
          {"true", {"", GgufType::boolean, number_bytes(1, 1)}},
          {"empty", {"", GgufType::string, number_bytes(0, 8)}},
          {"x", {"", GgufType::string, text}},
          {"no texts", {"", GgufType::array, gguf_texts({})}},
          {"texts", {"", GgufType::array, gguf_texts({"x"})}},
          {"no numbers", {"", GgufType::array, gguf_numbers({})}},
          {"numbers", {"", GgufType::array, gguf_numbers({7})}},
          {"u64", {"", GgufType::u64, number_bytes(1, 8)}},
          {"i64", {"", GgufType::i64, number_bytes(1, 8)}},
          {"f64", {"", GgufType::f64, number_bytes(1, 8)}}};
}

CLAUSE_TEST("S54a S54b", "each key of a GGUF file, absent, twice or of another type") {
  GgufParts parts = gguf_of(v1_table({{'a', 'b'}, {256, 'c'}}));
  parts.has_bos = true;
  GgufWriter writer = parts.writer();
  writer.flag("tokenizer.ggml.add_eos_token", false);
  writer.number("tokenizer.ggml.eos_token_id", 258);
  writer.flag("tokenizer.ggml.add_sep_token", false);
  writer.text("tokenizer.chat_template", "x");
  std::swap(writer.values.front(), writer.values.back());  // others stand behind one of any type
  const std::string file = writer.file();
  std::vector<Changed> made;
  for (std::size_t i = 0; i < writer.values.size(); ++i) {
    const GgufWriter::Value own = writer.values[i];
    const auto add = [&](std::string_view change, const GgufWriter& changed) {
      made.push_back({own.key, change, changed.file(), changed.file() != file});
    };
    GgufWriter without = writer;
    without.values.erase(without.values.begin() + static_cast<std::ptrdiff_t>(i));
    add("absent", without);
    GgufWriter twice = writer;
    twice.values.push_back(own);
    add("twice", twice);
    for (const auto& [name, value] : gguf_values()) {
      GgufWriter other = writer;
      other.values[i] = {own.key, value.type, value.bytes};
      add(name, other);
    }
  }
  std::vector<std::string_view> any = {"absent"};
  for (const auto& [name, value] : gguf_values()) any.push_back(name);
  check_changes(file, made,
                {{"general.name", {"absent", "empty", "x"}},
                 {"tokenizer.ggml.token_type", {"absent"}, "absent"},
                 {"tokenizer.ggml.merges", {"no texts"}, "no texts"},
                 {"tokenizer.ggml.add_bos_token", {"absent", "false"}, "false"},
                 {"tokenizer.ggml.bos_token_id", {"0"}, "0"},
                 {"tokenizer.ggml.add_eos_token", {"absent", "false"}},
                 {"tokenizer.ggml.add_eos_token", {"true"}, "true"},
                 {"tokenizer.ggml.eos_token_id", {"absent", "0", "258", "260"}},
                 {"tokenizer.ggml.add_sep_token", {"absent", "false"}},
                 {"tokenizer.chat_template", any}});
}

CLAUSE_TEST("S56a S56b FR-29b", "each member of an artifact, absent, twice or of another type") {
  Table table = small_exchange_table();
  table.profile.ids_around = {{258}, {}};
  table.profile.prefix_space = true;
  check_members(artifact::serialize_schema2(table),
                {{"/added_tokens/0/literal", {"\"x\""}, "\"x\""},
                 {"/added_tokens/0/normalized", {"true"}, "true"},
                 {"/added_tokens/0/special", {"false"}, "false"},
                 {"/merges", {"[]"}, "[]"},
                 {"/merging/whole_chunks", {"true"}, "true"},
                 {"/prefix_space", {"absent"}, "absent"},
                 {"/splits", {"[]"}, "[]"},
                 {"/splits/0/pattern", {"\"\""}, "\"\""},
                 {"/splits/0/pattern", {"\"x\""}, "\"x\""},
                 {"/template/before", {"[]"}, "[]"}});
  check_members(artifact::serialize(v1_table({{'a', 'b'}})), {});
}

}  // namespace
}  // namespace bpetite::test
