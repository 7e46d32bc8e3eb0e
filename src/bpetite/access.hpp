// Connects a Tokenizer with its table, for the project's own programs. TokenizerAccess makes a
// tokenizer from a table (a vocabulary and its profile), and gives back the table and the model
// that is made from it (backend.hpp). Two functions serve several files of the library: write_ids
// writes ids into given memory, and with_template puts ids between those of a template. Not
// installed.
//
//   const Tokenizer tokenizer = TokenizerAccess::open(std::move(table));
//   const Profile& profile = TokenizerAccess::table(tokenizer).profile;
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/backend.hpp"
#include "core/table.hpp"

namespace bpetite {

class TokenizerAccess {
 public:
  static Tokenizer make(Table table) { return Tokenizer(std::move(table)); }
  // The tokenizer of a file's table. ValueError if it cannot encode (S26d, S26g).
  static Tokenizer open(Table table) {
    Tokenizer tokenizer(std::move(table));
    tokenizer.model_->prepare();
    return tokenizer;
  }
  static const backend::Model& model(const Tokenizer& tokenizer) { return *tokenizer.model_; }
  static const Table& table(const Tokenizer& tokenizer) { return tokenizer.model_->table(); }
};

// Writes the ids of the text as far as they fit into `space`. Returns the number of all its ids.
std::size_t write_ids(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> space,
                      const SpecialChoice& specials);

// The ids of a text between those of a template (S26i).
std::vector<TokenId> with_template(std::vector<TokenId> ids, const Template& around);

}  // namespace bpetite
