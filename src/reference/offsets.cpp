// Finds the bytes of a text that each token came from (byte_spans, spec/04-encode.md, S28b to
// S28d), and the same places in scalars (scalar_spans).
//
//   given       c  a  f  e  U+0301        bytes 0 1 2 3 4..6
//   form        c  a  f  C3 A9            origins 0..1 1..2 2..3 3..6 3..6
//   "caf" "é"   0..3   3..6
//
// encode_up_to() gives the first ids of a text, at most as many as a limit says, and where the text
// is cut. encode_with_template_up_to() does so between the ids of a template, which count.
#include "reference/offsets.hpp"
#include "core/wording/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <bpetite/errors.hpp>

#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/scalars.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {
namespace {

std::size_t size_of(TokenId id, const Table& table) {
  const auto special = std::ranges::find(table.specials, id, &SpecialToken::id);
  return special != table.specials.end() ? decoded_bytes(*special, table).size()
                                         : table.tokens[id].size();
}

// A stretch between special tokens in its normal form, and where each byte of it came from.
struct Form {
  std::string text;
  std::vector<Span> origins;
};

Form form_of_stretch(std::string_view stretch, std::size_t at, Normalizer normalizer) {
  Form whole;
  for (const auto group : groups(stretch, normalizer)) {
    const std::string form = normalize(group, normalizer);
    for (std::size_t i = 0; i < form.size(); ++i) {
      // S28b "each byte of it came from the whole group".
      whole.origins.push_back(form == group ? Span{at + i, at + i + 1}
                                            : Span{at, at + group.size()});
    }
    whole.text += form;
    at += group.size();
  }
  return whole;
}

// The bytes of the given text that each byte of the ids came from.
std::vector<Span> origins(std::string_view text, const Table& table, const SpecialChoice& choice) {
  std::vector<Span> all;
  // S28b "the span of its literal, and of the white space that it takes".
  const auto add_special = [&](const FoundSpecial& found, Span from) {
    all.insert(all.end(), size_of(found.id, table), from);
  };
  std::size_t at = 0;
  for (const Segment& segment : given_segments(text, table, choice)) {
    if (const auto* found = std::get_if<FoundSpecial>(&segment)) {
      add_special(*found, {at, at + found->taken.size()});
      at += found->taken.size();
      continue;
    }
    const auto stretch = std::get<std::string_view>(segment);
    const Form form = form_of_stretch(stretch, at, table.profile.normalizer);
    std::size_t place = 0;
    for (const Segment& part : normalized_segments(form.text, table, choice)) {
      if (const auto* found = std::get_if<FoundSpecial>(&part)) {
        const std::size_t end = place + found->taken.size();
        add_special(*found, {form.origins[place].begin, form.origins[end - 1].end});
        place = end;
        continue;
      }
      const auto ordinary = std::get<std::string_view>(part);
      // S30g "came from the first byte".
      if (gets_space(table.profile, ordinary) && has_byte(table, ' ')) {
        all.push_back(form.origins[place]);
      }
      for (const char byte : ordinary) {
        // S31d: a byte without a token is in no id.
        if (has_byte(table, static_cast<unsigned char>(byte))) all.push_back(form.origins[place]);
        ++place;
      }
    }
    at += stretch.size();
  }
  return all;
}

}  // namespace

std::vector<Span> byte_spans(std::string_view text, std::span<const TokenId> ids,
                             const Table& table, const SpecialChoice& choice) {
  const std::vector<Span> from = origins(text, table, choice);
  std::vector<Span> spans;
  std::size_t at = 0;
  for (const TokenId id : ids) {
    const std::size_t end = at + size_of(id, table);
    spans.push_back({from[at].begin, from[end - 1].end});
    at = end;
  }
  return spans;
}

std::vector<Span> scalar_spans(std::string_view text, const std::vector<Span>& byte_spans) {
  const Scalars scalars(text);
  // The scalar that holds a byte.
  const auto holder = [&](std::size_t byte) {
    const auto next = std::ranges::upper_bound(scalars.starts, byte);
    return static_cast<std::size_t>(next - scalars.starts.begin()) - 1;
  };
  std::vector<Span> spans;
  for (const Span& span : byte_spans) {
    spans.push_back({holder(span.begin), holder(span.end - 1) + 1});
  }
  return spans;
}

EncodedPrefix encode_up_to(std::string_view text, std::size_t limit, const Table& table,
                           const SpecialChoice& choice) {
  EncodedPrefix first{encode(text, table, choice), false, text.size(), text.size()};
  if (first.ids.size() <= limit) return first;
  const std::vector<Span> spans = byte_spans(text, first.ids, table, choice);
  first.is_cut = true;
  first.ids.resize(limit);
  // S28d "the end of the span of the last one".
  first.covered = limit == 0 ? 0 : spans[limit - 1].end;
  const std::vector<std::size_t> starts = Scalars(text).starts;
  first.rest = *std::prev(std::ranges::upper_bound(starts, spans[limit].begin));
  return first;
}

EncodedPrefix encode_with_template_up_to(std::string_view text, std::size_t limit,
                                         const Table& table, const SpecialChoice& choice) {
  const Template& ends = table.profile.ids_around;
  const std::size_t around = ends.before.size() + ends.after.size();
  if (around > limit) {
    throw ValueError(
        fmt::format("encode: at most {}: the template alone has {}", counted(limit, "id"), around),
        "S28d");
  }
  EncodedPrefix first = encode_up_to(text, limit - around, table, choice);
  first.ids = reference::with_template(std::move(first.ids), ends);
  return first;
}

}  // namespace bpetite::reference
