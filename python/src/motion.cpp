// Streams and sessions of Python (TextStream, TextSession), and what Core does for texts in motion:
// it encodes parts, finds where ids are not those of encode, divides texts into windows, and counts
// ids until a limit.
//
//   Core.windows("ab ab ab", 2, 0, False, None, None, False)      [(0, 5), (5, 8)]
#include "motion.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/canonical.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/windows.hpp>

#include "ids.hpp"
#include "text.hpp"
#include "wanted_specials.hpp"

namespace bpetite::python {
namespace {

// The time in which one thread uses a stream or a session. Whoever makes it has the lock of the
// interpreter, also at its end. ValueError: another thread uses the object.
class Use {
 public:
  Use(bool& is_used, const char* what) : is_used_(is_used) {
    if (is_used) {
      const std::string name(what);
      throw ValueError(
          name + ": another thread uses this " + name + ", required one thread at a time", "");
    }
    is_used_ = true;
  }
  ~Use() { is_used_ = false; }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  bool& is_used_;
};

MotionOptions options_of(const Core& core, nb::handle allowed, nb::handle disallowed,
                         std::size_t max_pending, const char* what) {
  return {WantedSpecials(core.tokenizer(), allowed, disallowed).plain_choice(what), max_pending};
}

CanonicalAs canonical_as(bool one_string) {
  return one_string ? CanonicalAs::one_string : CanonicalAs::parts;
}

nb::object pair(std::size_t first, std::size_t last) { return nb::make_tuple(first, last); }

// The joined text, in which a token part has its literal.
std::string joined(const Tokenizer& tokenizer, std::span<const TextPart> parts) {
  std::string text;
  for (const TextPart& part : parts) {
    text += part.text;
    if (!part.id) continue;
    const auto& tokens = tokenizer.special_tokens();
    text += std::ranges::find(tokens, *part.id, &SpecialToken::id)->literal;
  }
  return text;
}

// S28c: all characters that have a byte of the span.
void to_characters(std::string_view text, std::vector<Span>& spans) {
  CharacterCount begins(text);
  CharacterCount ends(text);
  for (Span& span : spans) {
    span = {begins.before(span.begin + 1) - 1, ends.before(span.end)};
  }
}

TextPart part_of(std::string_view kind, std::string_view text, std::optional<TokenId> id) {
  if (kind == "text") return TextPart::untrusted(text);
  if (kind == "template") return TextPart::trusted(text);
  return id ? TextPart::token(*id) : TextPart::token(text);
}

}  // namespace

// --- Streams. ---

TextStream::TextStream(nb::object core, nb::handle allowed, nb::handle disallowed,
                       std::size_t max_pending)
    : owner_(std::move(core)),
      core_(&nb::cast<const Core&>(owner_)),
      stream_(core_->tokenizer(), options_of(*core_, allowed, disallowed, max_pending, "stream")) {}

nb::object TextStream::push(nb::handle text) {
  const Text given(text);
  const Use use(is_used_, "stream");
  std::vector<TokenId> ids;
  {
    const nb::gil_scoped_release released;
    ids = stream_.push(given);
  }
  return core_->list_of(ids);
}

nb::object TextStream::finish() {
  const Use use(is_used_, "stream");
  std::vector<TokenId> ids;
  {
    const nb::gil_scoped_release released;
    ids = stream_.finish();
  }
  return core_->list_of(ids);
}

std::size_t TextStream::pending() {
  const Use use(is_used_, "stream");
  return stream_.pending();
}

// --- Sessions. ---

TextSession::TextSession(nb::object core, nb::handle allowed, nb::handle disallowed,
                         std::size_t max_pending)
    : owner_(std::move(core)),
      core_(&nb::cast<const Core&>(owner_)),
      session_(core_->tokenizer(),
               options_of(*core_, allowed, disallowed, max_pending, "session")) {}

// S61b, with places in characters. Whoever calls it has the session for itself.
nb::object TextSession::edit(std::size_t begin, std::size_t end, std::string_view text) {
  const std::size_t size = places_.size();
  for (const std::size_t place : {begin, end}) {
    if (place > size) {
      throw ValueError("session: character " + std::to_string(place) + ", required at most " +
                           std::to_string(size) + ", where the text ends",
                       "S61b");
    }
  }
  if (begin > end) {
    throw ValueError("session: characters " + std::to_string(begin) + " to " + std::to_string(end) +
                         ", required an end that is not before its beginning",
                     "S61b");
  }
  Patch patch;
  {
    const nb::gil_scoped_release released;
    patch = session_.replace(places_.byte_of(begin), places_.byte_of(end), text);
    places_.replace(begin, end, text);
    id_count_ = id_count_ - patch.gone + patch.ids.size();
  }
  return nb::make_tuple(patch.kept, patch.gone, core_->list_of(patch.ids));
}

nb::object TextSession::append(nb::handle text) {
  const Text given(text);
  const Use use(is_used_, "session");
  return edit(places_.size(), places_.size(), given);
}

nb::object TextSession::replace(std::size_t begin, std::size_t end, nb::handle text) {
  const Text given(text);
  const Use use(is_used_, "session");
  return edit(begin, end, given);
}

nb::object TextSession::truncate(std::size_t size) {
  const Use use(is_used_, "session");
  return edit(size, std::max(size, places_.size()), "");
}

nb::object TextSession::ids() {
  const Use use(is_used_, "session");
  return core_->list_of(session_.ids());
}

nb::object TextSession::text() {
  const Use use(is_used_, "session");
  const std::string_view text = session_.text();
  return nb::str(text.data(), text.size());
}

std::size_t TextSession::size() {
  const Use use(is_used_, "session");
  return id_count_;
}

TextSession TextSession::fork() {
  const Use use(is_used_, "session");
  TextSession other(*this);
  other.is_used_ = false;
  return other;
}

// --- Parts, canonical ids, windows. ---

nb::object Core::encode_parts(const std::vector<std::string>& kinds, nb::handle texts,
                              const std::vector<std::optional<TokenId>>& ids, bool is_cut,
                              bool strict, bool has_spans, bool in_bytes) const {
  const Texts given(texts);
  std::vector<TextPart> parts;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    parts.push_back(part_of(kinds[i], given.views()[i], ids[i]));
  }
  const PartsOptions options{is_cut ? Seams::cut : Seams::joined, strict};
  EncodedParts found;
  {
    const nb::gil_scoped_release released;
    if (!has_spans) {
      found.ids = bpetite::encode_parts(tokenizer_, parts, options);
    } else {
      found = encode_parts_with_spans(tokenizer_, parts, options);
      if (!in_bytes) to_characters(joined(tokenizer_, parts), found.spans);
    }
  }
  nb::object list = numbers_.list_of(found.ids);
  if (!has_spans) return list;
  nb::list spans;
  for (const Span& span : found.spans) spans.append(pair(span.begin, span.end));
  nb::list in_parts;
  for (const PartRange& range : found.parts) in_parts.append(pair(range.first, range.last));
  return nb::make_tuple(list, spans, in_parts);
}

// The ids are copied: another thread may write to an array while the library reads it.
nb::object Core::divergence(nb::handle ids, bool one_string) const {
  const GivenIds given(ids);
  std::optional<Divergence> found;
  {
    const nb::gil_scoped_release released;
    const std::vector<TokenId> copied(given.ids().begin(), given.ids().end());
    found = bpetite::divergence(tokenizer_, copied, canonical_as(one_string));
  }
  if (!found) return nb::none();
  const std::string_view cause = name(found->cause);
  return nb::make_tuple(found->index, found->byte, nb::str(cause.data(), cause.size()));
}

nb::object Core::first_divergence(nb::handle ids, bool one_string) const {
  const GivenIds given(ids);
  std::optional<std::size_t> found;
  {
    const nb::gil_scoped_release released;
    const std::vector<TokenId> copied(given.ids().begin(), given.ids().end());
    found = bpetite::first_divergence(tokenizer_, copied, canonical_as(one_string));
  }
  return found ? nb::cast(*found) : nb::none();
}

nb::object Core::continuation(nb::handle ids, bool one_string) const {
  const GivenIds given(ids);
  Continuation found;
  {
    const nb::gil_scoped_release released;
    const std::vector<TokenId> copied(given.ids().begin(), given.ids().end());
    found = bpetite::continuation(tokenizer_, copied, canonical_as(one_string));
  }
  switch (found.answer) {
    case Continuation::Answer::yes:
      return nb::make_tuple(true, nb::bytes(found.bytes.data(), found.bytes.size()));
    case Continuation::Answer::no:
      return nb::make_tuple(false, found.index);
    case Continuation::Answer::unknown:
      break;
  }
  return nb::none();
}

nb::object Core::windows(nb::handle text, std::size_t max_ids, std::size_t overlap, bool at_lines,
                         nb::handle allowed, nb::handle disallowed, bool in_bytes) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  const WindowOptions options{max_ids, overlap, at_lines ? WindowEnd::line : WindowEnd::safe};
  const SpecialChoice& choice = wanted.plain_choice("windows");
  std::vector<Window> found;
  {
    const nb::gil_scoped_release released;
    found = bpetite::windows(tokenizer_, given, options, choice);
    CharacterCount begins(given);
    CharacterCount ends(given);
    for (Window& window : found) {
      if (in_bytes) break;
      window.begin = begins.before(window.begin);
      window.end = ends.before(window.end);
    }
  }
  nb::list pairs;
  for (const Window& window : found) pairs.append(pair(window.begin, window.end));
  return pairs;
}

std::size_t Core::count_up_to(nb::handle text, std::size_t limit, nb::handle allowed,
                              nb::handle disallowed) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  const nb::gil_scoped_release released;
  if (wanted.is_plain()) return bpetite::count_up_to(tokenizer_, given, limit, wanted.choice());
  const std::size_t count = wanted.encode_cut(tokenizer_, given).size();
  return count > limit ? limit + 1 : count;
}

}  // namespace bpetite::python
