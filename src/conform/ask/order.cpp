#include "conform/ask/order.hpp"

#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace bpetite::conform::ask {
namespace {

// Fewer wrong replies than this may be a shift by chance.
constexpr std::size_t least_shifted = 3;
constexpr std::size_t least_moved = 2;

bool is_answer(const Reply& reply) { return reply.status == drive::Status::pass; }

// Whether each reply is right for the text `shift` places before its own. Those at the edge, which
// have no such text, may be anything.
bool is_shifted(std::span<const RightReply> right, std::span<const Reply> replies,
                std::ptrdiff_t shift) {
  const auto count = static_cast<std::ptrdiff_t>(right.size());
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::ptrdiff_t other = i - shift;
    const Reply& reply = replies[static_cast<std::size_t>(i)];
    if (!is_answer(reply) || other < 0 || other >= count) continue;
    if (reply.ids != right[static_cast<std::size_t>(other)]) return false;
  }
  return true;
}

// Whether each reply is right for some text, and none more often than it is due.
bool is_moved(std::span<const RightReply> right, std::span<const Reply> replies) {
  std::map<RightReply, std::size_t> due;
  for (const RightReply& reply : right) ++due[reply];
  for (const Reply& reply : replies) {
    if (!is_answer(reply)) continue;
    const auto place = due.find(reply.ids);
    if (place == due.end() || place->second == 0) return false;
    --place->second;
  }
  return true;
}

}  // namespace

std::optional<OtherOrder> order_of(std::span<const RightReply> right,
                                   std::span<const Reply> replies) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (is_answer(replies[i]) && replies[i].ids != right[i]) ++wrong;
  }
  for (const std::ptrdiff_t shift : {1, -1}) {
    if (wrong >= least_shifted && is_shifted(right, replies, shift))
      return OtherOrder{shift, wrong};
  }
  if (wrong >= least_moved && is_moved(right, replies)) return OtherOrder{0, wrong};
  return std::nullopt;
}

std::string OtherOrder::name() const { return shift == 0 ? "another-order" : "shifted-by-one"; }

std::string OtherOrder::says() const {
  const std::string how = shift == 0
                              ? "in another order: each is right for one of the texts"
                              : fmt::format("shifted by one: each is right for the text {} its own",
                                            shift > 0 ? "before" : "after");
  return fmt::format("The answers are those of other texts of this run, {}.", how);
}

}  // namespace bpetite::conform::ask
