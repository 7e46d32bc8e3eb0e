#include "conform/hypotheses/rewritten_patterns.hpp"

#include <cstddef>
#include <string>

#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::hypotheses {
namespace {

// One pattern of with_class.
std::optional<std::string> with_class(std::string_view pattern, std::string_view name,
                                      std::string_view set) {
  const std::string_view complement = name == "\\s" ? "\\S" : "";
  std::string text;
  std::size_t depth = 0;  // of brackets
  while (!pattern.empty()) {
    if (pattern.starts_with(name)) {
      text += depth > 0 ? std::string(set) : "[" + std::string(set) + "]";
      pattern.remove_prefix(name.size());
      continue;
    }
    if (!complement.empty() && pattern.starts_with(complement)) {
      if (depth > 0) return std::nullopt;
      text += "[^" + std::string(set) + "]";
      pattern.remove_prefix(complement.size());
      continue;
    }
    if (pattern.front() == '[') ++depth;
    if (pattern.front() == ']') --depth;
    const std::size_t size = pattern.front() == '\\' ? 2 : 1;  // \[ opens nothing
    text += pattern.substr(0, size);
    pattern.remove_prefix(size);
  }
  return text;
}

ChangedSplits if_changed(const std::vector<Split>& old, std::vector<Split> splits) {
  return splits == old ? ChangedSplits() : ChangedSplits(std::move(splits));
}

}  // namespace

ChangedSplits with_text(const std::vector<Split>& splits, std::string_view from,
                        std::string_view to) {
  std::vector<Split> changed = splits;
  for (Split& split : changed)
    split.pattern.text = suite::replaced_all(split.pattern.text, from, to);
  return if_changed(splits, std::move(changed));
}

ChangedSplits with_class(const std::vector<Split>& splits, std::string_view name,
                         std::string_view set) {
  std::vector<Split> changed = splits;
  for (Split& split : changed) {
    auto text = with_class(split.pattern.text, name, set);
    if (!text) return std::nullopt;
    split.pattern.text = *std::move(text);
  }
  return if_changed(splits, std::move(changed));
}

}  // namespace bpetite::conform::hypotheses
