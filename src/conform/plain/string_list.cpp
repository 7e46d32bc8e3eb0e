#include "conform/plain/string_list.hpp"

#include <fmt/format.h>

#include "core/json.hpp"

namespace bpetite::conform::plain {

std::string list_of(const std::vector<std::string>& items) {
  std::vector<std::string> quoted;
  for (const std::string& item : items) quoted.push_back(json::quoted(item));
  return fmt::format("[{}]", fmt::join(quoted, ","));
}

}  // namespace bpetite::conform::plain
