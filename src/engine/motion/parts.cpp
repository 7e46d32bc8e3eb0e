// Reads a text that is put together from parts (PartsReader): finds literals in each run alone,
// joins what is left across the seams, normalizes it, and gives it away in segments. append_parts()
// gives them to a ChunkEncoder. spans_of() and parts_of() find where ids came from.
//
//   parts      text "a<s>", template "b<s>"       with <s> = 300
//   segment    "a<s>b"                            ids 97 60 115 62 98, then 300
#include "engine/motion/parts.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/parts.hpp"
#include "core/utf8.hpp"
#include "engine/chunk_encoder.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::motion {
namespace {

constexpr std::size_t window = std::size_t{32} << 10;  // bytes that are joined at once
constexpr std::size_t near = 4096;  // bytes of a long text in which a safe place is looked for

std::string_view text_of(const TextPart& part, const Table& table) {
  return part.kind == TextPart::Kind::token ? std::string_view(token_of(part, 0, table).literal)
                                            : part.text;
}

// Calls take_text with the text before each literal, and take_token with the literal.
template <typename TakeText, typename TakeToken>
void for_each_piece(const scan::Specials& specials, std::string_view text,
                    const TakeText& take_text, const TakeToken& take_token) {
  scan::for_each_stretch(specials, text,
                         [&](std::size_t at, std::string_view piece, const auto& found) {
                           if (!piece.empty()) take_text(at, piece);
                           if (found.size > 0) take_token(found);
                         });
}

// S62g "no added token at all is found in text runs"
Encoder::Wanted literals_in_text(const Encoder& encoder, const PartsOptions& options) {
  static const scan::Specials none;
  if (options.strict) return {none, none};
  return encoder.wanted_in(SpecialChoice::ordinary());
}

}  // namespace

void check_parts(std::span<const TextPart> parts, const Table& table) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind == TextPart::Kind::token) {
      token_of(parts[i], i, table);
      continue;
    }
    check_trust(parts[i], i, table);
    if (const auto offset = scan::first_ill_formed(parts[i].text)) {
      utf8::throw_ill_formed(parts[i].text, *offset, area_of_part(i));
    }
  }
}

PartsReader::PartsReader(const Encoder& encoder, const PartsOptions& options, SegmentTaker& taker,
                         Sources* sources)
    : encoder_(encoder),
      options_(options),
      in_template_(encoder.wanted_in(SpecialChoice::all())),
      in_text_(literals_in_text(encoder, options)),
      taker_(taker),
      sources_(sources) {}

// S62b: the literals that are looked for in a run.
const Encoder::Wanted& PartsReader::wanted_in(Kind kind) const {
  return kind == Kind::template_ ? in_template_ : in_text_;
}

void PartsReader::read(std::span<const TextPart> parts) {
  const bool cuts = options_.seams == Seams::cut;
  for (std::size_t i = 0; i < parts.size();) {
    if (parts[i].kind == Kind::token) {
      read_token(token_of(parts[i], i, encoder_.table()));
      ++i;
      continue;
    }
    // S62a: an empty part belongs to any run.
    const std::size_t begin = i;
    std::optional<Kind> kind;
    for (; i < parts.size() && parts[i].kind != Kind::token; ++i) {
      if (parts[i].text.empty()) continue;
      if (kind && (cuts || *kind != parts[i].kind)) break;
      kind = parts[i].kind;
    }
    if (kind) read_run(parts.subspan(begin, i - begin), *kind);
    if (cuts) end_segment();
  }
  end_segment();
}

void PartsReader::read_token(const SpecialToken& token) {
  end_segment();
  const std::size_t size = token.literal.size();
  add_token({0, size, 0, &token}, {place_, place_ + size});
  place_ += size;
}

void PartsReader::read_run(std::span<const TextPart> parts, Kind kind) {
  const Encoder::Wanted wanted = wanted_in(kind);
  std::size_t size = 0;
  std::string_view run;  // the parts so far, if they are neighbours in memory
  for (const TextPart& part : parts) {
    if (run.empty()) run = part.text;
    size += part.text.size();
    if (run.data() + run.size() == part.text.data()) {
      run = {run.data(), run.size() + part.text.size()};
    }
  }
  if (run.size() == size) {
    read_run_text(run, wanted);
  } else if (wanted.given.empty() && wanted.normalized.empty() && sources_ == nullptr) {
    for (const TextPart& part : parts) read_run_text(part.text, wanted);
  } else {
    keep();  // the segment may be in the text of the run before
    run_.clear();
    run_.reserve(size);
    for (const TextPart& part : parts) run_ += part.text;
    read_run_text(run_, wanted);
    keep();
  }
}

void PartsReader::read_run_text(std::string_view run, const Encoder::Wanted& wanted) {
  for_each_piece(
      wanted.given, run,
      [&](std::size_t at, std::string_view piece) {
        read_piece(piece, place_ + at, wanted.normalized);
      },
      [&](const scan::Specials::Found& found) {
        add_token(found, {place_ + found.at, place_ + found.at + found.size});
      });
  place_ += run.size();
}

// S62c: a piece of a run is normalized alone if literals are looked for in its form, or if its
// bytes have to be known. If not, the segment is normalized as a whole.
void PartsReader::read_piece(std::string_view piece, std::size_t place,
                             const scan::Specials& normalized) {
  const normalize::Nfc* const nfc = encoder_.normalizer();
  Sources from;
  std::optional<std::string> changed;
  if (nfc != nullptr && (!normalized.empty() || sources_ != nullptr)) changed = nfc->changed(piece);
  const std::string_view form = changed ? *changed : piece;
  const bool is_form = nfc == nullptr || !normalized.empty() || sources_ != nullptr;
  if (sources_ != nullptr) {
    from.add_same({place, place + piece.size()});
    if (changed) from = from.normalized(piece.size(), nfc->changes(piece));
  }
  Sources::Reader reader(from);
  for_each_piece(
      normalized, form,
      [&](std::size_t, std::string_view text) {
        is_form_ = is_form_ && is_form;
        if (sources_ != nullptr) reader.copy(text.size(), from_);
        add_ordinary(text);
      },
      [&](const scan::Specials::Found& found) {
        add_token(found, sources_ == nullptr ? Span() : reader.take(found.size));
      });
  if (changed) keep();
}

// Adds ordinary text to the segment. A neighbour in memory needs no copy.
void PartsReader::add_ordinary(std::string_view text) {
  if (first_.empty() && joined_.empty()) {
    first_ = text;
  } else if (joined_.empty() && first_.data() + first_.size() == text.data()) {
    first_ = {first_.data(), first_.size() + text.size()};
    is_form_ = encoder_.normalizer() == nullptr;
  } else {
    keep();
    // A long text is only copied up to its first safe place.
    const std::size_t head = text.size() < window || !may_pass_on() ? 0 : first_safe_place(text);
    if (head == 0) return add_joined(text);
    joined_ += text.substr(0, head);
    give(joined_, {});
    joined_.clear();
    searched_ = 0;
    first_ = text.substr(head);
  }
}

// Copies the segment, if it is one piece of a text that is about to change.
void PartsReader::keep() {
  if (first_.size() >= window && may_pass_on()) {
    const std::size_t head = scan::last_safe_place(encoder_.cutter(), first_, first_.size() - near);
    if (head > 0) give(first_.substr(0, head), {});
    first_.remove_prefix(head);
  }
  if (!first_.empty()) add_joined(std::exchange(first_, {}));
}

// Whether parts of a segment can be given away as they are.
bool PartsReader::may_pass_on() const {
  return sources_ == nullptr && encoder_.normalizer() == nullptr &&
         !encoder_.table().profile.prefix_space;
}

// The first safe place of a long text, if it is near its beginning; else 0.
std::size_t PartsReader::first_safe_place(std::string_view text) const {
  const std::string_view head = text.substr(0, utf8::scalar_end(text, near));
  const std::size_t at = encoder_.cutter().compiled().next_safe_place(head, 1);
  return at == head.size() ? 0 : at;
}

void PartsReader::add_joined(std::string_view text) {
  is_form_ = is_form_ && (joined_.empty() || encoder_.normalizer() == nullptr);
  while (!text.empty()) {
    const std::size_t size = utf8::scalar_end(text, window);
    joined_ += text.substr(0, size);
    text.remove_prefix(size);
    if (joined_.size() >= 2 * window && sources_ == nullptr) pass_on();
  }
}

// Gives away what is before the last safe place of a long segment. With a normalizer it must be
// safe in the normal form. A blank begins a group (S28b), and gets no space (S30g).
void PartsReader::pass_on() {
  const normalize::Nfc* const nfc = encoder_.normalizer();
  const bool only_blanks = nfc != nullptr || encoder_.table().profile.prefix_space;
  const auto cut_at = only_blanks ? scan::CutAt::blanks : scan::CutAt::any_safe_place;
  const std::size_t from = std::max(searched_, joined_.size() - near);
  const std::size_t at = scan::last_safe_place(encoder_.cutter(), joined_, from, cut_at);
  searched_ = joined_.size();
  if (at == 0) return;
  const std::string_view head = std::string_view(joined_).substr(0, at);
  if (const auto changed = is_form_ ? std::nullopt : nfc->changed(head)) {
    if (!scan::is_safe_place(encoder_.cutter(), *changed + ' ', changed->size())) return;
    give(*changed, {});
  } else {
    give(head, {});
  }
  joined_.erase(0, at);
  searched_ = 0;
}

void PartsReader::end_segment() {
  const std::string_view text = joined_.empty() ? first_ : std::string_view(joined_);
  if (text.empty()) return;
  const normalize::Nfc* const nfc = encoder_.normalizer();
  const auto changed = is_form_ ? std::nullopt : nfc->changed(text);
  if (changed && sources_ != nullptr) from_ = from_.normalized(text.size(), nfc->changes(text));
  give(changed ? *changed : text, std::move(from_));
  first_ = {};
  joined_.clear();
  searched_ = 0;
  is_form_ = true;
  from_.clear();
}

// S30g: with the space that is put before it.
void PartsReader::give(std::string_view segment, Sources from) {
  std::string spaced;
  if (gets_space(encoder_.table().profile, segment)) {
    spaced.reserve(segment.size() + 1);
    spaced += ' ';
    spaced += segment;
    if (sources_ != nullptr) {
      Sources with_space;
      with_space.add(1, Sources::Reader(from).take(1));
      with_space.append(from);
      from = std::move(with_space);
    }
    segment = spaced;
  }
  if (sources_ != nullptr) {
    sources_->append(encoder_.dropped().empty() ? from : from.without(segment, encoder_.dropped()));
  }
  taker_.add_segment(segment);
}

void PartsReader::add_token(const scan::Specials::Found& found, Span from) {
  end_segment();
  if (sources_ != nullptr) {
    const std::size_t size = decoded_bytes(*found.token, encoder_.table()).size();
    if (size == from.end - from.begin) {
      sources_->add_same(from);
    } else {
      sources_->add(size, from);
    }
  }
  taker_.add_token(*found.token, found.size);
}

namespace {

class IdTaker final : public SegmentTaker {
 public:
  IdTaker(ChunkEncoder& encoder, IdSink& sink) : encoder_(encoder), sink_(sink) {}

  void add_segment(std::string_view text) override {
    if (!sink_.is_full()) encoder_.encode(text, sink_);
  }
  void add_token(const SpecialToken& token, std::size_t size) override {
    sink_.add({&token.id, 1}, size);
  }

 private:
  ChunkEncoder& encoder_;
  IdSink& sink_;
};

}  // namespace

void append_parts(const Encoder& encoder, std::span<const TextPart> parts,
                  const PartsOptions& options, IdSink& sink, Sources* sources) {
  check_parts(parts, encoder.table());
  std::size_t size = 0;
  for (const TextPart& part : parts) size += text_of(part, encoder.table()).size();
  std::unique_ptr<ChunkEncoder> chunk_encoder = encoder.take();
  sink.expect(size);
  chunk_encoder->expect(size);
  IdTaker taker(*chunk_encoder, sink);
  PartsReader(encoder, options, taker, sources).read(parts);
  encoder.give_back(std::move(chunk_encoder));
}

std::vector<Span> spans_of(const Table& table, std::span<const TokenId> ids,
                           const Sources& sources) {
  const auto size_of = [&](TokenId id) {
    if (id < table.tokens.size() && !table.tokens[id].empty()) return table.tokens[id].size();
    return std::ranges::find(table.specials, id, &SpecialToken::id)->literal.size();
  };
  std::vector<Span> spans;
  spans.reserve(ids.size());
  Sources::Reader reader(sources);
  for (const TokenId id : ids) spans.push_back(reader.take(size_of(id)));
  return spans;
}

// Neither the begins nor the ends of spans go back.
std::vector<PartRange> parts_of(const Table& table, std::span<const TextPart> parts,
                                std::span<const Span> spans) {
  std::vector<std::size_t> ends;
  for (const TextPart& part : parts) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + text_of(part, table).size());
  }
  std::vector<PartRange> ranges;
  ranges.reserve(spans.size());
  PartRange range;
  for (const Span& span : spans) {
    while (ends[range.first] <= span.begin) ++range.first;
    range.last = std::max(range.first, range.last);
    while (ends[range.last] < span.end) ++range.last;
    ranges.push_back(range);
  }
  return ranges;
}

}  // namespace bpetite::engine::motion
