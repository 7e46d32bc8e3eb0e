// PartsReader reads a text that is put together from parts (S62), and gives its segments, which are
// joined across the seams, and the added tokens between them to a SegmentTaker. append_parts()
// encodes parts into a sink, and check_parts() finds the faults of parts.
//
//   text "a<s>", template "b<s>"      segment "a<s>b", token <s>
//
// A segment that lies in one part is not copied. A segment of several pieces is put together in a
// buffer of 64 KB: once it is full, what is before its last safe place (S25l) goes on. Of a long
// piece only what is beside a seam is copied, unless the text is changed (S30a, S30g). The parts of
// one run are joined only if literals are looked for in it. Cost: that of encoding the joined text,
// and a copy of what is joined. props/motion/parts.cpp compares the ids with the reference.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <bpetite/motion.hpp>

#include "engine/encode.hpp"
#include "engine/id_sink.hpp"
#include "engine/motion/sources.hpp"

namespace bpetite::engine::motion {

// Takes what is encoded.
class SegmentTaker {
 public:
  virtual ~SegmentTaker() = default;
  // A segment, or a part of one that is cut alone, with the space of S30g. Never empty.
  virtual void add_segment(std::string_view text) = 0;
  // An added token, and how many bytes of the parts it takes.
  virtual void add_token(const SpecialToken& token, std::size_t size) = 0;
};

// Throws the error of the first part that has a fault (S62i).
void check_parts(std::span<const TextPart> parts, const Table& table);

class PartsReader {
 public:
  // All must outlive it. If there are `sources`, they get those of the bytes of the ids, in the
  // joined text.
  PartsReader(const Encoder& encoder, const PartsOptions& options, SegmentTaker& taker,
              Sources* sources = nullptr);

  // The parts must have been checked.
  void read(std::span<const TextPart> parts);

 private:
  using Kind = TextPart::Kind;

  const Encoder::Wanted& wanted_in(Kind kind) const;
  void read_token(const SpecialToken& token);
  void read_run(std::span<const TextPart> parts, Kind kind);
  void read_run_text(std::string_view run, const Encoder::Wanted& wanted);
  void read_piece(std::string_view piece, std::size_t place, const scan::Specials& normalized);
  void add_ordinary(std::string_view text);
  void add_joined(std::string_view text);
  void keep();
  bool may_pass_on() const;
  std::size_t first_safe_place(std::string_view text) const;
  void pass_on();
  void end_segment();
  void give(std::string_view segment, Sources from);
  void add_token(const scan::Specials::Found& found, Span from);

  const Encoder& encoder_;
  PartsOptions options_;
  Encoder::Wanted in_template_;  // the literals that are looked for in a run of this trust
  Encoder::Wanted in_text_;
  SegmentTaker& taker_;
  Sources* sources_;
  std::size_t place_ = 0;  // of the next part, in the joined text

  // The segment so far: `first_` if it is one piece, else `joined_`.
  std::string_view first_;
  std::string joined_;
  std::size_t searched_ = 0;  // before it, `joined_` has no safe place
  bool is_form_ = true;       // it is in its normal form
  Sources from_;              // its sources
  std::string run_;           // the text of a run of several parts
};

// Adds the ids of the parts to the sink, and their sources if they are wanted. The errors come
// before any id (S62i).
void append_parts(const Encoder& encoder, std::span<const TextPart> parts,
                  const PartsOptions& options, IdSink& sink, Sources* sources = nullptr);

// The spans of these ids, and the parts that have them (S62h).
std::vector<Span> spans_of(const Table& table, std::span<const TokenId> ids,
                           const Sources& sources);
std::vector<PartRange> parts_of(const Table& table, std::span<const TextPart> parts,
                                std::span<const Span> spans);

}  // namespace bpetite::engine::motion
