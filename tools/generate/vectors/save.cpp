// Makes vectors (test cases) for saving: each crafted artifact, a tokenizer file made for the
// vectors, is loaded and saved in its canonical form (S13e, S15). The boundary probes, which have
// one merge, are left out.
#include "groups.hpp"

namespace bpetite::generate {

void add_save_families(std::vector<Group>& groups, const conform::suite::Suite& suite) {
  Group& group = group_named(groups, "save-crafted", conform::suite::Level::L4, "save");
  for (const auto& [name, crafted] : suite.artifacts) {
    if (name.starts_with("probe-")) {
      continue;
    }
    auto& vector = add(group, name, "S15,S13e,FR-26,GATE-1", "SaveBytes",
                       "loaded and saved again: the same bytes");
    vector.artifact = json::string(name);
    vector.input.push_back({"setup", json::string("none")});
    vector.input.push_back({"overwrite", {false}});
  }
}

}  // namespace bpetite::generate
