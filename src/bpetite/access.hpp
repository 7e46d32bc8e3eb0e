// Gives the project's own programs access to the table inside a Tokenizer. Not installed.
#pragma once

#include <utility>

#include <bpetite/tokenizer.hpp>

#include "bpetite/backend.hpp"
#include "core/table.hpp"

namespace bpetite {

class TokenizerAccess {
 public:
  static Tokenizer make(Table table) { return Tokenizer(std::move(table)); }
  // That of a file. ValueError if it cannot encode (S26d, S26g).
  static Tokenizer open(Table table) {
    Tokenizer tokenizer(std::move(table));
    tokenizer.model_->prepare();
    return tokenizer;
  }
  static const backend::Model& model(const Tokenizer& tokenizer) { return *tokenizer.model_; }
  static const Table& table(const Tokenizer& tokenizer) { return tokenizer.model_->table(); }
};

}  // namespace bpetite
