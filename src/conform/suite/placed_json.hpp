// PlacedJson: a JSON value that knows its place in the document. Its functions read the value as a
// type, find members and items, and check which members are there. Each error message names the
// place. Also declares SuiteError, the class of these errors.
//
//   const PlacedJson vector("suite: mine.json: my-id", "/vectors/3", value);
//   vector.get("input").get("vocab_size").number(0, 10)
//   throws "suite: mine.json: my-id: /vectors/3/input/vocab_size: 11, required an integer from 0
//   to 10"
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/json.hpp"

namespace bpetite::conform::suite {

// An error in the suite itself, not in the program under test. `bpetite conform` then exits with 4.
class SuiteError : public ValueError {
 public:
  using ValueError::ValueError;
};

class PlacedJson {
 public:
  // `value` must outlive this object and all objects made from it.
  PlacedJson(std::string document, std::string pointer, const json::Value& value);

  // Throws a SuiteError that says what is wrong here and what is required.
  [[noreturn]] void refuse(std::string_view wrong, std::string_view required) const;

  // The value as this type. Throws SuiteError if it has another type.
  const json::Object& object() const;
  const json::Array& array() const;
  const std::string& text() const;
  const json::Integer& integer() const;
  bool flag() const;
  std::uint64_t number(std::uint64_t least, std::uint64_t most) const;
  std::string bytes() const;  // from hex, two digits each
  std::vector<std::string> texts() const;

  // The index of this text in a list of names. Throws SuiteError if it is not in the list.
  template <std::size_t Size>
  std::size_t choice(const std::array<std::string_view, Size>& names) const {
    return choice(names.data(), Size);
  }

  // A member of an object. If it is missing, find returns nullopt and get throws SuiteError.
  std::optional<PlacedJson> find(std::string_view name) const;
  PlacedJson get(std::string_view name) const;
  bool has(std::string_view name) const { return json::find(object(), name) != nullptr; }
  PlacedJson item(std::size_t index) const;
  // Calls `look` with each item of an array, in order.
  template <typename Look>
  void each(const Look& look) const {
    for (std::size_t i = 0; i < array().size(); ++i) {
      look(item(i));
    }
  }

  // Throws a SuiteError if the object has any other member.
  void allow(const std::vector<std::string_view>& names) const;
  // The only one of these members that the object has. Throws SuiteError if it has several or none
  // of them.
  std::string_view one_of(const std::vector<std::string_view>& names) const;

  // The same value, with another name of its document in messages.
  PlacedJson named(std::string document) const { return {std::move(document), pointer_, *value_}; }

  const json::Value& value() const { return *value_; }

 private:
  std::size_t choice(const std::string_view* names, std::size_t size) const;

  std::string document_;
  std::string pointer_;
  const json::Value* value_;
};

}  // namespace bpetite::conform::suite
