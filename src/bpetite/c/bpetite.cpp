// Implements the interface for C (S33a, S33b): opens and frees tokenizers, encodes texts and counts
// their ids, decodes ids, finds the id of a special token and the number of rows that a model
// needs, and gives the version of the library and the name and message of an error. Each function
// that can fail checks its arguments, calls the C++ function, and returns what that throws as an
// error. A result that does not fit into the space of the caller is an error too. If there is no
// memory for an error, the function returns one error object that always exists.
//
//   bpetite_open(NULL, NULL, &tokenizer)
//       ValueError: open: path: null, required a pointer [S33b, chapter 10]
#include <bpetite/bpetite.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <bpetite/conversation.hpp>
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/access.hpp"
#include "bpetite/c/calls.hpp"
#include "core/wording/counted.hpp"

struct bpetite_error {
  std::string name;
  std::string message;
};

namespace bpetite {

bpetite_error& c::no_memory() {
  static bpetite_error error{"MemoryError", "out of memory"};
  return error;
}

bpetite_error* c::new_error(std::string_view name, std::string_view message) noexcept {
  try {
    return new bpetite_error{std::string(name), std::string(message)};
  } catch (const std::bad_alloc&) {
    return &no_memory();
  }
}

void c::throw_null(std::string_view function, std::string_view name) {
  throw ValueError(fmt::format("{}: {}: null, required a pointer", function, name), "S33b");
}

SpecialChoice c::special_choice(int specials, std::string_view function) {
  switch (specials) {
    case BPETITE_BY_PROFILE:
      return {};
    case BPETITE_ALL:
      return SpecialChoice::all();
    case BPETITE_ORDINARY:
      return SpecialChoice::ordinary();
    default:
      throw ValueError(fmt::format("{}: specials: {}, required 0, 1 or 2", function, specials),
                       "S33b");
  }
}

void c::check_space(std::size_t count, std::size_t capacity, std::string_view function,
                    std::string_view item, std::string_view source) {
  if (count <= capacity) return;
  throw ValueError(
      fmt::format("{}: space for {}: {} {}", function, counted(capacity, item), source, count));
}

namespace {

std::string decoded(const Tokenizer& tokenizer, std::span<const TokenId> ids, int ill_formed) {
  switch (ill_formed) {
    case BPETITE_REFUSED:
      return decode(tokenizer, ids, IllFormed::refused);
    case BPETITE_REPLACED:
      return decode(tokenizer, ids, IllFormed::replaced);
    case BPETITE_KEPT:
      return decode_bytes(tokenizer, ids);
    default:
      throw ValueError(fmt::format("decode: ill_formed: {}, required 0, 1 or 2", ill_formed),
                       "S33b");
  }
}

}  // namespace
}  // namespace bpetite

namespace c = bpetite::c;

const char* bpetite_version(void) { return BPETITE_VERSION; }

const char* bpetite_error_name(const bpetite_error* error) {
  return error == nullptr ? "" : error->name.c_str();
}

const char* bpetite_error_message(const bpetite_error* error) {
  return error == nullptr ? "" : error->message.c_str();
}

void bpetite_error_free(bpetite_error* error) {
  if (error != &c::no_memory()) delete error;
}

bpetite_error* bpetite_open(const char* path, const char* profile, bpetite_tokenizer** tokenizer) {
  return c::error_of([&] {
    bpetite_tokenizer*& opened = c::required(tokenizer, "open", "tokenizer");
    c::required(path, "open", "path");
    bpetite::OpenOptions options;
    if (profile != nullptr) options.profile = profile;
    opened = new bpetite_tokenizer{bpetite::open(path, options)};
  });
}

bpetite_error* bpetite_open_with_pattern(const char* path, const char* pattern,
                                         bpetite_tokenizer** tokenizer) {
  return c::error_of([&] {
    bpetite_tokenizer*& opened = c::required(tokenizer, "open", "tokenizer");
    c::required(path, "open", "path");
    c::required(pattern, "open", "pattern");
    opened = new bpetite_tokenizer{bpetite::open(path, {.patterns = {pattern}})};
  });
}

void bpetite_tokenizer_free(bpetite_tokenizer* tokenizer) { delete tokenizer; }

size_t bpetite_vocabulary_size(const bpetite_tokenizer* tokenizer) {
  if (tokenizer == nullptr) return 0;
  std::size_t size = tokenizer->tokenizer.vocabulary().size();
  for (const bpetite::SpecialToken& special : tokenizer->tokenizer.special_tokens()) {
    size = std::max<std::size_t>(size, special.id + std::size_t{1});
  }
  return size;
}

bpetite_error* bpetite_token_id(const bpetite_tokenizer* tokenizer, const char* literal,
                                size_t size, uint32_t* id) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
    const auto wanted = c::text_of(literal, size, "encode", "literal");
    uint32_t& found = c::required(id, "encode", "id");
    found = bpetite::encode_special(model.tokenizer, wanted);
  });
}

bpetite_error* bpetite_encode(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                              int specials, uint32_t* ids, size_t capacity, size_t* count) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
    const auto whole = c::text_of(text, size, "encode", "text");
    const auto space = c::array(ids, capacity, "encode", "ids");
    size_t& found = c::required(count, "encode", "count");
    const auto choice = c::special_choice(specials, "encode");
    found = bpetite::write_ids(model.tokenizer, whole, space, choice);
    c::check_space(found, capacity, "encode", "id", "the text has");
  });
}

bpetite_error* bpetite_count(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                             int specials, size_t* count) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
    const auto whole = c::text_of(text, size, "encode", "text");
    size_t& found = c::required(count, "encode", "count");
    found = bpetite::count_ids(model.tokenizer, whole, c::special_choice(specials, "encode"));
  });
}

bpetite_error* bpetite_decode(const bpetite_tokenizer* tokenizer, const uint32_t* ids, size_t count,
                              int ill_formed, char* text, size_t capacity, size_t* size) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "decode", "tokenizer");
    const auto given = c::array(ids, count, "decode", "ids");
    const auto space = c::array(text, capacity, "decode", "text");
    size_t& found = c::required(size, "decode", "size");
    const std::string bytes = bpetite::decoded(model.tokenizer, given, ill_formed);
    found = bytes.size();
    if (text == nullptr) return;  // only the size was asked for
    c::check_space(found, capacity, "decode", "byte", "the text has");
    std::ranges::copy(bytes, space.begin());
  });
}
