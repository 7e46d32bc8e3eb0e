#include "conform/ask/smaller.hpp"

#include <utility>

#include "conform/shrink/scalars.hpp"

namespace bpetite::conform::ask {
namespace {

constexpr std::size_t texts_a_round = 500;
constexpr std::size_t most_rounds = 12;

// The text without each block of its scalars: halves first, then quarters, and so on.
std::vector<std::string> shorter_texts(const std::string& text) {
  const std::vector<std::string> units = shrink::units_of(text);
  std::vector<std::string> texts;
  for (std::size_t block = units.size() / 2; block > 0; block /= 2) {
    for (std::size_t at = 0; at < units.size(); at += block) {
      std::string shorter;
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (i < at || i >= at + block) shorter += units[i];
      }
      if (!shorter.empty()) texts.push_back(std::move(shorter));
    }
    if (texts.size() > texts_a_round) break;
  }
  return texts;
}

}  // namespace

AskedTexts asked(std::span<const std::string> texts, const Program& program,
                 const RightIds& right) {
  AskedTexts asked;
  for (const std::string& text : texts) {
    auto ids = right(text);
    if (!ids) continue;
    asked.texts.push_back(text);
    asked.want.push_back(*std::move(ids));
  }
  asked.replies = program(asked.texts);
  return asked;
}

std::optional<WrongText> shortest_wrong(const AskedTexts& asked) {
  std::optional<WrongText> shortest;
  for (std::size_t i = 0; i < asked.texts.size(); ++i) {
    if (asked.replies[i].ids == asked.want[i]) continue;
    if (!shortest || asked.texts[i].size() < shortest->text.size()) {
      shortest = WrongText{asked.texts[i], asked.want[i], asked.replies[i]};
    }
  }
  return shortest;
}

WrongText smaller(WrongText wrong, const Program& program, const RightIds& right,
                  std::chrono::steady_clock::time_point end) {
  for (std::size_t round = 0; round < most_rounds && std::chrono::steady_clock::now() < end;
       ++round) {
    auto next = shortest_wrong(asked(shorter_texts(wrong.text), program, right));
    if (!next) break;
    wrong = *std::move(next);
  }
  return wrong;
}

}  // namespace bpetite::conform::ask
