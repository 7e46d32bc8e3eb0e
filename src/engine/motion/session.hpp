// Session keeps a text and its ids while the text is edited, and says which ids an edit changes
// (S61).
//
//   append "ab a"        kept 0, gone 0, new ids 256 32 97
//   append "b"           kept 1, gone 2, new ids 257            the ids are 256 257
//
// It keeps marks in the text, about every 2 KB: places from which the text may be encoded anew
// (Stream::settled), with the place up to which the text was read when that was certain. An edit
// begins at the last mark that was certain before it. It ends at an old mark behind it, if the
// stream has come to the same settled place there: from there on all is as before. Text, ids and
// marks have their gap where the last edit was. Cost: the text between two marks, or more if a
// change reaches further; memory: an eighth of text and ids, and 32 bytes a mark.
// props/motion/motion_session.cpp compares it with whole texts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>

#include "engine/encode.hpp"
#include "engine/motion/gap_buffer.hpp"
#include "engine/motion/stream.hpp"

namespace bpetite::engine::motion {

class Session {
 public:
  // The encoder must outlive it. ValueError or KeyError: a choice that does not exist (S27d).
  // Tests give a smaller distance of marks.
  Session(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending,
          std::size_t spacing = 2048);

  // Replaces the bytes from `begin` to `end` of the text. ValueError: they are not in the
  // text, or inside a scalar; a special token that is not allowed (S27a); more text waits than may
  // (S60e). UnicodeDecodeError: `text` is not UTF-8. After an error nothing has changed. `text` may
  // be a part of text().
  Patch replace(std::size_t begin, std::size_t end, std::string_view text);
  Patch append(std::string_view text) { return replace(text_.size(), text_.size(), text); }

  std::size_t text_size() const { return text_.size(); }
  std::size_t size() const { return ids_.size(); }
  // All ids, and the text. Valid until the next call.
  std::span<const TokenId> ids() { return ids_.view(0, ids_.size()); }
  std::string_view text() { return part(0, text_.size()); }

 private:
  // A settled place. It was certain when the text before `read` was known.
  struct Mark {
    std::size_t read = 0;
    Settled settled;
    std::size_t ids = 0;  // of the text before the place
  };
  void check_place(std::size_t place) const;
  Patch edit(std::size_t begin, std::size_t end, std::string_view text);
  std::string_view part(std::size_t begin, std::size_t end);
  std::string_view scalar_before(std::size_t place);
  void bring_marks_to(std::size_t place);
  Mark from_other_end(const Mark& mark) const;
  void add_mark(const Mark& mark);

  Stream stream_;  // begins anew for each edit
  std::size_t max_pending_;
  std::size_t spacing_;
  GapBuffer<char> text_;
  GapBuffer<TokenId> ids_;
  std::vector<Mark> before_ = {Mark{}};  // the edit, ascending; the first is that of a whole text
  std::vector<Mark> behind_;             // the edit, descending; their places count from the ends
};

}  // namespace bpetite::engine::motion
