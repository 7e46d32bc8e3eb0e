#include "groups.hpp"
namespace bpetite::generate {
void add_special_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
