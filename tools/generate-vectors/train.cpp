// A corpus that is not UTF-8 is refused (S1a).
#include "conform/protocol.hpp"
#include "groups.hpp"
#include "ill_formed.hpp"

namespace bpetite::generate {

void add_train_families(std::vector<Group>& groups) {
  Group& group = group_named(groups, "train-ill-formed", conform::Level::L3, "train");
  for (const IllFormed& bytes : ill_formed) {
    auto& vector = add(group, bytes.name, "S1a,ERR", "InvalidUtf8", bytes.comment);
    put_text(vector.input, "corpus", conform::from_hex(bytes.hex).value());
    vector.input.push_back({"vocab_size", json::integer(260)});
  }
}

}  // namespace bpetite::generate
