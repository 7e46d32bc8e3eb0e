// Implements Tokenizer with the engine.
#include "bpetite/backend.hpp"

#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/schema2.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "engine/machine/parallel.hpp"
#include "engine/offsets.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"
#include "engine/train.hpp"
#include "interop/open.hpp"

namespace bpetite::backend {
namespace {

// S1a "raise `UnicodeDecodeError` with the *offset* of the fault".
void check_utf8(std::string_view text) {
  if (const auto offset = engine::scan::first_ill_formed(text))
    utf8::throw_ill_formed(text, *offset);
}

}  // namespace

Profile profile_of(std::vector<Split> splits) {
  const engine::compile::Splitter compiled(splits);  // throws here and not with the first text
  engine::compare::require_cover(splits);
  Profile profile;
  profile.name = "a given pattern";
  profile.added.rule = SpecialRule::never;
  profile.splits = std::move(splits);
  profile.merging = Merging::bytes;
  return profile;
}

void require_cover(const Profile& profile) {
  if (engine::kernels::find_scan_pattern(profile)) return;  // these cover every text
  engine::compare::require_cover(profile.splits);
}

namespace {

Table checked(Table table) {
  require_cover(table.profile);
  return table;
}

}  // namespace

Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes) {
  const bool is_utf8 = !engine::scan::first_ill_formed(file);
  return checked(interop::read_model(file, source, profile, drop_missing_bytes,
                                     is_utf8 ? json::Utf8::well_formed : json::Utf8::unknown));
}

Table read_artifact(std::string_view file) { return checked(artifact::parse_any(file)); }

Table read_gpt2_model(const interop::ModelFiles& files, const Profile* profile,
                      bool drop_missing_bytes) {
  return checked(interop::read_gpt2_model(files, profile, drop_missing_bytes));
}

void Model::prepare() const {
  if (!engine::kernels::find_scan_pattern(table_.profile)) encoder();
}

Model::Model(Table table) : table_(std::move(table)) {}
Model::~Model() = default;

const engine::Encoder& Model::encoder() const {
  return encoder_.get([this] { return std::make_unique<const engine::Encoder>(table_); });
}

std::vector<TokenId> Model::encode(std::string_view text, unsigned threads,
                                   const SpecialChoice& specials) const {
  check_utf8(text);
  return encoder().encode(text, threads, specials);
}

std::vector<std::vector<TokenId>> Model::encode(std::span<const std::string_view> texts,
                                                unsigned threads,
                                                const SpecialChoice& specials) const {
  std::vector<std::vector<TokenId>> results(texts.size());
  const engine::Encoder& shared = encoder();
  engine::machine::for_each_slice(texts, threads, [&](std::size_t from, std::size_t count) {
    for (const std::string_view text : texts.subspan(from, count)) check_utf8(text);
    shared.encode(texts.subspan(from, count), std::span(results).subspan(from, count), specials);
  });
  return results;
}

void Model::append(std::string_view text, std::vector<TokenId>& ids,
                   const SpecialChoice& specials) const {
  check_utf8(text);
  encoder().append(text, ids, specials);
}

void Model::append(std::string_view text, std::vector<std::uint16_t>& ids,
                   const SpecialChoice& specials) const {
  check_utf8(text);
  engine::NarrowSink sink(ids);
  encoder().append(text, sink, specials);
}

void Model::append(std::span<const std::string_view> texts, std::vector<TokenId>& ids,
                   std::vector<std::size_t>& ends, unsigned threads,
                   const SpecialChoice& specials) const {
  const engine::Encoder& shared = encoder();
  const auto append_slice = [&](std::span<const std::string_view> slice, engine::VectorSink& sink,
                                std::vector<std::size_t>& slice_ends) {
    for (const std::string_view text : slice) check_utf8(text);
    shared.append(slice, sink, slice_ends, specials);
  };
  ends.reserve(ends.size() + texts.size());
  engine::VectorSink all(ids);
  if (threads <= 1) {
    for (const std::string_view text : texts) all.expect(text.size());
    engine::machine::for_each_slice(texts, 1, [&](std::size_t from, std::size_t count) {
      append_slice(texts.subspan(from, count), all, ends);
    });
    return;
  }
  struct Slice {
    std::vector<TokenId> ids;
    std::vector<std::size_t> ends;
  };
  const std::vector<std::size_t> places = engine::machine::slice_places(texts);
  std::vector<Slice> slices(places.size() - 1);
  engine::machine::for_each_index(slices.size(), threads, [&](std::size_t i) {
    engine::VectorSink sink(slices[i].ids);
    append_slice(texts.subspan(places[i], places[i + 1] - places[i]), sink, slices[i].ends);
  });
  std::size_t total = ids.size();
  for (const Slice& slice : slices) total += slice.ids.size();
  ids.reserve(total);
  for (Slice& slice : slices) {
    for (const std::size_t end : slice.ends) ends.push_back(ids.size() + end);
    all.add(slice.ids, 0);
    slice = Slice();  // frees its memory before the others are copied
  }
}

std::size_t Model::write(std::string_view text, std::span<TokenId> space,
                         const SpecialChoice& specials) const {
  check_utf8(text);
  engine::SpanSink sink(space);
  encoder().append(text, sink, specials);
  return sink.size();
}

EncodedPrefix Model::encode_up_to(std::string_view text, std::size_t limit,
                                  const SpecialChoice& specials) const {
  check_utf8(text);
  EncodedPrefix first{{}, false, text.size(), text.size()};
  engine::FirstSink sink(first.ids, limit);
  const std::size_t read = encoder().append_first(text, sink, specials);
  first.is_cut = sink.is_full();
  if (!first.is_cut) return first;
  std::size_t size = 0;
  for (const TokenId id : first.ids) size += decoder().bytes_of(id).size();
  const auto [covered, rest] =
      engine::cut_behind(text, size, encoder().changes(text.substr(0, read), specials));
  first.covered = covered;
  first.rest = rest;
  return first;
}

namespace {

void find_changed_spans(const engine::SpanFinder& finder, std::string_view text,
                        std::span<const TokenId> ids,
                        std::span<const engine::normalize::Nfc::Change> changes, OffsetUnit unit,
                        std::vector<Span>& spans) {
  if (unit == OffsetUnit::bytes) {
    finder.byte_spans(text, ids, changes, spans);
  } else {
    finder.scalar_spans(text, ids, changes, spans);
  }
}

}  // namespace

void Model::find_spans(std::string_view text, std::span<const TokenId> ids,
                       const SpecialChoice& specials, OffsetUnit unit,
                       std::vector<Span>& spans) const {
  find_changed_spans(span_finder(), text, ids, encoder().changes(text, specials), unit, spans);
}

std::vector<Span> Model::spans(std::string_view text, std::span<const TokenId> ids,
                               const SpecialChoice& specials, OffsetUnit unit) const {
  check_utf8(text);
  const auto changes = encoder().changes(text, specials);
  std::size_t most = text.size();
  for (const auto& [begin, end, form] : changes) most = most - (end - begin) + form.size();
  std::size_t size = 0;
  for (const TokenId id : ids) size += decoder().bytes_of(id).size();
  if (size > most) {
    throw ValueError("offsets: the ids have " + std::to_string(size) + " bytes, and the text has " +
                         std::to_string(most) + " in its form: they are those of another text",
                     "S28b");
  }
  std::vector<Span> spans;
  find_changed_spans(span_finder(), text, ids, changes, unit, spans);
  return spans;
}

const engine::SpanFinder& Model::span_finder() const {
  return span_finder_.get(
      [this] { return std::make_unique<const engine::SpanFinder>(table_, decoder()); });
}

std::string Model::decode(std::span<const TokenId> ids) const { return decoder().decode(ids); }

const engine::Decoder& Model::decoder() const {
  return decoder_.get([this] { return std::make_unique<const engine::Decoder>(table_); });
}

void put_around(std::vector<TokenId>& ids, const Template& around) {
  ids.insert(ids.begin(), around.before.begin(), around.before.end());
  ids.insert(ids.end(), around.after.begin(), around.after.end());
}

// FR-9..FR-13, S20: each text is split alone. FR-15b: a special token in a corpus is ordinary
// text.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads) {
  check_training_size(vocab_size, profile);
  engine::count::BoundedCounts counts(profile, threads);
  for (const std::string_view text : texts) {
    check_utf8(text);
    counts.add_text(text);
  }
  const engine::count::ChunkSource source = [&counts](const auto& visit) {
    counts.for_each(visit);
  };
  return trained_table(profile, engine::learn_merges(source, vocab_size - 256, progress));
}

std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile) {
  check_utf8(text);
  return engine::scan::chunks(text, engine::scan::Cutter(profile), engine::machine::level());
}

}  // namespace bpetite::backend
