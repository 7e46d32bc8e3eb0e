// Computes the levels that a program claims from the operations that it declares.
#include "conform/drive/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::drive {

std::set<suite::Level> claimed_levels(const Hello& hello) {
  const auto has = [&](std::string_view op) { return hello.ops.contains(op); };
  std::set<suite::Level> levels;
  if (has("pretokenize") || (has("load") && has("encode"))) levels.insert(suite::Level::L0);
  if (has("load") && has("encode") && has("decode")) levels.insert(suite::Level::L1);
  if (has("load")) levels.insert(suite::Level::L2);
  if (has("train")) levels.insert(suite::Level::L3);
  if (has("save") && (has("train") || has("load"))) levels.insert(suite::Level::L4);
  if (has("render")) levels.insert(suite::Level::L5);
  if (hello.levels) {
    std::erase_if(levels, [&](suite::Level level) {
      const std::string_view name = suite::level_names[static_cast<std::size_t>(level)];
      return std::find(hello.levels->begin(), hello.levels->end(), name) == hello.levels->end();
    });
  }
  return levels;
}

suite::Level level_for(const suite::Vector& vector, const Hello& hello) {
  const bool through_encode = vector.level == suite::Level::L0 && vector.op == "encode";
  return through_encode && hello.ops.contains("pretokenize") &&
                 claimed_levels(hello).contains(suite::Level::L1)
             ? suite::Level::L1
             : vector.level;
}

std::string why_not_sent(const suite::Vector& vector, const Hello& hello,
                         const std::set<suite::Level>& wanted) {
  const suite::Level level = level_for(vector, hello);
  if (!claimed_levels(hello).contains(level)) {
    return fmt::format("level {} is not claimed",
                       suite::level_names[static_cast<std::size_t>(level)]);
  }
  if (!wanted.empty() && !wanted.contains(level)) {
    return fmt::format("it counts for {}", suite::level_names[static_cast<std::size_t>(level)]);
  }
  for (const std::string_view op : needed_ops(vector)) {
    if (!hello.ops.contains(op)) return fmt::format("the operation {} is not declared", op);
  }
  for (const std::string& cap : vector.requires_caps) {
    if (!hello.caps.contains(cap)) return fmt::format("the capability {} is not declared", cap);
  }
  return {};
}

}  // namespace bpetite::conform::drive
