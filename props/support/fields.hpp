// The fields of an example: keys, each with a JSON value, between white space.
//
//   corpus  "bc xy ab"        vocab_size  257
//   merges  [[32,97]]
//
// An operation takes its inputs by name; what it leaves is what the example expects.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "support/values.hpp"

namespace bpetite::test {

class Fields {
 public:
  // std::runtime_error for a key without a value, or one that comes twice.
  explicit Fields(const std::vector<std::string>& lines);

  // The value of a key, which counts as an input from now on; nullptr if there is none.
  const json::Value* take(std::string_view key);
  // The same for a key that must be there.
  const json::Value& need(std::string_view key);
  // The bytes given as text under `key`, or in hex under `key`_hex.
  std::string bytes(const std::string& key);
  std::vector<TokenId> ids(std::string_view key);
  std::vector<Pair> pairs(std::string_view key);

  // All that was not taken.
  json::Object remaining() const;

 private:
  json::Object fields_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace bpetite::test
