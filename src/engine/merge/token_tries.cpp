#include "engine/merge/token_tries.hpp"

namespace bpetite::engine::merge {

std::shared_ptr<const TokenTrie> TokenTries::find_for(std::string_view chunk) const {
  const auto trie = [this] {
    const std::lock_guard lock(mutex_);
    return trie_;
  }();
  return trie != nullptr && trie->has_tokens_of(chunk) ? trie : nullptr;
}

// Of all tokens if there was one for a chunk of another kind.
std::shared_ptr<const TokenTrie> TokenTries::make_for(std::string_view chunk) const {
  const std::lock_guard lock(mutex_);
  if (trie_ == nullptr) {
    trie_ = std::make_shared<const TokenTrie>(table_, pairs_, BytePairs(chunk));
  } else if (!trie_->has_tokens_of(chunk)) {
    trie_ = std::make_shared<const TokenTrie>(table_, pairs_, BytePairs::all());
  }
  return trie_;
}

}  // namespace bpetite::engine::merge
