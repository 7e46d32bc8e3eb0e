// What a program replies to a text.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/drive/status.hpp"

namespace bpetite::conform::ask {

struct Reply {
  // Its ids. Without them, it refused the text (then the status is pass), or it gave no answer.
  std::optional<std::vector<TokenId>> ids;
  drive::Status status = drive::Status::pass;  // else crash, timeout or protocol
  std::string detail;                          // in words

  bool is_refusal() const { return !ids && status == drive::Status::pass; }
};

// After so many texts that end a program or keep it silent, no more are sent.
inline constexpr std::size_t most_faults = 8;

// Asks a program: as many replies as texts, in their order.
using Program = std::function<std::vector<Reply>(std::span<const std::string> texts)>;

}  // namespace bpetite::conform::ask
