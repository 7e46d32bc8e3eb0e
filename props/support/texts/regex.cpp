#include "support/texts/regex.hpp"

#include <regex>

namespace bpetite::test {

struct Regex::Compiled {
  std::regex pattern;
};

Regex::Regex(const std::string& pattern)
    : compiled_(std::make_shared<Compiled>(Compiled{std::regex(pattern)})) {}

bool Regex::matches_all(const std::string& text) const {
  return std::regex_match(text, compiled_->pattern);
}

bool Regex::found_in(const std::string& text) const {
  return std::regex_search(text, compiled_->pattern);
}

std::vector<std::vector<std::string>> Regex::matches_in(const std::string& text) const {
  std::vector<std::vector<std::string>> matches;
  for (std::sregex_iterator at(text.begin(), text.end(), compiled_->pattern), end; at != end;
       ++at) {
    matches.emplace_back(at->begin(), at->end());
  }
  return matches;
}

std::string Regex::replaced(const std::string& text, const std::string& words) const {
  return std::regex_replace(text, compiled_->pattern, words);
}

}  // namespace bpetite::test
