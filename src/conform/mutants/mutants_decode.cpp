// Mutants with faults in decoding (spec/06-decode.md), L1.
//
//   decode([97, 255])   reference   UnicodeDecodeError      replace-ill-formed   "a\ufffd"
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/mutants/mutants.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"

namespace bpetite::conform::mutants {
namespace {

using IdView = std::span<const TokenId>;
using Decode = std::function<std::string(IdView ids, const Table& table)>;

Mutant decoding(std::string name, std::string fault, std::string flag,
                std::function<Decode(Decode)> change) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L1,
          [change](program::TokenizerParts parts) {
            parts.decode = change(parts.decode);
            return parts;
          }};
}

// A mutant that converts the joined bytes to another text.
Mutant of_bytes(std::string name, std::string fault, std::string flag,
                std::function<std::string(std::string_view bytes)> text_of) {
  return decoding(std::move(name), std::move(fault), std::move(flag),
                  [text_of](const Decode&) -> Decode {
                    return [text_of](IdView ids, const Table& table) {
                      return text_of(reference::decode_bytes(ids, table));
                    };
                  });
}

// A mutant that changes the text that the reference decodes.
Mutant of_text(std::string name, std::string fault, std::string flag,
               std::function<std::string(std::string_view text)> change) {
  return decoding(
      std::move(name), std::move(fault), std::move(flag), [change](const Decode& decode) -> Decode {
        return
            [change, decode](IdView ids, const Table& table) { return change(decode(ids, table)); };
      });
}

// A mutant that changes or removes ids before the reference decodes them.
Mutant of_ids(std::string name, std::string fault, std::string flag,
              std::function<std::optional<TokenId>(TokenId, const Table&)> change) {
  return decoding(std::move(name), std::move(fault), std::move(flag),
                  [change](const Decode& decode) -> Decode {
                    return [change, decode](IdView ids, const Table& table) {
                      std::vector<TokenId> others;
                      for (const TokenId id : ids) {
                        if (const auto other = change(id, table)) others.push_back(*other);
                      }
                      return decode(others, table);
                    };
                  });
}

// A mutant that decodes each id alone, and converts the bytes of each.
Mutant id_by_id(std::string name, std::string fault, std::string flag,
                std::function<std::string(std::string_view bytes)> text_of) {
  return decoding(std::move(name), std::move(fault), std::move(flag),
                  [text_of](const Decode&) -> Decode {
                    return [text_of](IdView ids, const Table& table) {
                      std::string text;
                      for (const TokenId& id : ids) {
                        text += text_of(reference::decode_bytes({&id, 1}, table));
                      }
                      return text;
                    };
                  });
}

// A mutant that reads the integers of ids differently, as {negative, magnitude} or nothing.
Mutant reading_ids(std::string name, std::string fault,
                   std::function<json::Integer(json::Integer)> read) {
  return {std::move(name), std::move(fault), "DecodeUnknownId", suite::Level::L1,
          [read](program::TokenizerParts parts) {
            parts.read_ids = [read, read_ids = parts.read_ids](json::Array ids) {
              for (json::Value& id : ids) {
                if (auto* integer = std::get_if<json::Integer>(&id.data)) {
                  *integer = read(std::move(*integer));
                }
              }
              return program::read_ids(ids);
            };
            return parts;
          }};
}

bool is_known(TokenId id, const Table& table) {
  return id < table.tokens.size() || id == table.specials.front().id;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

std::string strict(std::string_view bytes) {
  if (const auto offset = utf8::first_ill_formed(bytes)) {
    throw UnicodeDecodeError("decode: ill-formed", "FR-23", *offset);
  }
  return std::string(bytes);
}

// Checks the bytes as UTF-8, but allows surrogates or over-long forms.
std::string strict_but_for(std::string_view bytes,
                           const std::function<bool(std::string_view rest)>& allow) {
  std::string_view rest = bytes;
  while (const auto offset = utf8::first_ill_formed(rest)) {
    rest.remove_prefix(*offset);
    if (!allow(rest)) throw UnicodeDecodeError("decode: ill-formed", "FR-23", *offset);
    rest.remove_prefix(1);
    while (!rest.empty() && is_continuation(rest.front())) {
      rest.remove_prefix(1);
    }
  }
  return std::string(bytes);
}

// The effect of the option clean_up_tokenization_spaces of Hugging Face.
std::string cleaned_up(std::string_view original) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> rules = {{
      {" .", "."},
      {" ?", "?"},
      {" !", "!"},
      {" ,", ","},
      {" ' ", "'"},
      {" n't", "n't"},
      {" 'm", "'m"},
      {" 's", "'s"},
      {" 've", "'ve"},
      {" 're", "'re"},
  }};
  std::string text(original);
  for (const auto& [from, to] : rules) {
    text = suite::replaced_all(text, from, to);
  }
  return text;
}

// A decoder shared by the whole program. Bytes of a call that ends inside a scalar wait in it for
// the next call.
Mutant shared_decoder() {
  return decoding(
      "decode-leaks", "Bytes of a call that ended inside a scalar come with the next.",
      "DecodeIndependence", [](const Decode&) -> Decode {
        return [waiting = std::make_shared<std::string>()](IdView ids, const Table& table) {
          std::string bytes = std::exchange(*waiting, {}) + reference::decode_bytes(ids, table);
          if (const auto offset = utf8::first_ill_formed(bytes);
              offset && bytes.size() - *offset < 4) {
            *waiting = bytes.substr(*offset);
            bytes.resize(*offset);
          }
          return suite::mended(bytes, "\ufffd");
        };
      });
}

std::vector<Mutant> of_unknown_ids() {
  return {
      of_ids("skip-unknown-id", "An unknown id is skipped.", "DecodeUnknownId",
             [](TokenId id, const Table& table) {
               return is_known(id, table) ? std::optional(id) : std::nullopt;
             }),
      of_ids("unknown-id-as-mark", "An unknown id becomes a question mark.", "DecodeUnknownId",
             [](TokenId id, const Table& table) {
               return std::optional<TokenId>(is_known(id, table) ? id : TokenId{'?'});
             }),
      of_ids("unknown-id-wraps", "An id is taken modulo the size of the vocabulary.",
             "DecodeUnknownId",
             [](TokenId id, const Table& table) {
               return std::optional(
                   is_known(id, table) ? id : id % static_cast<TokenId>(table.tokens.size()));
             }),
      of_ids("special-left-out", "Special tokens are left out of the text.", "SpecialDecode",
             [](TokenId id, const Table& table) {
               return id == table.specials.front().id ? std::nullopt : std::optional(id);
             }),
      of_ids("special-unknown", "The id of the special token is unknown.", "SpecialDecode",
             [](TokenId id, const Table& table) {
               return std::optional(id == table.specials.front().id ? 0xFFFFFFFFU : id);
             }),
      decoding("unknown-id-value-error", "An unknown id raises ValueError, not KeyError.",
               "DecodeUnknownId",
               [](const Decode& decode) -> Decode {
                 return [decode](IdView ids, const Table& table) {
                   try {
                     return decode(ids, table);
                   } catch (const KeyError& error) {
                     throw ValueError(error.what(), "FR-22");
                   }
                 };
               }),
      decoding("stop-at-unknown-id", "The text ends at an unknown id.", "DecodeUnknownId",
               [](const Decode& decode) -> Decode {
                 return [decode](IdView ids, const Table& table) {
                   std::size_t known = 0;
                   while (known < ids.size() && is_known(ids[known], table)) ++known;
                   return decode(ids.first(known), table);
                 };
               }),
  };
}

std::vector<Mutant> of_large_ids() {
  // The low 64 bits of the digits. Two's complement for a negative number.
  const auto bits_of = [](const json::Integer& integer) {
    std::uint64_t bits = integer.magnitude.value_or(0);
    for (const char c : integer.magnitude ? std::string_view() : std::string_view(integer.text)) {
      if (c != '-') bits = 10 * bits + static_cast<std::uint64_t>(c - '0');
    }
    return integer.negative ? 0 - bits : bits;
  };
  return {
      reading_ids("ids-32-bit", "Ids are cut to 32 bits.",
                  [bits_of](const json::Integer& id) {
                    return json::Integer{false, bits_of(id) & 0xFFFFFFFFU, {}};
                  }),
      reading_ids("ids-16-bit", "Ids are cut to 16 bits.",
                  [bits_of](const json::Integer& id) {
                    return json::Integer{false, bits_of(id) & 0xFFFFU, {}};
                  }),
      reading_ids(
          "ids-clamped", "An id that 32 bits cannot hold is taken for the nearest byte.",
          [](json::Integer id) {
            const bool large = !id.magnitude || *id.magnitude > 0xFFFFFFFFU;
            return id.negative || large ? json::Integer{false, id.negative ? 0U : 127U, {}} : id;
          }),
  };
}

std::vector<Mutant> of_ill_formed_bytes() {
  return {
      of_bytes("replace-ill-formed", "Ill-formed bytes become U+FFFD.", "DecodeErrors",
               [](std::string_view bytes) { return suite::mended(bytes, "\ufffd"); }),
      of_bytes("drop-ill-formed", "Ill-formed bytes are dropped.", "DecodeErrors",
               [](std::string_view bytes) { return suite::mended(bytes, ""); }),
      of_bytes("lossy-decode", "Ill-formed bytes are given out as they are.", "DecodeErrors",
               [](std::string_view bytes) { return std::string(bytes); }),
      of_bytes("ill-formed-value-error",
               "Ill-formed bytes raise ValueError, not UnicodeDecodeError.", "DecodeErrors",
               [](std::string_view bytes) {
                 if (utf8::first_ill_formed(bytes)) throw ValueError("decode: ill-formed", "FR-23");
                 return std::string(bytes);
               }),
      of_bytes("decode-surrogates", "Surrogates in three bytes are let through.", "LoneSurrogate",
               [](std::string_view bytes) {
                 return strict_but_for(bytes, [](std::string_view rest) {
                   return rest.size() > 2 && rest[0] == '\xed' && is_continuation(rest[1]) &&
                          is_continuation(rest[2]);
                 });
               }),
      of_bytes("decode-overlong", "Over-long forms of two bytes are let through.", "DecodeErrors",
               [](std::string_view bytes) {
                 return strict_but_for(bytes, [](std::string_view rest) {
                   return rest.size() > 1 && (rest[0] == '\xc0' || rest[0] == '\xc1') &&
                          is_continuation(rest[1]);
                 });
               }),
      of_bytes("decode-cut-end", "A scalar that is cut off at the end of the text is dropped.",
               "DecodeStreaming",
               [](std::string_view bytes) {
                 const auto offset = utf8::first_ill_formed(bytes);
                 const bool at_end = offset && bytes.size() - *offset < 4 &&
                                     (static_cast<unsigned char>(bytes[*offset]) & 0xC0U) == 0xC0;
                 return strict(at_end ? bytes.substr(0, *offset) : bytes);
               }),
      id_by_id("decode-per-token", "Each token is decoded for itself, strictly.", "DecodeStreaming",
               strict),
      id_by_id("decode-per-token-lossy", "Each token is decoded for itself, with U+FFFD.",
               "DecodeStreaming",
               [](std::string_view bytes) { return suite::mended(bytes, "\ufffd"); }),
      shared_decoder(),
  };
}

std::vector<Mutant> of_decoded_texts() {
  return {
      of_text("decode-cleanup", "Spaces before punctuation are removed.", "DecodeCleanup",
              cleaned_up),
      of_text("decode-bom-stripped", "U+FEFF at the start of the text is dropped.", "BomHandling",
              [](std::string_view text) {
                return std::string(text.substr(text.starts_with("\ufeff") ? 3 : 0));
              }),
      of_text("decode-space-stripped", "The space at the start of the text is dropped.",
              "PrefixSpace",
              [](std::string_view text) {
                return std::string(text.substr(text.starts_with(' ') ? 1 : 0));
              }),
      of_text("decode-newline-end", "A line end stands behind the text.", "DecodeCleanup",
              [](std::string_view text) { return std::string(text) + "\n"; }),
      of_text("decode-nul-terminated", "The text ends at its first NUL.", "NulByte",
              [](std::string_view text) { return std::string(text.substr(0, text.find('\0'))); }),
      of_text("decode-newlines", "LF is given out as CR LF, as a text file has it.", "CrLf",
              [](std::string_view text) { return suite::replaced_all(text, "\n", "\r\n"); }),
      id_by_id("decode-with-spaces", "Tokens are joined by spaces.", "DecodeCleanup",
               [](std::string_view bytes) { return std::string(bytes) + " "; }),
  };
}

}  // namespace

std::vector<Mutant> further_decode_mutants() {
  return {of_bytes("replace-subparts",
                   "Ill-formed bytes become U+FFFD, one for each maximal subpart of a sequence.",
                   "DecodeErrors",
                   [](std::string_view bytes) { return suite::mended_subparts(bytes, "\ufffd"); })};
}

std::vector<Mutant> decode_mutants() {
  std::vector<Mutant> all = of_unknown_ids();
  for (auto family : {of_large_ids, of_ill_formed_bytes, of_decoded_texts}) {
    for (Mutant& mutant : family()) {
      all.push_back(std::move(mutant));
    }
  }
  return all;
}

}  // namespace bpetite::conform::mutants
