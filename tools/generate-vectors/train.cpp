#include "groups.hpp"
namespace bpetite::generate {
void add_train_families(std::vector<Group>&) {}
}  // namespace bpetite::generate
