// Finds the first id of a list that encoding would not give (divergence): decodes the ids between
// special ones, encodes the texts as parts into a sink that compares, and looks for the cause where
// an id differs.
//
//   ids 99 97 98, and the merge (97,98) -> 256      the sink wants 99 97, and gets 99 256: index 1
#include "engine/motion/canonical.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "engine/id_sink.hpp"
#include "engine/motion/parts.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::motion {
namespace {

using Ids = std::span<const TokenId>;

// Compares the ids that come with those that are wanted. Keeps the ids that come from the first
// difference on: as many as have all bytes of the id that is wanted there.
class ComparingSink final : public IdSink {
 public:
  ComparingSink(Ids wanted, const Decoder& decoder) : wanted_(wanted), decoder_(decoder) {}

  bool is_full() const override { return differs_ && others_.size() >= most_; }
  // The first index that differs, and the ids that came from there on.
  std::size_t index() const { return index_; }
  bool is_same() const { return !differs_ && index_ == wanted_.size(); }
  Ids others() const { return others_; }

  void add(std::span<const TokenId> ids, std::size_t /*bytes*/) override {
    if (!differs_) {
      const Ids rest = wanted_.subspan(index_);
      const auto same =
          static_cast<std::size_t>(std::ranges::mismatch(ids, rest).in1 - ids.begin());
      index_ += same;
      if (same == ids.size()) return;
      differs_ = true;
      most_ = index_ < wanted_.size() ? decoder_.bytes_of(wanted_[index_]).size() : 1;
      ids = ids.subspan(same);
    }
    const std::size_t more = std::min(most_ - std::min(most_, others_.size()), ids.size());
    others_.insert(others_.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(more));
  }

 private:
  Ids wanted_;
  const Decoder& decoder_;
  std::size_t index_ = 0;
  bool differs_ = false;
  std::size_t most_ = 0;
  std::vector<TokenId> others_;
};

// Says whether a place has bytes of an added token, or of two chunks.
class PlaceTaker final : public SegmentTaker {
 public:
  PlaceTaker(const Encoder& encoder, const Decoder& decoder, Span place)
      : encoder_(encoder), decoder_(decoder), place_(place) {}

  DivergenceCause cause() const {
    if (has_token_) return DivergenceCause::special_literal;
    return crosses_ ? DivergenceCause::crosses_chunk : DivergenceCause::merges;
  }

  void add_segment(std::string_view text) override {
    const std::size_t begin = at_;
    at_ += text.size();
    if (at_ <= place_.begin || place_.end <= begin) return;
    // The segment itself may end inside the place.
    crosses_ = crosses_ || (begin > place_.begin) || (at_ < place_.end);
    constexpr std::size_t blocks = 64;
    std::array<std::uint32_t, scan::Scanner::entries_for(blocks)> starts;
    scan::Scanner scanner(text, encoder_.cutter(), machine::level());
    while (!scanner.done() && begin + scanner.at() < place_.end) {
      const std::size_t from = begin + scanner.at();
      const std::size_t count = scanner.scan(starts.data(), blocks);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t start = from + starts[i];
        crosses_ = crosses_ || (place_.begin < start && start < place_.end);
      }
    }
  }
  void add_token(const SpecialToken& token, std::size_t /*size*/) override {
    const std::size_t begin = at_;
    at_ += decoder_.bytes_of(token.id).size();
    has_token_ = has_token_ || (begin < place_.end && place_.begin < at_);
  }

 private:
  const Encoder& encoder_;
  const Decoder& decoder_;
  Span place_;
  std::size_t at_ = 0;
  bool has_token_ = false;
  bool crosses_ = false;
};

// The ids of special tokens, ascending.
std::vector<TokenId> special_ids(const Table& table) {
  std::vector<TokenId> ids;
  for (const SpecialToken& token : table.specials) {
    if (token.is_special) ids.push_back(token.id);
  }
  return ids;
}

// A text part, and where its ids begin.
struct Run {
  std::size_t index;
  std::string text;
};

}  // namespace

std::optional<Divergence> divergence(const Encoder& encoder, const Decoder& decoder,
                                     std::span<const TokenId> ids, CanonicalAs as) {
  const Table& table = encoder.table();
  std::deque<Run> runs;
  std::vector<TextPart> parts;
  const auto add_run = [&](std::size_t begin, std::size_t end, bool is_trusted) {
    const std::string& text =
        runs.emplace_back(Run{begin, decoder.join(ids.subspan(begin, end - begin), begin)}).text;
    parts.push_back(is_trusted ? TextPart::trusted(text) : TextPart::untrusted(text));
  };
  if (as == CanonicalAs::one_string) {
    add_run(0, ids.size(), table.profile.added.rule != SpecialRule::never);
  } else {
    const std::vector<TokenId> special = special_ids(table);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (special.empty() || ids[i] < special.front() || special.back() < ids[i]) continue;
      if (!std::ranges::binary_search(special, ids[i])) continue;
      if (begin < i) add_run(begin, i, false);
      parts.push_back(TextPart::token(ids[i]));
      begin = i + 1;
    }
    add_run(begin, ids.size(), false);
  }
  for (const auto& [begin, text] : runs) {
    const auto offset = scan::first_ill_formed(text);
    if (!offset) continue;
    std::size_t index = begin;
    std::size_t end = 0;  // of this id, in the text
    while ((end += decoder.bytes_of(ids[index]).size()) <= *offset) ++index;
    return Divergence{index, decoder.joined_size(ids.first(index)), DivergenceCause::not_text};
  }

  ComparingSink sink(ids, decoder);
  append_parts(encoder, parts, {}, sink);
  if (sink.is_same()) return std::nullopt;
  const std::size_t index = sink.index();
  const std::size_t byte = decoder.joined_size(ids.first(index));
  if (index == ids.size()) return Divergence{index, byte, DivergenceCause::not_normalized};
  const std::string_view bytes = decoder.bytes_of(ids[index]);
  if (!decoder.join(sink.others()).starts_with(bytes)) {
    return Divergence{index, byte, DivergenceCause::not_normalized};
  }
  PlaceTaker taker(encoder, decoder, {byte, byte + bytes.size()});
  PartsReader(encoder, {}, taker).read(parts);
  return Divergence{index, byte, taker.cause()};
}

}  // namespace bpetite::engine::motion
