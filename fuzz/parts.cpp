// Encodes lists of parts, with any trust and texts, and seams joined or cut. The engine must give
// the ids, spans and parts of the reference, or its error. The special ids must be those of the
// templates and the token parts alone, in order. The ids, one of them changed, must diverge where
// the reference finds it, and go on with the text that the engine finds, if there is one. The
// joined text must have the windows and the counts of slices that the reference has with the
// engine's counts.
//
//   table 3, seams joined     text "ab<s>"     template "<s>"     token <s>
//
// The tables are those of the harness of sessions and streams.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/canonical.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/windows.hpp>

#include "core/slices.hpp"
#include "engine/scan/utf8.hpp"
#include "harness.hpp"
#include "motion_tables.hpp"
#include "reference/canonical.hpp"
#include "reference/encode.hpp"
#include "reference/parts.hpp"
#include "reference/windows.hpp"
#include "support/texts/texts.hpp"

namespace {

using namespace bpetite;
using fuzz::result_of;
using test::MovingTable;
using Kind = TextPart::Kind;
using Ids = std::vector<TokenId>;

constexpr std::size_t most_parts = 24;
constexpr std::size_t longest_divided = 400;  // bytes of a text that is divided

// A token part has a literal of the table or an id, which the table may lack.
std::vector<TextPart> parts_in(fuzz::Input& input, const Table& table) {
  std::vector<TextPart> parts;
  while (parts.size() < most_parts && !input.rest().empty()) {
    const std::uint32_t kind = input.number(1) % 6;
    if (kind < 2) {
      parts.push_back(TextPart::untrusted(input.text()));
    } else if (kind < 4) {
      parts.push_back(TextPart::trusted(input.text()));
    } else if (kind == 4 && !table.specials.empty()) {
      parts.push_back(
          TextPart::token(table.specials[input.number(1) % table.specials.size()].literal));
    } else {
      parts.push_back(TextPart::token(TokenId{input.number(2)}));
    }
  }
  return parts;
}

// S62e: with an x for each text, the special ids are the same.
void check_safety(const MovingTable& moving, std::vector<TextPart> parts,
                  const PartsOptions& options, const Ids& ids) {
  for (TextPart& part : parts) {
    if (part.kind == Kind::text && !part.text.empty()) part.text = "x";
  }
  const Ids harmless = encode_parts(moving.tokenizer, parts, options);
  assert_internal(test::special_ids(moving.table, ids) == test::special_ids(moving.table, harmless),
                  "a text changes the special ids");
}

void check_divergence(const MovingTable& moving, const Ids& ids, CanonicalAs as) {
  assert_internal(result_of([&] { return divergence(moving.tokenizer, ids, as); }) ==
                      result_of([&] { return reference::divergence(ids, moving.table, as); }),
                  "the engine and the reference find different divergences");
}

// S63g: the text of a yes gives the ids, and for a no, none of the texts that are tried gives them.
void check_continuation(const MovingTable& moving, const Ids& ids, CanonicalAs as) {
  const auto result = result_of([&] { return continuation(moving.tokenizer, ids, as); });
  const auto* const answer = std::get_if<Continuation>(&result);
  if (answer == nullptr) return;  // an unknown id: check_divergence() compares the error
  const Continuation& found = *answer;
  const auto goes_on = [&](std::string_view text, std::span<const TokenId> some) {
    return reference::goes_on_with(text, some, moving.table, as);
  };
  if (found.answer == Continuation::Answer::yes) {
    assert_internal(goes_on(found.bytes, ids), "the text of a yes does not give the ids");
    return;
  }
  assert_internal(!goes_on({}, ids), "canonical ids cannot go on");
  if (found.answer != Continuation::Answer::no) return;
  for (const char* text : {"", "m", " ", "1", "\n", "\x80", " a", "'ll"}) {
    assert_internal(!goes_on(text, std::span(ids).first(found.index + 1)),
                    "ids go on that are said not to");
  }
}

// The ids, or what they are after one of them is changed.
Ids changed(Ids ids, std::uint32_t how, const Table& table) {
  if (ids.empty()) return ids;
  const auto place = ids.begin() + static_cast<std::ptrdiff_t>(how / 8 % ids.size());
  switch (how % 8) {
    case 0:
    case 1:
      ids.erase(place, ids.end());
      break;
    case 2:
    case 3:
      ids.erase(place);
      break;
    case 4:
    case 5:
      *place = static_cast<TokenId>(how / 8 % table.tokens.size());
      break;
    case 6:
      std::iter_swap(place, ids.begin());
      break;
    default:
      break;
  }
  return ids;
}

void check_windows(const MovingTable& moving, const std::string& text, std::uint32_t options) {
  const auto count = test::count_by_engine(moving, text, moving.choice);
  WindowOptions wanted_windows;
  wanted_windows.most_ids = 1 + options % 16;
  wanted_windows.overlap = options / 16 % 4 * wanted_windows.most_ids / 4;
  wanted_windows.at = options / 64 % 2 == 0 ? WindowEnd::safe : WindowEnd::line;
  const auto found =
      result_of([&] { return windows(moving.tokenizer, text, wanted_windows, moving.choice); });
  const auto wanted = result_of([&] {
    moving.encoder.check(text, moving.choice);  // S64f: its errors come first
    const auto places =
        reference::places_of(text, moving.table, test::is_safe_cut(moving), moving.choice);
    return reference::windows_of(text, places, count, longest_token(moving.table), wanted_windows);
  });
  assert_internal(found == wanted, "reference and engine divide a text differently");

  const auto counts = result_of([&] { return SliceCounts(moving.tokenizer, text, moving.choice); });
  const auto* const slices = std::get_if<SliceCounts>(&counts);
  if (slices == nullptr) return;
  for (std::size_t begin = options % 3; begin < text.size(); begin += 7) {
    const std::size_t end = std::min(text.size(), begin + options % 128);
    if (test::scalar_end_from(text, begin) != begin) continue;
    if (test::scalar_end_from(text, end) != end) continue;
    const auto one = result_of([&] { return slices->count(begin, end); });
    const auto* const number = std::get_if<std::size_t>(&one);
    assert_internal(
        (number == nullptr ? std::nullopt : std::optional(*number)) == count(begin, end),
        "a slice has another count than its text");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const MovingTable& moving = fuzz::motion_table(input.number(1));
  const std::uint32_t options = input.number(2);
  const PartsOptions how{(options & 3) == 3 ? Seams::cut : Seams::joined, (options & 12) == 12};
  const std::uint32_t change = input.number(2);
  const std::vector<TextPart> parts = parts_in(input, moving.table);

  const auto found =
      result_of([&] { return encode_parts_with_spans(moving.tokenizer, parts, how); });
  assert_internal(
      found == result_of([&] { return reference::encode_parts(parts, moving.table, how); }),
      "reference and engine encode parts differently");
  const auto* const encoded = std::get_if<EncodedParts>(&found);
  if (encoded == nullptr) return 0;
  assert_internal(encode_parts(moving.tokenizer, parts, how) == encoded->ids,
                  "parts have other ids with their spans");
  check_safety(moving, parts, how, encoded->ids);
  const Ids others = changed(encoded->ids, change, moving.table);
  const CanonicalAs as = change % 2 == 0 ? CanonicalAs::parts : CanonicalAs::one_string;
  check_divergence(moving, others, as);
  check_continuation(moving, others, as);
  const std::string joined = reference::joined_text(parts, moving.table);
  if (joined.size() <= longest_divided) check_windows(moving, joined, options / 16);
  return 0;
}
