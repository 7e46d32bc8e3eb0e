// Lists the faults in decoding ids to text (spec/06-decode.md, level L1 of the kit): with unknown
// ids and special tokens, with ids that are too large or negative, with ill-formed bytes, with
// characters whose bytes come from several tokens or calls, and changes of the decoded text. Each
// fault has a change of the reference that makes it.
//
//   decode([97, 255])   reference   UnicodeDecodeError      replace-ill-formed   "a\ufffd"
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"

namespace bpetite::conform::faults {
namespace {

using IdView = std::span<const TokenId>;
using Decode = std::function<std::string(IdView ids, const Table& table)>;

PartsEdit decoding(std::function<Decode(Decode)> change) {
  return [change](program::TokenizerParts parts) {
    parts.decode = change(parts.decode);
    return parts;
  };
}

// Decodes ids to the text that `text_of` makes of the joined bytes.
PartsEdit of_bytes(std::function<std::string(std::string_view bytes)> text_of) {
  return decoding([text_of](const Decode&) -> Decode {
    return [text_of](IdView ids, const Table& table) {
      return text_of(reference::decode_bytes(ids, table));
    };
  });
}

// Changes the text that the reference decodes.
PartsEdit of_text(std::function<std::string(std::string_view text)> change) {
  return decoding([change](const Decode& decode) -> Decode {
    return [change, decode](IdView ids, const Table& table) { return change(decode(ids, table)); };
  });
}

// Changes or removes ids before the reference decodes them.
PartsEdit of_ids(std::function<std::optional<TokenId>(TokenId, const Table&)> change) {
  return decoding([change](const Decode& decode) -> Decode {
    return [change, decode](IdView ids, const Table& table) {
      std::vector<TokenId> others;
      for (const TokenId id : ids) {
        if (const auto other = change(id, table)) others.push_back(*other);
      }
      return decode(others, table);
    };
  });
}

// Decodes each id alone, and converts the bytes of each.
PartsEdit id_by_id(std::function<std::string(std::string_view bytes)> text_of) {
  return decoding([text_of](const Decode&) -> Decode {
    return [text_of](IdView ids, const Table& table) {
      std::string text;
      for (const TokenId& id : ids) text += text_of(reference::decode_bytes({&id, 1}, table));
      return text;
    };
  });
}

// Reads the integers of ids differently.
PartsEdit reading_ids(std::function<json::Integer(json::Integer)> read) {
  return [read](program::TokenizerParts parts) {
    parts.read_ids = [read, read_ids = parts.read_ids](json::Array ids) {
      for (json::Value& id : ids) {
        if (auto* integer = std::get_if<json::Integer>(&id.data))
          *integer = read(std::move(*integer));
      }
      return read_ids(ids);
    };
    return parts;
  };
}

bool is_known(TokenId id, const Table& table) {
  return id < table.tokens.size() || id == table.specials.front().id;
}

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
    while (!rest.empty() && utf8::is_continuation(rest.front())) {
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
PartsEdit shared_decoder() {
  return decoding([](const Decode&) -> Decode {
    return [waiting = std::make_shared<std::string>()](IdView ids, const Table& table) {
      std::string bytes = std::exchange(*waiting, {}) + reference::decode_bytes(ids, table);
      if (const auto offset = utf8::first_ill_formed(bytes); offset && bytes.size() - *offset < 4) {
        *waiting = bytes.substr(*offset);
        bytes.resize(*offset);
      }
      return suite::mended(bytes, "\ufffd");
    };
  });
}

std::vector<Fault> of_unknown_ids() {
  return {
      {"skip-unknown-id", "An unknown id is skipped.", "DecodeUnknownId", L1,
       of_ids([](TokenId id, const Table& table) {
         return is_known(id, table) ? std::optional(id) : std::nullopt;
       })},
      {"unknown-id-as-mark", "An unknown id becomes a question mark.", "DecodeUnknownId", L1,
       of_ids([](TokenId id, const Table& table) {
         return std::optional<TokenId>(is_known(id, table) ? id : TokenId{'?'});
       })},
      {"unknown-id-wraps", "An id is taken modulo the size of the vocabulary.", "DecodeUnknownId",
       L1, of_ids([](TokenId id, const Table& table) {
         return std::optional(is_known(id, table) ? id
                                                  : id % static_cast<TokenId>(table.tokens.size()));
       })},
      {"special-left-out", "Special tokens are left out of the text.", "SpecialDecode", L1,
       of_ids([](TokenId id, const Table& table) {
         return id == table.specials.front().id ? std::nullopt : std::optional(id);
       })},
      {"special-unknown", "The id of the special token is unknown.", "SpecialDecode", L1,
       of_ids([](TokenId id, const Table& table) {
         return std::optional(id == table.specials.front().id ? 0xFFFFFFFFU : id);
       })},
      {"unknown-id-value-error", "An unknown id raises ValueError, not KeyError.",
       "DecodeUnknownId", L1, decoding([](const Decode& decode) -> Decode {
         return [decode](IdView ids, const Table& table) {
           try {
             return decode(ids, table);
           } catch (const KeyError& error) {
             throw ValueError(error.what(), "FR-22");
           }
         };
       })},
      {"stop-at-unknown-id", "The text ends at an unknown id.", "DecodeUnknownId", L1,
       decoding([](const Decode& decode) -> Decode {
         return [decode](IdView ids, const Table& table) {
           std::size_t known = 0;
           while (known < ids.size() && is_known(ids[known], table)) ++known;
           return decode(ids.first(known), table);
         };
       })},
  };
}

std::vector<Fault> of_large_ids() {
  // The low 64 bits of the number, as two's complement if it is negative.
  const auto bits_of = [](const json::Integer& integer) {
    std::uint64_t bits = integer.magnitude.value_or(0);
    for (const char c : integer.magnitude ? std::string_view() : std::string_view(integer.text)) {
      if (c != '-') bits = 10 * bits + static_cast<std::uint64_t>(c - '0');
    }
    return integer.negative ? 0 - bits : bits;
  };
  return {
      {"ids-32-bit", "Ids are cut to 32 bits.", "DecodeUnknownId", L1,
       reading_ids([bits_of](const json::Integer& id) {
         return json::Integer{false, bits_of(id) & 0xFFFFFFFFU, {}};
       })},
      {"ids-16-bit", "Ids are cut to 16 bits.", "DecodeUnknownId", L1,
       reading_ids([bits_of](const json::Integer& id) {
         return json::Integer{false, bits_of(id) & 0xFFFFU, {}};
       })},
      {"ids-clamped", "An id that 32 bits cannot hold is taken for the nearest byte.",
       "DecodeUnknownId", L1, reading_ids([](json::Integer id) {
         const bool large = !id.magnitude || *id.magnitude > 0xFFFFFFFFU;
         return id.negative || large ? json::Integer{false, id.negative ? 0U : 127U, {}} : id;
       })},
  };
}

std::vector<Fault> of_ill_formed_bytes() {
  return {
      {"replace-ill-formed", "Ill-formed bytes become U+FFFD.", "DecodeErrors", L1,
       of_bytes([](std::string_view bytes) { return suite::mended(bytes, "\ufffd"); })},
      {"drop-ill-formed", "Ill-formed bytes are dropped.", "DecodeErrors", L1,
       of_bytes([](std::string_view bytes) { return suite::mended(bytes, ""); })},
      // The vectors need not distinguish this fault from those above.
      {"replace-subparts",
       "Ill-formed bytes become U+FFFD, one for each maximal subpart of a sequence.", "", L1,
       of_bytes([](std::string_view bytes) { return suite::mended_subparts(bytes, "\ufffd"); })},
      {"lossy-decode", "Ill-formed bytes are given out as they are.", "DecodeErrors", L1,
       of_bytes([](std::string_view bytes) { return std::string(bytes); })},
      {"ill-formed-value-error", "Ill-formed bytes raise ValueError, not UnicodeDecodeError.",
       "DecodeErrors", L1, of_bytes([](std::string_view bytes) {
         if (utf8::first_ill_formed(bytes)) throw ValueError("decode: ill-formed", "FR-23");
         return std::string(bytes);
       })},
      {"decode-surrogates", "Surrogates in three bytes are let through.", "LoneSurrogate", L1,
       of_bytes([](std::string_view bytes) {
         return strict_but_for(bytes, [](std::string_view rest) {
           return rest.size() > 2 && rest[0] == '\xed' && utf8::is_continuation(rest[1]) &&
                  utf8::is_continuation(rest[2]);
         });
       })},
      {"decode-overlong", "Over-long forms of two bytes are let through.", "DecodeErrors", L1,
       of_bytes([](std::string_view bytes) {
         return strict_but_for(bytes, [](std::string_view rest) {
           return rest.size() > 1 && (rest[0] == '\xc0' || rest[0] == '\xc1') &&
                  utf8::is_continuation(rest[1]);
         });
       })},
      {"decode-cut-end", "A scalar that is cut off at the end of the text is dropped.",
       "DecodeStreaming", L1, of_bytes([](std::string_view bytes) {
         const auto offset = utf8::first_ill_formed(bytes);
         const bool at_end = offset && bytes.size() - *offset < 4 &&
                             (static_cast<unsigned char>(bytes[*offset]) & 0xC0U) == 0xC0;
         return strict(at_end ? bytes.substr(0, *offset) : bytes);
       })},
      {"decode-per-token", "Each token is decoded for itself, strictly.", "DecodeStreaming", L1,
       id_by_id(strict)},
      {"decode-per-token-lossy", "Each token is decoded for itself, with U+FFFD.",
       "DecodeStreaming", L1,
       id_by_id([](std::string_view bytes) { return suite::mended(bytes, "\ufffd"); })},
      {"decode-leaks", "Bytes of a call that ended inside a scalar come with the next.",
       "DecodeIndependence", L1, shared_decoder()},
  };
}

std::vector<Fault> of_decoded_texts() {
  return {
      {"decode-cleanup", "Spaces before punctuation are removed.", "DecodeCleanup", L1,
       of_text(cleaned_up)},
      {"decode-bom-stripped", "U+FEFF at the start of the text is dropped.", "BomHandling", L1,
       of_text([](std::string_view text) {
         return std::string(text.substr(text.starts_with("\ufeff") ? 3 : 0));
       })},
      {"decode-space-stripped", "The space at the start of the text is dropped.", "PrefixSpace", L1,
       of_text([](std::string_view text) {
         return std::string(text.substr(text.starts_with(' ') ? 1 : 0));
       })},
      {"decode-newline-end", "A line end stands behind the text.", "DecodeCleanup", L1,
       of_text([](std::string_view text) { return std::string(text) + "\n"; })},
      {"decode-nul-terminated", "The text ends at its first NUL.", "NulByte", L1,
       of_text([](std::string_view text) { return std::string(text.substr(0, text.find('\0'))); })},
      {"decode-newlines", "LF is given out as CR LF, as a text file has it.", "CrLf", L1,
       of_text([](std::string_view text) { return suite::replaced_all(text, "\n", "\r\n"); })},
      {"decode-with-spaces", "Tokens are joined by spaces.", "DecodeCleanup", L1,
       id_by_id([](std::string_view bytes) { return std::string(bytes) + " "; })},
  };
}

}  // namespace

std::vector<Fault> decode_faults() {
  std::vector<Fault> all;
  for (const auto family : {of_unknown_ids, of_large_ids, of_ill_formed_bytes, of_decoded_texts})
    std::ranges::move(family(), std::back_inserter(all));
  return all;
}

}  // namespace bpetite::conform::faults
