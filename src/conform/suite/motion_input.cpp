// Reads what the operations about text in motion ask: the pieces of a stream, the texts and edits
// of a session, parts, ids that may be canonical, and windows. Writes the same members
// (motion_members). Checks the inputs and the expectations of such vectors (test cases).
#include "conform/suite/motion_input.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <map>
#include <utility>

#include "conform/suite/protocol.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::suite {
namespace {

constexpr std::uint64_t most_id = std::numeric_limits<TokenId>::max();

std::vector<std::string> texts_in(const PlacedJson& list) {
  std::vector<std::string> texts;
  list.each([&](const PlacedJson& text) { texts.push_back(text.bytes()); });
  return texts;
}

// Texts that are put behind one another.
std::vector<Edit> edits_at_the_end(const PlacedJson& list) {
  std::vector<Edit> edits;
  std::size_t size = 0;
  for (std::string& text : texts_in(list)) {
    const std::size_t added = text.size();
    edits.push_back({size, size, std::move(text)});
    size += added;
  }
  return edits;
}

Edit edit_in(const PlacedJson& edit) {
  if (edit.array().size() != 3) edit.refuse("not three items", "begin, end and bytes in hex");
  return {edit.item(0).number(0, limits::text), edit.item(1).number(0, limits::text),
          edit.item(2).bytes()};
}

OwnedPart part_in(const PlacedJson& part) {
  const std::string_view kind = part.one_of({"text_hex", "template_hex", "token"});
  const PlacedJson content = part.get(kind);
  if (kind == "text_hex") return {TextPart::Kind::text, content.bytes(), {}};
  if (kind == "template_hex") return {TextPart::Kind::template_, content.bytes(), {}};
  if (!json::is_integer(content.value())) return {TextPart::Kind::token, content.text(), {}};
  return {TextPart::Kind::token, "", static_cast<TokenId>(content.number(0, most_id))};
}

// Whether the member has the second of two words.
bool is_second(const PlacedJson& request, std::string_view name, std::string_view first,
               std::string_view second) {
  return request.get(name).choice(std::array{first, second}) == 1;
}

void check_numbers(const PlacedJson& list, std::size_t size) {
  if (list.array().size() != size) list.refuse("another number of items", fmt::format("{}", size));
  list.each([](const PlacedJson& each) { each.number(0, UINT64_MAX); });
}

void check_id_list(const PlacedJson& ids) {
  ids.each([](const PlacedJson& id) { id.number(0, most_id); });
}

void check_count_list(const PlacedJson& counts) {
  counts.each([](const PlacedJson& count) { count.number(0, UINT64_MAX); });
}

void check_rows(const PlacedJson& rows, std::size_t size) {
  rows.each([&](const PlacedJson& row) { check_numbers(row, size); });
}

}  // namespace

MotionInput read_motion_input(std::string_view op, const PlacedJson& request) {
  MotionInput input;
  if (op == "stream") {
    input.pieces = texts_in(request.get("pieces_hex"));
  } else if (op == "append") {
    input.edits = edits_at_the_end(request.get("texts_hex"));
  } else if (op == "replace") {
    input.text = request.get("text_hex").bytes();
    request.get("edits").each(
        [&](const PlacedJson& edit) { input.edits.push_back(edit_in(edit)); });
  } else if (op == "parts") {
    request.get("parts").each(
        [&](const PlacedJson& part) { input.parts.push_back(part_in(part)); });
    const bool is_cut = is_second(request, "seams", "joined", "cut");
    input.parts_options = {is_cut ? Seams::cut : Seams::joined, request.get("strict").flag()};
  } else if (op == "canonical") {
    request.get("ids").each([&](const PlacedJson& id) {
      input.ids.push_back(static_cast<TokenId>(id.number(0, most_id)));
    });
    const bool is_one_string = is_second(request, "as", "parts", "one string");
    input.as = is_one_string ? CanonicalAs::one_string : CanonicalAs::parts;
  } else {
    input.text = request.get("text_hex").bytes();
    input.windows = {
        .most_ids = request.get("max_ids").number(0, limits::line),
        .overlap = request.get("overlap").number(0, limits::line),
        .at = is_second(request, "at", "safe", "line") ? WindowEnd::line : WindowEnd::safe};
  }
  return input;
}

namespace {

json::Value hex_value(std::string_view bytes) { return json::string(to_hex(bytes)); }

json::Value part_value(const OwnedPart& part) {
  if (part.kind == TextPart::Kind::text) return {json::Object{{"text_hex", hex_value(part.text)}}};
  if (part.kind == TextPart::Kind::template_) {
    return {json::Object{{"template_hex", hex_value(part.text)}}};
  }
  return {json::Object{{"token", part.id ? json::integer(*part.id) : json::string(part.text)}}};
}

}  // namespace

json::Object motion_members(std::string_view op, const MotionInput& input) {
  json::Array list;
  if (op == "stream") {
    for (const std::string& piece : input.pieces) list.push_back(hex_value(piece));
    return {{"pieces_hex", {std::move(list)}}};
  }
  if (op == "append") {
    for (const Edit& edit : input.edits) list.push_back(hex_value(edit.text));
    return {{"texts_hex", {std::move(list)}}};
  }
  if (op == "replace") {
    for (const auto& [begin, end, text] : input.edits) {
      list.push_back({json::Array{json::integer(begin), json::integer(end), hex_value(text)}});
    }
    return {{"text_hex", hex_value(input.text)}, {"edits", {std::move(list)}}};
  }
  if (op == "parts") {
    for (const OwnedPart& part : input.parts) list.push_back(part_value(part));
    const bool is_cut = input.parts_options.seams == Seams::cut;
    return {{"parts", {std::move(list)}},
            {"seams", json::string(is_cut ? "cut" : "joined")},
            {"strict", {input.parts_options.strict}}};
  }
  if (op == "canonical") {
    const bool is_one_string = input.as == CanonicalAs::one_string;
    return {{"ids", ids_value(input.ids)},
            {"as", json::string(is_one_string ? "one string" : "parts")}};
  }
  const bool at_lines = input.windows.at == WindowEnd::line;
  return {{"text_hex", hex_value(input.text)},
          {"max_ids", json::integer(input.windows.most_ids)},
          {"overlap", json::integer(input.windows.overlap)},
          {"at", json::string(at_lines ? "line" : "safe")}};
}

std::uint64_t check_motion_input(std::string_view op, const PlacedJson& input) {
  static const std::map<std::string_view, std::vector<std::string_view>> members = {
      {"stream", {"pieces_hex"}},         {"append", {"texts_hex"}},
      {"replace", {"text_hex", "edits"}}, {"parts", {"parts", "seams", "strict"}},
      {"canonical", {"ids", "as"}},       {"windows", {"text_hex", "max_ids", "overlap", "at"}}};
  input.allow(members.at(op));
  const MotionInput read = read_motion_input(op, input);
  std::uint64_t size = read.text.size() + read.ids.size();
  for (const std::string& piece : read.pieces) size += piece.size();
  for (const Edit& edit : read.edits) size += edit.text.size();
  for (const OwnedPart& part : read.parts) size += part.text.size();
  if (size > limits::text) {
    input.refuse(fmt::format("{} bytes", size), fmt::format("at most {}", limits::text));
  }
  return size;
}

std::vector<std::string> check_motion_answer(std::string_view op, const PlacedJson& expect) {
  if (op == "stream") {
    check_id_list(expect.get("ids"));
    check_count_list(expect.get("least"));
    check_count_list(expect.get("most"));
    return {"ids", "least", "most"};
  }
  if (op == "append" || op == "replace") {
    expect.get("patches").each([](const PlacedJson& patch) {
      patch.allow({"kept", "gone", "ids"});
      patch.get("kept").number(0, UINT64_MAX);
      patch.get("gone").number(0, UINT64_MAX);
      check_id_list(patch.get("ids"));
    });
    return {"patches"};
  }
  if (op == "parts") {
    check_id_list(expect.get("ids"));
    check_rows(expect.get("bytes"), 2);
    check_rows(expect.get("in_parts"), 2);
    return {"ids", "bytes", "in_parts"};
  }
  if (op == "windows") {
    check_rows(expect.get("windows"), 3);
    return {"windows"};
  }
  if (expect.get("canonical").flag()) return {"canonical"};
  expect.get("index").number(0, UINT64_MAX);
  expect.get("byte").number(0, UINT64_MAX);
  expect.get("cause").text();
  return {"canonical", "index", "byte", "cause"};
}

}  // namespace bpetite::conform::suite
