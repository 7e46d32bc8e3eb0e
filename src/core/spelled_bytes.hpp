// Converts the bytes of tokens from and to the texts that stand for them in files of other
// libraries.
//
//   "Ġthe"    the bytes " the" in the files of GPT-2 and of Hugging Face's library
//   IHRoZQ==  the same in base64, in the files of tiktoken and of Mistral
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bpetite {

// Characters that stand for bytes: Ġ, U+0120, stands for the space. Printable characters of Latin-1
// stand for themselves; the other 68 bytes, in their order, are U+0100 to U+0143 (source:
// bytes_to_unicode in GPT-2's encoder.py).
//
// The bytes of a token, or nullopt if a character does not stand for a byte.
std::optional<std::string> bytes_of_characters(std::string_view token);

// The characters of some bytes, in UTF-8.
std::string characters_of_bytes(std::string_view bytes);

// Decodes base64 of RFC 4648 with padding. Returns nullopt for any other text.
std::optional<std::string> from_base64(std::string_view text);

// Encodes bytes in the same form.
std::string to_base64(std::string_view bytes);

}  // namespace bpetite
