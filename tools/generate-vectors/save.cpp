#include "groups.hpp"
namespace bpetite::generate {
void add_save_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
