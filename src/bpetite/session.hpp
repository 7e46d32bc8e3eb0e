// Session keeps a text and its ids while the text is edited, and says which ids an edit changes
// (S61): a prompt to which turns are appended, a document in an editor.
//
//   bpetite::Session session(tokenizer);
//   bpetite::Patch patch = session.append("user: hello");
//   patch = session.append("\nassistant:");       // may replace the last ids, too
//   patch = session.replace(6, 11, "goodbye");    // bytes 6 to 11
//   session.truncate(5);
//   bpetite::Session other = session;             // a copy: an edit of one leaves the other
//
// A change may reach far: an edit may keep no id at all (S61c).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/stream.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// One thread may use it at a time. After it was moved from, it can only be assigned or destroyed.
// Memory: the text and its ids, an eighth more, and 32 bytes for each 512 bytes of the text.
class Session {
 public:
  // ValueError or KeyError: a choice of special tokens that does not exist (S27d).
  explicit Session(Tokenizer tokenizer, MotionOptions options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  // A copy has its own text and ids.
  Session(const Session&);
  Session& operator=(const Session&);

  // Puts text behind the text, or in place of the bytes from `begin` to `end`, or cuts the text.
  // ValueError: no such place, or one inside a scalar (S61b); a special token that is not allowed
  // (S27a): the error of encode for the whole new text; more than `max_pending` bytes would wait at
  // its end (S60e). UnicodeDecodeError: the text is not UTF-8 (S1a). After an error nothing has
  // changed. The text that is put in may be a part of text().
  Patch append(std::string_view text);
  Patch replace(std::size_t begin, std::size_t end, std::string_view text);
  Patch truncate(std::size_t size);

  // All ids, and the text. Both are valid until the next call.
  std::span<const TokenId> ids() const;
  std::string_view text() const;
  // In bytes.
  std::size_t text_size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bpetite
