#include "conform/answer/handed.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"

namespace bpetite::conform::answer {

Table read_handed(std::string_view file, std::string_view form, std::string_view profile,
                  const std::vector<SpecialToken>& specials) {
  if (form == "artifact") return backend::read_artifact(file);
  if (form == "tokenizer.json") return backend::read_model(file, form, nullptr);
  if (form != "ranks") {
    throw ValueError(fmt::format("load: {} is no form of a vocabulary", utf8::quoted(form)));
  }
  Profile named = interop::profile_named(profile);
  named.added.tokens.clear();
  for (const auto& token : specials) named.added.tokens.push_back({token.literal, token.id});
  return backend::read_model(file, form, &named);
}

}  // namespace bpetite::conform::answer
