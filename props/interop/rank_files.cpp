// Tests reading rank files. Such a file has a line for each token: its bytes in base64, and its id.
// The lines may be in any order and have either line end, blank lines are passed over, and a rank
// may belong to no bytes. A faulty line is refused with its number. Tests also damaged files, the
// examples of base64 in RFC 4648, and the limit of ids, which depends on the number of lines that
// are not blank.
//
//   YWI= 256       the token "ab" has the id 256
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/suite/text_edits.hpp"
#include "interop/open.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"
#include "support/catch.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// A profile without special tokens.
const Profile& plain() {
  static const Profile profile = without_specials(profiles::gpt2());
  return profile;
}

// The error of reading a file of the single bytes and these lines, or "none".
std::string ranks_error(const std::string& lines) {
  try {
    interop::read_tiktoken(rank_file_of_bytes() + lines, plain());
    return "none";
  } catch (const ValueError& error) {
    return error.what();
  }
}

CLAUSE_TEST("S19c", "the base64 of RFC 4648's examples is read") {
  for (const auto& [bytes, text] : std::vector<std::pair<std::string, std::string>>{
           {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"\xFB\xEF\xFF", "++//"}}) {
    CHECK(base64(bytes) == text);
    CHECK(interop::read_tiktoken(rank_file_of_bytes() + text + " 256", plain()).tokens[256] ==
          bytes);
  }
}

PROPERTY("S19c", "a rank file is read as it was written, in any order of its lines") {
  auto tokens = *rc::gen::resize(
      40, rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(any_text())));
  std::vector<std::string> wanted;
  for (unsigned byte = 0; byte < 256; ++byte) {
    tokens.emplace_back(1, static_cast<char>(static_cast<unsigned char>(byte)));
  }
  for (const std::string& token : tokens) {
    if (std::find(wanted.begin(), wanted.end(), token) == wanted.end()) wanted.push_back(token);
  }
  std::vector<std::string> lines;
  for (std::size_t id = 0; id < wanted.size(); ++id) lines.push_back(rank_line(wanted[id], id));
  std::rotate(lines.begin(),
              lines.begin() +
                  *number_between<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(lines.size()) - 1),
              lines.end());
  std::string file;
  for (const std::string& line : lines) file += line;

  const Table table = interop::read_tiktoken(file, plain());
  RC_ASSERT(table.profile.merging == Merging::bytes);
  RC_ASSERT(table.tokens == wanted);
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const std::string& token = wanted[table.byte_ids[byte]];
    RC_ASSERT(token == std::string(1, static_cast<char>(static_cast<unsigned char>(byte))));
  }
  RC_CLASSIFY(wanted.size() > 256 + 10, "more than ten tokens of several bytes");
}

CLAUSE_TEST("S19c S18", "a faulty rank file is refused by the line of the fault") {
  const std::string good = rank_line("ab", 256);
  CHECK(ranks_error(good) == "none");
  CHECK(ranks_error(good + "Zm8= 257") == "none");     // the last line may lack its newline
  CHECK(ranks_error(rank_line("ab", 300)) == "none");  // some ids may be missing
  for (const std::string_view text :
       {"Zm8", "Zm8==", "Zm=8", "Z===", "====", "=m8=", "Zm8-", "Zm8 ", "\xC3\xA9m8", "Z\tm8"}) {
    INFO(text);
    CHECK_THAT(ranks_error(fmt::format("{} 256\n", text)),
               Catch::Matchers::StartsWith("ranks: line 257: "));
  }
  // Puts a character that is not a base64 digit at each place of a token.
  const std::string digits = base64("abcdefgh");
  for (std::size_t i = 0; i < digits.find('='); ++i) {
    std::string faulty = digits;
    faulty[i] = '*';
    CHECK_THAT(ranks_error(faulty + " 256\n"), contains_text("is not base64 [S19c, chapter 4]"));
  }
  CHECK(ranks_error(" 256\n") == "ranks: line 257: \"\" is not base64 [S19c, chapter 4]");
  CHECK(ranks_error("Zm8=\n") ==
        "ranks: line 257: \"Zm8=\" is not base64, a space and an id [S19c, chapter 4]");
  CHECK(ranks_error("\n\r\n 256\n") == "ranks: line 259: \"\" is not base64 [S19c, chapter 4]");
  CHECK_THAT(ranks_error(" \n"), Catch::Matchers::StartsWith("ranks: line 257: "));
  for (const std::string_view id : {"", "x", "-1", "256 ", "0x9", "+9", "16777217", "4294967296"}) {
    CHECK(ranks_error(fmt::format("{}Zm8= {}\n", good, id)) ==
          fmt::format("ranks: line 258: \"{}\" is not an id below 1540 [S19c, chapter 4]", id));
  }
  CHECK(ranks_error(good + rank_line("ab", 257)) ==
        "ranks: line 258: the bytes \"ab\" occur twice [S19c, chapter 4]");
  CHECK(ranks_error(good + rank_line("cd", 256)) ==
        "ranks: line 258: the id 256 occurs twice [S19c, chapter 4]");
  CHECK_THROWS_WITH(interop::read_tiktoken(rank_line("a", 0), plain()),
                    contains_text("the byte 0x00 has no token"));
  CHECK_THROWS_AS(interop::read_tiktoken("", plain()), ValueError);
  const std::string bytes = rank_file_of_bytes();
  CHECK_THROWS_WITH(interop::read_tiktoken(
                        bytes.substr(0, bytes.size() - rank_line("\xff", 255).size()), plain()),
                    "ranks: the byte 0xff has no token [S18, chapter 4]");
}

CLAUSE_TEST("S19c", "a rank may belong to no bytes, and then it belongs to nothing else") {
  const std::string empty = "= 256\n";
  const Table table =
      interop::read_tiktoken(rank_file_of_bytes() + empty + rank_line("ab", 257), plain());
  CHECK(table.tokens.size() == 258);
  CHECK(table.tokens[256].empty());
  CHECK(table.tokens[257] == "ab");

  CHECK(ranks_error(empty + "= 257\n") ==
        "ranks: line 258: the bytes \"\" occur twice [S19c, chapter 4]");
  CHECK(ranks_error(empty + rank_line("ab", 256)) ==
        "ranks: line 258: the id 256 occurs twice [S19c, chapter 4]");
  CHECK(ranks_error(rank_line("ab", 256) + empty) ==
        "ranks: line 258: the id 256 occurs twice [S19c, chapter 4]");
  Profile profile = plain();
  profile.added.tokens = {{"<s>", 256}};
  CHECK_THROWS_WITH(interop::read_tiktoken(rank_file_of_bytes() + empty, profile),
                    contains_text("the id 256 is that of a token and of \"<s>\""));
}

PROPERTY("S19c S18", "a damaged rank file opens, or gives a typed error") {
  const std::string file =
      damaged(rank_file_of_bytes() + rank_line("ab", 256) + rank_line("abc", 257));
  RC_CLASSIFY(opens([&] { return interop::read_tiktoken(file, plain()); }), "opens");
}

// Lines end where Python's splitlines ends lines of bytes, because tiktoken reads them with it.
PROPERTY("S19c", "a line may end with a carriage return too, and blank lines are passed over") {
  const std::string file = rank_file_of_bytes() + rank_line("ab", 256) + rank_line("abc", 257);
  std::string other = *rc::gen::element<std::string>("", "\n", "\r\r\n");
  for (const char c : file) {
    other += c == '\n' ? *rc::gen::element<std::string>("\n", "\r", "\r\n", "\n\n", "\r\n\r\n")
                       : std::string(1, c);
  }
  RC_ASSERT(interop::is_rank_file(other));
  RC_ASSERT(interop::read_tiktoken(other, plain()).tokens ==
            interop::read_tiktoken(file, plain()).tokens);
}

CLAUSE_TEST("S19c S13f", "blank lines make room for no ids") {
  const std::size_t limit = 2 * (256 + 1) + 1024;
  CHECK(ranks_error(std::string(10'000, '\n') + rank_line("ab", limit)) ==
        fmt::format("ranks: line 10257: \"{}\" is not an id below {} [S19c, chapter 4]", limit,
                    limit));
}

CLAUSE_TEST("S19c", "the largest id of a file is one below twice its lines and 1,024") {
  const std::size_t limit = 2 * (256 + 1) + 1024;
  CHECK(ranks_error(rank_line("ab", limit - 1)) == "none");
  CHECK(
      ranks_error(rank_line("ab", limit)) ==
      fmt::format("ranks: line 257: \"{}\" is not an id below {} [S19c, chapter 4]", limit, limit));
}

CLAUSE_TEST("S19c", "the limit of ids is the same for each end of a line") {
  const std::size_t limit = 2 * (256 + 1) + 1024;
  const auto last = [&](std::size_t id, std::string_view end) {
    const std::string file = rank_file_of_bytes() + rank_line("ab", id);
    return interop::read_tiktoken(conform::suite::replaced_all(file, "\n", end), plain())
        .tokens.size();
  };
  for (const std::string_view end : {"\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\n\r\r"}) {
    CAPTURE(end);
    CHECK(last(limit - 1, end) == limit);
    CHECK_THROWS_WITH(last(limit, end), contains_text("is not an id below 1538 [S19c"));
  }
}

}  // namespace
}  // namespace bpetite::test
