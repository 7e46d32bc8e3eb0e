// Cuts a text by one pattern that has no cut table, which gives the cuts with one look-up for each
// scalar (Search). From each place it follows the automaton, remembers the last end of a match, and
// stops where no longer match can end (futures.hpp). Each match is a piece, and so is the text
// before, between and after the matches.
#include "engine/compile/search.hpp"

#include <utility>

#include "core/utf8.hpp"

namespace bpetite::engine::compile {

Search::Search(Automaton automaton, std::size_t& left)
    : automaton_(std::move(automaton)), futures_(automaton_, left) {}

// S25h: a match is a piece, and so is what lies between two matches.
void Search::piece_ends(std::string_view text, std::vector<std::size_t>& ends) const {
  std::size_t last = 0;
  const auto cut = [&](std::size_t at) {
    if (at > last) ends.push_back(last = at);
  };
  FuturesOfText futures(futures_, automaton_.classes(), text);
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::size_t> end = match_end(text, at, futures);
    if (end) {
      cut(at);
      cut(*end);
    }
    at = end && *end > at ? *end : at + utf8::scalar_at(text, at).size;
  }
  cut(text.size());
}

std::optional<std::size_t> Search::match_end(std::string_view text, std::size_t begin,
                                             FuturesOfText& futures) const {
  std::optional<std::size_t> end;
  std::uint32_t state = Automaton::start;
  for (std::size_t at = begin;;) {
    const bool is_end = at == text.size();
    const utf8::Scalar scalar = is_end ? utf8::Scalar{} : utf8::scalar_at(text, at);
    const auto [to, ends_before] = automaton_.move(
        state, is_end ? automaton_.end_class() : automaton_.classes().of(scalar.value));
    if (ends_before) end = at;
    if (is_end || to == Automaton::dead) return end;
    at += scalar.size;
    if (!futures.has(at, to)) return end;
    state = to;
  }
}

}  // namespace bpetite::engine::compile
