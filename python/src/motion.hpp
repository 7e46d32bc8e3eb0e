// Texts in motion for Python: a text that comes in pieces (TextStream), and a text that is edited,
// with places in characters (TextSession). Each keeps its tokenizer (Core) alive. Calls release the
// lock of the interpreter, so each object refuses a second thread while it works.
//
//   TextSession session(core, None, None, 1 << 20)
//   session.append("ab abc")      (0, 0, [256, 257, 99])
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>

#include "characters.hpp"
#include "core.hpp"

namespace bpetite::python {

namespace nb = nanobind;

class TextStream {
 public:
  // ValueError: a choice that a text in pieces cannot have. Other errors as encode's arguments.
  TextStream(nb::object core, nb::handle allowed, nb::handle disallowed, std::size_t max_pending);

  // Lists of ids.
  nb::object push(nb::handle text);
  nb::object finish();
  std::size_t pending();  // in bytes

 private:
  nb::object owner_;
  const Core* core_;
  Stream stream_;
  bool is_used_ = false;
};

class TextSession {
 public:
  TextSession(nb::object core, nb::handle allowed, nb::handle disallowed, std::size_t max_pending);

  // Edits, with places in characters. Each returns (kept, gone, [ids]). ValueError: no such place.
  nb::object append(nb::handle text);
  nb::object replace(std::size_t begin, std::size_t end, nb::handle text);
  nb::object truncate(std::size_t size);

  nb::object ids();    // a list
  nb::object text();   // a str
  std::size_t size();  // the number of ids
  TextSession fork();

 private:
  nb::object edit(std::size_t begin, std::size_t end, std::string_view text);

  nb::object owner_;
  const Core* core_;
  Session session_;
  CharacterPlaces places_;
  std::size_t id_count_ = 0;
  bool is_used_ = false;
};

}  // namespace bpetite::python
