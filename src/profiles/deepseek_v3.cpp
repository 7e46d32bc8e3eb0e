// Defines the profile of DeepSeek V3, as its tokenizer.json has it: 818 special tokens, which are
// matched in a text, three patterns, and merging by a list of pairs. 800 of the special tokens are
// place holders. The patterns cut one after the other: numbers in groups of at most three digits,
// then Chinese and Japanese, then the rest.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& deepseek_v3() {
  static const Profile profile = [] {
    Profile it;
    it.name = "deepseek_v3";
    it.added = {added_tokens(0,
                             "<｜begin▁of▁sentence｜> "
                             "<｜end▁of▁sentence｜> "
                             "<｜▁pad▁｜>"),
                SpecialRule::matched};
    for (TokenId place = 0; place < 800; ++place) {
      const std::string literal = fmt::format("<｜place▁holder▁no▁{}｜>", place);
      it.added.tokens.push_back({literal, 128000 + place});
    }
    for (AddedToken& token : added_tokens(128800,
                                          "<｜fim▁hole｜> "
                                          "<｜fim▁begin｜> "
                                          "<｜fim▁end｜> "
                                          "<｜User｜> <｜Assistant｜> <|EOT|> "
                                          "<｜tool▁calls▁begin｜> "
                                          "<｜tool▁calls▁end｜> "
                                          "<｜tool▁call▁begin｜> "
                                          "<｜tool▁call▁end｜> "
                                          "<｜tool▁outputs▁begin｜> "
                                          "<｜tool▁outputs▁end｜> "
                                          "<｜tool▁output▁begin｜> "
                                          "<｜tool▁output▁end｜> "
                                          "<｜tool▁sep｜>")) {
      it.added.tokens.push_back(std::move(token));
    }
    it.splits = isolated(Dialect::huggingface,
                         {R"(\p{N}{1,3})", "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
                          R"([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+)"
                          R"(|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|)" +
                              std::string(line_ends_and_spaces)});
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
