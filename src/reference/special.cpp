// Finding the special tokens of a text (spec/05-special.md).
//
//   "a<|endoftext|>b"     gives   "a"  258  "b"
//   "<|endoftext"         gives   "<|endoftext"        a part of a literal is ordinary text (FR-18)
#include "reference/special.hpp"

namespace bpetite::reference {
namespace {

// S10 "the longer is taken": of the literals that begin here, the longest.
const SpecialToken* special_at(std::string_view rest, const std::vector<SpecialToken>& specials) {
  const SpecialToken* longest = nullptr;
  for (const SpecialToken& special : specials) {
    const bool longer = longest == nullptr || special.literal.size() > longest->literal.size();
    if (longer && !special.literal.empty() && rest.starts_with(special.literal)) {
      longest = &special;
    }
  }
  return longest;
}

}  // namespace

std::vector<Segment> split_specials(std::string_view text,
                                    const std::vector<SpecialToken>& specials) {
  std::vector<Segment> segments;
  std::size_t begin = 0;  // of the ordinary text that is being passed over
  std::size_t at = 0;
  while (at < text.size()) {
    // S10 "searched from the left": every place is tried before the next one.
    const SpecialToken* special = special_at(text.substr(at), specials);
    if (special == nullptr) {
      ++at;
      continue;
    }
    if (begin < at) {
      segments.emplace_back(text.substr(begin, at - begin));
    }
    segments.emplace_back(special->id);
    at += special->literal.size();
    begin = at;
  }
  if (begin < text.size()) {
    segments.emplace_back(text.substr(begin));
  }
  return segments;
}

}  // namespace bpetite::reference
