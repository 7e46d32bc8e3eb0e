// Parses the fields of an example. A field is a key and a JSON value, separated by white space.
//
//   corpus  "bc xy ab"        vocab_size  257
//   merges  [[32,97]]
//
// An operation takes its inputs by name. The remaining fields are the results that the example
// expects.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "support/examples/values.hpp"

namespace bpetite::test {

class Fields {
 public:
  // Throws std::runtime_error for a key without a value, or a key that occurs twice.
  explicit Fields(const std::vector<std::string>& lines);

  // The value of a key, or nullptr. From now on the key counts as an input.
  const json::Value* take(std::string_view key);
  // The same for a key that must be there.
  const json::Value& need(std::string_view key);
  // The bytes of a field: text under `key`, or hex under `key`_hex.
  std::string bytes(const std::string& key);
  std::vector<TokenId> ids(std::string_view key);
  std::vector<Pair> pairs(std::string_view key);

  // The fields that were not taken.
  json::Object remaining() const;

 private:
  json::Object fields_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace bpetite::test
