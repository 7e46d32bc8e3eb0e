// Encodes one text, or many, on several threads (the functions of Encoder with `threads`). A text
// is checked in blocks, and then cut at safe places into parts. Each thread takes the next part as
// soon as it is free, and encodes it with a ChunkEncoder of its own. IdsInOrder puts the ids of the
// parts behind one another. Of many texts, a part is a slice of them.
//
//   "... one two ..." of 3 MB      parts of 256 KB, each but the first begins with a blank
//
// So no step but the cutting is done by one thread for all: tools/measure/threads/run measures what
// is left. props/engine/engine_parallel.cpp compares the ids with the reference.
#include <algorithm>
#include <atomic>
#include <memory>

#include "core/special_choice.hpp"
#include "engine/encode.hpp"
#include "engine/ids_in_order.hpp"
#include "engine/machine/longer.hpp"
#include "engine/machine/parallel.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine {
namespace {

// What one thread has: a ChunkEncoder, and the ids that wait for their place.
class Worker {
 public:
  // `bytes` is about how much text it will encode.
  Worker(const Encoder& encoder, IdsInOrder& ids, std::size_t bytes)
      : encoder_(encoder), chunks_(encoder.take()), out_(ids) {
    chunks_->expect(bytes);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  // After an error it is not certain what its ChunkEncoder holds.
  ~Worker() {
    if (!is_at_work_) encoder_.give_back(std::move(chunks_));
  }

  // Calls append(chunks, sink), which adds the ids of a part to the sink.
  template <typename Append>
  void encode(std::size_t part, const Append& append) {
    is_at_work_ = true;
    VectorSink sink(out_.next());
    append(*chunks_, sink);
    out_.finish(part);
    is_at_work_ = false;
  }

 private:
  const Encoder& encoder_;
  std::unique_ptr<ChunkEncoder> chunks_;
  IdsInOrder::Thread out_;
  bool is_at_work_ = false;
};

}  // namespace

// The errors are those of checked(), which is asked if a block may have one. A special token can
// only be refused where its literal stands, so each block is searched for all of them, with as many
// bytes behind it as a literal can have.
Encoder::Wanted Encoder::checked_on_threads(std::string_view text, unsigned threads,
                                            const SpecialChoice& choice) const {
  const bool may_refuse_some = may_refuse(choice);
  if (may_refuse_some && (given_.look_around() || !normalized_.empty())) {
    return checked({&text, 1}, choice);
  }
  const std::vector<std::string_view> blocks = scan::scalar_blocks(text, 4 * options_.least_part);
  std::atomic<bool> is_doubtful = false;
  machine::for_each_index(blocks.size(), threads, [&](std::size_t i) {
    if (scan::first_ill_formed(blocks[i])) is_doubtful = true;
    if (!may_refuse_some) return;
    const auto begin = static_cast<std::size_t>(blocks[i].data() - text.data());
    const std::size_t size = blocks[i].size() + given_.longest();
    if (given_.find(text.substr(begin, size), 0).size > 0) is_doubtful = true;
  });
  if (is_doubtful) return checked({&text, 1}, choice);
  check_choice(choice, source_);
  return wanted_in(choice);
}

// Parts of a text that was checked. Their ids, one part after the other, are those of the text.
//
// Where a literal may stand, or a space is put before a segment (S30g), or a normalizer changes the
// text, only blanks are places to cut. No literal that is looked for has one. A blank behind an
// ASCII character changes in no normal form, nor does that character, so the normal form may be cut
// there if the text may.
std::vector<std::string_view> Encoder::parts_for_threads(std::string_view text,
                                                         const Wanted& wanted) const {
  if (wanted.given.may_take_blank() || wanted.normalized.may_take_blank()) return {text};
  const bool only_blanks = !wanted.given.empty() || !wanted.normalized.empty() ||
                           source_.profile.prefix_space || nfc_ != nullptr;
  return scan::parts_at(text, options_.least_part, [&](std::string_view rest, std::size_t at) {
    if (only_blanks && rest[at] != ' ') return false;
    if (nfc_ != nullptr && static_cast<unsigned char>(rest[at - 1]) >= 0x80) return false;
    return scan::is_safe_place(cutter_, rest, at);
  });
}

std::vector<TokenId> Encoder::encode(std::string_view text, unsigned threads,
                                     const SpecialChoice& choice) const {
  std::vector<TokenId> ids;
  append(text, threads, ids, choice);
  return ids;
}

void Encoder::append(std::string_view text, unsigned threads, std::vector<TokenId>& ids,
                     const SpecialChoice& choice) const {
  // For less text, another encoder costs as much as it saves.
  const bool is_worth_it = text.size() >= 8 * options_.least_part;
  if (threads <= 1 || !is_worth_it) {
    VectorSink sink(ids);
    append(text, sink, choice);
    return;
  }
  const Wanted wanted = checked_on_threads(text, threads, choice);
  const std::vector<std::string_view> parts = parts_for_threads(text, wanted);
  const std::size_t workers = std::min<std::size_t>(threads, parts.size());
  IdsInOrder all(ids, parts.size(), text.size());
  machine::for_each_index_by(
      parts.size(), threads, [&] { return Worker(*this, all, text.size() / workers); },
      [&](Worker& worker, std::size_t i) {
        worker.encode(i, [&](ChunkEncoder& chunks, VectorSink& sink) {
          sink.expect(parts[i].size());
          append(chunks, wanted, parts[i], sink);
        });
      });
  all.done();
}

// While a slice waits for its place, `ends` has the numbers of ids within the slice.
void Encoder::append(std::span<const std::string_view> texts, unsigned threads,
                     std::vector<TokenId>& ids, std::vector<std::size_t>& ends,
                     const SpecialChoice& choice) const {
  const std::vector<std::size_t> places = machine::slice_places(texts);
  const std::size_t slices = places.size() - 1;
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  const auto slice = [&](std::size_t i) {
    return texts.subspan(places[i], places[i + 1] - places[i]);
  };
  ends.reserve(ends.size() + texts.size());
  std::size_t* const new_ends = ends.data() + ends.size();
  if (threads <= 1 || slices <= 1) {
    VectorSink sink(ids);
    sink.expect(bytes);
    auto encoder = take();
    for (std::size_t i = 0; i < slices; ++i) {
      append_each(*encoder, slice(i), sink, new_ends + places[i], choice);
    }
    give_back(std::move(encoder));
  } else {
    IdsInOrder all(ids, slices, bytes, [&](std::size_t i, std::size_t before) {
      for (std::size_t j = places[i]; j < places[i + 1]; ++j) new_ends[j] += before;
    });
    const std::size_t workers = std::min<std::size_t>(threads, slices);
    machine::for_each_index_by(
        slices, threads, [&] { return Worker(*this, all, bytes / workers); },
        [&](Worker& worker, std::size_t i) {
          worker.encode(i, [&](ChunkEncoder& chunks, VectorSink& sink) {
            append_each(chunks, slice(i), sink, new_ends + places[i], choice);
          });
        });
    all.done();
  }
  machine::take_in(ends, ends.size() + texts.size());
}

}  // namespace bpetite::engine
