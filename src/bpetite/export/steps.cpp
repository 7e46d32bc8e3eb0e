#include "bpetite/export/steps.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "interop/out/refuse.hpp"
#include "pattern/other_dialect.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::exporting {
namespace {

bool is_in_language(const Pattern& pattern) {
  try {
    pattern::parse(pattern);
    return true;
  } catch (const pattern::PatternError&) {
    return false;
  }
}

bool are_same_tokens(std::vector<std::string> a, std::vector<std::string> b) {
  for (auto* tokens : {&a, &b}) {
    while (!tokens->empty() && tokens->back().empty()) tokens->pop_back();
  }
  return a == b;
}

}  // namespace

Split rewritten(const Split& split, Dialect dialect, std::string_view format) {
  for (std::string& text : pattern::in_dialect(split.pattern, dialect)) {
    const Split other{{std::move(text), dialect, unicode::Version::v16_0}, split.behaviour};
    if (other == split) return other;
    if (!is_in_language(other.pattern)) continue;
    // S58b "proved to cut every text alike".
    if (engine::compare::compare({&split, 1}, {&other, 1}).is_same == true) return other;
  }
  interop::out::refuse(
      format,
      fmt::format("the pattern {} with Unicode {} cannot be written for its engine",
                  utf8::quoted(split.pattern.text, 200), unicode::name(split.pattern.version)));
}

void check_plain(const Profile& profile, std::string_view format) {
  if (profile.normalizer != Normalizer::none) {
    interop::out::refuse(format, fmt::format("the normalizer is {}, and the files have none",
                                             name(profile.normalizer)));
  }
  if (profile.drops_missing_bytes) {
    interop::out::refuse(format, "text loses bytes that have no token (S31d)");
  }
  if (profile.ids_around != Template{}) {
    interop::out::refuse(format, "the files have no place for a template");
  }
}

bool is_read_alike(const Table& read, const Table& meant) {
  return are_same_tokens(read.tokens, meant.tokens) && read.merges == meant.merges &&
         read.results == meant.results && read.specials == meant.specials &&
         read.text_tokens == meant.text_tokens;
}

}  // namespace bpetite::exporting
