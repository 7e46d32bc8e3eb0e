// Divides texts into windows, and counts the ids of slices and of the beginning of a text. The
// engine counts; a SliceCounts keeps the tokenizer that it counts with.
//
//   count_up_to("ab abc", 2)      3: there are more than two
#include <bpetite/windows.hpp>

#include "bpetite/access.hpp"
#include "engine/encode.hpp"
#include "engine/motion/windows.hpp"

namespace bpetite {

namespace {

using Counts = engine::motion::SliceCounts;

Counts counts_of(const Tokenizer& tokenizer, std::string_view text, const SpecialChoice& specials,
                 Counts::Use use) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  return {model.encoder(), model.span_finder(), text, specials, use};
}

}  // namespace

struct SliceCounts::State {
  Tokenizer tokenizer;
  Counts counts;
};

SliceCounts::SliceCounts(const Tokenizer& tokenizer, std::string_view text,
                         const SpecialChoice& specials)
    : state_(new State{tokenizer, counts_of(tokenizer, text, specials, Counts::Use::slices)}) {}

std::size_t SliceCounts::count(std::size_t begin, std::size_t end) const {
  return state_->counts.count(begin, end);
}

std::vector<Window> windows(const Tokenizer& tokenizer, std::string_view text,
                            const WindowOptions& options, const SpecialChoice& specials) {
  return counts_of(tokenizer, text, specials, Counts::Use::windows).windows(options);
}

// S65a "it reads no more of the text than it needs"
std::size_t count_up_to(const Tokenizer& tokenizer, std::string_view text, std::size_t limit,
                        const SpecialChoice& specials) {
  std::vector<TokenId> ids;
  engine::FirstSink sink(ids, limit);
  TokenizerAccess::model(tokenizer).encoder().append_first(text, sink, specials);
  return ids.size() + (sink.is_full() ? 1 : 0);
}

}  // namespace bpetite
