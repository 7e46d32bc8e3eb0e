// Checks the vocabulary: steps 14 to 19 of the loader (spec/07-artifact.md).
//
//   "merges":[[97,98]], "vocab":{..., "256":[97,99]}    step 17: not the bytes of 97 and 98
//
// A number is compared before it is used: an id is an index only after it is known to be small.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "artifact/artifact_steps.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

namespace bpetite::artifact {
namespace {

// "0", "7", "256": digits only, and no zero before others.
bool is_canonical_decimal(std::string_view key) {
  return !key.empty() && (key == "0" || key.front() != '0') &&
         std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The value, if it is an integer below the limit.
std::optional<std::uint64_t> below(const json::Node& value, std::uint64_t limit) {
  const auto number = value.small_number();
  return number && *number < limit ? number : std::nullopt;
}

// Lists of bytes (step 14).
bool holds_bytes(const json::Node& list, std::string_view bytes) {
  const json::Elements elements = list.elements();
  return std::equal(elements.begin(), elements.end(), bytes.begin(), bytes.end(),
                    [](const json::Node& value, char byte) {
                      return equals(value, static_cast<unsigned char>(byte));
                    });
}
bool is_joined(const json::Node& list, const json::Node& left, const json::Node& right) {
  std::vector<json::Node> parts = left.elements().to_vector();
  const json::Elements last = right.elements();
  parts.insert(parts.end(), last.begin(), last.end());
  const json::Elements whole = list.elements();
  return std::equal(whole.begin(), whole.end(), parts.begin(), parts.end(),
                    [](const json::Node& a, const json::Node& b) {
                      return a.small_number() == b.small_number();
                    });
}

}  // namespace

std::optional<std::uint64_t> id_of(std::string_view key) {
  std::uint64_t id = 0;
  const char* const last = key.data() + key.size();
  const auto [end, error] = std::from_chars(key.data(), last, id);
  return error == std::errc() && end == last ? std::optional(id) : std::nullopt;
}

// FR-29n: vocab maps canonical decimals to lists of bytes (SV1f).
Complaint vocabulary_shape(Reading& reading) {
  const json::Node field = reading.field("vocab");
  if (field.kind() != json::Kind::object) return complain("vocab", shown(field), "an object");
  reading.vocabulary = field.members().to_vector();
  for (const auto& [key, value] : reading.vocabulary) {
    if (!is_canonical_decimal(key)) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), "not an id",
                      "digits without a leading zero");
    }
    if (value.kind() != json::Kind::array) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), shown(value),
                      "an array of bytes");
    }
    const std::vector<json::Node> list = value.elements().to_vector();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!below(list[i], 256)) {
        return complain(fmt::format("vocab[{}][{}]", utf8::quoted(key), i), shown(list[i]),
                        "an integer from 0 to 255");
      }
    }
  }
  return {};
}

// FR-29o: vocab has every id below mergeable_vocab_size.
Complaint vocabulary_complete(Reading& reading) {
  reading.tokens.assign(static_cast<std::size_t>(reading.mergeable), json::Node());
  for (const auto& [key, value] : reading.vocabulary) {
    const auto id = id_of(key);
    if (!id || *id > reading.mergeable) {
      reading.beyond = key;
    } else if (*id == reading.mergeable) {
      reading.special = value;
    } else {
      reading.tokens[static_cast<std::size_t>(*id)] = value;
    }
  }
  const auto gap = std::find_if(reading.tokens.begin(), reading.tokens.end(),
                                [](const json::Node& token) { return !token.is_there(); });
  if (gap != reading.tokens.end()) {
    return complain(fmt::format("vocab[\"{}\"]", gap - reading.tokens.begin()), "missing",
                    fmt::format("every id below {}", reading.mergeable));
  }
  return {};
}

// FR-29p: the ids 0 to 255 are the single bytes (FR-8).
Complaint base_bytes(Reading& reading) {
  for (std::size_t id = 0; id < 256; ++id) {
    if (!holds_bytes(reading.tokens[id], std::string(1, static_cast<char>(id)))) {
      return complain(fmt::format("vocab[\"{}\"]", id), "other bytes", fmt::format("[{}]", id));
    }
  }
  return {};
}

// FR-29q: each merge joins two earlier tokens, and its own has their bytes (S12).
Complaint merged_tokens(Reading& reading) {
  for (std::size_t rank = 0; rank < reading.merges.size(); ++rank) {
    const std::vector<json::Node> merge = reading.merges[rank].elements().to_vector();
    const std::size_t token = 256 + rank;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!below(merge[side], token)) {
        return complain(fmt::format("merges[{}][{}]", rank, side),
                        fmt::format("token {}", shown(merge[side])),
                        fmt::format("one below {}", token));
      }
    }
    const json::Node& left = reading.tokens[static_cast<std::size_t>(*below(merge[0], token))];
    const json::Node& right = reading.tokens[static_cast<std::size_t>(*below(merge[1], token))];
    if (!is_joined(reading.tokens[token], left, right)) {
      return complain(fmt::format("vocab[\"{}\"]", token), "other bytes",
                      fmt::format("those of {} and {}", shown(merge[0]), shown(merge[1])));
    }
  }
  return {};
}

// FR-29r: the one special token has the first free id, and its bytes are there (FR-13, FR-14,
// SV1e).
Complaint special_token(Reading& reading) {
  const json::Node field = reading.field("special_tokens");
  if (field.kind() != json::Kind::object) {
    return complain("special_tokens", shown(field), "an object");
  }
  const std::vector<json::NamedNode> specials = field.members().to_vector();
  if (specials.size() != 1 || specials.front().key != end_of_text) {
    return complain("special_tokens", "other keys", fmt::format("\"{}\" alone", end_of_text));
  }
  if (!equals(specials.front().value, reading.mergeable)) {
    return complain(fmt::format("special_tokens[\"{}\"]", end_of_text),
                    shown(specials.front().value), fmt::format("{}", reading.mergeable));
  }
  if (!reading.special.is_there() || !holds_bytes(reading.special, end_of_text)) {
    return complain(fmt::format("vocab[\"{}\"]", reading.mergeable),
                    reading.special.is_there() ? "other bytes" : "missing",
                    fmt::format("the bytes of {}", end_of_text));
  }
  return {};
}

// FR-29s: vocab has no id above that of the special token.
Complaint vocabulary_closed(Reading& reading) {
  if (reading.beyond) {
    return complain(fmt::format("vocab[{}]", utf8::quoted(*reading.beyond)), "not a token",
                    fmt::format("no id above {}", reading.mergeable));
  }
  return {};
}

}  // namespace bpetite::artifact
