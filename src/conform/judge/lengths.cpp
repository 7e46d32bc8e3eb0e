// Asks a program for longer and longer texts of each kind, such as prose or digits (ask_lengths).
// The length doubles from round to round. A kind ends when its texts are slow, wrong or not
// answered in time, when they are 1 MB long (64 KiB for some kinds), when they have a special
// token, or when their ids no longer fit in a line. Adds the texts, the wrong replies and the
// lengths that were right to the verdict. Asks nothing if the replies are in another order, come
// from another vocabulary, or are missing for eight texts.
#include "conform/judge/lengths.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/long_texts.hpp"
#include "conform/suite/literals.hpp"

namespace bpetite::conform::judge {
namespace {

using Clock = std::chrono::steady_clock;
using program::IdsReply;
using program::Status;

// Above this length there is one text of each kind in each doubling, and none beside it.
constexpr std::size_t longest_beside = (std::size_t{1} << 16) + 1;
constexpr std::size_t line_limit = 4'000'000;  // of the program's answers, in bytes

class Growth {
 public:
  Growth(VocabularyVerdict& verdict, const std::string& name, const Tokenizer& tokenizer,
         const program::Program& program, LengthLimits limits)
      : verdict_(verdict),
        name_(name),
        tokenizer_(tokenizer),
        program_(program),
        limits_(limits),
        long_texts_(TokenizerAccess::table(tokenizer)) {
    const bool is_treated =
        verdict.specials == Specials::found || verdict.specials == Specials::text;
    for (const std::string_view kind : long_texts_.kinds()) {
      if (kind != faults::special_tokens || is_treated) kinds_.push_back(asked_in_basis(kind));
    }
  }

  void run() {
    const std::string start = "a";
    const Clock::time_point begin = Clock::now();
    program::ids_of(program_, {&start, 1});
    start_ = Clock::now() - begin;
    for (std::size_t to = 2 * faults::longest_of_basis - 1; to / 2 < limits_.longest;
         to = 2 * to - 1) {
      std::vector<LengthAsked*> growing;
      for (LengthAsked& kind : kinds_) {
        const bool grows = to <= longest_beside || faults::is_grown_to_the_end(kind.kind);
        if (grows && kind.ended.empty()) growing.push_back(&kind);
      }
      ask(growing, to);
    }
    verdict_.lengths = kinds_;
  }

 private:
  // A text, and the kind that it belongs to.
  struct Asked {
    LengthAsked* kind;
    ModelVector vector;
  };

  // What the basis shows. A kind with a wrong reply is right up to the length before it, and does
  // not grow.
  LengthAsked asked_in_basis(std::string_view kind) const {
    LengthAsked asked{kind, faults::longest_of_basis};
    for (const WrongReply& wrong : verdict_.wrong) {
      const std::size_t size = wrong.vector.text.size();
      if (size > asked.right || wrong.vector.tests != faults::text_of_length(size, kind)) continue;
      asked.right = faults::edge_lengths(0, size - 1).back();
      asked.ended = "wrong";
    }
    return asked;
  }

  // Asks the texts of these kinds in the doubling that ends with `to`. All are asked in one call,
  // since a program may take long to start. If it is slow with some of them, the next ones are
  // asked kind by kind.
  void ask(const std::vector<LengthAsked*>& kinds, std::size_t to) {
    if (kinds.empty()) return;
    if (kinds.size() > 1 && is_by_kind_) {
      for (LengthAsked* const kind : kinds) ask({kind}, to);
      return;
    }
    std::vector<Asked> asked;
    std::vector<std::string> texts;
    for (LengthAsked* const kind : kinds) add_texts(*kind, to, asked);
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

  void add_texts(LengthAsked& kind, std::size_t to, std::vector<Asked>& asked) const {
    const std::vector<std::size_t> sizes =
        to <= longest_beside ? faults::edge_lengths((to + 1) / 2 + 1, to) : std::vector{to - 1};
    const Table& table = TokenizerAccess::table(tokenizer_);
    // Special tokens become ids as far as the program finds them.
    const bool is_found =
        kind.kind == faults::special_tokens && verdict_.specials == Specials::found;
    const SpecialChoice choice = is_found ? finding_specials(table) : SpecialChoice::ordinary();
    for (const std::size_t size : sizes) {
      if (size > limits_.longest) continue;
      ModelVector vector;
      vector.text = long_texts_.of(kind.kind, size);
      if (kind.kind != faults::special_tokens && suite::has_literal(table, vector.text)) {
        end(kind, "a text of this kind has a special token");
        return;
      }
      vector.ids = bpetite::encode(tokenizer_, vector.text, choice);
      if (fmt::format("{}", fmt::join(vector.ids, ", ")).size() > line_limit) {
        end(kind, "the ids of longer texts do not fit in a line of 4 MiB");
        return;
      }
      vector.id = vector_id(name_, vector.text);
      vector.level = suite::Level::L1;
      vector.tests = faults::text_of_length(size, kind.kind);
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
      if (asked.kind->ended.empty()) asked.kind->right = asked.vector.text.size();
      return;
    }
    ++count.failed;
    verdict_.wrong.push_back({asked.vector, reply});
    end(*asked.kind, "wrong");
  }

  static void end(LengthAsked& kind, std::string_view why) {
    if (kind.ended.empty()) kind.ended = why;
  }

  VocabularyVerdict& verdict_;
  const std::string& name_;
  const Tokenizer& tokenizer_;
  const program::Program& program_;
  LengthLimits limits_;
  faults::LongTexts long_texts_;
  std::vector<LengthAsked> kinds_;
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
      static_cast<std::size_t>(std::ranges::count_if(verdict.wrong, is_broken)) >=
          program::most_faults) {
    return;
  }
  Growth(verdict, name, tokenizer, program, limits).run();
}

}  // namespace bpetite::conform::judge
