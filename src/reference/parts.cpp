// Encodes a text that is put together from parts with their trust (encode_parts,
// spec/22-motion.md).
//
//   parts      text "a<s>", template "b<s>"       with <s> = 300
//   runs       "a<s>" without literals            "b" and <s>
//   segments   "a<s>b", joined across the seam    then 300
//   ids        97 60 115 62 98 300
//
// Each byte of a segment carries the bytes of the joined text that it came from, so that the spans
// of the ids follow. joined_text() gives the joined text.
#include "reference/parts.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "core/parts.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {
namespace {

using Kind = TextPart::Kind;

// A text, and for each byte of it the bytes of the joined text that it came from.
struct Sourced {
  std::string text;
  std::vector<Span> from;

  // All that the bytes from `begin` to before `end` came from.
  Span origin(std::size_t begin, std::size_t end) const {
    return {from[begin].begin, from[end - 1].end};
  }
  Sourced part(std::size_t begin, std::size_t size) const {
    const auto at = from.begin() + static_cast<std::ptrdiff_t>(begin);
    return {text.substr(begin, size), {at, at + static_cast<std::ptrdiff_t>(size)}};
  }
  void append(const Sourced& more) {
    text += more.text;
    from.insert(from.end(), more.from.begin(), more.from.end());
  }
};

// An added token, and what it takes.
struct Boundary {
  TokenId id = 0;
  Span from;
};

// Ordinary text, or an added token between two texts.
using Item = std::variant<Sourced, Boundary>;

// S62i: errors come before any id.
void check_parts(std::span<const TextPart> parts, const Table& table) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind == Kind::token) {
      token_of(parts[i], i, table);
      continue;
    }
    check_trust(parts[i], i, table);
    if (const auto offset = utf8::first_ill_formed(parts[i].text)) {
      utf8::throw_ill_formed(parts[i].text, *offset, area_of_part(i));
    }
  }
}

std::string_view text_of(const TextPart& part, const Table& table) {
  return part.kind == Kind::token ? std::string_view(token_of(part, 0, table).literal) : part.text;
}

// S62b "in a template run all added tokens, in a text run only those that are not special".
SpecialChoice choice_of(Kind kind, const Profile& profile) {
  if (kind == Kind::text) return SpecialChoice::ordinary();
  return profile.added.rule == SpecialRule::matched ? SpecialChoice() : SpecialChoice::all();
}

// S28b: the normal form. The bytes of a group that changes came from the whole group.
Sourced normalized(const Sourced& given, Normalizer normalizer) {
  Sourced whole;
  std::size_t at = 0;
  for (const std::string_view group : groups(given.text, normalizer)) {
    const std::string form = normalize(group, normalizer);
    for (std::size_t i = 0; i < form.size(); ++i) {
      whole.from.push_back(form == group ? given.from[at + i]
                                         : given.origin(at, at + group.size()));
    }
    whole.text += form;
    at += group.size();
  }
  return whole;
}

// Appends the ordinary text of a run and its literals, by the three steps of S30e.
void add_run(const Sourced& run, Kind kind, const Table& table, bool strict,
             std::vector<Item>& items) {
  // S62g "no added token at all is found in text runs".
  if (strict && kind == Kind::text) {
    items.emplace_back(normalized(run, table.profile.normalizer));
    return;
  }
  const SpecialChoice choice = choice_of(kind, table.profile);
  std::size_t at = 0;
  for (const Segment& segment : given_segments(run.text, table, choice)) {
    if (const auto* found = std::get_if<FoundSpecial>(&segment)) {
      items.emplace_back(Boundary{found->id, run.origin(at, at + found->taken.size())});
      at += found->taken.size();
      continue;
    }
    const std::size_t size = std::get<std::string_view>(segment).size();
    // S62c "each stretch of a run is normalized by itself".
    const Sourced form = normalized(run.part(at, size), table.profile.normalizer);
    at += size;
    std::size_t place = 0;
    for (const Segment& piece : normalized_segments(form.text, table, choice)) {
      const auto* found = std::get_if<FoundSpecial>(&piece);
      const std::size_t length =
          found != nullptr ? found->taken.size() : std::get<std::string_view>(piece).size();
      if (found != nullptr) {
        items.emplace_back(Boundary{found->id, form.origin(place, place + length)});
      } else {
        items.emplace_back(form.part(place, length));
      }
      place += length;
    }
  }
}

// The literals and the ordinary text of all runs, in order.
std::vector<Item> items_of(std::span<const TextPart> parts, const Table& table, bool strict) {
  std::vector<Item> items;
  Sourced run;
  Kind kind = Kind::text;
  const auto end_run = [&] {
    if (!run.text.empty()) add_run(run, kind, table, strict, items);
    run = {};
  };
  std::size_t at = 0;
  for (const TextPart& part : parts) {
    const std::string_view text = text_of(part, table);
    if (part.kind == Kind::token) {
      end_run();
      items.emplace_back(Boundary{token_of(part, 0, table).id, {at, at + text.size()}});
    } else if (!text.empty()) {  // S62a "empty parts are no parts"
      if (part.kind != kind) end_run();
      kind = part.kind;
      run.text += text;
      for (std::size_t i = 0; i < text.size(); ++i) run.from.push_back({at + i, at + i + 1});
    }
    at += text.size();
  }
  end_run();
  return items;
}

// S62c "joined across seams": neighbouring texts become one.
std::vector<Item> joined(const std::vector<Item>& items) {
  std::vector<Item> done;
  for (const Item& item : items) {
    const bool goes_on = !done.empty() && std::holds_alternative<Sourced>(done.back()) &&
                         std::holds_alternative<Sourced>(item);
    if (goes_on) {
      std::get<Sourced>(done.back()).append(std::get<Sourced>(item));
    } else {
      done.push_back(item);
    }
  }
  return done;
}

// The normal form of ordinary text, with the space of S30g.
Sourced form_of_segment(const Sourced& segment, const Profile& profile) {
  Sourced form = normalized(segment, profile.normalizer);
  if (gets_space(profile, form.text)) {
    form.text = with_prefix_space(form.text, profile);
    form.from.insert(form.from.begin(), form.from.front());
  }
  return form;
}

// Encodes ordinary text in chunks.
void add_segment(const Sourced& segment, const Table& table, const Pretokenizer& pretokenizer,
                 const TokensByBytes& by_bytes, EncodedParts& done) {
  const Sourced form = form_of_segment(segment, table.profile);
  std::vector<Span> from;
  for (std::size_t i = 0; i < form.text.size(); ++i) {
    // S31d: a byte without a token is in no id.
    if (has_byte(table, static_cast<unsigned char>(form.text[i]))) from.push_back(form.from[i]);
  }
  std::size_t at = 0;
  for (const std::string_view chunk : pretokenizer.chunks(form.text)) {
    const std::vector<TokenId> ids = table.profile.merging == Merging::pairs
                                         ? encode_chunk(chunk, table)
                                         : encode_chunk_by_bytes(chunk, table, by_bytes);
    for (const TokenId id : ids) {
      const std::size_t end = at + table.tokens[id].size();
      done.ids.push_back(id);
      done.spans.push_back({from[at].begin, from[end - 1].end});
      at = end;
    }
  }
}

// S62h "the part that has the first byte of the span, and the part that has the last".
std::vector<PartRange> parts_of(const std::vector<Span>& spans, std::span<const TextPart> parts,
                                const Table& table) {
  const auto holder = [&](std::size_t byte) {
    std::size_t number = 0;
    std::size_t end = text_of(parts[0], table).size();
    while (end <= byte) end += text_of(parts[++number], table).size();
    return number;
  };
  std::vector<PartRange> ranges;
  for (const Span& span : spans) ranges.push_back({holder(span.begin), holder(span.end - 1)});
  return ranges;
}

EncodedParts encode_joined(std::span<const TextPart> parts, const Table& table, bool strict) {
  const Pretokenizer pretokenizer(table.profile);
  const TokensByBytes by_bytes =
      table.profile.merging == Merging::bytes ? tokens_by_bytes(table) : TokensByBytes{};
  EncodedParts done;
  for (const Item& item : joined(items_of(parts, table, strict))) {
    if (const auto* boundary = std::get_if<Boundary>(&item)) {
      done.ids.push_back(boundary->id);
      done.spans.push_back(boundary->from);
    } else {
      add_segment(std::get<Sourced>(item), table, pretokenizer, by_bytes, done);
    }
  }
  done.parts = parts_of(done.spans, parts, table);
  return done;
}

}  // namespace

EncodedParts encode_parts(std::span<const TextPart> parts, const Table& table,
                          const PartsOptions& options) {
  check_parts(parts, table);
  if (options.seams == Seams::joined) return encode_joined(parts, table, options.strict);
  // S62f "each part is encoded alone, and the ids are joined".
  EncodedParts done;
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const EncodedParts alone = encode_joined(parts.subspan(i, 1), table, options.strict);
    done.ids.insert(done.ids.end(), alone.ids.begin(), alone.ids.end());
    for (const auto& [begin, end] : alone.spans) {
      done.spans.push_back({at + begin, at + end});
      done.parts.push_back({i, i});
    }
    at += text_of(parts[i], table).size();
  }
  return done;
}

std::vector<NormalizedSegment> segments_of_parts(std::span<const TextPart> parts,
                                                 const Table& table) {
  check_parts(parts, table);
  std::vector<NormalizedSegment> segments;
  for (const Item& item : joined(items_of(parts, table, false))) {
    if (const auto* boundary = std::get_if<Boundary>(&item)) {
      segments.emplace_back(boundary->id);
    } else {
      segments.emplace_back(form_of_segment(std::get<Sourced>(item), table.profile).text);
    }
  }
  return segments;
}

std::string joined_text(std::span<const TextPart> parts, const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += parts[i].kind == Kind::token ? token_of(parts[i], i, table).literal : parts[i].text;
  }
  return text;
}

}  // namespace bpetite::reference
