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
  const bool may_wait = pending() + bytes.size() <= max_pending_;
  const bool may_fail = may_refuse_form() || !may_wait;
  change(may_fail, text.size(), ids, [&](Stream& stream, VectorSink& sink) {
    stream.read(text, false, sink);
    stream.cut_scalar_.assign(all.substr(text.size()));
    if (!may_wait) stream.check_pending(max_pending_);
  });
}

// A piece that memory was missing for may have been read in part.
void Stream::check_not_lost() const {
  if (is_lost_) throw std::bad_alloc();
}

// ValueError for a token that is found in the given text, before anything of it is read (S60f).
void Stream::check_allowed(std::string_view text, bool is_over) const {
  if (given_.specials().empty() || !encoder_->may_refuse(choice_)) return;
  OpenLiterals given = given_;
  const std::size_t from = begin_ + taken_ - given_.waiting().size();
  given.read(
      text, is_over, [](std::string_view) {},
      [&](const Found& found, std::size_t place, std::size_t) {
        encoder_->check_allowed(*found.token, from + place, choice_);
      });
}

void Stream::check_pending(std::size_t most) const {
  const std::size_t waiting = pending();
  if (waiting <= most) return;
  throw ValueError(
      fmt::format("encode: from byte {} on {} wait for the text that follows, required at most {}",
                  waits_from(), counted(waiting, "byte"), most),
      "S60e");
}

void Stream::finish(std::vector<TokenId>& ids) {
  check_not_lost();
  if (!cut_scalar_.empty()) utf8::throw_ill_formed(cut_scalar_, 0, "text", begin_ + taken_);
  check_allowed({}, true);
  change(may_refuse_form(), 0, ids,
         [](Stream& stream, VectorSink& sink) { stream.read({}, true, sink); });
  begin({}, {});
}

std::size_t Stream::pending() const { return begin_ + taken_ + cut_scalar_.size() - waits_from(); }

// In the form of the stretch. The space of S30g is not in it.
std::size_t Stream::form_waits_from() const {
  return form_read_ - normalized_.waiting().size() - (cuts_.text().size() - (has_space_ ? 1 : 0));
}

// In the given text. A changed group waits as a whole.
std::size_t Stream::waits_from() const {
  const std::size_t from = form_waits_from();
  if (changed_.empty()) return stretch_ + given_read_ - (form_read_ - from);
  const Changed& first = changed_.front();
  return stretch_ + first.given - (first.form.begin - std::min(from, first.form.begin));
}

// The place is known if what waits as a form is text as it was given: then it is in normal form by
// itself too. No literal that was refused may go on behind the place (S27h).
std::optional<Settled> Stream::settled() const {
  const bool is_behind_special = begins_segment_ && form_waits_from() == form_read_;
  const bool is_behind_given = is_behind_special && begins_stretch_;  // it is of the given text
  if (given_.specials().stand_alone() && !is_behind_given) return std::nullopt;
  if (normalized_.specials().stand_alone() && !is_behind_special) return std::nullopt;
  if (!changed_.empty() || has_space_ || !cuts_.is_like_a_new_text()) return std::nullopt;
  return Settled{waits_from(), begins_segment_ && cuts_.text().empty(), is_behind_given};
}

void Stream::read(std::string_view text, bool is_over, VectorSink& sink) {
  auto encoder = encoder_->take();
  const Output out{*encoder, sink};
  const std::size_t from = begin_ + taken_ - given_.waiting().size();
  given_.read(
      text, is_over, [&](std::string_view part) { read_stretch(part, out); },
      [&](const Found& found, std::size_t place, std::size_t end) {
        end_stretch(out);
        add_special(found, from + place, out);
        begin_stretch(from + end);
      });
  // A literal that may come ends the group before it, and so does its first scalar.
  const normalize::Nfc* const nfc = encoder_->normalizer();
  const std::string_view waiting = given_.waiting();
  if (!group_.empty() && !waiting.empty() && nfc->next_group(waiting, 0) == 0) {
    read_groups(group_.size(), out);
  }
  if (is_over) end_stretch(out);
  encoder_->give_back(std::move(encoder));
  taken_ += text.size();
  const auto waits = std::ranges::find_if(
      changed_, [from = form_waits_from()](const Changed& group) { return group.form.end > from; });
  changed_.erase(changed_.begin(), waits);
}

void Stream::begin_stretch(std::size_t place) {
  stretch_ = place;
  given_read_ = 0;
  form_read_ = 0;
  is_changed_ = false;
  changed_.clear();
  begins_stretch_ = true;
}

// S30e: the stretch up to the last group is normalized. The last group may get more marks.
void Stream::read_stretch(std::string_view part, const Output& out) {
  const normalize::Nfc* const nfc = encoder_->normalizer();
  if (nfc == nullptr) {
    read_form(part, part.size(), out);
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
  read_groups(last, out);
}

void Stream::read_groups(std::size_t end, const Output& out) {
  const std::string groups = group_.substr(0, end);
  group_.erase(0, end);
  const auto changes = encoder_->normalizer()->changes(groups);
  is_changed_ = is_changed_ || !changes.empty();
  std::string form;
  std::size_t copied = 0;  // the form has the groups before it
  for (const auto& change : changes) {
    form.append(groups, copied, change.begin - copied);
    const std::size_t at = form_read_ + form.size();
    changed_.push_back({given_read_ + change.begin, {at, at + change.form.size()}});
    form += change.form;
    copied = change.end;
  }
  form.append(groups, copied);
  read_form(form, end, out);
}

// The form of the next `given` bytes of the stretch.
void Stream::read_form(std::string_view form, std::size_t given, const Output& out) {
  read_normalized(form, false, out);
  given_read_ += given;
  form_read_ += form.size();
  if (!form.empty()) begins_stretch_ = false;
}

void Stream::end_stretch(const Output& out) {
  if (!group_.empty()) read_groups(group_.size(), out);
  read_normalized({}, true, out);
  end_segment(out);
}

void Stream::read_normalized(std::string_view form, bool is_over, const Output& out) {
  const std::size_t from = stretch_ + form_read_ - normalized_.waiting().size();
  normalized_.read(
      form, is_over, [&](std::string_view part) { read_segment(part, out); },
      [&](const Found& found, std::size_t place, std::size_t) {
        end_segment(out);
        add_special(found, is_changed_ ? stretch_ : from + place, out);
      });
}

// S30g: a space may come before the segment.
void Stream::read_segment(std::string_view part, const Output& out) {
  if (begins_segment_ && gets_space(encoder_->table().profile, part)) {
    has_space_ = true;
    cuts_.read(" ");
  }
  begins_segment_ = false;
  // A long part is encoded while it is in the first caches.
  constexpr std::size_t most = ChunkEncoder::max_together / 2;
  while (!part.empty()) {
    const std::size_t size = utf8::scalar_end(part, most);
    cuts_.read(part.substr(0, size));
    add_chunks(out);
    part.remove_prefix(size);
  }
}

void Stream::end_segment(const Output& out) {
  cuts_.finish();
  add_chunks(out);
}

void Stream::add_special(const Found& found, std::size_t place, const Output& out) {
  encoder_->check_allowed(*found.token, place, choice_);
  out.sink.add({&found.token->id, 1}, found.size);
  begins_segment_ = true;
}

void Stream::add_chunks(const Output& out) {
  if (cuts_.certain().empty()) return;
  out.encoder.encode_chunks(cuts_.text_and_more(), cuts_.certain(), out.sink);
  cuts_.forget();
  has_space_ = false;
}

}  // namespace bpetite::engine::motion
