// Runs a script of operations on text in motion: pieces of a stream, and edits of a session. After
// each edit the session must have the ids of its whole text and the patch from the old ids; the ids
// of a stream must be the beginning of those of its text, and all of them at its end. What is
// refused must be refused rightly, and leave both as they were. A fork goes on by itself. Whole
// texts are encoded by the engine, and short ones by the reference too.
//
//   table 3, no limit     append "ab"     replace 1..2 by "c"     push "a<"     finish
//
// The tables are those of the tests of text in motion, with the patterns of profiles and random
// ones, and those whose literals overlap or look beside them.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "engine/motion/session.hpp"
#include "engine/motion/stream.hpp"
#include "engine/scan/utf8.hpp"
#include "harness.hpp"
#include "motion_tables.hpp"
#include "reference/encode.hpp"
#include "reference/motion.hpp"
#include "support/texts/texts.hpp"

namespace {

using namespace bpetite;
using engine::motion::Session;
using engine::motion::Stream;
using test::MovingTable;
using test::no_limit;
using Ids = std::vector<TokenId>;

constexpr std::size_t longest_text = 2000;  // in bytes
constexpr std::size_t most_operations = 60;
constexpr std::size_t for_reference = 100;  // bytes

// The error of a call, or nullopt.
std::optional<Error> error_of(const std::function<void()>& call) {
  try {
    call();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

// Whether both are the same error, or neither is an error.
bool is_same(const std::optional<Error>& one, const std::optional<Error>& other) {
  if (!one || !other) return !one && !other;
  return std::string_view(one->what()) == other->what();
}

// The ids of a whole text, or its error.
struct Whole {
  Ids ids;
  std::optional<Error> error;
};

Whole whole_of(const MovingTable& moving, std::string_view text) {
  Whole whole;
  whole.error = error_of([&] { whole.ids = moving.encoder.encode(text, moving.choice); });
  return whole;
}

// The same, and the reference has to agree. It parses the patterns for each text.
Whole whole_by_both(const MovingTable& moving, std::string_view text) {
  Whole whole = whole_of(moving, text);
  if (text.size() > for_reference) return whole;
  Ids ids;
  const auto error = error_of([&] { ids = reference::encode(text, moving.table, moving.choice); });
  assert_internal(is_same(error, whole.error) && ids == whole.ids, "reference and engine differ");
  return whole;
}

// A session and its text.
class EditedText {
 public:
  EditedText(const MovingTable& moving, std::size_t limit, std::size_t spacing)
      : moving_(moving), limit_(limit), session_(moving.encoder, moving.choice, limit, spacing) {}

  std::size_t size() const { return text_.size(); }

  void replace(std::size_t begin, std::size_t end, std::string_view put) {
    if (size() + put.size() > longest_text) return;
    Patch patch;
    const auto error = error_of([&] { patch = session_.replace(begin, end, put); });
    if (!is_place(begin) || !is_place(end) || begin > end) {
      assert_internal(error && error->clause() == "S61b", "a range that the text lacks was edited");
      return check();
    }
    std::string next = text_;
    next.replace(begin, end - begin, put);
    const Whole wanted = whole_of(moving_, next);
    const bool is_refused = wanted.error || waits_too_long(next);
    assert_internal(error.has_value() == is_refused, "a session refuses other edits");
    if (wanted.error && error) {
      assert_internal(error->kind() == wanted.error->kind(),
                      "a session refuses for another reason");
    }
    if (error) return check();
    assert_internal(patch == reference::patch_of(ids_, wanted.ids), "a patch is wrong");
    text_ = std::move(next);
    ids_ = wanted.ids;
    check();
  }

  // The engine's ids of its text are those of the reference too.
  void finish() { whole_by_both(moving_, text_); }

  // It is as its text says.
  void check() {
    assert_internal(session_.text() == text_ && session_.text_size() == text_.size(),
                    "a session has another text");
    assert_internal(std::ranges::equal(session_.ids(), ids_) && session_.size() == ids_.size(),
                    "a session has other ids than its text");
  }

 private:
  bool is_place(std::size_t place) const {
    return place <= text_.size() && test::scalar_end_from(text_, place) == place;
  }
  bool waits_too_long(std::string_view text) const {
    if (limit_ == no_limit || text.empty()) return false;
    Stream stream(moving_.encoder, moving_.choice, no_limit);
    Ids ids;
    return !error_of([&] { stream.push(text, ids); }) && stream.pending() > limit_;
  }

  const MovingTable& moving_;
  std::size_t limit_;
  Session session_;
  std::string text_;
  Ids ids_;
};

// A stream with a limit, the same without one, and the text that both have read.
class OpenText {
 public:
  OpenText(const MovingTable& moving, std::size_t limit)
      : moving_(moving),
        limit_(limit),
        stream_(moving.encoder, moving.choice, limit),
        unlimited_(moving.encoder, moving.choice, no_limit) {}

  void push(std::string_view piece) {
    if (text_.size() + piece.size() > longest_text) return;
    Stream before = unlimited_;
    Ids ids = ids_;
    Ids other = ids_;
    const std::size_t waited = stream_.pending();
    const auto error = error_of([&] { stream_.push(piece, ids); });
    const auto without_limit = error_of([&] { unlimited_.push(piece, other); });
    const std::string text = text_ + std::string(piece);
    if (without_limit) {
      check_refused(text);
      assert_internal(is_same(error, without_limit), "a limit changes the error of a stream");
    } else {
      assert_internal(error.has_value() == (unlimited_.pending() > limit_),
                      "a stream has another limit");
      assert_internal(!error || error->clause() == "S60e", "a stream refuses for another reason");
    }
    if (error) {
      unlimited_ = std::move(before);
      assert_internal(ids == ids_ && stream_.pending() == waited,
                      "a stream that refused a piece has changed");
      return;
    }
    assert_internal(ids == other, "a limit changes the ids of a stream");
    ids_ = std::move(ids);
    text_ = text;
    check_begun();
  }

  void finish() {
    const Whole wanted = whole_by_both(moving_, text_);
    const auto error = error_of([&] { stream_.finish(ids_); });
    assert_internal(error.has_value() == wanted.error.has_value(),
                    "a stream ends where its text may not, or does not");
    if (error) {
      assert_internal(error->kind() == wanted.error->kind(), "a stream ends with another error");
      return;
    }
    assert_internal(ids_ == wanted.ids, "a stream has other ids than its text");
    *this = OpenText(moving_, limit_, std::move(stream_));
  }

 private:
  OpenText(const MovingTable& moving, std::size_t limit, Stream stream)
      : moving_(moving),
        limit_(limit),
        stream_(std::move(stream)),
        unlimited_(moving.encoder, moving.choice, no_limit) {}

  // No text behind it can make it one that is encoded.
  void check_refused(const std::string& text) const {
    for (const std::string_view more : {"", "x", " ", "\u0301"}) {
      assert_internal(whole_of(moving_, text + std::string(more)).error.has_value(),
                      "a stream refuses what may become a text");
    }
  }

  // S60a: the text may end here.
  void check_begun() const {
    if (engine::scan::first_ill_formed(text_)) return;  // within a scalar
    const Whole whole = whole_of(moving_, text_);
    if (whole.error) return;  // a literal at its end may become another one
    assert_internal(
        ids_.size() <= whole.ids.size() && std::equal(ids_.begin(), ids_.end(), whole.ids.begin()),
        "a stream gave ids that were not final");
  }

  std::reference_wrapper<const MovingTable> moving_;
  std::size_t limit_;
  Stream stream_;
  Stream unlimited_;
  std::string text_;
  Ids ids_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const MovingTable& moving = fuzz::motion_table(input.number(1));
  const std::uint32_t options = input.number(1);
  const std::size_t limit = (options & 7) == 0 ? options / 8 : no_limit;
  constexpr std::array<std::size_t, 4> spacings = {1, 4, 16, 512};
  EditedText edited(moving, limit, spacings.at(options % spacings.size()));
  OpenText open(moving, limit);
  std::optional<EditedText> forked;

  for (std::size_t i = 0; i < most_operations && !input.rest().empty(); ++i) {
    switch (const std::uint32_t operation = input.number(1) % 8) {
      case 0:
      case 1:
        open.push(input.text());
        break;
      case 2:
        open.finish();
        break;
      case 3:
        edited.replace(edited.size(), edited.size(), input.text());
        break;
      case 4:
      case 5: {  // anywhere, and near the end
        std::size_t begin = input.number(2);
        begin = operation == 4 ? begin % (edited.size() + 2)
                               : edited.size() - std::min<std::size_t>(begin % 32, edited.size());
        const std::size_t end = std::max<std::size_t>(begin + input.number(1) % 34, 1) - 1;
        edited.replace(begin, end, input.text());
        break;
      }
      case 6:
        edited.replace(input.number(2) % (edited.size() + 1), edited.size(), "");
        break;
      default:  // the fork goes on, and the other must stay as it is
        if (forked) forked->check();
        forked.emplace(edited);
        break;
    }
  }
  open.finish();
  edited.finish();
  if (forked) forked->check();
  return 0;
}
