// Encodes texts by a table (Encoder). It checks that a text is UTF-8 and that its special tokens
// are allowed. Then it cuts the text into stretches between special tokens, and normalizes each
// stretch. It looks for special tokens in the normal form, puts a space before the segments between
// them if the profile says so, and passes the segments to a ChunkEncoder.
//
//   "ab<s>cd"     the ids of "ab", the id of <s>, the ids of "cd"
//
// There are functions for one text, for many texts (short ones are encoded together), and for the
// first ids of a text alone (append_first). changes() and changes_before() list the parts of a text
// whose bytes differ from those of the ids. Several threads: encode_on_threads.cpp.
#include "engine/encode.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/special_choice.hpp"
#include "core/utf8.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine {

using scan::for_each_stretch;

Encoder::Encoder(const Table& table, const EncodeOptions& options)
    : cutter_(table.profile),
      options_(options),
      table_(table),
      source_(table),
      given_(table.specials, false),
      normalized_(table.specials, true),
      plain_given_(table.specials, false, scan::Specials::Which::plain),
      plain_normalized_(table.specials, true, scan::Specials::Which::plain) {
  if (const auto form = form_of(table.profile.normalizer)) nfc_ = &normalize::nfc(*form);
  changes_specials_ = std::ranges::any_of(table.specials, [&](const SpecialToken& token) {
    return token.lstrip || token.rstrip || decoded_bytes(token, table) != token.literal;
  });
  if (!table.profile.drops_missing_bytes) return;
  for (const unsigned char byte : missing_bytes(table)) dropped_ += static_cast<char>(byte);
}

std::vector<TokenId> Encoder::encode(std::string_view text, const SpecialChoice& choice) const {
  std::vector<TokenId> ids;
  VectorSink sink(ids);
  append(text, sink, choice);
  return ids;
}

// S1a "raise `UnicodeDecodeError` with the *offset* of the fault". The error is that of the first
// text that has one, as if each came alone.
Encoder::Wanted Encoder::checked(std::span<const std::string_view> texts,
                                 const SpecialChoice& choice) const {
  if (texts.empty()) check_choice(choice, source_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (const auto offset = scan::first_ill_formed(texts[i])) {
      utf8::throw_ill_formed(texts[i], *offset);
    }
    if (i == 0) check_choice(choice, source_);
    check_allowed(texts[i], choice);
  }
  return wanted_in(choice);
}

// Decides what to look for in texts that were checked: all added tokens, or only those that are not
// special. If a special token is refused unless it is allowed, and none is, the texts have none.
// But one that has to stand by itself, and does not, still hides what begins inside it (S27h).
Encoder::Wanted Encoder::wanted_in(const SpecialChoice& choice) const {
  using Kind = SpecialChoice::Kind;
  const SpecialRule rule = source_.profile.added.rule;
  const bool hides = given_.stand_alone() || normalized_.stand_alone();
  const bool finds_special =
      choice.kind == Kind::all || choice.kind == Kind::only ||
      (choice.kind == Kind::by_profile &&
       (rule == SpecialRule::matched || (rule == SpecialRule::refused_unless_allowed && hides)));
  return finds_special ? Wanted{given_, normalized_} : Wanted{plain_given_, plain_normalized_};
}

// The normal form of a text, or nullopt if the text does not change.
std::optional<std::string> Encoder::normalized(std::string_view text) const {
  return nfc_ == nullptr ? std::nullopt : nfc_->changed(text);
}

bool Encoder::may_refuse(const SpecialChoice& choice) const {
  using Kind = SpecialChoice::Kind;
  return source_.profile.added.rule == SpecialRule::refused_unless_allowed &&
         (choice.kind == Kind::by_profile || choice.kind == Kind::only);
}

Encoder::Wanted Encoder::looked_for(const SpecialChoice& choice) const {
  check_choice(choice, source_);
  return may_refuse(choice) ? Wanted{given_, normalized_} : wanted_in(choice);
}

void Encoder::check_allowed(const SpecialToken& found, std::size_t place,
                            const SpecialChoice& choice) const {
  if (!found.is_special || !may_refuse(choice)) return;
  if (std::ranges::find(choice.literals, found.literal) == choice.literals.end()) {
    throw_not_allowed(place, found.literal);
  }
}

// Checks the tokens that are found in the given text first, and then the others, as the reference
// does.
void Encoder::check_allowed(std::string_view text, const SpecialChoice& choice) const {
  if (!may_refuse(choice)) return;
  const auto check = [&](const scan::Specials::Found& found, std::size_t place) {
    if (found.size > 0) check_allowed(*found.token, place, choice);
  };
  for_each_stretch(given_, text, [&](std::size_t, std::string_view, const auto& special) {
    check(special, special.literal_at);
  });
  if (normalized_.empty()) return;
  for_each_stretch(given_, text, [&](std::size_t at, std::string_view stretch, const auto&) {
    const auto changed = normalized(stretch);
    const std::string_view form = changed ? *changed : stretch;
    for_each_stretch(normalized_, form, [&](std::size_t, std::string_view, const auto& special) {
      check(special, changed ? at : at + special.literal_at);
    });
  });
}

void Encoder::add_changes(std::string_view stretch, std::size_t place,
                          std::vector<normalize::Nfc::Change>& all) const {
  std::size_t done = 0;
  const auto add_dropped_until = [&](std::size_t end) {
    const std::string_view before = stretch.substr(0, end);
    while ((done = before.find_first_of(dropped_, done)) != std::string_view::npos) {
      all.push_back({place + done, place + done + 1, ""});
      ++done;
    }
  };
  if (nfc_ != nullptr) {
    for (auto& [begin, end, form] : nfc_->changes(stretch)) {
      add_dropped_until(begin);
      std::erase_if(form, [this](char c) { return dropped_.find(c) != std::string::npos; });
      all.push_back({place + begin, place + end, std::move(form)});
      done = end;
    }
  }
  add_dropped_until(stretch.size());
}

// S30g: the space and the first byte, or the form of the first group, came from the same place.
void Encoder::add_segment_changes(std::string_view segment, std::size_t place,
                                  std::vector<normalize::Nfc::Change>& all) const {
  const std::size_t first = all.size();
  add_changes(segment, place, all);
  if (!gets_space(source_.profile, segment) || dropped_.find(' ') != std::string::npos) return;
  if (first < all.size() && all[first].begin == place) {
    all[first].form.insert(0, 1, ' ');
  } else {
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(first),
               {place, place + 1, {' ', segment.front()}});
  }
}

// Without a normalizer, special tokens that are found in normalized text are found in the stretch
// itself. With one, each of them decodes to its literal, and takes no white space (S30f).
void Encoder::add_changes(const Wanted& wanted, std::string_view stretch, std::size_t size,
                          std::size_t place, std::vector<normalize::Nfc::Change>& all) const {
  if (nfc_ != nullptr) {
    add_segment_changes(stretch.substr(0, size), place, all);
    return;
  }
  for_each_stretch(wanted.normalized, stretch, size,
                   [&](std::size_t at, std::string_view segment, const auto& special) {
                     add_segment_changes(segment, place + at, all);
                     add_special(special, place, all);
                   });
}

// S28b: a special token came from all that it takes.
void Encoder::add_special(const scan::Specials::Found& special, std::size_t place,
                          std::vector<normalize::Nfc::Change>& all) const {
  if (special.size == 0) return;
  const std::string_view bytes = decoded_bytes(*special.token, source_);
  if (special.size == bytes.size()) return;
  const std::size_t begin = place + special.at;
  all.push_back({begin, begin + special.size, std::string(bytes)});
}

std::vector<normalize::Nfc::Change> Encoder::changes(std::string_view text,
                                                     const SpecialChoice& choice) const {
  check_choice(choice, source_);
  check_allowed(text, choice);
  return changes_before(text.size(), text, choice);
}

std::vector<normalize::Nfc::Change> Encoder::changes_before(std::size_t end, std::string_view text,
                                                            const SpecialChoice& choice) const {
  std::vector<normalize::Nfc::Change> all;
  if (nfc_ == nullptr && dropped_.empty() && !changes_specials_ && !source_.profile.prefix_space) {
    return all;
  }
  const Wanted wanted = wanted_in(choice);
  scan::Specials::Search search(wanted.given, text);
  for (std::size_t at = 0; at < end;) {
    const scan::Specials::Found special = search.next(at);
    const std::size_t size = std::min(special.at, end) - at;
    add_changes(wanted, text.substr(at, special.at - at), size, at, all);
    if (special.at < end) add_special(special, 0, all);
    at = special.at + special.size;
  }
  return all;
}

std::vector<std::size_t> Encoder::count_each(std::span<const std::string_view> parts,
                                             const SpecialChoice& choice) const {
  std::vector<std::size_t> counts(parts.size());
  const Wanted wanted = wanted_in(choice);
  std::unique_ptr<ChunkEncoder> encoder = take();
  encode_each(
      *encoder, parts, wanted,
      [&](std::size_t i, std::span<const TokenId> ids) { counts[i] = ids.size(); },
      [&](std::size_t i) {
        SpanSink sink({});
        append(*encoder, wanted, parts[i], sink);
        counts[i] = sink.size();
      });
  give_back(std::move(encoder));
  return counts;
}

void Encoder::append_part(std::string_view part, IdSink& sink, const SpecialChoice& choice) const {
  check_allowed(part, choice);
  append_whole(part, sink, wanted_in(choice));
}

void Encoder::append(std::string_view text, IdSink& sink, const SpecialChoice& choice) const {
  append_whole(text, sink, checked({&text, 1}, choice));
}

void Encoder::append_whole(std::string_view text, IdSink& sink, const Wanted& wanted) const {
  std::unique_ptr<ChunkEncoder> encoder = take();
  sink.expect(text.size());
  encoder->expect(text.size());
  append(*encoder, wanted, text, sink);
  give_back(std::move(encoder));
}

void Encoder::append(ChunkEncoder& encoder, const Wanted& wanted, std::string_view text,
                     IdSink& sink) const {
  for_each_stretch(wanted.given, text,
                   [&](std::size_t, std::string_view stretch, const auto& special) {
                     append_stretch(encoder, wanted, stretch, sink);
                     if (special.size > 0) sink.add({&special.token->id, 1}, special.size);
                   });
}

// S30e: normalizes a stretch between special tokens, and looks for special tokens in its normal
// form.
void Encoder::append_stretch(ChunkEncoder& encoder, const Wanted& wanted, std::string_view stretch,
                             IdSink& sink) const {
  const auto changed = normalized(stretch);
  append_form(encoder, wanted, changed ? *changed : stretch, sink);
}

// S30g: with the space that is put before the segment.
void Encoder::append_segment(ChunkEncoder& encoder, std::string_view segment, IdSink& sink) const {
  if (!gets_space(source_.profile, segment)) return encoder.encode(segment, sink);
  std::string spaced;
  spaced.reserve(segment.size() + 1);
  spaced += ' ';
  spaced += segment;
  encoder.encode(spaced, sink);
}

void Encoder::append_form(ChunkEncoder& encoder, const Wanted& wanted, std::string_view form,
                          IdSink& sink) const {
  for_each_stretch(wanted.normalized, form,
                   [&](std::size_t, std::string_view segment, const auto& special) {
                     append_segment(encoder, segment, sink);
                     if (special.size > 0) sink.add({&special.token->id, 1}, special.size);
                   });
}

void Encoder::encode(std::span<const std::string_view> texts,
                     std::span<std::vector<TokenId>> results, const SpecialChoice& choice) const {
  const Wanted wanted = checked(texts, choice);
  std::unique_ptr<ChunkEncoder> encoder = take();
  encode_each(
      *encoder, texts, wanted,
      [&](std::size_t i, std::span<const TokenId> ids) {
        results[i].assign(ids.begin(), ids.end());
      },
      [&](std::size_t i) {
        results[i].clear();
        VectorSink sink(results[i]);
        sink.expect(texts[i].size());
        append(*encoder, wanted, texts[i], sink);
      });
  give_back(std::move(encoder));
}

void Encoder::append_each(ChunkEncoder& encoder, std::span<const std::string_view> texts,
                          VectorSink& sink, std::size_t* ends, const SpecialChoice& choice) const {
  const Wanted wanted = checked(texts, choice);
  encode_each(
      encoder, texts, wanted,
      [&](std::size_t i, std::span<const TokenId> ids) {
        sink.add(ids, texts[i].size());
        ends[i] = sink.size();
      },
      [&](std::size_t i) {
        append(encoder, wanted, texts[i], sink);
        ends[i] = sink.size();
      });
}

// Encodes short texts together if they have no special tokens and do not change in normal form;
// take_ids(i, ids) gets the ids of each. Calls alone(i) for any other text. All calls are made in
// the order of the texts.
template <typename Take, typename Alone>
void Encoder::encode_each(ChunkEncoder& encoder, std::span<const std::string_view> texts,
                          const Wanted& wanted, const Take& take_ids, const Alone& alone) const {
  const auto is_one_segment = [&](std::string_view text) {
    return wanted.given.find(text, 0).size == 0 && wanted.normalized.find(text, 0).size == 0 &&
           !normalized(text) && !gets_space(source_.profile, text);
  };
  for (std::size_t from = 0; from < texts.size();) {
    std::size_t bytes = 0;
    std::size_t to = from;
    for (; to < texts.size(); ++to) {
      bytes += texts[to].size();
      if (bytes > ChunkEncoder::max_together || !is_one_segment(texts[to])) break;
    }
    if (to > from) {
      encoder.expect(bytes);
      encoder.encode_together(
          texts.subspan(from, to - from),
          [&](std::size_t i, std::span<const TokenId> ids) { take_ids(from + i, ids); });
    } else {
      encoder.expect(texts[to].size());
      alone(to);
      ++to;
    }
    from = to;
  }
}

std::unique_ptr<ChunkEncoder> Encoder::take() const {
  auto encoder = take_idle();
  return encoder != nullptr ? std::move(encoder)
                            : std::make_unique<ChunkEncoder>(table_, cutter_, options_);
}

// The encoder that was given back last; null if there is none.
std::unique_ptr<ChunkEncoder> Encoder::take_idle() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return nullptr;
  auto encoder = std::move(idle_.back());
  idle_.pop_back();
  return encoder;
}

void Encoder::give_back(std::unique_ptr<ChunkEncoder> encoder) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(encoder));
}

// The end of a window that begins here: at a group, or without a normalizer at a scalar.
std::size_t Encoder::end_of_window(std::string_view stretch, std::size_t from) const {
  const std::size_t end = from + options_.window;
  return nfc_ != nullptr ? nfc_->next_group(stretch, end) : utf8::scalar_end(stretch, end);
}

// Encodes the beginning of a text, until there are as many ids as are wanted (S28d).
//
//   text      a stretch, a special, a stretch ...      as many as are needed
//   stretch   windows of 32 KB; each ends at a group, so their forms, joined, are the form of all
//   form      up to the last place that is safe to cut; the rest waits for the next window
//
// If a space is put before segments (S30g), each part but the first begins with a blank, so that it
// gets no space. Without a normalizer and such a space, a stretch needs no windows: the chunk
// encoder reads the stretch, and stops. The cost is that of the windows that are encoded, and of a
// search for the end of each stretch. props/offsets.cpp compares it with the reference.
std::size_t Encoder::append_windows(ChunkEncoder& encoder, const Wanted& wanted,
                                    std::string_view stretch, FirstSink& sink) const {
  std::string form;
  std::size_t searched = 0;  // before it, there is no safe place in the form
  std::size_t at = 0;
  while (at < stretch.size() && !sink.is_full()) {
    const std::size_t end = end_of_window(stretch, at);
    const std::string_view window = stretch.substr(at, end - at);
    const auto changed = normalized(window);
    form += changed ? *changed : window;
    at = end;
    std::size_t safe = form.size();
    if (at < stretch.size()) {
      const bool may_cut = !wanted.normalized.may_take_blank();
      // Before a blank no literal is cut, and no space is put.
      const bool only_blanks = !wanted.normalized.empty() || source_.profile.prefix_space;
      const auto cut_at = only_blanks ? scan::CutAt::blanks : scan::CutAt::any_safe_place;
      safe = may_cut ? scan::last_safe_place(cutter_, form, searched, cut_at) : 0;
      searched = form.size() - safe;
    }
    append_form(encoder, wanted, std::string_view(form).substr(0, safe), sink);
    form.erase(0, safe);
  }
  return at;
}

std::size_t Encoder::append_first(std::string_view text, FirstSink& sink,
                                  const SpecialChoice& choice) const {
  const Wanted wanted = checked({&text, 1}, choice);
  std::unique_ptr<ChunkEncoder> encoder = take();
  scan::Specials::Search search(wanted.given, text);
  std::size_t at = 0;
  while (at < text.size() && !sink.is_full()) {
    const scan::Specials::Found special = search.next(at);
    const std::string_view stretch = text.substr(at, special.at - at);
    if (nfc_ != nullptr || source_.profile.prefix_space) {
      at += append_windows(*encoder, wanted, stretch, sink);
    } else {
      append_stretch(*encoder, wanted, stretch, sink);
      at = sink.bytes();
    }
    if (sink.is_full() || special.size == 0) break;
    sink.add({&special.token->id, 1}, special.size);
    at = special.at + special.size;
  }
  give_back(std::move(encoder));
  return at;
}

}  // namespace bpetite::engine
