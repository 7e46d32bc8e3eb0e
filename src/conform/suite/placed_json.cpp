// Reads JSON values, and checks their types, ranges and members (PlacedJson). An error (SuiteError)
// contains the name of the document and the JSON pointer of the value.
//
//   suite: mine.json: my-id: /vectors/3/input/vocab_size: 11, required an integer from 0 to 10
#include "conform/suite/placed_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conform/suite/protocol.hpp"
#include "core/json/pointer.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::suite {
namespace {

// The value as a short, printable text for a message.
std::string shown(const json::Value& value) {
  if (std::holds_alternative<json::Object>(value.data)) return "an object";
  if (std::holds_alternative<json::Array>(value.data)) return "an array";
  if (const auto* text = std::get_if<std::string>(&value.data)) return utf8::quoted(*text);
  const std::string text = json::serialize(value);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

}  // namespace

PlacedJson::PlacedJson(std::string document, std::string pointer, const json::Value& value)
    : document_(std::move(document)), pointer_(std::move(pointer)), value_(&value) {}

void PlacedJson::refuse(std::string_view wrong, std::string_view required) const {
  throw SuiteError(fmt::format("{}: {}{}{}, required {}", document_, pointer_,
                               pointer_.empty() ? "" : ": ", wrong, required));
}

const json::Object& PlacedJson::object() const {
  const auto* found = std::get_if<json::Object>(&value_->data);
  if (found == nullptr) refuse(shown(*value_), "an object");
  return *found;
}

const json::Array& PlacedJson::array() const {
  const auto* found = std::get_if<json::Array>(&value_->data);
  if (found == nullptr) refuse(shown(*value_), "an array");
  return *found;
}

const std::string& PlacedJson::text() const {
  const auto* found = std::get_if<std::string>(&value_->data);
  if (found == nullptr) refuse(shown(*value_), "a string");
  return *found;
}

const json::Integer& PlacedJson::integer() const {
  const auto* found = std::get_if<json::Integer>(&value_->data);
  if (found == nullptr) refuse(shown(*value_), "an integer");
  return *found;
}

bool PlacedJson::flag() const {
  const auto* found = std::get_if<bool>(&value_->data);
  if (found == nullptr) refuse(shown(*value_), "true or false");
  return *found;
}

std::uint64_t PlacedJson::number(std::uint64_t least, std::uint64_t most) const {
  const json::Integer& found = integer();
  if (found.negative || !found.magnitude || *found.magnitude < least || *found.magnitude > most) {
    refuse(shown(*value_), fmt::format("an integer from {} to {}", least, most));
  }
  return *found.magnitude;
}

std::string PlacedJson::bytes() const {
  auto found = from_hex(text());
  if (!found) refuse(shown(*value_), "hexadecimal, two digits a byte");
  return *std::move(found);
}

std::vector<std::string> PlacedJson::texts() const {
  std::vector<std::string> all;
  each([&](const PlacedJson& item) { all.push_back(item.text()); });
  return all;
}

std::size_t PlacedJson::choice(const std::string_view* names, std::size_t size) const {
  const auto* const found = std::find(names, names + size, text());
  if (found == names + size) {
    refuse(shown(*value_), fmt::format("one of {}", fmt::join(names, names + size, ", ")));
  }
  return static_cast<std::size_t>(found - names);
}

std::optional<PlacedJson> PlacedJson::find(std::string_view name) const {
  const json::Value* member = json::find(object(), name);
  if (member == nullptr) return std::nullopt;
  return PlacedJson(document_, fmt::format("{}/{}", pointer_, json::pointer_part(name)), *member);
}

PlacedJson PlacedJson::get(std::string_view name) const {
  auto member = find(name);
  if (!member) refuse(fmt::format("no \"{}\"", name), "a member of that name");
  return *std::move(member);
}

PlacedJson PlacedJson::item(std::size_t index) const {
  return {document_, fmt::format("{}/{}", pointer_, index), array()[index]};
}

void PlacedJson::allow(const std::vector<std::string_view>& names) const {
  for (const json::Member& member : object()) {
    if (std::find(names.begin(), names.end(), member.key) == names.end()) {
      refuse(fmt::format("a member {}", utf8::quoted(member.key)),
             fmt::format("no other than {}", fmt::join(names, ", ")));
    }
  }
}

std::string_view PlacedJson::one_of(const std::vector<std::string_view>& names) const {
  std::vector<std::string_view> found;
  for (const std::string_view name : names) {
    if (has(name)) found.push_back(name);
  }
  if (found.size() != 1) {
    refuse(found.empty() ? "none of them" : fmt::format("{}", fmt::join(found, " and ")),
           fmt::format("exactly one of {}", fmt::join(names, ", ")));
  }
  return found.front();
}

}  // namespace bpetite::conform::suite
