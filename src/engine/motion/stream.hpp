// Stream encodes an open text: it comes in pieces, and its ids come out as soon as they are certain
// (S60). All ids together are those of the whole text, wherever it was cut into pieces.
//
//   v1, merges (97,98) (32,256)     push "ab a" gives 256     push "b" gives nothing
//                                   finish gives 257
//
// A piece goes through the steps of Encoder: special tokens, the form of the text between them, the
// special tokens of the form, a space before segments, chunks, ids. Each step keeps what more text
// could change (OpenLiterals, OpenCuts, the last group of the normalizer). settled() says from
// which place a text may be encoded anew. props/motion/motion_stream.cpp compares it with the
// reference.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "engine/encode.hpp"
#include "engine/id_sink.hpp"
#include "engine/motion/open_cuts.hpp"
#include "engine/motion/open_literals.hpp"

namespace bpetite::engine::motion {

// A place of a text: all ids of the text before it are certain, and the text behind it may be
// encoded by a stream that begins there.
struct Settled {
  std::size_t place = 0;
  bool begins_segment = true;  // the text behind a special token, and a whole text
  bool begins_stretch = true;  // if the token was found in the given text (S30e)

  friend bool operator==(const Settled&, const Settled&) = default;
};

class Stream {
 public:
  // The encoder must outlive it. ValueError or KeyError: a choice that does not exist (S27d).
  Stream(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending);

  // Forgets all, and begins at a settled place of a text; `before` is the scalar before that place.
  void begin(const Settled& from, std::string_view before);

  // Reads more bytes of the text, and appends the ids that are then certain. A scalar may be cut.
  // UnicodeDecodeError: the bytes cannot become UTF-8 (S1a). ValueError: a special token that is
  // not allowed (S27a); more bytes wait than may (S60f). After an error neither the stream nor
  // `ids` has changed. But after a std::bad_alloc of push both may have, and then all further calls
  // of push and finish throw it too.
  void push(std::string_view bytes, std::vector<TokenId>& ids);

  // The end of the text: appends all other ids. UnicodeDecodeError: a scalar is cut. ValueError as
  // above. After that the stream is as a new one; after an error it has not changed.
  void finish(std::vector<TokenId>& ids);

  // The errors that encode has for a whole text, with the choice of the stream.
  void check(std::string_view text) const { encoder_->check(text, choice_); }

  // How many bytes of the given text wait (S60e): from the first on whose ids were not all added.
  std::size_t pending() const;
  // ValueError: more bytes wait than `most` (S60e).
  void check_pending(std::size_t most) const;

  // The chunks that wait. What waits before it is cut is not in them.
  const OpenCuts& cuts() const { return cuts_; }
  // Whether what waits begins a segment that gets the space of S30g, if `waiting` is its text.
  bool has_space_before(std::string_view waiting) const {
    return has_space_ || (begins_segment_ && gets_space(encoder_->table().profile, waiting));
  }
  // Whether the text that waits as the beginning of a literal has a whole literal too.
  bool has_waiting_literal() const {
    scan::Specials::Search search(given_.specials(), given_.waiting());
    return search.next(0).size > 0;
  }

  // The last settled place, in bytes of the text; nothing if none is known now.
  std::optional<Settled> settled() const;

 private:
  // Where chunks go while a piece is read.
  struct Output {
    ChunkEncoder& encoder;
    VectorSink& sink;
  };

  Stream(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending,
         const Encoder::Wanted& wanted);
  void check_not_lost() const;
  void check_allowed(std::string_view text, bool is_over) const;
  // Whether a special token that is not allowed may be found behind ids that were added.
  bool may_refuse_form() const {
    return !normalized_.specials().empty() && encoder_->may_refuse(choice_);
  }
  // Calls change(stream, sink), with a copy of the stream if that may fail.
  template <typename Change>
  void change(bool may_fail, std::size_t bytes, std::vector<TokenId>& ids, const Change& change);
  // Reads more of the text, or of a form, which is over then or not.
  void read(std::string_view text, bool is_over, VectorSink& sink);
  void read_normalized(std::string_view form, bool is_over, const Output& out);
  void begin_stretch(std::size_t place);
  void read_stretch(std::string_view part, const Output& out);
  void read_groups(std::size_t end, const Output& out);
  void read_form(std::string_view form, std::size_t given, const Output& out);
  void read_segment(std::string_view part, const Output& out);
  void end_stretch(const Output& out);
  void end_segment(const Output& out);
  void add_special(const scan::Specials::Found& found, std::size_t place, const Output& out);
  void add_chunks(const Output& out);
  std::size_t form_waits_from() const;
  std::size_t waits_from() const;

  // A group that the normalizer changed: where it begins in the stretch, and its form in that of
  // the stretch.
  struct Changed {
    std::size_t given;
    Span form;
  };

  const Encoder* encoder_;
  SpecialChoice choice_;
  std::size_t max_pending_;
  std::size_t begin_ = 0;  // where the stream began in the text
  std::size_t taken_ = 0;  // bytes since then, without cut_scalar_
  std::string cut_scalar_;
  OpenLiterals given_;
  std::string group_;             // what the normalizer may still change
  OpenLiterals normalized_;       // in the form
  std::size_t stretch_ = 0;       // where the stretch begins
  std::size_t given_read_ = 0;    // bytes of the stretch whose form was read
  std::size_t form_read_ = 0;     // bytes of that form
  bool is_changed_ = false;       // whether that form is not the stretch
  std::vector<Changed> changed_;  // the changed groups whose form waits, in part at least
  bool begins_segment_ = true;
  bool begins_stretch_ = true;  // nothing of the form of the stretch was read
  bool has_space_ = false;      // the text of cuts_ begins with the space of S30g
  OpenCuts cuts_;
  bool is_lost_ = false;  // memory was missing in the middle of a piece
};

}  // namespace bpetite::engine::motion
