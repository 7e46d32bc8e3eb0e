// Connects a Tokenizer with its table, for the files of the library and for the project's own
// programs. Not installed. TokenizerAccess makes a tokenizer from a table (a vocabulary and its
// profile); its function open also checks that the tokenizer can encode. From a tokenizer it gives
// back the table, and the model (backend.hpp: the table, and what the engine makes from it). Three
// functions are declared beside it: artifact_of gives the bytes that Tokenizer::save writes;
// write_ids writes the ids of a text into given memory, as far as they fit, and returns their
// number; with_template puts ids between those of a template.
//
//   const Tokenizer tokenizer = TokenizerAccess::open(std::move(table));
//   const Profile& profile = TokenizerAccess::table(tokenizer).profile;
#pragma once

#include <cstddef>
#include <span>
#include <string>
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

// The artifact that Tokenizer::save writes: of Schema v1 for the profile v1, or else of Schema v2.
std::string artifact_of(const Tokenizer& tokenizer);

// Writes the ids of the text as far as they fit into `space`. Returns the number of all its ids.
std::size_t write_ids(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> space,
                      const SpecialChoice& specials);

// The ids of a text between those of a template (S26i).
std::vector<TokenId> with_template(std::vector<TokenId> ids, const Template& around);

}  // namespace bpetite
