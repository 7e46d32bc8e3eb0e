#include "conform/identify/identified_text.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conform/judge/judge.hpp"
#include "core/json.hpp"

namespace bpetite::conform::identify {
namespace {

constexpr std::size_t limit = 300;

using NameOf = std::string (Combinations::*)(std::size_t) const;

// A line: the first name, and the others that are the same.
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

// The lines of the pattern and of its changes. A change has the second line if the pattern without
// it is the same, and otherwise stands with its pattern on the first.
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

// The profile. If the program may be all that the file asks for, it is the file's own: that of its
// normalizer and pattern, or the file's name and the profile that has the same chunks. Else it is
// the profile that the pattern is of. What cannot be told apart is named together: "p50k or r50k".
std::string profile_of(const std::vector<Candidate>& same,
                       const std::vector<Combinations>& vocabularies,
                       const std::vector<std::string>& names) {
  const auto name_of = [&](const Candidate& it) {
    return vocabularies[it.vocabulary].profile_name(it.combination.pattern);
  };
  const auto is_known = [&](const Candidate& it) { return !name_of(it).empty(); };
  const auto known = std::ranges::find_if(same, is_known);
  std::vector<std::string> own;  // of each vocabulary that it may be
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

std::string to_text(const Identified& found, const std::vector<Combinations>& vocabularies,
                    const std::vector<std::string>& names) {
  const std::string asked = fmt::format("{:<11} {} texts, {} replies as expected\n", "asked",
                                        found.asked.size(), found.given);
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

}  // namespace bpetite::conform::identify
