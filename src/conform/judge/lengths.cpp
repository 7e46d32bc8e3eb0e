// Lets the texts of each kind grow, until they are slow, wrong, or 1 MB long.
#include "conform/judge/lengths.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/basis.hpp"
#include "conform/suite/digest.hpp"
#include "conform/suite/literals.hpp"

namespace bpetite::conform::judge {
namespace {

using Clock = std::chrono::steady_clock;
using program::IdsReply;
using program::Status;

// Above this length there is one text of each kind in each doubling, and none beside it.
constexpr std::size_t longest_beside = (std::size_t{1} << 16) + 1;
constexpr std::size_t line_limit = 4'000'000;  // of the program's answers, in bytes
constexpr std::ptrdiff_t broken_limit = 8;

struct Kind {
  LengthAsked asked;
  bool grows = true;
};

class Growth {
 public:
  Growth(VocabularyVerdict& verdict, const std::string& name, const Tokenizer& tokenizer,
         const program::Program& program, LengthLimits limits)
      : verdict_(verdict), name_(name), tokenizer_(tokenizer), program_(program), limits_(limits) {
    for (const std::string_view kind : faults::kinds_of_length())
      kinds_.push_back({{kind, faults::longest_of_basis}});
  }

  void run() {
    const std::string start = "a";
    const Clock::time_point begin = Clock::now();
    program::ids_of(program_, {&start, 1});
    start_ = Clock::now() - begin;
    for (std::size_t to = 2 * faults::longest_of_basis - 1; to / 2 < limits_.longest;
         to = 2 * to - 1) {
      std::vector<Kind*> growing;
      for (Kind& kind : kinds_) {
        if (kind.grows) growing.push_back(&kind);
      }
      ask(growing, to);
    }
    for (const Kind& kind : kinds_) verdict_.lengths.push_back(kind.asked);
  }

 private:
  // A text, and the kind that it belongs to.
  struct Asked {
    Kind* kind;
    ModelVector vector;
  };

  // Asks the texts of these kinds in the doubling that ends with `to`. All are asked in one call,
  // since a program may take long to start. If it is slow with some of them, the next ones are
  // asked kind by kind.
  void ask(const std::vector<Kind*>& kinds, std::size_t to) {
    if (kinds.empty()) return;
    if (kinds.size() > 1 && is_by_kind_) {
      for (Kind* const kind : kinds) ask({kind}, to);
      return;
    }
    std::vector<Asked> asked;
    std::vector<std::string> texts;
    for (Kind* const kind : kinds) add_texts(*kind, to, asked);
    for (const Asked& each : asked) texts.push_back(each.vector.text);
    if (texts.empty()) return;
    const Clock::time_point begin = Clock::now();
    const std::vector<IdsReply> replies = program::ids_of(program_, texts);
    const bool is_slow = Clock::now() - begin > start_ + limits_.slow * texts.size();
    for (std::size_t i = 0; i < asked.size(); ++i) judge(asked[i], replies[i]);
    if (!is_slow) return;
    is_by_kind_ = true;
    if (kinds.size() == 1) end(*kinds.front(), "slow");
  }

  void add_texts(Kind& kind, std::size_t to, std::vector<Asked>& asked) const {
    const std::vector<std::size_t> sizes =
        to <= longest_beside ? faults::edge_lengths((to + 1) / 2 + 1, to) : std::vector{to - 1};
    const Table& table = TokenizerAccess::table(tokenizer_);
    for (const std::size_t size : sizes) {
      if (size > limits_.longest) continue;
      ModelVector vector;
      vector.text = faults::long_text(table, kind.asked.kind, size);
      if (suite::has_literal(table, vector.text)) {
        end(kind, "a text of this kind has a special token");
        return;
      }
      vector.ids = bpetite::encode(tokenizer_, vector.text, SpecialChoice::ordinary());
      if (fmt::format("{}", fmt::join(vector.ids, ", ")).size() > line_limit) {
        end(kind, "the ids of longer texts do not fit in a line of 4 MiB");
        return;
      }
      vector.id = fmt::format("{}-{}", name_, suite::sha256_hex(vector.text).substr(0, 8));
      vector.level = suite::Level::L1;
      vector.tests = fmt::format("a text of {} bytes: {}", size, kind.asked.kind);
      vector.clause = "FR-16c";
      asked.push_back({&kind, std::move(vector)});
    }
  }

  void judge(const Asked& asked, const IdsReply& reply) {
    if (reply.status == Status::timeout) {
      end(*asked.kind, "no answer in time");
      return;
    }
    LevelCount& count = verdict_.levels[static_cast<std::size_t>(asked.vector.level)];
    verdict_.long_texts.push_back(asked.vector);
    if (reply.ids == asked.vector.ids) {
      ++count.passed;
      if (asked.kind->grows) asked.kind->asked.right = asked.vector.text.size();
      return;
    }
    ++count.failed;
    verdict_.wrong.push_back({asked.vector, reply});
    end(*asked.kind, "wrong");
  }

  static void end(Kind& kind, std::string_view why) {
    if (kind.grows) kind.asked.ended = why;
    kind.grows = false;
  }

  VocabularyVerdict& verdict_;
  const std::string& name_;
  const Tokenizer& tokenizer_;
  const program::Program& program_;
  LengthLimits limits_;
  std::vector<Kind> kinds_;
  Clock::duration start_{};  // what a call takes whose text takes no time
  bool is_by_kind_ = false;
};

}  // namespace

void ask_lengths(VocabularyVerdict& verdict, const std::string& name, const Tokenizer& tokenizer,
                 const program::Program& program, LengthLimits limits) {
  const auto is_broken = [](const WrongReply& wrong) {
    return !wrong.reply.ids && wrong.reply.status != Status::pass;
  };
  if (verdict.order || verdict.another_vocabulary ||
      std::ranges::count_if(verdict.wrong, is_broken) >= broken_limit) {
    return;
  }
  Growth(verdict, name, tokenizer, program, limits).run();
}

}  // namespace bpetite::conform::judge
