// Makes a text with a wrong reply smaller, as long as the reply stays wrong.
//
//   smaller({"what a long text 1234", want, reply}, program, right)     {"1234", ...}
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/ask/reply.hpp"

namespace bpetite::conform::ask {

struct WrongText {
  std::string text;
  std::vector<TokenId> want;
  Reply reply;
};

// The right ids of a text. None: it is not to be asked.
using RightIds = std::function<std::optional<std::vector<TokenId>>(const std::string& text)>;

// Texts that have right ids, and the replies to them, which were asked at once.
struct AskedTexts {
  std::vector<std::string> texts;
  std::vector<std::vector<TokenId>> want;
  std::vector<Reply> replies;
};
AskedTexts asked(std::span<const std::string> texts, const Program& program, const RightIds& right);

// The shortest text whose reply is wrong, or none.
std::optional<WrongText> shortest_wrong(const AskedTexts& asked);

// Takes out each block of scalars, asks all these texts at once, since a program of lines is
// started anew each time, and goes on with the shortest wrong one. No round begins after `end`.
WrongText smaller(WrongText wrong, const Program& program, const RightIds& right,
                  std::chrono::steady_clock::time_point end);

}  // namespace bpetite::conform::ask
