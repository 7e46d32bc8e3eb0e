// Builds the table that gives the class of a scalar (ClassTable): each page of 64 scalars has the
// place of its 64 classes, and most pages with equal classes share one place. It also fills the
// tables for first bytes of UTF-8 and for ASCII. both() makes one table of two: two scalars are in
// one class if both tables have them in one. It returns nullopt if this needs more than 254
// classes.
#include "engine/compile/class_table.hpp"

#include <algorithm>
#include <map>

namespace bpetite::engine::compile {

ClassTable::ClassTable(const Minterms& minterms) : ClassTable() {
  size_ = minterms.size();
  constexpr std::size_t parts = std::size_t{1} << (Minterms::page_bits - page_bits);
  std::vector<std::array<std::optional<std::uint32_t>, parts>> known;  // by page of the minterms
  for (char32_t first = 0; first < pages << page_bits; first += last_bits + 1) {
    known.resize(std::max(known.size(), minterms.page(first) + 1));
    std::optional<std::uint32_t>& place = known[minterms.page(first)][(first >> page_bits) % parts];
    if (!place) {
      place = static_cast<std::uint32_t>(classes_.size());
      for (char32_t i = 0; i <= last_bits; ++i) classes_.push_back(minterms.of(first + i));
    }
    page_at_.push_back(*place);
  }
  fill_ascii();
}

std::optional<std::pair<ClassTable, ClassTable::Pairs>> ClassTable::both(const ClassTable& a,
                                                                         const ClassTable& b) {
  ClassTable table;
  Pairs pairs;
  std::map<std::pair<std::uint8_t, std::uint8_t>, std::uint8_t> numbers;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;  // by both pages
  for (std::size_t page = 0; page < pages; ++page) {
    const std::pair from(a.page_at_[page], b.page_at_[page]);
    const auto [place, is_new] =
        known.emplace(from, static_cast<std::uint32_t>(table.classes_.size()));
    table.page_at_.push_back(place->second);
    for (std::size_t i = 0; is_new && i <= last_bits; ++i) {
      const std::pair both(a.classes_[from.first + i], b.classes_[from.second + i]);
      const auto found = numbers.emplace(both, static_cast<std::uint8_t>(pairs.size())).first;
      if (found->second == pairs.size()) pairs.push_back(both);
      if (pairs.size() > max_classes) return std::nullopt;
      table.classes_.push_back(found->second);
    }
  }
  table.size_ = pairs.size();
  table.fill_ascii();
  return std::pair(std::move(table), std::move(pairs));
}

void ClassTable::fill_leads() {
  const auto fill = [&](unsigned first, unsigned end, std::uint8_t size, auto page_of) {
    for (unsigned byte = first; byte < end; ++byte) {
      leads_[byte] = {static_cast<std::uint16_t>(page_of(byte)),
                      static_cast<std::uint8_t>(size == 3 ? 63 : 0), size};
    }
  };
  fill(0x00, 0x80, 1, [](unsigned byte) { return byte >> 6; });
  fill(0xC0, 0xE0, 2, [](unsigned byte) { return byte & 31U; });
  fill(0xE0, 0xF0, 3, [](unsigned byte) { return (byte & 15U) << 6; });
  fill(0xF0, 0xF8, 4, [](unsigned) { return 0U; });
}

void ClassTable::fill_ascii() {
  for (char32_t i = 0; i < ascii_.size(); ++i) ascii_[i] = of(i);
}

}  // namespace bpetite::engine::compile
