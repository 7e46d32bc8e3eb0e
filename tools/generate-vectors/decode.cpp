#include "groups.hpp"
namespace bpetite::generate {
void add_decode_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
