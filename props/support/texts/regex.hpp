// A regular expression for tests, in the syntax of ECMAScript. <regex> takes g++ longer than a
// whole file of tests, so only regex.cpp includes it.
//
//   Regex heading(R"(\n### (\S+))");
//   for (const auto& groups : heading.matches_in(chapter)) use(groups[1]);
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace bpetite::test {

class Regex {
 public:
  explicit Regex(const std::string& pattern);

  bool matches_all(const std::string& text) const;
  bool found_in(const std::string& text) const;

  // For each match from left to right, the whole match and its groups. A group that takes no part
  // is empty.
  std::vector<std::vector<std::string>> matches_in(const std::string& text) const;

  // The text with `words` in place of each match, where $1 stands for the first group.
  std::string replaced(const std::string& text, const std::string& words) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace bpetite::test
