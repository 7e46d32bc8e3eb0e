#include "groups.hpp"
namespace bpetite::generate {
void add_pretokenize_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
