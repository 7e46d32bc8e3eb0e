// Makes vectors (test cases) for special tokens. Each text has a part of the literal, its start or
// its end, which is ordinary text (FR-18), in some texts with the whole literal after it.
#include <fmt/format.h>

#include <string_view>

#include "core/table.hpp"
#include "groups.hpp"

namespace bpetite::generate {

void add_special_families(std::vector<Group>& groups) {
  Group& group = group_named(groups, "special-partial", conform::suite::Level::L1, "encode");
  const auto add_text = [&](std::string_view kind, std::size_t size, std::string_view text) {
    auto& vector = add(group, fmt::format("{}-{}", kind, size), "FR-18,FR-15a", "SpecialPolicy",
                       fmt::format("SPC-14: {} bytes of the literal are ordinary text", size));
    vector.artifact = json::string("specials-inside");
    put_text(vector.input, "text", text);
  };
  for (std::size_t size = 1; size < end_of_text.size(); ++size) {
    add_text("start", size, end_of_text.substr(0, size));
    add_text("end", size, end_of_text.substr(end_of_text.size() - size));
    add_text("start-then-whole", size,
             fmt::format("{}{}", end_of_text.substr(0, size), end_of_text));
  }
}

}  // namespace bpetite::generate
