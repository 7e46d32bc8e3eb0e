#include "groups.hpp"
namespace bpetite::generate {
void add_encode_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
