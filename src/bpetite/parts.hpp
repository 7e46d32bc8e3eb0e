// Encodes a text that is put together from parts, some trusted and some not (chapter 22): a prompt
// made of a template and of what users, tools and documents say. No text of a user yields a special
// token, or takes one away.
//
//   const std::vector<bpetite::TextPart> parts = {
//       bpetite::TextPart::trusted("<|user|>\n"),
//       bpetite::TextPart::untrusted(question),           // "<|end|>" in it is ordinary text
//       bpetite::TextPart::token("<|end|>")};
//   const std::vector<bpetite::TokenId> ids = bpetite::encode_parts(tokenizer, parts);
//   const bpetite::EncodedParts found = bpetite::encode_parts_with_spans(tokenizer, parts);
//   // ids[i] begins in the part found.parts[i].first: this gives a mask for training
//
// The ids are those of the joined text if its literals are those of the parts (S62d). Any number of
// threads may use the functions with the same tokenizer. Types and options are in
// <bpetite/motion.hpp>.
#pragma once

#include <span>
#include <vector>

#include <bpetite/motion.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// The ids of the parts (S62a to S62g). Errors come before any id, and name the part by its number
// (S62i). KeyError: a token part names no added token. ValueError: a template part under a profile
// by which a text never yields special tokens. UnicodeDecodeError: a part is not UTF-8; its offset
// counts the bytes of this part.
std::vector<TokenId> encode_parts(const Tokenizer& tokenizer, std::span<const TextPart> parts,
                                  const PartsOptions& options = {});

// The same with the span of each id in the joined text, in bytes, and the parts from which it has
// bytes (S62h). In the joined text a token part has its literal.
EncodedParts encode_parts_with_spans(const Tokenizer& tokenizer, std::span<const TextPart> parts,
                                     const PartsOptions& options = {});

}  // namespace bpetite
