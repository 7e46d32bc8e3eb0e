// Steps 14 to 19 of the loader: the vocabulary (spec/07-artifact.md).
//
//   "merges":[[97,98]], "vocab":{..., "256":[97,99]}    step 17: not the bytes of 97 and 98
//
// A number is compared before it is used: an id only indexes once it is known to be small.
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
std::optional<std::uint64_t> below(const json::Value& value, std::uint64_t limit) {
  const auto* integer = std::get_if<json::Integer>(&value.data);
  if (integer == nullptr || integer->negative || !integer->magnitude ||
      *integer->magnitude >= limit) {
    return std::nullopt;
  }
  return integer->magnitude;
}

// Lists of bytes (step 14) are compared as they were read: no list is built for it.
bool same_byte(const json::Value& a, const json::Value& b) {
  return std::get<json::Integer>(a.data).magnitude == std::get<json::Integer>(b.data).magnitude;
}
bool holds_bytes(const json::Array& list, std::string_view bytes) {
  return std::equal(list.begin(), list.end(), bytes.begin(), bytes.end(),
                    [](const json::Value& value, char byte) {
                      return equals(value, static_cast<unsigned char>(byte));
                    });
}
bool is_joined(const json::Array& list, const json::Array& left, const json::Array& right) {
  if (list.size() != left.size() + right.size()) {
    return false;
  }
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(left.size());
  return std::equal(left.begin(), left.end(), list.begin(), same_byte) &&
         std::equal(right.begin(), right.end(), middle, same_byte);
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
  const json::Value& field = reading.field("vocab");
  reading.vocabulary = std::get_if<json::Object>(&field.data);
  if (reading.vocabulary == nullptr) {
    return complain("vocab", shown(field), "an object");
  }
  for (const auto& [key, value] : *reading.vocabulary) {
    if (!is_canonical_decimal(key)) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), "not an id",
                      "digits without a leading zero");
    }
    const auto* list = std::get_if<json::Array>(&value.data);
    if (list == nullptr) {
      return complain(fmt::format("vocab[{}]", utf8::quoted(key)), shown(value),
                      "an array of bytes");
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!below((*list)[i], 256)) {
        return complain(fmt::format("vocab[{}][{}]", utf8::quoted(key), i), shown((*list)[i]),
                        "an integer from 0 to 255");
      }
    }
  }
  return {};
}

// FR-29o: vocab has every id below mergeable_vocab_size.
Complaint vocabulary_complete(Reading& reading) {
  reading.tokens.assign(static_cast<std::size_t>(reading.mergeable), nullptr);
  for (const auto& [key, value] : *reading.vocabulary) {
    const auto id = id_of(key);
    if (!id || *id > reading.mergeable) {
      reading.beyond = key;
    } else if (*id == reading.mergeable) {
      reading.special = &std::get<json::Array>(value.data);
    } else {
      reading.tokens[static_cast<std::size_t>(*id)] = &std::get<json::Array>(value.data);
    }
  }
  const auto gap = std::find(reading.tokens.begin(), reading.tokens.end(), nullptr);
  if (gap != reading.tokens.end()) {
    return complain(fmt::format("vocab[\"{}\"]", gap - reading.tokens.begin()), "missing",
                    fmt::format("every id below {}", reading.mergeable));
  }
  return {};
}

// FR-29p: the ids 0 to 255 are the single bytes (FR-8).
Complaint base_bytes(Reading& reading) {
  for (std::size_t id = 0; id < 256; ++id) {
    const json::Array& list = *reading.tokens[id];
    if (list.size() != 1 || !equals(list.front(), id)) {
      return complain(fmt::format("vocab[\"{}\"]", id), "other bytes", fmt::format("[{}]", id));
    }
  }
  return {};
}

// FR-29q: each merge joins two earlier tokens, and its own has their bytes (S12).
Complaint merged_tokens(Reading& reading) {
  for (std::size_t rank = 0; rank < reading.merges->size(); ++rank) {
    const auto& merge = std::get<json::Array>((*reading.merges)[rank].data);
    const std::size_t token = 256 + rank;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!below(merge[side], token)) {
        return complain(fmt::format("merges[{}][{}]", rank, side),
                        fmt::format("token {}", shown(merge[side])),
                        fmt::format("one below {}", token));
      }
    }
    const json::Array& left = *reading.tokens[static_cast<std::size_t>(*below(merge[0], token))];
    const json::Array& right = *reading.tokens[static_cast<std::size_t>(*below(merge[1], token))];
    if (!is_joined(*reading.tokens[token], left, right)) {
      return complain(fmt::format("vocab[\"{}\"]", token), "other bytes",
                      fmt::format("those of {} and {}", shown(merge[0]), shown(merge[1])));
    }
  }
  return {};
}

// FR-29r: the one special token has the first free id, and its bytes are there (FR-13, FR-14,
// SV1e).
Complaint special_token(Reading& reading) {
  const json::Value& field = reading.field("special_tokens");
  const auto* specials = std::get_if<json::Object>(&field.data);
  if (specials == nullptr) {
    return complain("special_tokens", shown(field), "an object");
  }
  if (specials->size() != 1 || specials->front().key != end_of_text) {
    return complain("special_tokens", "other keys", fmt::format("\"{}\" alone", end_of_text));
  }
  if (!equals(specials->front().value, reading.mergeable)) {
    return complain(fmt::format("special_tokens[\"{}\"]", end_of_text),
                    shown(specials->front().value), fmt::format("{}", reading.mergeable));
  }
  if (reading.special == nullptr || !holds_bytes(*reading.special, end_of_text)) {
    return complain(fmt::format("vocab[\"{}\"]", reading.mergeable),
                    reading.special == nullptr ? "missing" : "other bytes",
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
