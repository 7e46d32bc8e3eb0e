// Implements chapter 22 for C (S33a, S33c): streams and sessions, texts in parts, the first
// divergence of ids, whether ids can go on, windows, counts of slices, and a count until a limit. A
// stream or a session keeps the ids of its last answer, and the caller reads them there. All other
// results are written into the space of the caller.
//
//   bpetite_session_append(session, "b", 1, &patch)     patch.kept 1, patch.gone 2, patch.ids 257
#include <bpetite/bpetite.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/canonical.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>
#include <bpetite/windows.hpp>

#include "bpetite/c/calls.hpp"

struct bpetite_stream {
  bpetite::Stream stream;
  std::vector<bpetite::TokenId> ids;  // that the last piece gave
};

struct bpetite_session {
  bpetite::Session session;
  std::vector<bpetite::TokenId> ids;  // of the last patch
};

struct bpetite_slice_counts {
  bpetite_slice_counts(const bpetite::Tokenizer& tokenizer, std::string_view given,
                       const bpetite::SpecialChoice& specials)
      : text(given), counts(tokenizer, text, specials) {}

  const std::string text;
  const bpetite::SliceCounts counts;
};

namespace c = bpetite::c;

namespace bpetite {
namespace {

// The choice that a number stands for, 0 or 1. ValueError: any other number.
template <typename Choice>
Choice one_of(int number, Choice zero, Choice one, std::string_view place) {
  if (number == 0) return zero;
  if (number == 1) return one;
  throw ValueError(fmt::format("{}: {}, required 0 or 1", place, number), "S33b");
}

// Gives ids that the object of the caller keeps. It cannot fail: the text was taken already.
void lend(std::vector<TokenId>&& found, std::vector<TokenId>& kept, const std::uint32_t*& ids,
          std::size_t& count) noexcept {
  kept = std::move(found);
  ids = kept.data();
  count = kept.size();
}

// Makes an edit, and sets the patch of the caller.
template <typename Edit>
bpetite_error* edited(bpetite_session* session, bpetite_patch* patch, const Edit& edit) noexcept {
  return c::error_of([&] {
    bpetite_session& kept = c::required(session, "session", "session");
    bpetite_patch& answer = c::required(patch, "session", "patch");
    Patch found = edit(kept.session);
    answer.kept = found.kept;
    answer.gone = found.gone;
    lend(std::move(found.ids), kept.ids, answer.ids, answer.count);
  });
}

TextPart part_of(const bpetite_part& part, std::size_t number) {
  if (part.kind == BPETITE_TOKEN_ID) return TextPart::token(part.id);
  if (part.text == nullptr && part.size > 0) {
    c::throw_null("encode", fmt::format("parts[{}].text", number));
  }
  const std::string_view text(part.text, part.size);
  switch (part.kind) {
    case BPETITE_TEXT:
      return TextPart::untrusted(text);
    case BPETITE_TEMPLATE:
      return TextPart::trusted(text);
    case BPETITE_TOKEN:
      return TextPart::token(text);
    default:
      throw ValueError(
          fmt::format("encode: parts[{}].kind: {}, required 0, 1, 2 or 3", number, part.kind),
          "S33b");
  }
}

std::vector<TextPart> parts_of(std::span<const bpetite_part> given) {
  std::vector<TextPart> parts;
  for (const bpetite_part& part : given) parts.push_back(part_of(part, parts.size()));
  return parts;
}

// In C, the causes are numbered from 1 in the order of C++.
int number_of(DivergenceCause cause) { return 1 + static_cast<int>(cause); }

int number_of(Continuation::Answer answer) {
  switch (answer) {
    case Continuation::Answer::no:
      return BPETITE_CANNOT_GO_ON;
    case Continuation::Answer::yes:
      return BPETITE_CAN_GO_ON;
    case Continuation::Answer::unknown:
      break;
  }
  return BPETITE_UNKNOWN;
}
static_assert(BPETITE_NOT_TEXT == 1 + static_cast<int>(DivergenceCause::not_text));
static_assert(BPETITE_MERGES == 1 + static_cast<int>(DivergenceCause::merges));

// Makes a stream or a session.
template <typename InC, typename InCpp>
bpetite_error* made(const bpetite_tokenizer* tokenizer, int specials, std::size_t max_pending,
                    InC** object, std::string_view function, std::string_view name) noexcept {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, function, "tokenizer");
    InC*& place = c::required(object, function, name);
    const SpecialChoice choice = c::special_choice(specials, function);
    place = new InC{InCpp(model.tokenizer, {choice, max_pending}), {}};
  });
}

}  // namespace
}  // namespace bpetite

bpetite_error* bpetite_stream_new(const bpetite_tokenizer* tokenizer, int specials,
                                  size_t max_pending, bpetite_stream** stream) {
  return bpetite::made<bpetite_stream, bpetite::Stream>(tokenizer, specials, max_pending, stream,
                                                        "encode", "stream");
}

bpetite_error* bpetite_stream_push(bpetite_stream* stream, const char* bytes, size_t size,
                                   const uint32_t** ids, size_t* count) {
  return c::error_of([&] {
    bpetite_stream& kept = c::required(stream, "encode", "stream");
    const auto piece = c::text_of(bytes, size, "encode", "bytes");
    const uint32_t*& found = c::required(ids, "encode", "ids");
    size_t& number = c::required(count, "encode", "count");
    bpetite::lend(kept.stream.push(piece), kept.ids, found, number);
  });
}

bpetite_error* bpetite_stream_finish(bpetite_stream* stream, const uint32_t** ids, size_t* count) {
  return c::error_of([&] {
    bpetite_stream& kept = c::required(stream, "encode", "stream");
    const uint32_t*& found = c::required(ids, "encode", "ids");
    size_t& number = c::required(count, "encode", "count");
    bpetite::lend(kept.stream.finish(), kept.ids, found, number);
  });
}

size_t bpetite_stream_pending(const bpetite_stream* stream) {
  return stream == nullptr ? 0 : stream->stream.pending();
}

void bpetite_stream_free(bpetite_stream* stream) { delete stream; }

bpetite_error* bpetite_session_new(const bpetite_tokenizer* tokenizer, int specials,
                                   size_t max_pending, bpetite_session** session) {
  return bpetite::made<bpetite_session, bpetite::Session>(tokenizer, specials, max_pending, session,
                                                          "session", "session");
}

bpetite_error* bpetite_session_append(bpetite_session* session, const char* text, size_t size,
                                      bpetite_patch* patch) {
  return bpetite::edited(session, patch, [&](bpetite::Session& edit) {
    return edit.append(c::text_of(text, size, "session", "text"));
  });
}

bpetite_error* bpetite_session_replace(bpetite_session* session, size_t begin, size_t end,
                                       const char* text, size_t size, bpetite_patch* patch) {
  return bpetite::edited(session, patch, [&](bpetite::Session& edit) {
    return edit.replace(begin, end, c::text_of(text, size, "session", "text"));
  });
}

bpetite_error* bpetite_session_truncate(bpetite_session* session, size_t size,
                                        bpetite_patch* patch) {
  return bpetite::edited(session, patch,
                         [&](bpetite::Session& edit) { return edit.truncate(size); });
}

bpetite_error* bpetite_session_ids(const bpetite_session* session, const uint32_t** ids,
                                   size_t* count) {
  return c::error_of([&] {
    const bpetite_session& kept = c::required(session, "session", "session");
    const uint32_t*& found = c::required(ids, "session", "ids");
    size_t& number = c::required(count, "session", "count");
    const std::span<const bpetite::TokenId> all = kept.session.ids();
    found = all.data();
    number = all.size();
  });
}

bpetite_error* bpetite_session_text(const bpetite_session* session, const char** text,
                                    size_t* size) {
  return c::error_of([&] {
    const bpetite_session& kept = c::required(session, "session", "session");
    const char*& found = c::required(text, "session", "text");
    size_t& bytes = c::required(size, "session", "size");
    const std::string_view all = kept.session.text();
    found = all.data();
    bytes = all.size();
  });
}

size_t bpetite_session_text_size(const bpetite_session* session) {
  return session == nullptr ? 0 : session->session.text_size();
}

bpetite_error* bpetite_session_copy(const bpetite_session* session, bpetite_session** copy) {
  return c::error_of([&] {
    const bpetite_session& kept = c::required(session, "session", "session");
    bpetite_session*& made = c::required(copy, "session", "copy");
    made = new bpetite_session{kept.session, {}};
  });
}

void bpetite_session_free(bpetite_session* session) { delete session; }

bpetite_error* bpetite_encode_parts(const bpetite_tokenizer* tokenizer, const bpetite_part* parts,
                                    size_t parts_count, int seams, int strict, uint32_t* ids,
                                    bpetite_part_span* spans, size_t capacity, size_t* count) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
    const auto given = c::array(parts, parts_count, "encode", "parts");
    const auto space = c::array(ids, capacity, "encode", "ids");
    size_t& number = c::required(count, "encode", "count");
    const bpetite::PartsOptions options{
        bpetite::one_of(seams, bpetite::Seams::joined, bpetite::Seams::cut, "encode: seams"),
        bpetite::one_of(strict, false, true, "encode: strict")};
    const std::vector<bpetite::TextPart> all = bpetite::parts_of(given);
    bpetite::EncodedParts found;
    if (spans == nullptr) {
      found.ids = bpetite::encode_parts(model.tokenizer, all, options);
    } else {
      found = bpetite::encode_parts_with_spans(model.tokenizer, all, options);
    }
    number = found.ids.size();
    if (ids == nullptr) return;  // only the number was asked for
    c::check_space(number, capacity, "encode", "id", "the parts have");
    std::ranges::copy(found.ids, space.begin());
    for (std::size_t i = 0; i < found.spans.size(); ++i) {
      spans[i] = {found.spans[i].begin, found.spans[i].end, found.parts[i].first,
                  found.parts[i].last};
    }
  });
}

bpetite_error* bpetite_divergence(const bpetite_tokenizer* tokenizer, const uint32_t* ids,
                                  size_t count, int as, int* cause, size_t* index, size_t* byte) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "divergence", "tokenizer");
    const auto given = c::array(ids, count, "divergence", "ids");
    int& why = c::required(cause, "divergence", "cause");
    size_t& where = c::required(index, "divergence", "index");
    size_t& place = c::required(byte, "divergence", "byte");
    const auto found =
        bpetite::divergence(model.tokenizer, given,
                            bpetite::one_of(as, bpetite::CanonicalAs::parts,
                                            bpetite::CanonicalAs::one_string, "divergence: as"));
    why = found ? bpetite::number_of(found->cause) : BPETITE_CANONICAL;
    if (!found) return;
    where = found->index;
    place = found->byte;
  });
}

const char* bpetite_cause_name(int cause) {
  if (cause == BPETITE_CANONICAL) return "canonical";
  if (cause < BPETITE_CANONICAL || cause > BPETITE_MERGES) return "";
  // Each name is a literal of C++, so a zero is at its end.
  return bpetite::name(static_cast<bpetite::DivergenceCause>(cause - 1)).data();
}

bpetite_error* bpetite_continuation(const bpetite_tokenizer* tokenizer, const uint32_t* ids,
                                    size_t count, int as, int* answer, char* text, size_t capacity,
                                    size_t* size, size_t* index) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "continuation", "tokenizer");
    const auto given = c::array(ids, count, "continuation", "ids");
    int& what = c::required(answer, "continuation", "answer");
    const auto space = c::array(text, capacity, "continuation", "text");
    size_t& bytes = c::required(size, "continuation", "size");
    size_t& where = c::required(index, "continuation", "index");
    const auto found = bpetite::continuation(
        model.tokenizer, given,
        bpetite::one_of(as, bpetite::CanonicalAs::parts, bpetite::CanonicalAs::one_string,
                        "continuation: as"));
    what = bpetite::number_of(found.answer);
    if (what == BPETITE_CANNOT_GO_ON) where = found.index;
    if (what != BPETITE_CAN_GO_ON) return;
    bytes = found.bytes.size();
    if (text == nullptr) return;  // only the size was asked for
    c::check_space(bytes, capacity, "continuation", "byte", "the text that follows has");
    std::ranges::copy(found.bytes, space.begin());
  });
}

bpetite_error* bpetite_windows(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                               int specials, size_t most_ids, size_t overlap, int at,
                               bpetite_window* windows, size_t capacity, size_t* count) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "windows", "tokenizer");
    const auto whole = c::text_of(text, size, "windows", "text");
    const auto space = c::array(windows, capacity, "windows", "windows");
    size_t& number = c::required(count, "windows", "count");
    const auto choice = c::special_choice(specials, "windows");
    const auto end =
        bpetite::one_of(at, bpetite::WindowEnd::safe, bpetite::WindowEnd::line, "windows: at");
    const std::vector<bpetite::Window> found =
        bpetite::windows(model.tokenizer, whole, {most_ids, overlap, end}, choice);
    number = found.size();
    if (windows == nullptr) return;  // only the number was asked for
    c::check_space(number, capacity, "windows", "window", "the text has");
    std::ranges::transform(found, space.begin(), [](const bpetite::Window& window) {
      return bpetite_window{window.begin, window.end, window.ids};
    });
  });
}

bpetite_error* bpetite_slice_counts_new(const bpetite_tokenizer* tokenizer, const char* text,
                                        size_t size, int specials, bpetite_slice_counts** counts) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "slice", "tokenizer");
    const auto whole = c::text_of(text, size, "slice", "text");
    bpetite_slice_counts*& made = c::required(counts, "slice", "counts");
    made = new bpetite_slice_counts(model.tokenizer, whole, c::special_choice(specials, "slice"));
  });
}

bpetite_error* bpetite_slice_counts_count(const bpetite_slice_counts* counts, size_t begin,
                                          size_t end, size_t* count) {
  return c::error_of([&] {
    const bpetite_slice_counts& kept = c::required(counts, "slice", "counts");
    size_t& found = c::required(count, "slice", "count");
    found = kept.counts.count(begin, end);
  });
}

void bpetite_slice_counts_free(bpetite_slice_counts* counts) { delete counts; }

bpetite_error* bpetite_count_up_to(const bpetite_tokenizer* tokenizer, const char* text,
                                   size_t size, int specials, size_t limit, size_t* count) {
  return c::error_of([&] {
    const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
    const auto whole = c::text_of(text, size, "encode", "text");
    size_t& found = c::required(count, "encode", "count");
    found =
        bpetite::count_up_to(model.tokenizer, whole, limit, c::special_choice(specials, "encode"));
  });
}
