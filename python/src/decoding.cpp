// Decodes ids from Python into str and bytes, with or without the ids of special tokens. Also gives
// the bytes of one token, and makes a decoder for ids that arrive one after the other.
//
//   Core.decode([104, 105], "strict", False)      "hi"
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core.hpp"
#include "engine/decode.hpp"
#include "engine/scan/utf8.hpp"
#include "ids.hpp"

namespace bpetite::python {
namespace {

// Calls for the ids, without those of special tokens if that is asked for.
template <typename Use>
auto with_wanted(const Tokenizer& tokenizer, const GivenIds& given, bool skip_special,
                 const Use& use) {
  if (!skip_special) return use(given.ids());
  std::vector<TokenId> kept;
  {
    const nb::gil_scoped_release released;
    kept = without_special_tokens(tokenizer, given.ids());
  }
  return use(std::span<const TokenId>(kept));
}

std::string text_of(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
  const nb::gil_scoped_release released;
  return bpetite::decode_bytes(tokenizer, ids);
}

// Decodes to the memory of the result, which nobody else knows yet.
nb::bytes bytes_of(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
  const engine::Decoder& decoder = TokenizerAccess::model(tokenizer).decoder();
  std::size_t size = 0;
  {
    const nb::gil_scoped_release released;
    size = decoder.joined_size(ids);
  }
  nb::bytes bytes(nullptr, size);
  const std::span<char> memory(PyBytes_AsString(bytes.ptr()), size);
  bool fits = false;
  {
    const nb::gil_scoped_release released;
    fits = decoder.join_into(ids, memory);
  }
  if (!fits) throw ValueError("decode_bytes: the ids changed while they were decoded", "");
  return bytes;
}

}  // namespace

// Python checks UTF-8 while it makes a str. So the library need not, and only says what is wrong.
nb::object Core::decode(nb::handle ids, const char* errors, bool skip_special) const {
  const GivenIds given(ids);
  return with_wanted(tokenizer_, given, skip_special, [&](std::span<const TokenId> wanted) {
    const std::string bytes = text_of(tokenizer_, wanted);
    PyObject* const text =
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), errors);
    if (text != nullptr) return nb::steal(text);
    // Of the bytes, not of the ids once more: an array may have other ids by now.
    const auto fault = engine::scan::first_ill_formed(bytes);
    if (fault && std::string_view(errors) == "strict") {
      PyErr_Clear();
      engine::Decoder::throw_ill_formed(bytes, *fault, *fault);  // FR-23
    }
    throw nb::python_error();
  });
}

nb::bytes Core::decode_bytes(nb::handle ids, bool skip_special) const {
  const GivenIds given(ids);
  return with_wanted(tokenizer_, given, skip_special,
                     [&](std::span<const TokenId> wanted) { return bytes_of(tokenizer_, wanted); });
}

nb::bytes Core::token_bytes(TokenId id) const {
  const std::string_view bytes = bpetite::token_bytes(tokenizer_, id);
  return nb::bytes(bytes.data(), bytes.size());
}

StreamDecoder Core::stream(bool is_replaced) const {
  return StreamDecoder(tokenizer_, is_replaced ? IllFormed::replaced : IllFormed::refused);
}

}  // namespace bpetite::python
