// Makes vectors (test cases) for training that must fail: the corpus is not UTF-8 (S1a), or the
// vocabulary size is wrong, which is reported before the corpus is read.
#include "conform/suite/protocol.hpp"
#include "groups.hpp"
#include "ill_formed.hpp"

namespace bpetite::generate {

void add_train_families(std::vector<Group>& groups) {
  Group& group = group_named(groups, "train-ill-formed", conform::suite::Level::L3, "train");
  for (const IllFormed& bytes : ill_formed) {
    auto& vector = add(group, bytes.name, "S1a,ERR", "InvalidUtf8", bytes.comment);
    put_text(vector.input, "corpus", conform::suite::from_hex(bytes.hex).value());
    vector.input.push_back({"vocab_size", json::integer(260)});
  }
  auto& vector = add(group, "size-first", "S16,FR-9", "InvalidUtf8",
                     "a wrong size is told before the corpus is read");
  put_text(vector.input, "corpus", "\xFF");
  vector.input.push_back({"vocab_size", json::integer(255)});
}

}  // namespace bpetite::generate
