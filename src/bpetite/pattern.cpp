// Cuts texts into chunks by given patterns, or by those of a named profile, and decides whether two
// pretokenizers cut every text in the same way. The patterns are compiled once, into a cutter that
// all copies of a Pretokenizer share.
#include <bpetite/pattern.hpp>

#include <utility>

#include <bpetite/errors.hpp>

#include "core/profile.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/machine/level.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"
#include "interop/open.hpp"

namespace bpetite {

struct Pretokenizer::State {
  explicit State(Profile it) : profile(std::move(it)), cutter(profile) {}

  Profile profile;
  engine::scan::Cutter cutter;
};

Pretokenizer::Pretokenizer(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Pretokenizer Pretokenizer::compile(std::string_view pattern, const PatternOptions& options) {
  const std::string text(pattern);
  return compile(std::span(&text, 1), options);
}

Pretokenizer Pretokenizer::compile(std::span<const std::string> patterns,
                                   const PatternOptions& options) {
  if (patterns.empty()) throw ValueError("pattern: there is none, required one or more", "S25j");
  Profile profile;
  profile.splits = isolated(options.dialect, patterns, options.version);
  return Pretokenizer(std::make_shared<const State>(std::move(profile)));
}

Pretokenizer Pretokenizer::named(std::string_view profile) {
  return Pretokenizer(std::make_shared<const State>(interop::profile_named(profile)));
}

std::vector<std::string_view> Pretokenizer::chunks(std::string_view text) const {
  if (const auto offset = engine::scan::first_ill_formed(text)) {
    utf8::throw_ill_formed(text, *offset);
  }
  return engine::scan::chunks(text, state_->cutter, engine::machine::level());
}

PatternComparison compare(const Pretokenizer& a, const Pretokenizer& b) {
  auto found = engine::compare::compare(a.state_->profile.splits, b.state_->profile.splits);
  return {found.is_same, std::move(found.text), std::move(found.reason), found.searched};
}

}  // namespace bpetite
