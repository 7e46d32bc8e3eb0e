// Says whether ids are those that encoding gives (chapter 22), and where they first differ. The ids
// that a model writes need not be: the same text may have others, which the model saw in training.
// Of ids that were cut off, continuation() says whether they can be the first ids of some text.
//
//   const auto found = bpetite::divergence(tokenizer, ids);
//   if (found) {
//     log("ids[", found->index, "] at byte ", found->byte, ": ", bpetite::name(found->cause));
//   }
//
// With CanonicalAs::parts special ids stay what they are, and the text between them is ordinary.
// With CanonicalAs::one_string the ids are decoded as a whole, and the text may spell special
// tokens. Any number of threads may use the functions with the same tokenizer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <bpetite/motion.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// The first divergence; nullopt if the ids are canonical (S63a to S63c). KeyError: an id is not in
// the vocabulary (FR-22).
std::optional<Divergence> divergence(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                     CanonicalAs as = CanonicalAs::parts);

// Only the index of the first divergence. Errors are the same.
std::optional<std::size_t> first_divergence(const Tokenizer& tokenizer,
                                            std::span<const TokenId> ids,
                                            CanonicalAs as = CanonicalAs::parts);

// Whether the ids are the first ids of some text that begins with their bytes: yes, with bytes that
// may follow (empty if the ids are canonical); no, with the index of the first id that is known to
// be impossible there; or unknown (S63f, S63g). Yes and no are never wrong. Errors are the same.
//
//   const auto found = bpetite::continuation(tokenizer, ids);
//   if (found.answer == bpetite::Continuation::Answer::no) {
//     log("no text that begins with these bytes has ids[", found.index, "]");
//   }
Continuation continuation(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                          CanonicalAs as = CanonicalAs::parts);

// "not text", "not normalized", "special literal", "crosses a chunk", "merges".
std::string_view name(DivergenceCause cause);

}  // namespace bpetite
