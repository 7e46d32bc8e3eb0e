// Checks UTF-8 and cuts texts into chunks with a scanner that reads one scalar after the other, for
// the oracle, the second implementation that tests compare with.
//
//   v1         "don't  stop"   ->   don  't  ␠  ␠stop
//   nanochat   "a1234\n\n b"   ->   a  12  34  \n\n  ␠b
#include <array>
#include <cstdint>
#include <string>

#include "core/assertion.hpp"
#include "support/oracle/oracle.hpp"

namespace bpetite::test::oracle {
namespace {

// The UTF-8 form of a scalar by its definition. Empty if the number is not a scalar value.
std::string encoded(std::uint32_t scalar) {
  const auto byte = [](std::uint32_t value) {
    return static_cast<char>(static_cast<unsigned char>(value));
  };
  if (scalar < 0x80) {
    return {byte(scalar)};
  }
  if (scalar < 0x800) {
    return {byte(0xc0 | scalar >> 6), byte(0x80 | (scalar & 63))};
  }
  if (scalar < 0x10000 && (scalar < 0xd800 || scalar > 0xdfff)) {
    return {byte(0xe0 | scalar >> 12), byte(0x80 | (scalar >> 6 & 63)), byte(0x80 | (scalar & 63))};
  }
  if (scalar >= 0x10000 && scalar < 0x110000) {
    return {byte(0xf0 | scalar >> 18), byte(0x80 | (scalar >> 12 & 63)),
            byte(0x80 | (scalar >> 6 & 63)), byte(0x80 | (scalar & 63))};
  }
  return {};
}

struct Scalar {
  char32_t value = 0;
  std::size_t offset = 0;
};

// Reads `length` bytes as one scalar. They are well-formed if encoding the scalar gives the same
// bytes.
std::optional<char32_t> read(std::string_view bytes, std::size_t length) {
  static constexpr std::array<std::uint32_t, 5> payload = {0, 0x7f, 0x1f, 0x0f, 0x07};
  if (bytes.size() < length) {
    return std::nullopt;
  }
  std::uint32_t value = static_cast<unsigned char>(bytes[0]) & payload[length];
  for (std::size_t i = 1; i < length; ++i) {
    value = value << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3fU);
  }
  if (encoded(value) != bytes.substr(0, length)) {
    return std::nullopt;
  }
  return static_cast<char32_t>(value);
}

// The scalars of the longest well-formed beginning, then an entry with the offset of its end.
std::vector<Scalar> scalars(std::string_view bytes) {
  std::vector<Scalar> result;
  std::size_t offset = 0;
  for (bool found = true; found && offset < bytes.size();) {
    found = false;
    for (std::size_t length = 1; length <= 4 && !found; ++length) {
      if (const auto value = read(bytes.substr(offset), length)) {
        result.push_back({*value, offset});
        offset += length;
        found = true;
      }
    }
  }
  result.push_back({0, offset});
  return result;
}

enum class Class { letter, number, space, other, end };

// Finds the end of the chunk that begins at a position. A position is the number of a scalar; the
// position after the last has the class `end`.
class Scanner {
 public:
  Scanner(std::string_view text, unicode::Version version) : version_(version) {
    scalars_ = scalars(text);
  }

  std::size_t size() const { return scalars_.size() - 1; }
  std::size_t offset(std::size_t at) const { return scalars_[at].offset; }

  std::size_t v1(std::size_t at) const {
    if (const std::size_t end = contraction(at, false); end > at) {
      return end;
    }
    // A space belongs to the run after it, unless that is white space.
    const std::size_t start = is(at, U' ') ? at + 1 : at;
    if (const Class first = class_at(start); first != Class::space && first != Class::end) {
      return run(start, first);
    }
    return white_space(at);
  }

  std::size_t nanochat(std::size_t at) const {
    if (const std::size_t end = contraction(at, true); end > at) {
      return end;
    }
    // One scalar that is neither a line end nor a number may precede the letters of a word.
    const Class here = class_at(at);
    const bool leads = here == Class::other || (here == Class::space && !line_end(at));
    if (const std::size_t start = leads ? at + 1 : at; class_at(start) == Class::letter) {
      return run(start, Class::letter);
    }
    if (here == Class::number) {
      return class_at(at + 1) == Class::number ? at + 2 : at + 1;
    }
    // Punctuation includes the line ends after it.
    if (const std::size_t start = is(at, U' ') ? at + 1 : at; class_at(start) == Class::other) {
      std::size_t end = run(start, Class::other);
      while (line_end(end)) {
        ++end;
      }
      return end;
    }
    // White space ends after its last line end, if it has one.
    for (std::size_t end = run(at, Class::space); end > at; --end) {
      if (line_end(end - 1)) {
        return end;
      }
    }
    return white_space(at);
  }

 private:
  bool is(std::size_t at, char32_t scalar) const {
    return at < size() && scalars_[at].value == scalar;
  }
  bool line_end(std::size_t at) const { return is(at, U'\r') || is(at, U'\n'); }

  Class class_at(std::size_t at) const {
    if (at >= size()) {
      return Class::end;
    }
    const char32_t scalar = scalars_[at].value;
    if (unicode::is_letter(scalar, version_)) {
      return Class::letter;
    }
    if (unicode::is_number(scalar, version_)) {
      return Class::number;
    }
    return unicode::is_white_space(scalar) ? Class::space : Class::other;
  }

  // The end of the run of one class that begins here.
  std::size_t run(std::size_t at, Class which) const {
    while (class_at(at) == which) {
      ++at;
    }
    return at;
  }

  // The end of 's 'd 'm 't 'll 've 're, or `at` itself.
  std::size_t contraction(std::size_t at, bool fold) const {
    if (!is(at, U'\'')) {
      return at;
    }
    const auto letter = [&](std::size_t place) {
      const char32_t scalar = place < size() ? scalars_[place].value : U'\0';
      return fold ? unicode::fold(scalar, version_) : scalar;
    };
    const char32_t first = letter(at + 1);
    const char32_t second = letter(at + 2);
    if (first == U's' || first == U'd' || first == U'm' || first == U't') {
      return at + 2;
    }
    const bool two = (first == U'l' && second == U'l') || (first == U'v' && second == U'e') ||
                     (first == U'r' && second == U'e');
    return two ? at + 3 : at;
  }

  // The last scalar of white space belongs to the next chunk, unless it is the only one or the text
  // ends here.
  std::size_t white_space(std::size_t at) const {
    const std::size_t end = run(at, Class::space);
    return end == size() || end == at + 1 ? end : end - 1;
  }

  std::vector<Scalar> scalars_;
  unicode::Version version_;
};

}  // namespace

std::optional<std::size_t> first_ill_formed(std::string_view bytes) {
  const std::size_t reached = scalars(bytes).back().offset;
  return reached == bytes.size() ? std::nullopt : std::optional(reached);
}

std::vector<std::string_view> chunks(std::string_view text, const Profile& profile,
                                     unicode::Version version) {
  const bool v1 = profile.splits == profiles::v1().splits;
  assert_internal(v1 || profile.splits == profiles::nanochat().splits,
                  "the oracle knows the patterns of v1 and nanochat only");
  const Scanner scanner(text, version);
  std::vector<std::string_view> result;
  for (std::size_t at = 0; at < scanner.size();) {
    const std::size_t end = v1 ? scanner.v1(at) : scanner.nanochat(at);
    result.push_back(text.substr(scanner.offset(at), scanner.offset(end) - scanner.offset(at)));
    at = end;
  }
  return result;
}

}  // namespace bpetite::test::oracle
