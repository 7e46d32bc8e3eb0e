// Tests chapter 22 through the interface for C (S33a to S33c): streams, sessions, parts,
// divergences, windows, counts of slices and counts until a limit give the ids, places and errors
// that C++ gives, for random texts and edits, with a fault in the first, a middle or the last
// place. Also tests that what C lends stays until the next edit, that an object outlives its
// tokenizer, too little space, null pointers, and numbers that stand for nothing.
#include <bpetite/bpetite.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/canonical.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>
#include <bpetite/windows.hpp>

#include "bpetite/access.hpp"
#include "bpetite/c/calls.hpp"
#include "support/programs/in_c.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/moving_texts.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

// What stays where nothing was written.
constexpr std::size_t unset = 777;
constexpr TokenId no_id = 999'999;

template <auto Free>
struct FreeInC {
  template <typename Object>
  void operator()(Object* object) const {
    Free(object);
  }
};
using StreamInC = std::unique_ptr<bpetite_stream, FreeInC<bpetite_stream_free>>;
using SessionInC = std::unique_ptr<bpetite_session, FreeInC<bpetite_session_free>>;
using SliceCountsInC = std::unique_ptr<bpetite_slice_counts, FreeInC<bpetite_slice_counts_free>>;

// A tokenizer of C, which has that of C++ inside.
const std::deque<bpetite_tokenizer>& tokenizers_for_c() {
  static const std::deque<bpetite_tokenizer> all = [] {
    std::deque<bpetite_tokenizer> made;
    for (const Table& table : named_tables()) made.push_back({TokenizerAccess::make(table)});
    for (const Table& table : literal_tables()) made.push_back({TokenizerAccess::make(table)});
    return made;
  }();
  return all;
}

const bpetite_tokenizer& some_tokenizer_for_c() {
  const auto& all = tokenizers_for_c();
  return all[*number_between<std::size_t>(0, all.size() - 1)];
}

// One of the three choices that C has.
struct ChoiceForBoth {
  int in_c;
  SpecialChoice in_cpp;
};

ChoiceForBoth some_choice_for_both() {
  switch (*number_between(0, 2)) {
    case 0:
      return {BPETITE_ALL, SpecialChoice::all()};
    case 1:
      return {BPETITE_ORDINARY, SpecialChoice::ordinary()};
    default:
      return {BPETITE_BY_PROFILE, {}};
  }
}

std::string some_literal_for_c(const bpetite_tokenizer& tokenizer) {
  const auto specials = tokenizer.tokenizer.special_tokens();
  if (specials.empty()) return "<s>";
  return specials[*number_between<std::size_t>(0, specials.size() - 1)].literal;
}

// A text, sometimes with a literal, or with a byte that UTF-8 does not have, in the first, the
// middle or the last place.
std::string some_text_for_c(const bpetite_tokenizer& tokenizer, int most) {
  std::string text = some_moving_text(most);
  const auto place = [&] {
    return *rc::gen::element(std::size_t{0}, text.size() / 2, text.size());
  };
  const int kind = *number_between(0, 7);
  if (kind < 2) text.insert(place(), some_literal_for_c(tokenizer));
  if (kind == 7) text.insert(place(), "\xff");
  return text;
}

PROPERTY("S33a S33c S60b S60e S60f", "a stream of C gives the ids and errors that C++ gives") {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  const ChoiceForBoth choice = some_choice_for_both();
  const auto most = *rc::gen::element<std::size_t>(0, 6, 40, BPETITE_MAX_PENDING);
  bpetite_stream* made = nullptr;
  const std::string refused = shown_in_c(bpetite_stream_new(&tokenizer, choice.in_c, most, &made));
  const StreamInC stream(made);
  std::optional<Stream> same;
  RC_ASSERT(refused == error_of([&] {
              same.emplace(tokenizer.tokenizer, MotionOptions{choice.in_cpp, most});
            }));
  RC_ASSERT((refused == "none") == (made != nullptr));
  RC_CLASSIFY(made == nullptr, "not made");
  if (made == nullptr) return;

  bool was_refused = false;
  for (int pieces = *number_between(1, 9); pieces > 0; --pieces) {
    const bool ends = pieces == 1 || *number_between(0, 6) == 0;
    std::string piece = some_text_for_c(tokenizer, 5);
    if (*number_between(0, 2) == 0 && !piece.empty()) piece.pop_back();  // maybe within a scalar
    const TokenId* ids = &no_id;
    std::size_t count = unset;
    const std::string error = shown_in_c(
        ends ? bpetite_stream_finish(stream.get(), &ids, &count)
             : bpetite_stream_push(stream.get(), piece.data(), piece.size(), &ids, &count));
    Ids wanted;
    RC_ASSERT(error == error_of([&] { wanted = ends ? same->finish() : same->push(piece); }));
    RC_ASSERT(bpetite_stream_pending(stream.get()) == same->pending());
    if (error == "none") {
      RC_ASSERT(Ids(ids, ids + count) == wanted);
    } else {
      was_refused = true;
      RC_ASSERT(ids == &no_id);
      RC_ASSERT(count == unset);
    }
  }
  RC_CLASSIFY(was_refused, "refused");
}

// All ids and the text of a session of C.
std::pair<Ids, std::string> held_by(const bpetite_session& session) {
  const TokenId* ids = &no_id;
  const char* text = nullptr;
  std::size_t count = 0;
  std::size_t size = 0;
  RC_ASSERT(shown_in_c(bpetite_session_ids(&session, &ids, &count)) == "none");
  RC_ASSERT(shown_in_c(bpetite_session_text(&session, &text, &size)) == "none");
  RC_ASSERT(bpetite_session_text_size(&session) == size);
  return {Ids(ids, ids + count), std::string(text, text + size)};
}

// A place of the text, one inside a scalar, or one behind the end.
std::size_t some_place_for_c(std::size_t size) { return *number_between<std::size_t>(0, size + 1); }

PROPERTY("S33a S33c S61a S61b", "a session of C gives the patches, ids and errors that C++ gives") {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  const ChoiceForBoth choice = some_choice_for_both();
  const auto most = *rc::gen::element<std::size_t>(6, 40, BPETITE_MAX_PENDING);
  bpetite_session* made = nullptr;
  const std::string refused = shown_in_c(bpetite_session_new(&tokenizer, choice.in_c, most, &made));
  SessionInC session(made);
  std::optional<Session> same;
  RC_ASSERT(refused == error_of([&] {
              same.emplace(tokenizer.tokenizer, MotionOptions{choice.in_cpp, most});
            }));
  RC_ASSERT((refused == "none") == (made != nullptr));
  RC_CLASSIFY(made == nullptr, "not made");
  if (made == nullptr) return;

  int done = 0;
  for (int edits = *number_between(1, 9); edits > 0; --edits) {
    const std::string put = some_text_for_c(tokenizer, 6);
    const std::size_t begin = some_place_for_c(same->text_size());
    const std::size_t end = some_place_for_c(same->text_size());
    const int kind = *number_between(0, 3);
    if (kind == 3) {  // goes on with a copy
      bpetite_session* copy = nullptr;
      RC_ASSERT(shown_in_c(bpetite_session_copy(session.get(), &copy)) == "none");
      session.reset(copy);
      continue;
    }
    bpetite_patch patch{unset, unset, &no_id, unset};
    const std::string error =
        shown_in_c(kind == 0 ? bpetite_session_append(session.get(), put.data(), put.size(), &patch)
                   : kind == 1 ? bpetite_session_replace(session.get(), begin, end, put.data(),
                                                         put.size(), &patch)
                               : bpetite_session_truncate(session.get(), begin, &patch));
    Patch wanted;
    RC_ASSERT(error == error_of([&] {
                wanted = kind == 0   ? same->append(put)
                         : kind == 1 ? same->replace(begin, end, put)
                                     : same->truncate(begin);
              }));
    const auto held = held_by(*session);
    RC_ASSERT(held.first == Ids(same->ids().begin(), same->ids().end()));
    RC_ASSERT(held.second == same->text());
    if (error == "none") {
      ++done;
      RC_ASSERT((Patch{patch.kept, patch.gone, Ids(patch.ids, patch.ids + patch.count)}) == wanted);
    } else {
      RC_ASSERT(patch.kept == unset);
      RC_ASSERT(patch.gone == unset);
      RC_ASSERT(patch.ids == &no_id);
      RC_ASSERT(patch.count == unset);
    }
  }
  RC_CLASSIFY(done > 1, "several edits");
}

// The same parts for both. The texts are those of `texts`, where they stay.
struct PartsForBoth {
  std::deque<std::string> texts;
  std::vector<bpetite_part> in_c;
  std::vector<TextPart> in_cpp;

  void add(int kind, std::string text, TokenId id = no_id) {
    const std::string& kept = texts.emplace_back(std::move(text));
    in_c.push_back({kind, kept.data(), kept.size(), id});
    in_cpp.push_back(kind == BPETITE_TEXT       ? TextPart::untrusted(kept)
                     : kind == BPETITE_TEMPLATE ? TextPart::trusted(kept)
                     : kind == BPETITE_TOKEN    ? TextPart::token(std::string_view(kept))
                                                : TextPart::token(id));
  }
};

PartsForBoth some_parts_for_both(const bpetite_tokenizer& tokenizer) {
  const int count = *number_between(0, 6);
  // In every third list, one part has a fault: the first, the middle or the last.
  const int faulty = *number_between(0, 2) == 0 ? *rc::gen::element(0, count / 2, count - 1) : -1;
  PartsForBoth parts;
  for (int i = 0; i < count; ++i) {
    const auto specials = tokenizer.tokenizer.special_tokens();
    const int kind = *number_between(0, 9);
    if (i == faulty) {
      switch (*number_between(0, 2)) {
        case 0:
          parts.add(BPETITE_TOKEN, "<none>");
          break;
        case 1:
          parts.add(BPETITE_TOKEN_ID, "", no_id);
          break;
        default:
          parts.add(BPETITE_TEXT, some_moving_text(2) + "\xff" + some_moving_text(2));
      }
    } else if (kind == 0 && !specials.empty()) {
      parts.add(BPETITE_TOKEN, some_literal_for_c(tokenizer));
    } else if (kind == 1 && !specials.empty()) {
      parts.add(BPETITE_TOKEN_ID, "text that does not count",
                specials[*number_between<std::size_t>(0, specials.size() - 1)].id);
    } else {
      const std::string literal = kind < 4 ? some_literal_for_c(tokenizer) : "";
      parts.add(*rc::gen::element<int>(BPETITE_TEXT, BPETITE_TEMPLATE),
                some_moving_text(3) + literal + some_moving_text(3));
    }
  }
  return parts;
}

PROPERTY_CASES("S33a S62a S62f S62g S62h S62i", "C encodes parts as C++ does, with the same errors",
               2000) {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  const PartsForBoth parts = some_parts_for_both(tokenizer);
  const int seams = *rc::gen::element<int>(BPETITE_JOINED, BPETITE_CUT);
  const int strict = *number_between(0, 1);
  EncodedParts wanted;
  std::string wanted_error = error_of([&] {
    wanted =
        encode_parts_with_spans(tokenizer.tokenizer, parts.in_cpp,
                                {seams == BPETITE_CUT ? Seams::cut : Seams::joined, strict == 1});
  });
  const bool is_right = wanted_error == "none";
  RC_CLASSIFY(!is_right, "refused");

  // Asks for the number, then has one id too few, and then enough space or more.
  const std::size_t full = wanted.ids.size();
  const bool wants_spans = *rc::gen::arbitrary<bool>();
  for (const std::size_t capacity :
       {std::size_t{0}, full - std::min<std::size_t>(full, 1), full, full + 2}) {
    const bool asks = capacity == 0 && *rc::gen::arbitrary<bool>();
    Ids ids(capacity + 1, no_id);
    std::vector<bpetite_part_span> spans(capacity + 1, {unset, unset, unset, unset});
    std::size_t count = unset;
    const std::string error = shown_in_c(bpetite_encode_parts(
        &tokenizer, parts.in_c.data(), parts.in_c.size(), seams, strict,
        asks ? nullptr : ids.data(), wants_spans ? spans.data() : nullptr, capacity, &count));
    const bool fits = is_right && !asks && capacity >= full;
    if (!is_right) {
      RC_ASSERT(error == wanted_error);
    } else if (asks || fits) {
      RC_ASSERT(error == "none");
    } else {
      RC_ASSERT(error == fmt::format("ValueError: encode: space for {} id{}: the parts have {}",
                                     capacity, capacity == 1 ? "" : "s", full));
    }
    RC_ASSERT(count == (is_right ? full : unset));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool is_set = fits && i < full;
      RC_ASSERT(ids[i] == (is_set ? wanted.ids[i] : no_id));
      const auto& [begin, end, first, last] = spans[i];
      RC_ASSERT((Span{begin, end}) ==
                (is_set && wants_spans ? wanted.spans[i] : Span{unset, unset}));
      RC_ASSERT((PartRange{first, last}) ==
                (is_set && wants_spans ? wanted.parts[i] : PartRange{unset, unset}));
    }
  }
}

PROPERTY("S33a S63a S63b S63c", "C finds the divergence that C++ finds") {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  Ids ids;
  for (int texts = *number_between(0, 3); texts > 0; --texts) {
    const bool is_literal = *number_between(0, 3) == 0;
    const std::string text = is_literal ? some_literal_for_c(tokenizer) : some_moving_text(6);
    const TextPart part = TextPart::untrusted(text);
    Ids more = encode_parts(tokenizer.tokenizer, {&part, 1});
    if (*number_between(0, 3) == 0) {  // the bytes are not merged
      more.clear();
      for (const char byte : text) {
        more.push_back(
            TokenizerAccess::table(tokenizer.tokenizer).byte_ids[static_cast<unsigned char>(byte)]);
      }
    }
    ids.insert(ids.end(), more.begin(), more.end());
  }
  // Another id, or one that no token has, in the first, a middle or the last place.
  const int change = *number_between(0, 3);
  if (change > 0 && !ids.empty()) {
    const auto at = *rc::gen::element(std::size_t{0}, ids.size() / 2, ids.size() - 1);
    ids[at] = change == 1 ? no_id : *number_between<TokenId>(32, 300);
  }
  for (const int as : {BPETITE_AS_PARTS, BPETITE_AS_ONE_STRING}) {
    int cause = -1;
    std::size_t index = unset;
    std::size_t byte = unset;
    const std::string error = shown_in_c(
        bpetite_divergence(&tokenizer, ids.data(), ids.size(), as, &cause, &index, &byte));
    std::optional<Divergence> wanted;
    RC_ASSERT(error == error_of([&] {
                wanted = divergence(
                    tokenizer.tokenizer, ids,
                    as == BPETITE_AS_PARTS ? CanonicalAs::parts : CanonicalAs::one_string);
              }));
    RC_ASSERT(index == (wanted ? wanted->index : unset));
    RC_ASSERT(byte == (wanted ? wanted->byte : unset));
    RC_ASSERT((cause == -1) == (error != "none"));
    RC_ASSERT(std::string_view(bpetite_cause_name(cause)) == (error != "none" ? ""
                                                              : wanted        ? name(wanted->cause)
                                                                              : "canonical"));
    RC_TAG(std::string(bpetite_cause_name(cause)));
  }
}

PROPERTY("S33a S63f S63g", "C says whether ids can go on as C++ does") {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  const TextPart part = TextPart::untrusted("ab  12'll \u4e2d");
  Ids ids = encode_parts(tokenizer.tokenizer, {&part, 1});
  ids.resize(*number_between<std::size_t>(0, ids.size()));
  const int change = *number_between(0, 4);
  if (change > 0) ids.push_back(change == 1 ? no_id : *number_between<TokenId>(32, 300));
  for (const int as : {BPETITE_AS_PARTS, BPETITE_AS_ONE_STRING}) {
    std::optional<Continuation> wanted;
    const std::string wanted_error = error_of([&] {
      wanted = continuation(tokenizer.tokenizer, ids,
                            as == BPETITE_AS_PARTS ? CanonicalAs::parts : CanonicalAs::one_string);
    });
    const bool is_yes = wanted && wanted->answer == Continuation::Answer::yes;
    const bool is_no = wanted && wanted->answer == Continuation::Answer::no;
    const std::size_t size = is_yes ? wanted->bytes.size() : unset;
    // Space for all of it, for a byte less, and none.
    for (const int space : {0, 1, 2}) {
      std::string text(is_yes ? size + 1 : 9, '?');
      const std::size_t capacity = space == 2 || !is_yes || size == 0 ? text.size() : size - 1;
      int answer = -1;
      std::size_t found = unset;
      std::size_t index = unset;
      const std::string error = shown_in_c(bpetite_continuation(
          &tokenizer, ids.data(), ids.size(), as, &answer, space == 0 ? nullptr : text.data(),
          space == 0 ? 0 : capacity, &found, &index));
      const bool is_too_small = space == 1 && is_yes && capacity < size;
      RC_ASSERT(
          (is_too_small ? error.starts_with("ValueError: continuation: ") : error == wanted_error));
      RC_ASSERT(answer == (!wanted  ? -1
                           : is_yes ? BPETITE_CAN_GO_ON
                           : is_no  ? BPETITE_CANNOT_GO_ON
                                    : BPETITE_UNKNOWN));
      RC_ASSERT(found == size);
      RC_ASSERT(index == (is_no ? wanted->index : unset));
      const std::string kept(text.size(), '?');
      const bool is_written = space > 0 && is_yes && !is_too_small;
      RC_ASSERT(text == (is_written ? wanted->bytes + kept.substr(size) : kept));
    }
    RC_CLASSIFY(is_yes, "yes");
    RC_CLASSIFY(is_no, "no");
  }
}

PROPERTY_CASES("S33a S33c S64a S64c S64d S65a",
               "C divides and counts as C++ does, with the same errors", 2000) {
  const bpetite_tokenizer& tokenizer = some_tokenizer_for_c();
  const ChoiceForBoth choice = some_choice_for_both();
  const std::string text = some_text_for_c(tokenizer, 20);
  const Tokenizer& same = tokenizer.tokenizer;

  const auto most_ids = *number_between<std::size_t>(0, 12);
  const auto overlap = *number_between<std::size_t>(0, 4);
  const int at = *rc::gen::element<int>(BPETITE_AT_SAFE, BPETITE_AT_LINE);
  std::vector<Window> wanted;
  const std::string wanted_error = error_of([&] {
    wanted = windows(same, text,
                     {most_ids, overlap, at == BPETITE_AT_LINE ? WindowEnd::line : WindowEnd::safe},
                     choice.in_cpp);
  });
  std::vector<bpetite_window> space(text.size() + 1, {unset, unset, unset});
  std::size_t count = unset;
  RC_ASSERT(shown_in_c(bpetite_windows(&tokenizer, text.data(), text.size(), choice.in_c, most_ids,
                                       overlap, at, space.data(), text.size(), &count)) ==
            wanted_error);
  RC_ASSERT(count == (wanted_error == "none" ? wanted.size() : unset));
  for (std::size_t i = 0; i < space.size(); ++i) {
    const auto& [begin, end, ids] = space[i];
    RC_ASSERT((Window{begin, end, ids}) ==
              (i < wanted.size() ? wanted[i] : Window{unset, unset, unset}));
  }
  std::size_t asked = unset;
  RC_ASSERT(shown_in_c(bpetite_windows(&tokenizer, text.data(), text.size(), choice.in_c, most_ids,
                                       overlap, at, nullptr, 0, &asked)) == wanted_error);
  RC_ASSERT(asked == count);

  const auto limit =
      *rc::gen::element<std::size_t>(0, 3, 12, std::numeric_limits<std::size_t>::max());
  std::size_t until = unset;
  std::size_t wanted_until = unset;
  const std::string until_error = shown_in_c(
      bpetite_count_up_to(&tokenizer, text.data(), text.size(), choice.in_c, limit, &until));
  RC_ASSERT(until_error ==
            error_of([&] { wanted_until = count_up_to(same, text, limit, choice.in_cpp); }));
  RC_ASSERT(until == wanted_until);

  // C keeps a copy of the text, so the text of the caller may be gone.
  bpetite_slice_counts* made = nullptr;
  std::string given = text;
  const std::string counts_error = shown_in_c(
      bpetite_slice_counts_new(&tokenizer, given.data(), given.size(), choice.in_c, &made));
  std::ranges::fill(given, 'x');
  const SliceCountsInC counts(made);
  std::optional<SliceCounts> same_counts;
  RC_ASSERT(counts_error == error_of([&] { same_counts.emplace(same, text, choice.in_cpp); }));
  RC_ASSERT((counts_error == "none") == (made != nullptr));
  RC_CLASSIFY(made == nullptr, "refused");
  if (made == nullptr) return;
  for (int slices = 0; slices < 5; ++slices) {
    const std::size_t begin = some_place_for_c(text.size());
    const std::size_t end = some_place_for_c(text.size());
    std::size_t found = unset;
    std::size_t wanted_count = unset;
    const std::string error =
        shown_in_c(bpetite_slice_counts_count(counts.get(), begin, end, &found));
    RC_ASSERT(error == error_of([&] { wanted_count = same_counts->count(begin, end); }));
    RC_ASSERT(found == wanted_count);
  }
}

// A tokenizer of "ab" and " ab".
bpetite_tokenizer* small_tokenizer_for_c() {
  return new bpetite_tokenizer{TokenizerAccess::make(v1_table({{'a', 'b'}, {' ', 256}}))};
}

// An empty stream and an empty session, in which 9 bytes may wait, and the counts of a text.
struct ObjectsInC {
  ObjectsInC(const bpetite_tokenizer* model, std::string_view text) {
    bpetite_stream* new_stream = nullptr;
    bpetite_session* new_session = nullptr;
    bpetite_slice_counts* new_counts = nullptr;
    REQUIRE(bpetite_stream_new(model, BPETITE_ORDINARY, 9, &new_stream) == nullptr);
    stream.reset(new_stream);
    REQUIRE(bpetite_session_new(model, BPETITE_ORDINARY, 9, &new_session) == nullptr);
    session.reset(new_session);
    REQUIRE(bpetite_slice_counts_new(model, text.data(), text.size(), BPETITE_ORDINARY,
                                     &new_counts) == nullptr);
    counts.reset(new_counts);
  }

  StreamInC stream;
  SessionInC session;
  SliceCountsInC counts;
};

CLAUSE_TEST("S33c", "ids and texts stay until the next edit, and without the tokenizer") {
  OpenedInC tokenizer(small_tokenizer_for_c());
  const ObjectsInC objects(tokenizer.get(), "ab ab");
  bpetite_stream* const stream = objects.stream.get();
  bpetite_session* const session = objects.session.get();
  bpetite_session* fork = nullptr;
  tokenizer.reset();

  const TokenId* given = nullptr;
  std::size_t count = 0;
  REQUIRE(bpetite_stream_push(stream, "ab ab a", 7, &given, &count) == nullptr);
  CHECK(bpetite_stream_pending(stream) == 2);
  CHECK(Ids(given, given + count) == Ids{256, 257});

  bpetite_patch patch{};
  const TokenId* ids = nullptr;
  const char* text = nullptr;
  std::size_t size = 0;
  REQUIRE(bpetite_session_append(session, "ab a", 4, &patch) == nullptr);
  REQUIRE(bpetite_session_append(session, "b", 1, &patch) == nullptr);
  REQUIRE(bpetite_session_text(session, &text, &size) == nullptr);
  REQUIRE(bpetite_session_ids(session, &ids, &count) == nullptr);
  REQUIRE(bpetite_session_copy(session, &fork) == nullptr);
  const SessionInC fork_end(fork);
  bpetite_patch other{};
  REQUIRE(bpetite_session_truncate(fork, 1, &other) == nullptr);
  CHECK(patch.kept == 1);
  CHECK(patch.gone == 2);
  CHECK(Ids(patch.ids, patch.ids + patch.count) == Ids{257});
  CHECK(Ids(ids, ids + count) == Ids{256, 257});
  CHECK(std::string_view(text, size) == "ab ab");
  CHECK(bpetite_session_text_size(fork) == 1);

  CHECK(bpetite_slice_counts_count(objects.counts.get(), 1, 5, &count) == nullptr);
  CHECK(count == 2);
}

CLAUSE_TEST("S33a", "too little space for windows is an error, and their number is known") {
  const OpenedInC tokenizer(small_tokenizer_for_c());
  std::array<bpetite_window, 2> found{};
  std::size_t count = 0;
  const auto divided = [&](std::size_t capacity) {
    return shown_in_c(bpetite_windows(tokenizer.get(), "ab ab ab", 8, BPETITE_ORDINARY, 2, 0,
                                      BPETITE_AT_SAFE, found.data(), capacity, &count));
  };
  CHECK(divided(1) == "ValueError: windows: space for 1 window: the text has 2");
  CHECK(divided(0) == "ValueError: windows: space for 0 windows: the text has 2");
  CHECK(count == 2);
  CHECK(found[0].end == 0);
  CHECK(divided(2) == "none");
  CHECK(found[0].end == 5);
  CHECK(found[1].end == 8);
}

CLAUSE_TEST("S33b", "a null pointer in a call of chapter 22 is an error") {
  const OpenedInC owner(small_tokenizer_for_c());
  const bpetite_tokenizer* const model = owner.get();
  const ObjectsInC objects(model, "ab");
  bpetite_stream* const stream = objects.stream.get();
  bpetite_session* const session = objects.session.get();
  const bpetite_slice_counts* const slices = objects.counts.get();
  bpetite_stream* no_stream = nullptr;
  bpetite_session* no_session = nullptr;
  bpetite_slice_counts* no_slices = nullptr;
  const TokenId* lent = &no_id;
  const char* text = "unset";
  TokenId id = 97;
  std::size_t n = unset;
  std::size_t m = unset;
  int cause = -1;
  bpetite_patch patch{unset, unset, &no_id, unset};
  bpetite_window window{unset, unset, unset};
  const std::array<bpetite_part, 3> parts = {
      {{BPETITE_TEXT, nullptr, 0, 0}, {BPETITE_TEXT, nullptr, 1, 0}, {7, "a", 1, 0}}};
  const std::vector<std::pair<bpetite_error*, std::string_view>> errors = {
      {bpetite_stream_new(nullptr, 0, 9, &no_stream), "encode: tokenizer"},
      {bpetite_stream_new(model, 0, 9, nullptr), "encode: stream"},
      {bpetite_stream_push(nullptr, "a", 1, &lent, &n), "encode: stream"},
      {bpetite_stream_push(stream, nullptr, 1, &lent, &n), "encode: bytes"},
      {bpetite_stream_push(stream, "a", 1, nullptr, &n), "encode: ids"},
      {bpetite_stream_push(stream, "a", 1, &lent, nullptr), "encode: count"},
      {bpetite_stream_finish(nullptr, &lent, &n), "encode: stream"},
      {bpetite_stream_finish(stream, nullptr, &n), "encode: ids"},
      {bpetite_stream_finish(stream, &lent, nullptr), "encode: count"},
      {bpetite_session_new(nullptr, 0, 9, &no_session), "session: tokenizer"},
      {bpetite_session_new(model, 0, 9, nullptr), "session: session"},
      {bpetite_session_append(nullptr, "a", 1, &patch), "session: session"},
      {bpetite_session_append(session, nullptr, 1, &patch), "session: text"},
      {bpetite_session_append(session, "a", 1, nullptr), "session: patch"},
      {bpetite_session_replace(nullptr, 0, 0, "a", 1, &patch), "session: session"},
      {bpetite_session_replace(session, 0, 0, nullptr, 1, &patch), "session: text"},
      {bpetite_session_replace(session, 0, 0, "a", 1, nullptr), "session: patch"},
      {bpetite_session_truncate(nullptr, 0, &patch), "session: session"},
      {bpetite_session_truncate(session, 0, nullptr), "session: patch"},
      {bpetite_session_ids(nullptr, &lent, &n), "session: session"},
      {bpetite_session_ids(session, nullptr, &n), "session: ids"},
      {bpetite_session_ids(session, &lent, nullptr), "session: count"},
      {bpetite_session_text(nullptr, &text, &n), "session: session"},
      {bpetite_session_text(session, nullptr, &n), "session: text"},
      {bpetite_session_text(session, &text, nullptr), "session: size"},
      {bpetite_session_copy(nullptr, &no_session), "session: session"},
      {bpetite_session_copy(session, nullptr), "session: copy"},
      {bpetite_encode_parts(nullptr, parts.data(), 1, 0, 0, &id, nullptr, 1, &n),
       "encode: tokenizer"},
      {bpetite_encode_parts(model, nullptr, 1, 0, 0, &id, nullptr, 1, &n), "encode: parts"},
      {bpetite_encode_parts(model, parts.data(), 3, 0, 0, &id, nullptr, 1, &n),
       "encode: parts[1].text"},
      {bpetite_encode_parts(model, parts.data(), 1, 0, 0, nullptr, nullptr, 1, &n), "encode: ids"},
      {bpetite_encode_parts(model, parts.data(), 1, 0, 0, &id, nullptr, 1, nullptr),
       "encode: count"},
      {bpetite_divergence(nullptr, &id, 1, 0, &cause, &n, &m), "divergence: tokenizer"},
      {bpetite_divergence(model, nullptr, 1, 0, &cause, &n, &m), "divergence: ids"},
      {bpetite_divergence(model, &id, 1, 0, nullptr, &n, &m), "divergence: cause"},
      {bpetite_divergence(model, &id, 1, 0, &cause, nullptr, &m), "divergence: index"},
      {bpetite_divergence(model, &id, 1, 0, &cause, &n, nullptr), "divergence: byte"},
      {bpetite_continuation(nullptr, &id, 1, 0, &cause, nullptr, 0, &n, &m),
       "continuation: tokenizer"},
      {bpetite_continuation(model, nullptr, 1, 0, &cause, nullptr, 0, &n, &m), "continuation: ids"},
      {bpetite_continuation(model, &id, 1, 0, nullptr, nullptr, 0, &n, &m), "continuation: answer"},
      {bpetite_continuation(model, &id, 1, 0, &cause, nullptr, 1, &n, &m), "continuation: text"},
      {bpetite_continuation(model, &id, 1, 0, &cause, nullptr, 0, nullptr, &m),
       "continuation: size"},
      {bpetite_continuation(model, &id, 1, 0, &cause, nullptr, 0, &n, nullptr),
       "continuation: index"},
      {bpetite_windows(nullptr, "a", 1, 0, 1, 0, 0, &window, 1, &n), "windows: tokenizer"},
      {bpetite_windows(model, nullptr, 1, 0, 1, 0, 0, &window, 1, &n), "windows: text"},
      {bpetite_windows(model, "a", 1, 0, 1, 0, 0, nullptr, 1, &n), "windows: windows"},
      {bpetite_windows(model, "a", 1, 0, 1, 0, 0, &window, 1, nullptr), "windows: count"},
      {bpetite_slice_counts_new(nullptr, "a", 1, 0, &no_slices), "slice: tokenizer"},
      {bpetite_slice_counts_new(model, nullptr, 1, 0, &no_slices), "slice: text"},
      {bpetite_slice_counts_new(model, "a", 1, 0, nullptr), "slice: counts"},
      {bpetite_slice_counts_count(nullptr, 0, 0, &n), "slice: counts"},
      {bpetite_slice_counts_count(slices, 0, 0, nullptr), "slice: count"},
      {bpetite_count_up_to(nullptr, "a", 1, 0, 1, &n), "encode: tokenizer"},
      {bpetite_count_up_to(model, nullptr, 1, 0, 1, &n), "encode: text"},
      {bpetite_count_up_to(model, "a", 1, 0, 1, nullptr), "encode: count"}};
  for (const auto& [error, place] : errors) {
    CHECK(shown_in_c(error) ==
          fmt::format("ValueError: {}: null, required a pointer [S33b, chapter 10]", place));
  }
  CHECK(no_stream == nullptr);
  CHECK(no_session == nullptr);
  CHECK(no_slices == nullptr);
  CHECK(lent == &no_id);
  CHECK(std::string_view(text) == "unset");
  CHECK(id == 97);
  CHECK(n == unset);
  CHECK(m == unset);
  CHECK(cause == -1);
  CHECK(patch.kept == unset);
  CHECK(window.ids == unset);
  CHECK(bpetite_stream_pending(stream) == 0);
  CHECK(bpetite_session_text_size(session) == 0);

  // What has no items may be null.
  CHECK(shown_in_c(bpetite_stream_push(stream, nullptr, 0, &lent, &n)) == "none");
  CHECK(n == 0);
  CHECK(shown_in_c(bpetite_session_append(session, nullptr, 0, &patch)) == "none");
  CHECK(patch.count == 0);
  n = unset;
  CHECK(shown_in_c(bpetite_encode_parts(model, nullptr, 0, 0, 0, nullptr, nullptr, 0, &n)) ==
        "none");
  CHECK(n == 0);
  n = unset;
  CHECK(shown_in_c(bpetite_encode_parts(model, parts.data(), 1, 0, 0, &id, nullptr, 0, &n)) ==
        "none");
  CHECK(n == 0);
  CHECK(shown_in_c(bpetite_divergence(model, nullptr, 0, 0, &cause, &n, &m)) == "none");
  CHECK(cause == BPETITE_CANONICAL);

  CHECK(bpetite_stream_pending(nullptr) == 0);
  CHECK(bpetite_session_text_size(nullptr) == 0);
  bpetite_stream_free(nullptr);
  bpetite_session_free(nullptr);
  bpetite_slice_counts_free(nullptr);
}

CLAUSE_TEST("S33b", "a number that stands for nothing in chapter 22 is an error") {
  const OpenedInC tokenizer(small_tokenizer_for_c());
  const bpetite_tokenizer* const model = tokenizer.get();
  bpetite_stream* stream = nullptr;
  bpetite_session* session = nullptr;
  bpetite_slice_counts* slices = nullptr;
  std::size_t n = unset;
  int cause = -1;
  const auto part_of_kind = [&](int kind) {
    const std::array<bpetite_part, 2> parts = {{{BPETITE_TEXT, "a", 1, 0}, {kind, "b", 1, 0}}};
    return bpetite_encode_parts(model, parts.data(), 2, 0, 0, nullptr, nullptr, 0, &n);
  };
  const std::vector<std::pair<bpetite_error*, std::string_view>> errors = {
      {bpetite_stream_new(model, 3, 9, &stream), "encode: specials: 3, required 0, 1 or 2"},
      {bpetite_session_new(model, -1, 9, &session), "session: specials: -1, required 0, 1 or 2"},
      {bpetite_slice_counts_new(model, "a", 1, 3, &slices),
       "slice: specials: 3, required 0, 1 or 2"},
      {bpetite_count_up_to(model, "a", 1, 3, 1, &n), "encode: specials: 3, required 0, 1 or 2"},
      {bpetite_windows(model, "a", 1, 3, 1, 0, 0, nullptr, 0, &n),
       "windows: specials: 3, required 0, 1 or 2"},
      {bpetite_windows(model, "a", 1, 0, 1, 0, 2, nullptr, 0, &n),
       "windows: at: 2, required 0 or 1"},
      {bpetite_divergence(model, nullptr, 0, -1, &cause, &n, &n),
       "divergence: as: -1, required 0 or 1"},
      {bpetite_continuation(model, nullptr, 0, 2, &cause, nullptr, 0, &n, &n),
       "continuation: as: 2, required 0 or 1"},
      {bpetite_encode_parts(model, nullptr, 0, 2, 0, nullptr, nullptr, 0, &n),
       "encode: seams: 2, required 0 or 1"},
      {bpetite_encode_parts(model, nullptr, 0, 0, 2, nullptr, nullptr, 0, &n),
       "encode: strict: 2, required 0 or 1"},
      {part_of_kind(4), "encode: parts[1].kind: 4, required 0, 1, 2 or 3"},
      {part_of_kind(-1), "encode: parts[1].kind: -1, required 0, 1, 2 or 3"}};
  for (const auto& [error, message] : errors) {
    CHECK(shown_in_c(error) == fmt::format("ValueError: {} [S33b, chapter 10]", message));
  }
  CHECK(n == unset);
  CHECK(cause == -1);
  CHECK(stream == nullptr);
  CHECK(session == nullptr);
  CHECK(slices == nullptr);
  for (int number = BPETITE_NOT_TEXT; number <= BPETITE_MERGES; ++number) {
    CHECK(std::string_view(bpetite_cause_name(number)) ==
          name(static_cast<DivergenceCause>(number - 1)));
  }
  CHECK(std::string_view(bpetite_cause_name(6)).empty());
  CHECK(std::string_view(bpetite_cause_name(-1)).empty());
  CHECK(std::string_view(bpetite_cause_name(BPETITE_CANONICAL)) == "canonical");
}

CLAUSE_TEST("S33b", "threads share the counts of slices") {
  const OpenedInC tokenizer(small_tokenizer_for_c());
  std::string text;
  for (int i = 0; i < 300; ++i) text += " ab";
  const ObjectsInC objects(tokenizer.get(), text);
  const bpetite_slice_counts* const slices = objects.counts.get();
  constexpr std::size_t rounds = 300;
  std::array<std::size_t, 4> right = {};
  std::vector<std::thread> running;
  for (std::size_t& mine : right) {
    running.emplace_back([slices, &mine] {
      for (std::size_t i = 0; i < rounds; ++i) {
        std::size_t count = 0;
        const bool done =
            shown_in_c(bpetite_slice_counts_count(slices, 3 * i, 900, &count)) == "none";
        if (done && count == 300 - i) ++mine;
      }
    });
  }
  for (std::thread& each : running) each.join();
  for (const std::size_t mine : right) CHECK(mine == rounds);
}

}  // namespace
}  // namespace bpetite::test
