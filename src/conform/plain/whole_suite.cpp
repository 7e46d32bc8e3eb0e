#include "conform/plain/whole_suite.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "conform/plain/rows.hpp"
#include "conform/plain/string_list.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/json.hpp"

namespace bpetite::conform::plain {
namespace {

constexpr std::array<std::string_view, 3> recipes = {"_repeat", "_random", "_numbered"};

// The input with every recipe followed.
json::Object written_out(const json::Object& input) {
  json::Object plain;
  for (const json::Member& member : input) {
    const std::string& name = member.key;
    const json::Value& value = member.value;
    const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
    if (name == "train") {
      plain.push_back({name, {written_out(std::get<json::Object>(value.data))}});
    } else if (name == "ids_repeat") {
      plain.push_back({"ids", {suite::decode_calls(input).front()}});
    } else if (std::ranges::any_of(recipes, ends)) {
      const std::string what = name.substr(0, name.find('_'));
      plain.push_back(
          {what + "_hex", json::string(suite::to_hex(suite::bytes_of(input, what).value()))});
    } else {
      plain.push_back({name, value});
    }
  }
  return plain;
}

std::string line_of(const suite::Vector& vector) {
  return fmt::format(
      R"({{"id":{},"rev":{},"level":"{}","tier":"{}","op":{},"clauses":{},"flags":{},)"
      R"("requires":{},"comment":{},"input":{},"artifact":{},"expect":{}}})",
      json::quoted(vector.id), vector.rev,
      suite::level_names[static_cast<std::size_t>(vector.level)],
      suite::tier_names[static_cast<std::size_t>(vector.tier)], json::quoted(vector.op),
      list_of(vector.clauses), list_of(vector.flags), list_of(vector.requires_caps),
      json::quoted(vector.comment), json::serialize({written_out(vector.input)}),
      json::quoted(artifact_file(vector)), json::serialize({vector.expect}));
}

}  // namespace

std::string whole_suite(const suite::Suite& suite) {
  std::string text = fmt::format(
      "{{\"schema\":1,\"suite\":{},\"digest\":{},\"license\":\"CC0-1.0\",\"vectors\":[\n",
      json::quoted(suite.version), json::quoted(suite.digest));
  for (const suite::Vector& vector : suite.vectors) {
    text += line_of(vector);
    text += &vector == &suite.vectors.back() ? "\n" : ",\n";
  }
  return text + "]}\n";
}

}  // namespace bpetite::conform::plain
