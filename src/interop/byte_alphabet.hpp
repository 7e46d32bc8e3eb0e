// The characters that stand for bytes in the files of GPT-2 and of Hugging Face's library.
//
//   "Ġthe"    the bytes " the": Ġ, U+0120, stands for the space
//
// Printable characters of Latin-1 stand for themselves; the other 68 bytes, in their order, are
// U+0100 to U+0143 (source: bytes_to_unicode in GPT-2's encoder.py).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bpetite::interop {

// The bytes of a token; nothing if some character stands for no byte.
std::optional<std::string> bytes_of_characters(std::string_view token);

// The characters of some bytes, in UTF-8.
std::string characters_of_bytes(std::string_view bytes);

}  // namespace bpetite::interop
