// Exports the suite as plain data. Makes a row of a table from each vector (test case) that fits in
// one (rows_of), and writes the rows as TSV, C, Go and Rust. Writes the whole suite as one JSON
// file (whole_suite). Names the file of a vector's artifact (artifact_file). The columns of a table
// contain only hex, decimals, names and paths, which no language needs to escape.
#include "conform/suite/plain_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::suite {
namespace {

// Every C compiler accepts a literal of this length.
constexpr std::size_t longest_field = 16000;

// Explains the columns at the top of each table.
constexpr std::array<std::string_view, 10> about = {
    "id        of the vector; conformance/vectors has the same in JSON, with clause and comment",
    "level     L0 chunks, L1 codec, L2 loader, L3 trainer, L4 saver",
    "tier      only \"required\" decides whether a level conforms",
    "op        pretokenize, encode, decode, load, train, save",
    "artifact  the file to load first, from the folder in which this table was put",
    "input     text or corpus in hex; of decode, ids in decimal",
    "argument  of train, vocab_size; of save, what is at the destination, and \"overwrite\" or "
    "\"keep\"",
    "want      chunks in hex; ids; text in hex; merges as 97,98; of save, SHA-256 of the file",
    "error     the class of the error that is wanted in place of that, or nothing",
    "Expectations are those of Unicode 16.0.0."};

constexpr std::array<std::string Row::*, 9> columns = {&Row::id,       &Row::level,    &Row::tier,
                                                       &Row::op,       &Row::artifact, &Row::input,
                                                       &Row::argument, &Row::want,     &Row::error};

std::string item(const json::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.data)) {
    return *text;
  }
  if (const auto* pair = std::get_if<json::Array>(&value.data)) {
    return fmt::format("{},{}", item(pair->at(0)), item(pair->at(1)));
  }
  return json::serialize(value);
}

std::string spaced(const json::Array& array) {
  std::string text;
  for (const json::Value& value : array) {
    text += (text.empty() ? "" : " ") + item(value);
  }
  return text;
}

// Writes the expectation into one field of the row. Returns false if a field cannot hold it.
bool tell_want(Row& row, const json::Object& expect) {
  if (const std::string* error = text_member(expect, "error")) {
    row.error = *error;
    return true;
  }
  for (const char* name : {"chunks_hex", "ids", "merges"}) {
    if (const json::Value* list = json::find(expect, name)) {
      row.want = spaced(std::get<json::Array>(list->data));
      return true;
    }
  }
  for (const char* name : {"text_hex", "sha256"}) {
    if (const std::string* text = text_member(expect, name)) {
      row.want = *text;
      return true;
    }
  }
  return row.op == "load";
}

bool tell_input(Row& row, const Vector& vector) {
  if (is_motion_op(vector.op)) return false;  // one field does not hold pieces, edits or parts
  const json::Object* input = &vector.input;
  if (const json::Value* overwrite = json::find(*input, "overwrite")) {
    row.argument = fmt::format("{} {}", *text_member(*input, "setup"),
                               std::get<bool>(overwrite->data) ? "overwrite" : "keep");
    return json::find(*input, "train") == nullptr;
  }
  if (vector.op == "decode") {
    const auto calls = decode_calls(*input);
    row.input = spaced(calls.front());
    return json::find(*input, "sequence") == nullptr;
  }
  if (vector.op == "load") {
    return true;
  }
  const auto bytes = bytes_of(*input, vector.op == "train" ? "corpus" : "text");
  if (const json::Value* size = json::find(*input, "vocab_size")) {
    row.argument = json::serialize(*size);
  }
  if (bytes) row.input = to_hex(*bytes);
  return bytes.has_value();
}

bool fits(const Row& row) {
  return row.input.size() <= longest_field && row.want.size() <= longest_field;
}

// The first lines of a table: its suite and its columns. Each line begins with `mark`.
std::string heading(const Suite& suite, std::string_view mark) {
  std::string text = fmt::format("{}The vectors of bpetite's conformance suite {} ({}).\n", mark,
                                 suite.version, suite.digest);
  for (const std::string_view line : about) {
    fmt::format_to(std::back_inserter(text), "{}{}\n", mark, line);
  }
  return text;
}

// One line for each row: `open`, the nine columns in quotes, `close`.
std::string lines(const std::vector<Row>& rows, std::string_view open, std::string_view close) {
  std::string text;
  for (const Row& row : rows) {
    text += open;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}\"{}\"", i == 0 ? "" : ", ", row.*columns[i]);
    }
    text += close;
  }
  return text;
}

}  // namespace

std::string artifact_file(const Vector& vector) {
  if (const auto* name = std::get_if<std::string>(&vector.artifact.data)) {
    return fmt::format("artifacts/{}.json", *name);
  }
  return std::holds_alternative<json::Object>(vector.artifact.data)
             ? fmt::format("artifacts/patched/{}.json", vector.id)
             : "";
}

std::vector<Row> rows_of(const Suite& suite) {
  std::vector<Row> rows;
  for (const Vector& vector : suite.vectors) {
    Row row;
    row.id = vector.id;
    row.level = level_names[static_cast<std::size_t>(vector.level)];
    row.tier = tier_names[static_cast<std::size_t>(vector.tier)];
    row.op = vector.op;
    row.artifact = artifact_file(vector);
    if (tell_input(row, vector) && tell_want(row, expectation(vector, unicode::pinned)) &&
        fits(row)) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::string to_tsv(const std::vector<Row>& rows) {
  std::string text = "id\tlevel\ttier\top\tartifact\tinput\targument\twant\terror\n";
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += row.*columns[i];
      text += i + 1 == columns.size() ? '\n' : '\t';
    }
  }
  return text;
}

std::string to_c(const Suite& suite, const std::vector<Row>& rows) {
  return "/*\n" + heading(suite, " * ") +
         " */\n"
         "#ifndef BPETITE_VECTORS_H\n#define BPETITE_VECTORS_H\n\n"
         "struct bpetite_vector {\n"
         "  const char *id, *level, *tier, *op, *artifact, *input, *argument, *want, *error;\n"
         "};\n\n"
         "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n"
         "static const struct bpetite_vector bpetite_vectors[] = {\n" +
         lines(rows, "  {", "},\n") + "};\n\n#endif\n";
}

std::string to_go(const Suite& suite, const std::vector<Row>& rows) {
  return "// Package vectors holds what an implementation is to be held against.\n//\n" +
         heading(suite, "//\t") +
         "package vectors\n\n"
         "type Vector struct {\n\tID, Level, Tier, Op, Artifact, Input, Argument, Want, Error "
         "string\n}\n\nvar All = []Vector{\n" +
         lines(rows, "\t{", "},\n") + "}\n";
}

std::string to_rust(const Suite& suite, const std::vector<Row>& rows) {
  return heading(suite, "//! ") +
         "\n/// id, level, tier, op, artifact, input, argument, want, error\n"
         "pub type Vector = [&'static str; 9];\n\npub static ALL: &[Vector] = &[\n" +
         lines(rows, "    [", "],\n") + "];\n";
}

namespace {

constexpr std::array<std::string_view, 3> recipes = {"_repeat", "_random", "_numbered"};

// The input without recipes: each recipe is replaced by the bytes or ids that it makes.
json::Object written_out(const json::Object& input) {
  json::Object plain;
  for (const json::Member& member : input) {
    const std::string& name = member.key;
    const json::Value& value = member.value;
    const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
    if (name == "train") {
      plain.push_back({name, {written_out(std::get<json::Object>(value.data))}});
    } else if (name == "ids_repeat") {
      plain.push_back({"ids", {decode_calls(input).front()}});
    } else if (std::ranges::any_of(recipes, ends)) {
      const std::string what = name.substr(0, name.find('_'));
      plain.push_back({what + "_hex", json::string(to_hex(bytes_of(input, what).value()))});
    } else {
      plain.push_back({name, value});
    }
  }
  return plain;
}

std::string line_of(const Vector& vector) {
  return fmt::format(
      R"({{"id":{},"rev":{},"level":"{}","tier":"{}","op":{},"clauses":{},"flags":{},)"
      R"("requires":{},"comment":{},"input":{},"artifact":{},"expect":{}}})",
      json::quoted(vector.id), vector.rev, level_names[static_cast<std::size_t>(vector.level)],
      tier_names[static_cast<std::size_t>(vector.tier)], json::quoted(vector.op),
      json::quoted_list(vector.clauses), json::quoted_list(vector.flags),
      json::quoted_list(vector.requires_caps), json::quoted(vector.comment),
      json::serialize({written_out(vector.input)}), json::quoted(artifact_file(vector)),
      json::serialize({vector.expect}));
}

}  // namespace

std::string whole_suite(const Suite& suite) {
  std::string text = fmt::format(
      "{{\"schema\":1,\"suite\":{},\"digest\":{},\"license\":\"CC0-1.0\",\"vectors\":[\n",
      json::quoted(suite.version), json::quoted(suite.digest));
  for (const Vector& vector : suite.vectors) {
    text += line_of(vector);
    text += &vector == &suite.vectors.back() ? "\n" : ",\n";
  }
  return text + "]}\n";
}

}  // namespace bpetite::conform::suite
