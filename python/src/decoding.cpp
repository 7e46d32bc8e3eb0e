// Decoding: from ids of Python to str and bytes.
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>

#include "core.hpp"
#include "ids.hpp"

namespace bpetite::python {
namespace {

std::string bytes_of(const Tokenizer& tokenizer, std::span<const TokenId> ids, bool skip_special) {
  const nb::gil_scoped_release released;
  if (!skip_special) return bpetite::decode_bytes(tokenizer, ids);
  return bpetite::decode_bytes(tokenizer, without_special_tokens(tokenizer, ids));
}

}  // namespace

// Python checks UTF-8 while it makes a str. So the library need not, and only says what is wrong.
nb::object Core::decode(nb::handle ids, const char* errors, bool skip_special) const {
  const GivenIds given(ids);
  const std::string bytes = bytes_of(tokenizer_, given.ids(), skip_special);
  PyObject* const text =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), errors);
  if (text != nullptr) return nb::steal(text);
  if (std::string_view(errors) == "strict") {
    PyErr_Clear();
    const auto kept = skip_special ? without_special_tokens(tokenizer_, given.ids())
                                   : std::vector<TokenId>(given.ids().begin(), given.ids().end());
    tokenizer_.decode(kept);  // throws UnicodeDecodeError (FR-23)
  }
  throw nb::python_error();
}

nb::bytes Core::decode_bytes(nb::handle ids, bool skip_special) const {
  const GivenIds given(ids);
  const std::string bytes = bytes_of(tokenizer_, given.ids(), skip_special);
  return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes Core::token_bytes(TokenId id) const {
  const std::string_view bytes = bpetite::token_bytes(tokenizer_, id);
  return nb::bytes(bytes.data(), bytes.size());
}

StreamDecoder Core::stream(bool is_replaced) const {
  return StreamDecoder(tokenizer_, is_replaced ? IllFormed::replaced : IllFormed::refused);
}

}  // namespace bpetite::python
