// Makes the input of a case about text in motion smaller: leaves out items of its list, joins
// neighbours, leaves out and simplifies scalars, and tries the plain options. An edit keeps its
// place if the text before it becomes shorter.
#include "conform/search/shrink_motion.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "conform/search/ddmin.hpp"
#include "conform/suite/motion_input.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::search {
namespace {

using suite::Edit;
using suite::MotionInput;
using suite::OwnedPart;

// The items of a list at these places.
template <typename Item>
std::vector<Item> at_places(const std::vector<Item>& all, const Places& places) {
  std::vector<Item> some;
  for (const std::size_t place : places) some.push_back(all[place]);
  return some;
}

std::string joined(const std::vector<std::string>& units) {
  std::string text;
  for (const std::string& unit : units) text += unit;
  return text;
}

class MotionShrinker {
 public:
  explicit MotionShrinker(const MotionShrinking& shrinking) : shrinking_(shrinking) {}

  void run() {
    plain_options();
    const std::string& op = shrinking_.best.op;
    if (op == "stream") {
      fewer(&MotionInput::pieces);
      join_neighbours();
      each_text(&MotionInput::pieces, [](std::string& piece) -> std::string& { return piece; });
    } else if (op == "append" || op == "replace") {
      fewer(&MotionInput::edits);
      join_neighbours();
      each_text(&MotionInput::edits, [](Edit& edit) -> std::string& { return edit.text; });
      if (op == "replace") smaller_edits();
    } else if (op == "parts") {
      fewer(&MotionInput::parts);
      join_neighbours();
      plain_parts();
      each_text(&MotionInput::parts, [](OwnedPart& part) -> std::string& { return part.text; });
    } else if (op == "canonical") {
      fewer(&MotionInput::ids);
      plain_ids();
    } else {
      smaller_windows();
    }
  }

 private:
  MotionInput input() const {
    const json::Value value{shrinking_.best.input};
    return suite::read_motion_input(shrinking_.best.op, {"case", "", value});
  }

  bool accepts(const MotionInput& smaller) const {
    suite::Vector candidate = shrinking_.best;
    candidate.input = suite::motion_members(candidate.op, smaller);
    return shrinking_.accepts(std::move(candidate));
  }

  // Tries the best input after a change.
  template <typename Change>
  bool tries(const Change& change) const {
    MotionInput smaller = input();
    change(smaller);
    return accepts(smaller);
  }

  template <typename Item>
  void fewer(std::vector<Item> MotionInput::*list) const {
    const std::vector<Item> all = input().*list;
    const auto fails = [&](const Places& places) {
      return tries([&](MotionInput& smaller) { smaller.*list = at_places(all, places); });
    };
    fewest(all.size(), {fails, shrinking_.tired});
  }

  // Joins two neighbours, which makes one item less and keeps the text.
  void join_neighbours() const {
    for (std::size_t i = 0; i + 1 < length() && !shrinking_.tired();) {
      const bool is_joined = tries([&](MotionInput& smaller) {
        const auto place = static_cast<std::ptrdiff_t>(i);
        if (!smaller.pieces.empty()) {
          smaller.pieces[i] += smaller.pieces[i + 1];
          smaller.pieces.erase(smaller.pieces.begin() + place + 1);
        } else if (!smaller.parts.empty()) {
          if (smaller.parts[i].kind != smaller.parts[i + 1].kind) return;
          smaller.parts[i].text += smaller.parts[i + 1].text;
          smaller.parts.erase(smaller.parts.begin() + place + 1);
        } else if (smaller.text.empty()) {  // edits at the end
          smaller.edits[i].text += smaller.edits[i + 1].text;
          smaller.edits.erase(smaller.edits.begin() + place + 1);
        } else if (i == 0) {  // the first edit becomes a part of the text
          const auto [begin, end, text] = smaller.edits.front();
          if (begin > end || end > smaller.text.size()) return;
          smaller.text.replace(begin, end - begin, text);
          smaller.edits.erase(smaller.edits.begin());
        }
      });
      if (!is_joined) ++i;
    }
  }

  std::size_t length() const {
    const MotionInput now = input();
    return std::max({now.pieces.size(), now.parts.size(), now.edits.size()});
  }

  // Leaves out and simplifies the scalars of the text of each item.
  template <typename Item, typename Text>
  void each_text(std::vector<Item> MotionInput::*list, const Text& text_of) const {
    for (std::size_t i = 0; i < (input().*list).size() && !shrinking_.tired(); ++i) {
      const auto units = [&] {
        MotionInput now = input();
        return suite::units_of(text_of((now.*list)[i]));
      };
      const auto with = [&](const std::vector<std::string>& some) {
        return tries([&](MotionInput& smaller) { text_of((smaller.*list)[i]) = joined(some); });
      };
      const std::vector<std::string> all = units();
      fewest(all.size(), {[&](const Places& places) { return with(at_places(all, places)); },
                          shrinking_.tired});
      simplify(units(), with);
    }
  }

  template <typename With>
  void simplify(std::vector<std::string> units, const With& with) const {
    for (std::size_t i = 0; i < units.size() && !shrinking_.tired(); ++i) {
      for (const std::string& simpler : simpler_than(units[i])) {
        std::vector<std::string> changed = units;
        changed[i] = simpler;
        if (with(changed)) {
          units = std::move(changed);
          break;
        }
      }
    }
  }

  // --- Edits of a text. ---

  // Without a scalar of the text. An edit behind it moves to the left, and what is put in before
  // it moves it to the right.
  static void leave_out(MotionInput& input, std::size_t at, std::size_t size) {
    input.text.erase(at, size);
    for (auto& [begin, end, text] : input.edits) {
      const std::size_t old_begin = begin;
      const std::size_t old_end = end;
      const std::size_t gone = end - std::min(begin, end);
      if (begin > at) begin -= std::min(size, begin - at);
      if (end > at) end -= std::min(size, end - at);
      if (old_end > at && old_begin <= at) return;  // the edit replaces it
      if (old_end <= at) at += text.size() - gone;
    }
  }

  void smaller_edits() const {
    for (std::size_t at = 0; at < input().text.size() && !shrinking_.tired();) {
      const std::string text = input().text;
      const std::vector<std::string> units = suite::units_of(std::string_view(text).substr(at));
      const std::size_t size = units.front().size();
      const bool is_left_out = tries([&](MotionInput& smaller) { leave_out(smaller, at, size); });
      if (is_left_out) continue;
      for (const std::string& simpler : simpler_than(units.front())) {
        if (simpler.size() == size &&
            tries([&](MotionInput& smaller) { smaller.text.replace(at, size, simpler); })) {
          break;
        }
      }
      at += size;
    }
  }

  // --- Options, and items without a text. ---

  void plain_options() const {
    tries([](MotionInput& smaller) { smaller.as = CanonicalAs::parts; });
    tries([](MotionInput& smaller) { smaller.parts_options.strict = false; });
    tries([](MotionInput& smaller) { smaller.parts_options.seams = Seams::joined; });
    tries([](MotionInput& smaller) { smaller.windows.at = WindowEnd::safe; });
    tries([](MotionInput& smaller) { smaller.windows.overlap = 0; });
  }

  void plain_parts() const {
    for (std::size_t i = 0; i < input().parts.size() && !shrinking_.tired(); ++i) {
      tries([&](MotionInput& smaller) {
        OwnedPart& part = smaller.parts[i];
        if (part.kind == TextPart::Kind::template_) part.kind = TextPart::Kind::text;
      });
    }
  }

  void plain_ids() const {
    for (std::size_t i = 0; i < input().ids.size() && !shrinking_.tired(); ++i) {
      tries([&](MotionInput& smaller) { smaller.ids[i] = 'a'; });
    }
  }

  void smaller_windows() const {
    const auto lower = [&](std::size_t WindowOptions::*number) {
      lowest(0, input().windows.*number, [&](std::uint64_t less) {
        return tries([&](MotionInput& smaller) { smaller.windows.*number = less; });
      });
    };
    lower(&WindowOptions::overlap);
    lower(&WindowOptions::most_ids);
  }

  const MotionShrinking& shrinking_;
};

}  // namespace

void shrink_motion(const MotionShrinking& shrinking) { MotionShrinker(shrinking).run(); }

}  // namespace bpetite::conform::search
