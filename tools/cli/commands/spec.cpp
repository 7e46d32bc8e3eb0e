// bpetite spec: shows the chapters of the specification, the clauses of a chapter, or a clause with
// its examples (FR-32k).
//
//   $ bpetite spec FR-22
//   FR-22  An id that is not in the vocabulary raises `KeyError`, which names it
//   in chapter 6, Decoding: from ids to text
//   ...
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/spec_files.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

struct Clause {
  std::string id;
  std::string title;
  std::string text;  // the lines below the heading
  int examples = 0;
};

struct Chapter {
  std::string number;
  std::string title;
  std::vector<Clause> clauses;
};

// Parts a heading such as "FR-22  A title  {gate: build}" at the first two spaces.
std::pair<std::string, std::string> parted(std::string_view heading) {
  const std::size_t end = heading.find("  ");
  return {std::string(heading.substr(0, end)), std::string(heading.substr(end + 2))};
}

// Adds a line to a clause. The fence that opens an example gets the name of the example, S25q.2.
void add_line(std::string_view line, Clause& clause) {
  clause.text.append(line);
  if (line.starts_with("```example")) {
    clause.text += fmt::format("  {}.{}", clause.id, ++clause.examples);
  }
  clause.text += '\n';
}

// Lines that begin with # are headings, unless they are inside an example.
Chapter chapter_of_file(const conform::suite::EmbeddedFile& file) {
  Chapter chapter;
  bool is_fenced = false;
  bool is_in_clause = false;
  for (const std::string_view line : file.lines) {
    if (line.starts_with("```")) is_fenced = !is_fenced;
    if (!is_fenced && line.starts_with("# ")) {
      std::tie(chapter.number, chapter.title) = parted(line.substr(2));
    } else if (!is_fenced && line.starts_with("### ")) {
      const auto [id, title] = parted(line.substr(4));
      chapter.clauses.push_back({id, title.substr(0, title.find("  {")), "", 0});
      is_in_clause = true;
    } else if (!is_fenced && line.starts_with("#")) {
      is_in_clause = false;
    } else if (is_in_clause) {
      add_line(line, chapter.clauses.back());
    }
  }
  return chapter;
}

std::vector<Chapter> all_chapters() {
  std::vector<Chapter> chapters;
  for (const conform::suite::EmbeddedFile& file : spec_files()) {
    chapters.push_back(chapter_of_file(file));
  }
  return chapters;
}

std::string list_of_chapters(const std::vector<Chapter>& chapters) {
  std::string list;
  for (const Chapter& chapter : chapters) {
    list += fmt::format("{:>2}  {}\n", chapter.number, chapter.title);
  }
  return list;
}

std::string list_of_clauses(const Chapter& chapter) {
  std::string list = fmt::format("{}  {}\n", chapter.number, chapter.title);
  for (const Clause& clause : chapter.clauses) {
    list += fmt::format("{:<8}  {}\n", clause.id, clause.title);
  }
  return list;
}

std::string shown(const Chapter& chapter, const Clause& clause) {
  const std::size_t end = clause.text.find_last_not_of('\n') + 1;
  return fmt::format("{}  {}\nin chapter {}, {}\n\n{}\n", clause.id, clause.title, chapter.number,
                     chapter.title, clause.text.substr(0, end));
}

// FR-29 stands for FR-29a to FR-29s, and for itself.
bool is_named(const Clause& clause, std::string_view name) {
  const std::string_view id = clause.id;
  return id == name || (id.size() == name.size() + 1 && id.starts_with(name) &&
                        std::isdigit(static_cast<unsigned char>(name.back())) != 0 &&
                        std::islower(static_cast<unsigned char>(id.back())) != 0);
}

int run_spec(const Arguments& arguments) {
  const std::vector<Chapter> chapters = all_chapters();
  const auto name = arguments.value("clause");
  if (!name) {
    write_result(list_of_chapters(chapters));
    return 0;
  }
  std::string result;
  std::vector<std::string_view> known;
  for (const Chapter& chapter : chapters) {
    if (chapter.number == *name) result = list_of_clauses(chapter);
    for (const Clause& clause : chapter.clauses) {
      known.push_back(clause.id);
      if (!name->empty() && is_named(clause, *name)) {
        result += (result.empty() ? "" : "\n") + shown(chapter, clause);
      }
    }
  }
  if (result.empty()) {
    throw UsageError(fmt::format("spec: {} is not a clause and not the number of a chapter{}",
                                 utf8::quoted(*name), did_you_mean(*name, known)));
  }
  write_result(result);
  return 0;
}

}  // namespace

Command spec_command() {
  return {
      "spec",
      "Show the specification: its chapters, the clauses of one, or a clause.",
      {
          {"clause", "CLAUSE", "A clause, as errors cite it, or the number of a chapter"},
      },
      "Example:\n"
      "  bpetite spec\n"
      "  bpetite spec 4\n"
      "  bpetite spec S28b",
      run_spec,
  };
}

}  // namespace bpetite::cli
