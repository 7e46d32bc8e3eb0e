// Sources says which bytes of a given text the bytes of another one came from (S28b).
//
//   given  "cafe" U+0301      form  "caf" C3 A9      sources  3 bytes of 0..3, 2 bytes of all
//   of 3..6
//
// The bytes of an entry came from the bytes of its span one by one, or each from the whole span. A
// Sources::Reader reads the entries from the beginning. Cost: one entry for each change of a text,
// and one for what is between two changes.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/normalize/nfc.hpp"

namespace bpetite::engine::motion {

class Sources {
 public:
  // The next bytes came from as many bytes, one by one.
  void add_same(Span from);
  // The next `size` bytes came from the whole span each.
  void add(std::size_t size, Span from);
  void append(const Sources& more);
  void clear() { entries_.clear(); }

  // Those of the normal form of the text that these belong to.
  Sources normalized(std::size_t size, std::span<const normalize::Nfc::Change> changes) const;
  // Those of what is left of a text without these bytes.
  Sources without(std::string_view text, std::string_view dropped) const;

  class Reader;

 private:
  struct Entry {
    std::size_t size;
    Span from;
    bool is_same;  // one by one
  };
  std::vector<Entry> entries_;
};

class Sources::Reader {
 public:
  // It must outlive the reader.
  explicit Reader(const Sources& sources) : sources_(sources) {}

  // All that the next bytes came from, at least one.
  Span take(std::size_t size);
  // Appends the sources of the next bytes.
  void copy(std::size_t size, Sources& to);

 private:
  // Calls take with the parts of entries that the next bytes are in.
  template <typename Take>
  void read(std::size_t size, const Take& take);

  const Sources& sources_;
  std::size_t entry_ = 0;
  std::size_t used_ = 0;  // bytes of this entry
};

}  // namespace bpetite::engine::motion
