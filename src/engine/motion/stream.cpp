// Encodes a text that comes in pieces (Stream): each step of encoding keeps what is not decided.
//
//   "ab<|endof"     "ab" waits as a chunk, and "<|endof" as a literal that may come
#include "engine/motion/stream.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include "core/special_choice.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::motion {

using scan::Specials;
using Found = Specials::Found;

Stream::Stream(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending)
    : Stream(encoder, choice, max_pending, encoder.looked_for(choice)) {}

Stream::Stream(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending,
               const Encoder::Wanted& wanted)
    : encoder_(&encoder),
      choice_(std::move(choice)),
      max_pending_(max_pending),
      may_refuse_(encoder.may_refuse(choice_)),
      given_(wanted.given),
      normalized_(wanted.normalized),
      cuts_(encoder.cutter()) {}

void Stream::begin(const Settled& from, std::string_view before) {
  begin_ = from.place;
  taken_ = 0;
  cut_scalar_.clear();
  given_.begin(before);
  group_.clear();
  normalized_.begin(from.begins_stretch ? std::string_view() : before);
  begin_stretch(from.place);
  begins_segment_ = from.begins_segment;
  begins_stretch_ = from.begins_stretch;
  has_space_ = false;
  cuts_.clear();
  same_ = 0;
  is_lost_ = false;
}

template <typename Change>
void Stream::change(bool may_fail, std::size_t bytes, std::vector<TokenId>& ids,
                    const Change& change) {
  const std::size_t size = ids.size();
  VectorSink sink(ids);
  sink.expect(bytes);
  if (!may_fail) {
    is_lost_ = true;
    change(*this, sink);
    is_lost_ = false;
    return;
  }
  Stream next = *this;
  try {
    change(next, sink);
  } catch (...) {
    ids.resize(size);
    throw;
  }
  *this = std::move(next);
}

void Stream::push(std::string_view bytes, std::vector<TokenId>& ids) {
  check_not_lost();
  const std::string joined = cut_scalar_.empty() ? std::string() : cut_scalar_ + std::string(bytes);
  const std::string_view all = cut_scalar_.empty() ? bytes : std::string_view(joined);
  std::string_view text = all;
  if (const auto fault = scan::first_ill_formed(all)) {
    if (!utf8::is_cut_scalar(all.substr(*fault))) {
      utf8::throw_ill_formed(all, *fault, "text", begin_ + taken_);
    }
    text = all.substr(0, *fault);
  }
  check_allowed(text, false);
  // A normal form has at most three times the bytes.
  const std::size_t growth = encoder_->normalizer() == nullptr ? 1 : 3;
  const bool may_wait = growth * (pending() + bytes.size()) <= max_pending_;
  const bool may_fail = may_refuse_form() || !may_wait;
  change(may_fail, text.size(), ids, [&](Stream& stream, VectorSink& sink) {
    stream.read(text, sink);
    stream.cut_scalar_.assign(all.substr(text.size()));
    if (!may_wait) stream.check_pending(max_pending_);
  });
}

// A piece that memory was missing for may have been read in part.
void Stream::check_not_lost() const {
  if (is_lost_) throw std::bad_alloc();
}

// ValueError for a token that is found in the given text, before anything of it is read.
void Stream::check_allowed(std::string_view text, bool is_over) const {
  if (!may_refuse_ || given_.specials().empty()) return;
  OpenLiterals given = given_;
  const std::size_t from = begin_ + taken_ - given_.waiting().size();
  const auto take_text = [](std::string_view) {};
  const auto take_special = [&](const Found& found, std::size_t place, std::size_t) {
    encoder_->check_allowed(*found.token, from + place, choice_);
  };
  is_over ? given.finish(take_text, take_special) : given.read(text, take_text, take_special);
}

void Stream::check_pending(std::size_t most) const {
  const std::size_t waiting = pending();
  if (waiting <= most) return;
  // A form may be longer than its text, which is not before the stretch.
  const std::size_t end = begin_ + taken_ + cut_scalar_.size();
  const std::size_t from = std::max(stretch_, end - std::min(end, waiting));
  throw ValueError(
      fmt::format("encode: from byte {} on {} wait for the text that follows, required at most {}",
                  from, counted(waiting, "byte"), most),
      "S60e");
}

void Stream::finish(std::vector<TokenId>& ids) {
  check_not_lost();
  if (!cut_scalar_.empty()) utf8::throw_ill_formed(cut_scalar_, 0, "text", begin_ + taken_);
  check_allowed({}, true);
  change(may_refuse_form(), 0, ids,
         [](Stream& stream, VectorSink& sink) { stream.end_text(sink); });
  begin({}, {});
}

// The space of S30g is not of the text.
std::size_t Stream::pending() const {
  return cut_scalar_.size() + given_.waiting().size() + group_.size() +
         normalized_.waiting().size() + cuts_.text().size() - (has_space_ ? 1 : 0);
}

// The place is known if what waits as a form is text as it was given: then it is in normal form by
// itself too. No literal that was refused may go on behind the place (S27h).
std::optional<Settled> Stream::settled() const {
  const std::size_t formed = normalized_.waiting().size() + cuts_.text().size();
  const bool is_behind_special = begins_segment_ && formed == 0;
  if (!is_behind_special &&
      (given_.specials().stand_alone() || normalized_.specials().stand_alone())) {
    return std::nullopt;
  }
  if (formed > same_ || has_space_ || !cuts_.is_like_a_new_text()) return std::nullopt;
  return Settled{begin_ + taken_ - given_.waiting().size() - group_.size() - formed,
                 begins_segment_ && cuts_.text().empty(), is_behind_special && begins_stretch_};
}

void Stream::read(std::string_view text, VectorSink& sink) {
  read_given(sink, [&](const auto& take_text, const auto& take_special) {
    given_.read(text, take_text, take_special);
  });
  taken_ += text.size();
}

void Stream::end_text(VectorSink& sink) {
  read_given(sink, [&](const auto& take_text, const auto& take_special) {
    given_.finish(take_text, take_special);
    end_stretch(sink);
  });
}

template <typename Read>
void Stream::read_given(VectorSink& sink, const Read& read) {
  auto encoder = encoder_->take();
  chunks_ = encoder.get();
  const std::size_t from = begin_ + taken_ - given_.waiting().size();
  read([&](std::string_view part) { read_stretch(part, sink); },
       [&](const Found& found, std::size_t place, std::size_t end) {
         end_stretch(sink);
         add_special(found, from + place, sink);
         begin_stretch(from + end);
       });
  encoder_->give_back(std::move(encoder));
}

void Stream::begin_stretch(std::size_t place) {
  stretch_ = place;
  form_read_ = 0;
  is_changed_ = false;
  begins_stretch_ = true;
}

// S30e: the stretch up to the last group is normalized. The last group may get more marks.
void Stream::read_stretch(std::string_view part, VectorSink& sink) {
  const normalize::Nfc* const nfc = encoder_->normalizer();
  if (nfc == nullptr) {
    read_form(part, true, sink);
    return;
  }
  const std::size_t old = group_.size();
  group_ += part;
  std::size_t last = group_.size();
  while (last > old) {
    last = utf8::scalar_begin(group_, last - 1);
    if (nfc->next_group(group_, last) == last) break;
  }
  if (last == 0 || nfc->next_group(group_, last) != last) return;
  read_groups(last, sink);
}

void Stream::read_groups(std::size_t end, VectorSink& sink) {
  const std::string groups = group_.substr(0, end);
  group_.erase(0, end);
  const auto changed = encoder_->normalized(groups);
  is_changed_ = is_changed_ || changed;
  read_form(changed ? *changed : groups, !changed, sink);
}

void Stream::read_form(std::string_view form, bool is_given, VectorSink& sink) {
  same_ = is_given ? same_ + form.size() : 0;
  read_normalized(sink, [&](const auto& take_text, const auto& take_special) {
    normalized_.read(form, take_text, take_special);
  });
  form_read_ += form.size();
  if (!form.empty()) begins_stretch_ = false;
}

void Stream::end_stretch(VectorSink& sink) {
  if (!group_.empty()) read_groups(group_.size(), sink);
  read_normalized(sink, [&](const auto& take_text, const auto& take_special) {
    normalized_.finish(take_text, take_special);
  });
  end_segment(sink);
}

template <typename Read>
void Stream::read_normalized(VectorSink& sink, const Read& read) {
  const std::size_t from = stretch_ + form_read_ - normalized_.waiting().size();
  read([&](std::string_view part) { read_segment(part, sink); },
       [&](const Found& found, std::size_t place, std::size_t) {
         end_segment(sink);
         add_special(found, is_changed_ ? stretch_ : from + place, sink);
       });
}

// S30g: a space may come before the segment.
void Stream::read_segment(std::string_view part, VectorSink& sink) {
  if (begins_segment_ && gets_space(encoder_->table().profile, part)) {
    has_space_ = true;
    cuts_.read(" ");
  }
  begins_segment_ = false;
  // A long part is encoded while it is in the first caches.
  constexpr std::size_t most = ChunkEncoder::max_together / 2;
  while (!part.empty()) {
    std::size_t size = std::min(most, part.size());
    while (size < part.size() && utf8::is_continuation(part[size])) ++size;
    cuts_.read(part.substr(0, size));
    add_chunks(sink);
    part.remove_prefix(size);
  }
}

void Stream::end_segment(VectorSink& sink) {
  cuts_.finish();
  add_chunks(sink);
}

void Stream::add_special(const Found& found, std::size_t place, VectorSink& sink) {
  encoder_->check_allowed(*found.token, place, choice_);
  sink.add({&found.token->id, 1}, found.size);
  begins_segment_ = true;
}

void Stream::add_chunks(VectorSink& sink) {
  if (cuts_.certain().empty()) return;
  chunks_->encode_chunks(cuts_.text_and_more(), cuts_.certain(), sink);
  cuts_.forget();
  has_space_ = false;
}

}  // namespace bpetite::engine::motion
