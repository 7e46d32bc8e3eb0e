// Reads and writes base64, in which the files of tiktoken and of Mistral have the bytes of tokens.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bpetite::interop {

// Decodes base64 of RFC 4648 with padding. Nothing for any other text.
std::optional<std::string> from_base64(std::string_view text);

// Encodes bytes in the same form.
std::string to_base64(std::string_view bytes);

}  // namespace bpetite::interop
