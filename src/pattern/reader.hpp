// Reads the text of a pattern from left to right, and knows which byte it is at.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/utf8.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::pattern {

[[noreturn]] inline void fail(std::size_t at, std::string_view what,
                              std::string_view clause = "S25b") {
  throw PatternError(at, what, clause);
}

// The text must be well-formed UTF-8, and outlive the reader.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  std::size_t at() const { return at_; }
  bool sees(std::string_view next) const { return text_.substr(at_).starts_with(next); }
  bool takes(std::string_view next) {
    if (!sees(next)) return false;
    at_ += next.size();
    return true;
  }
  char32_t peek() const { return utf8::scalar_at(text_, at_).value; }
  char32_t take() {
    const utf8::Scalar scalar = utf8::scalar_at(text_, at_);
    at_ += scalar.size;
    return scalar.value;
  }
  // Everything up to a sign, and the sign; nothing if the sign does not come.
  std::optional<std::string_view> take_until(char sign) {
    const std::size_t end = text_.find(sign, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  void back_to(std::size_t at) { at_ = at; }

  // One level of brackets, as long as this object lives; `at` is where it begins. Throws
  // PatternError beyond max_depth (S25i).
  class Level {
   public:
    Level(Reader& in, std::size_t at);
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    std::size_t& depth_;
  };

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace bpetite::pattern
