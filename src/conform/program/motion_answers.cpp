// Answers requests about text in motion: reads the request, calls the operation, and writes the
// answer (motion_answer). Reads the answers of a program, and names a member that is missing
// (read_motion).
#include "conform/program/motion_answers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <bpetite/canonical.hpp>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::program {
namespace {

json::Value row(std::initializer_list<std::size_t> numbers) {
  json::Array array;
  for (const std::size_t number : numbers) array.push_back(json::integer(number));
  return {std::move(array)};
}

json::Object stream_answer(const std::vector<Ids>& given) {
  json::Array lists;
  for (const Ids& ids : given) lists.push_back(suite::ids_value(ids));
  return {{"given", {std::move(lists)}}};
}

json::Object patches_answer(const std::vector<Patch>& made) {
  json::Array patches;
  for (const Patch& patch : made) {
    patches.push_back({json::Object{{"kept", json::integer(patch.kept)},
                                    {"gone", json::integer(patch.gone)},
                                    {"ids", suite::ids_value(patch.ids)}}});
  }
  return {{"patches", {std::move(patches)}}};
}

json::Object parts_answer(const EncodedParts& found) {
  json::Array bytes;
  for (const Span& span : found.spans) bytes.push_back(row({span.begin, span.end}));
  json::Array in_parts;
  for (const PartRange& range : found.parts) in_parts.push_back(row({range.first, range.last}));
  return {{"ids", suite::ids_value(found.ids)},
          {"bytes", {std::move(bytes)}},
          {"in_parts", {std::move(in_parts)}}};
}

json::Object canonical_answer(const std::optional<Divergence>& found) {
  if (!found) return {{"canonical", {true}}};
  return {{"canonical", {false}},
          {"index", json::integer(found->index)},
          {"byte", json::integer(found->byte)},
          {"cause", json::string(name(found->cause))}};
}

json::Object windows_answer(const std::vector<Window>& found) {
  json::Array windows;
  for (const Window& window : found) windows.push_back(row({window.begin, window.end, window.ids}));
  return {{"windows", {std::move(windows)}}};
}

std::vector<TextPart> views_of(const std::vector<suite::OwnedPart>& parts) {
  std::vector<TextPart> views;
  for (const auto& [kind, text, id] : parts) views.push_back({kind, text, id});
  return views;
}

}  // namespace

json::Object motion_answer(std::string_view op, const json::Object& request, const Motion& motion,
                           const Loaded& loaded) {
  const json::Value value{request};
  const auto input = suite::read_motion_input(op, {std::string(op), "", value});
  if (op == "stream") return stream_answer(motion.stream(input.pieces, loaded));
  if (op == "append" || op == "replace") {
    return patches_answer(motion.edit(input.text, input.edits, loaded));
  }
  if (op == "parts") {
    return parts_answer(motion.parts(views_of(input.parts), input.parts_options, loaded));
  }
  if (op == "canonical") return canonical_answer(motion.canonical(input.ids, input.as, loaded));
  return windows_answer(motion.windows(input.text, input.windows, loaded));
}

namespace {

bool is_list_of_ids(const json::Value* value) {
  const auto* const list = value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
  return list != nullptr && suite::all_integers(*list);
}

bool is_list_of_rows(const json::Value& value, std::size_t size) {
  const auto* const list = std::get_if<json::Array>(&value.data);
  return list != nullptr && std::ranges::all_of(*list, [&](const json::Value& row) {
           return is_list_of_ids(&row) && std::get<json::Array>(row.data).size() == size;
         });
}

bool is_patch(const json::Value& value) {
  const auto* const patch = std::get_if<json::Object>(&value.data);
  if (patch == nullptr) return false;
  const auto is_number = [&](std::string_view name) {
    const json::Value* const number = json::find(*patch, name);
    return number != nullptr && json::is_integer(*number);
  };
  return is_number("kept") && is_number("gone") && is_list_of_ids(json::find(*patch, "ids"));
}

std::variant<json::Object, suite::Malformed> read_stream(std::size_t pieces,
                                                         const json::Object& answer) {
  const json::Array* const given = suite::list_member(answer, "given");
  if (given == nullptr || given->size() != pieces + 1 ||
      !std::ranges::all_of(*given, [](const json::Value& ids) { return is_list_of_ids(&ids); })) {
    return suite::Malformed{"\"given\" with a list of ids for each piece and one for the end"};
  }
  json::Array joined;
  json::Array counts;
  for (const json::Value& ids : *given) {
    const auto& list = std::get<json::Array>(ids.data);
    joined.insert(joined.end(), list.begin(), list.end());
    counts.push_back(json::integer(joined.size()));
  }
  counts.pop_back();  // of the whole text
  return json::Object{{"ids", {std::move(joined)}}, {"counts", {std::move(counts)}}};
}

// Members that an answer may leave out, with the number of items of each row.
void take_rows(json::Object& read, const json::Object& answer, std::string_view name) {
  const json::Value* const rows = json::find(answer, name);
  if (rows != nullptr && is_list_of_rows(*rows, 2)) read.push_back({std::string(name), *rows});
}

// The members of a patch in the order of the expectation.
json::Value ordered(const json::Value& patch) {
  const auto& members = std::get<json::Object>(patch.data);
  json::Object read;
  for (const char* const name : {"kept", "gone", "ids"}) {
    read.push_back({name, *json::find(members, name)});
  }
  return {std::move(read)};
}

}  // namespace

std::variant<json::Object, suite::Malformed> read_motion(std::string_view op,
                                                         const json::Object& request,
                                                         const json::Object& answer) {
  if (op == "stream") return read_stream(suite::list_member(request, "pieces_hex")->size(), answer);
  if (op == "append" || op == "replace") {
    const json::Array* const patches = suite::list_member(answer, "patches");
    if (patches == nullptr || !std::ranges::all_of(*patches, is_patch)) {
      return suite::Malformed{"\"patches\" with \"kept\", \"gone\" and \"ids\""};
    }
    json::Array read;
    std::ranges::transform(*patches, std::back_inserter(read), ordered);
    return json::Object{{"patches", {std::move(read)}}};
  }
  if (op == "parts") {
    const json::Value* const ids = json::find(answer, "ids");
    if (!is_list_of_ids(ids)) return suite::Malformed{"\"ids\" of integers"};
    json::Object read{{"ids", *ids}};
    take_rows(read, answer, "bytes");
    take_rows(read, answer, "in_parts");
    return read;
  }
  if (op == "windows") {
    const json::Value* const windows = json::find(answer, "windows");
    if (windows == nullptr || !is_list_of_rows(*windows, 3)) {
      return suite::Malformed{"\"windows\" of three numbers"};
    }
    return json::Object{{"windows", *windows}};
  }
  const json::Value* const canonical = json::find(answer, "canonical");
  const auto* const is_canonical =
      canonical == nullptr ? nullptr : std::get_if<bool>(&canonical->data);
  if (is_canonical == nullptr) return suite::Malformed{"\"canonical\" that is true or false"};
  json::Object read{{"canonical", *canonical}};
  if (*is_canonical) return read;
  const json::Value* const index = json::find(answer, "index");
  if (index == nullptr || !json::is_integer(*index)) {
    return suite::Malformed{"\"index\" that is an integer"};
  }
  for (const char* const name : {"index", "byte", "cause"}) {
    if (const json::Value* const value = json::find(answer, name)) read.push_back({name, *value});
  }
  return read;
}

}  // namespace bpetite::conform::program
