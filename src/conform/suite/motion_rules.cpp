// Checks the inputs and the expectations of vectors (test cases) about text in motion: the pieces
// of a stream, the texts and edits of a session, parts, ids that may be canonical, and windows.
#include "conform/suite/motion_rules.hpp"

#include <fmt/format.h>

#include <limits>

#include <bpetite/ids.hpp>

#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::suite {
namespace {

constexpr std::uint64_t most_id = std::numeric_limits<TokenId>::max();

// A sum of sizes with the limit of a text.
class Sizes {
 public:
  void add(const PlacedJson& bytes) {
    sum_ += bytes.bytes().size();
    if (sum_ > limits::text) bytes.refuse("too much", fmt::format("at most {}", limits::text));
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

void check_one_edit(const PlacedJson& edit, Sizes& sizes) {
  if (edit.array().size() != 3) edit.refuse("not three items", "begin, end and bytes in hex");
  edit.item(0).number(0, limits::text);
  edit.item(1).number(0, limits::text);
  sizes.add(edit.item(2));
}

void check_one_part(const PlacedJson& part, Sizes& sizes) {
  part.allow({"text_hex", "template_hex", "token"});
  const std::string_view kind = part.one_of({"text_hex", "template_hex", "token"});
  if (kind != "token") {
    sizes.add(part.get(kind));
  } else if (std::holds_alternative<std::string>(part.get(kind).value().data)) {
    part.get(kind).text();
  } else {
    part.get(kind).number(0, most_id);
  }
}

void check_numbers(const PlacedJson& list, std::size_t size) {
  if (list.array().size() != size) list.refuse("another number of items", fmt::format("{}", size));
  list.each([](const PlacedJson& each) { each.number(0, UINT64_MAX); });
}

void check_small_ids(const PlacedJson& ids) {
  ids.each([](const PlacedJson& id) { id.number(0, most_id); });
}

void check_each_count(const PlacedJson& counts) {
  counts.each([](const PlacedJson& count) { count.number(0, UINT64_MAX); });
}

void check_rows(const PlacedJson& rows, std::size_t size) {
  rows.each([&](const PlacedJson& row) { check_numbers(row, size); });
}

}  // namespace

std::uint64_t check_motion_input(std::string_view op, const PlacedJson& input) {
  Sizes sizes;
  if (op == "stream") {
    input.allow({"pieces_hex"});
    input.get("pieces_hex").each([&](const PlacedJson& piece) { sizes.add(piece); });
  } else if (op == "append") {
    input.allow({"texts_hex"});
    input.get("texts_hex").each([&](const PlacedJson& text) { sizes.add(text); });
  } else if (op == "replace") {
    input.allow({"text_hex", "edits"});
    sizes.add(input.get("text_hex"));
    input.get("edits").each([&](const PlacedJson& edit) { check_one_edit(edit, sizes); });
  } else if (op == "parts") {
    input.allow({"parts", "seams", "strict"});
    input.get("parts").each([&](const PlacedJson& part) { check_one_part(part, sizes); });
    input.get("seams").choice(seam_names);
    input.get("strict").flag();
  } else if (op == "canonical") {
    input.allow({"ids", "as"});
    check_small_ids(input.get("ids"));
    input.get("as").choice(canonical_names);
    return input.get("ids").array().size();
  } else {
    input.allow({"text_hex", "max_ids", "overlap", "at"});
    sizes.add(input.get("text_hex"));
    input.get("max_ids").number(0, limits::line);
    input.get("overlap").number(0, limits::line);
    input.get("at").choice(window_end_names);
  }
  return sizes.sum();
}

std::vector<std::string> check_motion_answer(std::string_view op, const PlacedJson& expect) {
  if (op == "stream") {
    check_small_ids(expect.get("ids"));
    check_each_count(expect.get("least"));
    check_each_count(expect.get("most"));
    return {"ids", "least", "most"};
  }
  if (op == "append" || op == "replace") {
    expect.get("patches").each([](const PlacedJson& patch) {
      patch.allow({"kept", "gone", "ids"});
      patch.get("kept").number(0, UINT64_MAX);
      patch.get("gone").number(0, UINT64_MAX);
      check_small_ids(patch.get("ids"));
    });
    return {"patches"};
  }
  if (op == "parts") {
    check_small_ids(expect.get("ids"));
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
