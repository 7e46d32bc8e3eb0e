// Parses the list of failures that the user has accepted (parse_known_failures), applies it to a
// report (apply_known_failures), and updates it (updated_known_failures). Applying turns known
// failures into XFAIL and listed vectors (test cases) that pass into XPASS, and says which lines no
// longer fit. Also describes known failures without an answer, such as crashes (unanswered_known).
#include "conform/report/known_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/wording/counted.hpp"

namespace bpetite::conform::report {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

[[noreturn]] void no_line(std::size_t number, std::string_view what) {
  throw ValueError(
      fmt::format("known: line {}: {}, required: ID xN STATUS # reason", number, what));
}

KnownFailure parse_line(std::string_view text, std::size_t number) {
  const std::size_t hash = std::min(text.find('#'), text.size());
  KnownFailure line;
  line.comment = std::string(text.substr(hash));
  const std::vector<std::string> words = words_of(text.substr(0, hash));
  if (words.empty()) {
    return line;
  }
  if (words.size() != 3) {
    no_line(number, counted(words.size(), "word"));
  }
  line.id = words[0];
  const char* end = words[1].data() + words[1].size();
  const auto [read, error] = std::from_chars(words[1].data() + 1, end, line.count);
  if (words[1][0] != 'x' || words[1][1] == '0' || read != end || error != std::errc()) {
    no_line(number, fmt::format("\"{}\" is not a count", words[1]));
  }
  const auto status = program::status_named(words[2]);
  if (!status || !program::is_failure(*status) || *status == program::Status::xfail ||
      *status == program::Status::xpass) {
    no_line(number, fmt::format("\"{}\" is not a failure", words[2]));
  }
  line.status = *status;
  return line;
}

// Not every run includes accumulated sets, so their lines may match nothing.
bool is_of_set(const KnownFailure& line) { return line.id.starts_with("accumulated-"); }

// Whether the run asked a vector of this line. A run of all vectors asks those of every line.
bool is_asked(const KnownFailure& line, const Report& report) {
  return (report.selection.empty() && !is_of_set(line)) ||
         std::ranges::any_of(report.results,
                             [&](const explain::Result& result) { return line.covers(result.id); });
}

std::string written(const KnownFailure& line) {
  if (line.id.empty()) {
    return line.comment;
  }
  return fmt::format("{} x{} {}{}{}", line.id, line.count, name(line.status),
                     line.comment.empty() ? "" : " ", line.comment);
}

}  // namespace

bool KnownFailure::covers(std::string_view vector_id) const {
  if (id.ends_with('*')) {
    return vector_id.starts_with(std::string_view(id).substr(0, id.size() - 1));
  }
  return !id.empty() && vector_id == id;
}

KnownFailures parse_known_failures(std::string_view text) {
  KnownFailures known;
  for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    known.lines.push_back(parse_line(text.substr(at, end - at), number));
    at = end + 1;
  }
  return known;
}

bool apply_known_failures(Report& report, const KnownFailures& known) {
  bool fits = true;
  for (const KnownFailure& line : known.lines) {
    std::size_t covered = 0;
    for (explain::Result& result : report.results) {
      if (!line.covers(result.id) || result.status == program::Status::not_claimed ||
          result.known) {
        continue;
      }
      if (result.status == line.status) {
        result.known = line.status;
        result.status = program::Status::xfail;
        ++covered;
      } else if (result.status == program::Status::pass && !line.id.ends_with('*')) {
        result.status = program::Status::xpass;
        result.detail = fmt::format("it is listed as {}, and passes", name(line.status));
        ++covered;
      }
    }
    if (!line.id.empty() && is_asked(line, report) && covered != line.count) {
      fits = false;
      report.remarks.push_back(fmt::format("known: {} is stale: {} such", written(line), covered));
    }
  }
  if (std::string unanswered = unanswered_known(report); !unanswered.empty()) {
    report.remarks.push_back("known: " + std::move(unanswered));
  }
  return fits;
}

std::string unanswered_known(const Report& report) {
  std::map<program::Status, std::size_t> counts;
  const explain::Result* first = nullptr;
  for (const explain::Result& result : report.results) {
    if (!result.known || program::is_wrong_answer(*result.known)) continue;
    ++counts[*result.known];
    if (first == nullptr) first = &result;
  }
  if (first == nullptr) return {};
  std::string text;
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(status), count);
  }
  return fmt::format("the list accepts failures without an answer: {}; the first is {}", text,
                     first->id);
}

std::string updated_known_failures(const Report& report, const KnownFailures& known) {
  std::string text;
  std::set<std::string> listed;
  for (KnownFailure line : known.lines) {
    // A line stays where it is, and gets the status of its first vector that fails now.
    std::vector<const explain::Result*> failing;
    for (const explain::Result& result : report.results) {
      const bool same = failing.empty() || failing.front()->status == result.status;
      if (line.covers(result.id) && program::is_failure(result.status) && same &&
          !listed.contains(result.id)) {
        failing.push_back(&result);
      }
    }
    if (!line.id.empty() && failing.empty() && is_asked(line, report)) continue;
    if (!failing.empty()) {
      line.status = failing.front()->status;
      line.count = failing.size();
      for (const explain::Result* result : failing) {
        listed.insert(result->id);
      }
    }
    text += written(line) + "\n";
  }
  for (const explain::Result& result : report.results) {
    const bool decides =
        result.tier == suite::Tier::required && fails_level(result, report.unicode);
    const bool of_set = result.tier == suite::Tier::accumulated;
    if ((decides || of_set) && program::is_failure(result.status) && !listed.contains(result.id)) {
      text += written({result.id, 1, result.status, {}}) + "\n";
    }
  }
  return text;
}

}  // namespace bpetite::conform::report
