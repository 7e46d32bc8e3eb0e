#include "groups.hpp"
namespace bpetite::generate {
void add_artifact_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
