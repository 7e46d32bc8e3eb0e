// Says which tokenizer a program is. Chooses the questions, which are texts that distinguish the
// candidates (questions_about), and computes the replies of all candidates to a text (question_of).
// Asks the program the questions that leave the fewest candidates, then some more to confirm the
// answer, and keeps the candidates that give all replies (identify). If no candidate does, it takes
// the nearest one, and makes a text that shows the difference smaller. Also describes the answer
// for people (to_text).
#include "conform/explain/identify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "conform/faults/candidates.hpp"
#include "conform/judge/judge.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::explain {
namespace {

constexpr std::array<std::size_t, 5> long_chunks = {270, 520, 1030, 2060, 4110};  // in bytes

// Texts that show changes of patterns. The candidate texts of plain vectors contain too few of
// them.
std::vector<std::string> texts_about_changes() {
  constexpr std::array<std::string_view, 13> spaces = {
      "\ufeff", "\u0085", "\u00a0", "\u2003", "\u2028", "\u180e", "\x1c",
      "\x1f",   "\x7f",   "\x01",   "\v",     "\f",     "\u200b"};
  constexpr std::array<std::string_view, 12> contractions = {
      "'s", "'S", "'ſ", "'ll", "'LL", "'lL", "'re", "'RE", "'VE", "'d", "'D", "'\u212a"};
  constexpr std::array<std::string_view, 6> after = {"", "a", " a", "\n", "!", " "};
  std::vector<std::string> texts;
  for (const std::string_view before : {"", "a", " ", "  ", "!", "\n"}) {
    for (const std::string_view behind : after) {
      const auto add = [&](std::string_view middle) {
        texts.push_back(std::string(before) + std::string(middle) + std::string(behind));
      };
      for (const std::string_view space : spaces) add(space);
      for (const std::string_view contraction : contractions) add(contraction);
      for (const std::string_view digits : {"12", "123", "1234", "12345", "1234567"}) add(digits);
    }
  }
  return texts;
}

// Whether two members of one class have different replies.
bool tells_some(const std::vector<std::size_t>& classes, std::size_t count,
                const Replies& replies) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> firsts(count, none);  // the first reply of each class
  for (std::size_t i = 0; i < classes.size(); ++i) {
    std::uint32_t& first = firsts[classes[i]];
    if (first == none) first = replies.of[i];
    if (first != replies.of[i]) return true;
  }
  return false;
}

// Divides classes further by the replies of their members. Returns the number of classes.
template <typename ReplyOf>
std::size_t divide(std::vector<std::size_t>& classes, ReplyOf reply_of) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> parts;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::pair<std::size_t, std::size_t> part(classes[i], reply_of(i));
    classes[i] = parts.try_emplace(part, parts.size()).first->second;
  }
  return parts.size();
}

// Divides the first `most` combinations into classes with the same replies. Returns the texts that
// divide a class further, in their order.
std::vector<std::string> refining(Combinations& combinations, std::size_t most,
                                  const std::vector<std::string>& candidates) {
  std::vector<std::size_t> classes(most, 0);
  std::size_t count = 1;
  std::vector<std::string> texts;
  for (const std::string& text : candidates) {
    if (!combinations.may_tell(text)) continue;
    const Replies replies = combinations.replies(text, most);
    if (replies.distinct.size() == 1 || !tells_some(classes, count, replies)) continue;
    count = divide(classes, [&](std::size_t i) { return replies.of[i]; });
    texts.push_back(text);
  }
  return texts;
}

// Tries all candidate texts on combinations whose pattern is not changed. On all combinations only
// short ones are tried, because there are ten times as many.
std::vector<std::string> telling_texts(Combinations& combinations) {
  constexpr std::size_t longest = 3;  // scalars
  const std::vector<std::string> candidates =
      faults::candidates_of(combinations.table(), combinations.chunks());
  std::vector<std::string> texts =
      refining(combinations, combinations.unchanged_count(), candidates);
  std::ranges::move(texts_about_changes(), std::back_inserter(texts));
  std::ranges::copy_if(candidates, std::back_inserter(texts), [](const std::string& text) {
    return suite::units_of(text).size() <= longest;
  });
  return refining(combinations, combinations.all().size(), texts);
}

// The number of questions that are kept for making a text smaller if no combination fits.
constexpr std::size_t for_shrinking = 16;
// The number of questions that are asked together.
constexpr std::size_t most_at_once = 8;
// The number of texts that confirm the combinations that are left at the end.
constexpr std::size_t to_confirm = 10;

class Asking {
 public:
  Asking(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
         const program::Program& program)
      : vocabularies_(vocabularies), program_(program), questions_(questions) {
    for (std::size_t i = 0; i < vocabularies.size(); ++i) {
      for (const Combination& combination : vocabularies[i].all()) {
        all_.push_back({i, combination});
        left_.push_back(left_.size());
      }
    }
    agreed_.resize(all_.size());
  }

  Identified found() {
    while (!left_.empty()) {
      const std::vector<std::size_t> best = best_questions();
      if (best.empty()) break;
      ask(best);
    }
    confirm();
    if (left_.empty()) {
      find_nearest();
    } else {
      for (const std::size_t place : left_) result_.same.push_back(all_[place]);
      result_.given = result_.asked.size();
    }
    return std::move(result_);
  }

 private:
  // The next questions, which are asked together, because a program may take long to start. Each is
  // the one after which the fewest combinations are left in the worst case, then on average,
  // whatever the replies to those before it are. Empty if no question distinguishes any of those
  // that are left, or if enough were asked.
  std::vector<std::size_t> best_questions() const {
    std::vector<std::size_t> chosen;
    // Combinations of one class are left together by all replies to the questions chosen so far.
    std::vector<std::size_t> classes(left_.size(), 0);
    std::size_t count = 1;
    while (chosen.size() < most_at_once &&
           result_.asked.size() + chosen.size() + for_shrinking < most_questions) {
      std::optional<std::size_t> best;
      std::pair<std::size_t, std::size_t> least = spread(classes, count, nullptr);
      for (std::size_t i = 0; i < questions_.size(); ++i) {
        const auto found = spread(classes, count, &questions_[i].replies);
        if (found < least) {
          least = found;
          best = i;
        }
      }
      if (!best) break;
      chosen.push_back(*best);
      const Replies& replies = questions_[*best].replies;
      count = divide(classes, [&](std::size_t i) { return replies.of[left_[i]]; });
    }
    return chosen;
  }

  // The size of the largest class, and the sum of the squares of all sizes, after these replies.
  std::pair<std::size_t, std::size_t> spread(const std::vector<std::size_t>& classes,
                                             std::size_t count, const Replies* replies) const {
    const std::size_t width = replies == nullptr ? 1 : replies->distinct.size();
    std::vector<std::size_t> sizes(count * width);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      ++sizes[classes[i] * width + (replies == nullptr ? 0 : replies->of[left_[i]])];
    }
    std::size_t squares = 0;
    for (const std::size_t size : sizes) squares += size * size;
    return {*std::ranges::max_element(sizes), squares};
  }

  void ask(const std::vector<std::size_t>& places) {
    std::vector<std::string> texts;
    for (const std::size_t place : places) texts.push_back(questions_[place].text);
    const std::vector<program::IdsReply> replies = program::ids_of(program_, texts);
    for (std::size_t i = 0; i < places.size(); ++i) {
      result_.asked.push_back({texts[i], replies[i]});
      note(questions_[places[i]], replies[i]);
    }
  }

  program::IdsReply reply_to(const std::string& text) {
    program::IdsReply reply = program::ids_of(program_, {&text, 1}).front();
    result_.asked.push_back({text, reply});
    return reply;
  }

  // Counts the combinations that give this reply, and drops the others.
  void note(const Question& question, const program::IdsReply& reply) {
    std::vector<bool> is_given;  // for each distinct reply, whether it is the program's
    for (const Ids& ids : question.replies.distinct) is_given.push_back(is_reply(ids, reply));
    const auto gives = [&](std::size_t place) { return is_given[question.replies.of[place]]; };
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (gives(i)) ++agreed_[i];
    }
    std::erase_if(left_, [&](std::size_t place) { return !gives(place); });
  }

  static bool is_reply(const Ids& ids, const program::IdsReply& reply) {
    return ids ? reply.ids == ids : reply.is_refusal();
  }

  // Asks the longest questions that were not asked, all at once. They do not distinguish the
  // combinations that are left, but may show that the program is none of them.
  void confirm() {
    if (left_.empty()) return;
    std::vector<const Question*> others;
    for (const Question& question : questions_) {
      const auto is_it = [&](const AskedText& asked) { return asked.text == question.text; };
      if (std::ranges::none_of(result_.asked, is_it)) others.push_back(&question);
    }
    std::ranges::stable_sort(others, std::ranges::greater(),
                             [](const Question* it) { return it->text.size(); });
    others.resize(std::min(others.size(), to_confirm));
    std::vector<std::string> texts;
    for (const Question* question : others) texts.push_back(question->text);
    const std::vector<program::IdsReply> replies = program::ids_of(program_, texts);
    for (std::size_t i = 0; i < others.size(); ++i) {
      result_.asked.push_back({texts[i], replies[i]});
      note(*others[i], replies[i]);
    }
  }

  void find_nearest() {
    const auto nearest = std::ranges::max_element(agreed_) - agreed_.begin();
    const Candidate& candidate = all_[static_cast<std::size_t>(nearest)];
    result_.nearest = candidate;
    result_.given = agreed_[static_cast<std::size_t>(nearest)];
    const AskedText* shortest = nullptr;
    for (const AskedText& asked : result_.asked) {
      const bool is_shorter = shortest == nullptr || asked.text.size() < shortest->text.size();
      if (is_shorter && !is_reply(ids_of(candidate, asked.text), asked.reply)) shortest = &asked;
    }
    result_.shows = *shortest;
    make_smaller(candidate);
    result_.nearest_ids = ids_of(candidate, result_.shows.text);
  }

  Ids ids_of(const Candidate& candidate, const std::string& text) {
    return vocabularies_[candidate.vocabulary].reply(text, candidate.combination);
  }

  // Removes blocks of scalars from the text as long as the program's reply still differs from that
  // of the candidate.
  void make_smaller(const Candidate& candidate) {
    std::size_t block = suite::units_of(result_.shows.text).size() / 2;
    for (std::size_t at = 0; block > 0 && result_.asked.size() < most_questions;) {
      std::vector<std::string> units = suite::units_of(result_.shows.text);
      if (at >= units.size() || block >= units.size()) {
        block /= 2;
        at = 0;
        continue;
      }
      const auto first = units.begin() + static_cast<std::ptrdiff_t>(at);
      units.erase(first, first + static_cast<std::ptrdiff_t>(std::min(block, units.size() - at)));
      std::string text;
      for (const std::string& unit : units) text += unit;
      const program::IdsReply reply = reply_to(text);
      if (is_reply(ids_of(candidate, text), reply)) {
        at += block;
      } else {
        result_.shows = {text, reply};
      }
    }
  }

  std::vector<Combinations>& vocabularies_;
  const program::Program& program_;
  const std::vector<Question>& questions_;
  std::vector<Candidate> all_;
  std::vector<std::size_t> left_;    // places in `all_`
  std::vector<std::size_t> agreed_;  // how many of the program's replies each candidate gives
  Identified result_;
};

constexpr std::size_t limit = 300;

using NameOf = std::string (Combinations::*)(std::size_t) const;

// A line of the report: the first name, and the other names in brackets.
std::string line_of(std::string_view label, const std::vector<std::string>& all) {
  std::vector<std::string> names;
  for (const std::string& name : all) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::string text = fmt::format("{:<11} {}", label, names.front());
  names.erase(names.begin());
  if (!names.empty()) text += fmt::format(" (the same here: {})", fmt::join(names, ", "));
  return text + "\n";
}

std::string line_of(std::string_view label, const std::vector<Candidate>& same,
                    const std::vector<Combinations>& vocabularies, NameOf name_of,
                    std::size_t Combination::*part) {
  std::vector<std::string> names;
  for (const Candidate& candidate : same) {
    const Combinations& vocabulary = vocabularies[candidate.vocabulary];
    names.push_back((vocabulary.*name_of)(candidate.combination.*part));
  }
  return line_of(label, names);
}

// The lines for the pattern and its changes. A change stands on the second line if the pattern
// without the change gives the same replies. If not, it stands on the first line with its pattern.
std::string pattern_lines(const std::vector<Candidate>& same,
                          const std::vector<Combinations>& vocabularies) {
  const auto is_changed = [&](const Candidate& it) {
    return vocabularies[it.vocabulary].is_changed(it.combination.pattern);
  };
  const auto profile_of = [&](const Candidate& it) {
    return vocabularies[it.vocabulary].profile_name(it.combination.pattern);
  };
  std::vector<std::string> patterns;
  std::vector<std::string> changes = {"nothing"};
  for (const Candidate& candidate : same) {
    const Combinations& vocabulary = vocabularies[candidate.vocabulary];
    const auto is_plain = [&](const Candidate& it) {
      return !is_changed(it) && profile_of(it) == profile_of(candidate);
    };
    if (is_changed(candidate) && std::ranges::any_of(same, is_plain)) {
      changes.push_back(vocabulary.change_name(candidate.combination.pattern));
    } else {
      patterns.push_back(vocabulary.pattern_name(candidate.combination.pattern));
    }
  }
  return line_of("pattern", patterns) + (changes.size() == 1 ? "" : line_of("changed in", changes));
}

std::string lines_of(const std::vector<Candidate>& same,
                     const std::vector<Combinations>& vocabularies,
                     const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const Candidate& candidate : same) {
    const std::string& name = names[candidate.vocabulary];
    if (std::ranges::find(files, name) == files.end()) files.push_back(name);
  }
  return fmt::format("{:<11} {}\n", "vocabulary", fmt::join(files, ", ")) +
         pattern_lines(same, vocabularies) +
         line_of("unicode", same, vocabularies, &Combinations::version_name,
                 &Combination::version) +
         line_of("normalizer", same, vocabularies, &Combinations::normalizer_name,
                 &Combination::normalizer) +
         line_of("merging", same, vocabularies, &Combinations::merging_name,
                 &Combination::merging) +
         line_of("specials", same, vocabularies, &Combinations::specials_name,
                 &Combination::specials);
}

// The name of the profile. If the program may make every decision as the file says, it is the
// file's own profile: the one with its normalizer and pattern, or the file's name with the profile
// that cuts the same chunks. If not, it is the profile that the pattern comes from. Vocabularies
// that no question distinguishes are named together: "p50k or r50k".
std::string profile_of(const std::vector<Candidate>& same,
                       const std::vector<Combinations>& vocabularies,
                       const std::vector<std::string>& names) {
  const auto name_of = [&](const Candidate& it) {
    return vocabularies[it.vocabulary].profile_name(it.combination.pattern);
  };
  const auto is_known = [&](const Candidate& it) { return !name_of(it).empty(); };
  const auto known = std::ranges::find_if(same, is_known);
  std::vector<std::string> own;  // the name for each vocabulary that the program may have
  for (const Candidate& candidate : same) {
    if (candidate.combination != Combination()) continue;
    std::string name = vocabularies[candidate.vocabulary].own_profile();
    if (name.empty()) {
      const std::string& file = names[candidate.vocabulary];
      name = known == same.end() ? file : fmt::format("{} (like {})", file, name_of(*known));
    }
    if (std::ranges::count(own, name) == 0) own.push_back(name);
  }
  if (!own.empty()) return fmt::format("{}", fmt::join(own, " or "));
  return known == same.end() ? "the file's own" : name_of(*known);
}

std::string ids_text(const Ids& ids, std::string_view otherwise) {
  return ids ? judge::shortened(fmt::format("{}", fmt::join(*ids, " ")), limit)
             : std::string(otherwise);
}

}  // namespace

Question question_of(std::vector<Combinations>& vocabularies, const std::string& text) {
  Question question{text, {}};
  std::map<Ids, std::uint32_t> places;
  for (Combinations& combinations : vocabularies) {
    const Replies replies = combinations.replies(text, combinations.all().size());
    std::vector<std::uint32_t>
        place_of;  // for each distinct reply, in the order in which they come
    for (const Ids& ids : replies.distinct) {
      const auto next = static_cast<std::uint32_t>(question.replies.distinct.size());
      const auto [same, is_first] = places.try_emplace(ids, next);
      if (is_first) question.replies.distinct.push_back(ids);
      place_of.push_back(same->second);
    }
    for (const std::size_t place : replies.of) question.replies.of.push_back(place_of[place]);
  }
  return question;
}

std::vector<Question> questions_about(std::vector<Combinations>& vocabularies) {
  std::vector<std::string> texts = faults::ordinary_texts();
  for (Combinations& combinations : vocabularies) {
    for (const std::size_t size : long_chunks) {
      texts.push_back(faults::glued_words(combinations.table(), size));
    }
    for (std::string& text : telling_texts(combinations)) texts.push_back(std::move(text));
  }
  std::vector<Question> questions;
  for (const std::string& text : texts) questions.push_back(question_of(vocabularies, text));
  return questions;
}

Identified identify(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
                    const program::Program& program) {
  return Asking(vocabularies, questions, program).found();
}

std::string to_text(const Identified& found, const std::vector<Combinations>& vocabularies,
                    const std::vector<std::string>& names) {
  const std::string asked =
      fmt::format("{:<11} {}, {} {} as expected\n", "asked", counted(found.asked.size(), "text"),
                  found.given, found.given == 1 ? "reply" : "replies");
  if (!found.same.empty()) {
    return profile_of(found.same, vocabularies, names) + "\n" +
           lines_of(found.same, vocabularies, names) + asked;
  }
  const program::IdsReply& reply = found.shows.reply;
  const std::string got = reply.is_refusal() || reply.ids
                              ? ids_text(reply.ids, "a refusal")
                              : fmt::format("{}: {}", program::name(reply.status), reply.detail);
  return fmt::format("none of them\nnearest     {}\n",
                     profile_of({*found.nearest}, vocabularies, names)) +
         lines_of({*found.nearest}, vocabularies, names) + asked +
         fmt::format("{:<11} {}\n{:<11} {}\n{:<11} {}\n", "text",
                     judge::shortened(json::quoted(found.shows.text), limit), "want",
                     ids_text(found.nearest_ids, "a refusal"), "got", judge::shortened(got, limit));
}

}  // namespace bpetite::conform::explain
