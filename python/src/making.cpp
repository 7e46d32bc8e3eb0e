// Makes tokenizers for Python: opens a path, reads bytes, takes the ranks, the pattern and the
// special tokens of tiktoken, or adds tokens to a tokenizer. Checks the dialect and the version of
// Unicode that are given. Also saves a tokenizer to a file or to bytes, exports it, and gives views
// of it: vocabulary, merges, special and added tokens, pattern, template.
//
//   Core.from_ranks({b"!": 0, ...}, "\\w+|\\W+", {"<|end|>": 256})
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <bpetite/adding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/export.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core.hpp"
#include "core/spelled_bytes.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "interop/tiktoken.hpp"
#include "text.hpp"

namespace bpetite::python {
namespace {

TokenId number_of(nb::handle given) {
  const nb::object number = nb::steal(PyNumber_Index(given.ptr()));
  if (!number.is_valid()) throw nb::python_error();
  const unsigned long value = PyLong_AsUnsignedLong(number.ptr());
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (value > std::numeric_limits<TokenId>::max()) {
    throw ValueError("tiktoken: token id " + std::to_string(value) + ", required one of 32 bits");
  }
  return static_cast<TokenId>(value);
}

OpenOptions open_options(const GivenProfile& profile, const std::string& rule, bool drop) {
  return {.profile = profile.profile,
          .patterns = profile.patterns,
          .dialect = profile.dialect,
          .version = profile.version,
          .special_rule = rule,
          .drop_missing_bytes = drop};
}

}  // namespace

GivenProfile given_profile(std::string profile, std::vector<std::string> patterns,
                           std::string_view dialect, std::string_view version) {
  GivenProfile given{std::move(profile), std::move(patterns)};
  const auto is_named = [&](Dialect each) { return name(each) == dialect; };
  const auto found = std::ranges::find_if(dialects, is_named);
  if (found == dialects.end()) {
    throw ValueError("dialect: " + utf8::quoted(dialect) + ", required tiktoken or huggingface");
  }
  given.dialect = *found;
  const auto is_version = [&](unicode::Version each) {
    return unicode::name(each) == version || unicode::name(each) == std::string(version) + ".0";
  };
  const auto of = std::ranges::find_if(unicode::versions, is_version);
  if (of == unicode::versions.end()) {
    throw ValueError("unicode: there are no tables of version " + utf8::quoted(version));
  }
  given.version = *of;
  return given;
}

Core::Core(Tokenizer tokenizer)
    : tokenizer_(std::move(tokenizer)),
      numbers_(TokenizerAccess::table(tokenizer_).tokens.size()) {}

Core Core::open(const std::filesystem::path& path, const GivenProfile& profile,
                const std::string& rule, bool drop) {
  const nb::gil_scoped_release released;
  return Core(bpetite::open(path, open_options(profile, rule, drop)));
}

Core Core::from_bytes(nb::handle file, const GivenProfile& profile, const std::string& rule,
                      bool drop) {
  const Text bytes(file);
  const nb::gil_scoped_release released;
  const std::optional<Profile> given = backend::given_profile(open_options(profile, rule, drop));
  Table table = backend::read_model(bytes, "the given bytes", given ? &*given : nullptr, drop);
  if (!rule.empty()) table.profile.added.rule = special_rule_of(rule);
  return Core(TokenizerAccess::open(std::move(table)));
}

// The ranks become a rank file, so that they are judged as one (S19c).
Core Core::from_ranks(nb::dict ranks, const std::string& pattern, nb::dict specials) {
  std::string file;
  for (const auto [token, rank] : ranks) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(token.ptr(), &data, &size) != 0) throw nb::python_error();
    const std::string base64 = to_base64({data, static_cast<std::size_t>(size)});
    file += base64.empty() ? "=" : base64;
    file += ' ' + std::to_string(number_of(rank)) + '\n';
  }
  std::vector<AddedToken> added;
  for (const auto [literal, id] : specials) {
    added.push_back({std::string(utf8_of(literal, "special tokens")), number_of(id)});
  }
  const nb::gil_scoped_release released;
  const std::array patterns = {pattern};
  Profile profile = backend::profile_of(isolated(Dialect::tiktoken, patterns, unicode::pinned));
  profile.added = {std::move(added), SpecialRule::refused_unless_allowed};
  return Core(TokenizerAccess::open(interop::read_tiktoken(file, profile)));
}

Core Core::with_tokens(const std::vector<std::pair<std::string, std::optional<TokenId>>>& literals,
                       bool is_special) const {
  std::vector<NewToken> tokens;
  for (const auto& [literal, id] : literals) tokens.push_back({literal, is_special, id});
  const nb::gil_scoped_release released;
  return Core(with_added_tokens(tokenizer_, tokens));
}

void Core::save(const std::filesystem::path& path, bool overwrite) const {
  const nb::gil_scoped_release released;
  tokenizer_.save(path, overwrite);
}

std::vector<std::string> Core::export_to(std::string_view format,
                                         const std::filesystem::path& directory, bool overwrite,
                                         bool without_template, bool without_plain) const {
  const nb::gil_scoped_release released;
  const auto write = [&](ExportFormat to) {
    return bpetite::export_to(tokenizer_, to, directory, overwrite,
                              {.ids_around = without_template, .plain_tokens = without_plain});
  };
  if (format == "hf" || format == "huggingface") return write(ExportFormat::huggingface);
  if (format == "tiktoken") return write(ExportFormat::tiktoken);
  if (format == "gpt2") return write(ExportFormat::gpt2);
  throw ValueError("export: " + utf8::quoted(format) + " is none of hf, tiktoken, gpt2");
}

// S55d, as Tokenizer::save.
nb::bytes Core::to_bytes() const {
  const Table& table = TokenizerAccess::table(tokenizer_);
  const std::string bytes = table.profile == artifact::profile()
                                ? artifact::serialize(table)
                                : artifact::serialize_schema2(table);
  return nb::bytes(bytes.data(), bytes.size());
}

nb::object Core::vocabulary() const {
  nb::list tokens;
  for (const std::string& token : tokenizer_.vocabulary()) {
    if (token.empty()) {
      tokens.append(nb::none());
    } else {
      tokens.append(nb::bytes(token.data(), token.size()));
    }
  }
  return tokens;
}

nb::object Core::merges() const {
  nb::list pairs;
  for (const Pair& pair : tokenizer_.merges()) pairs.append(nb::make_tuple(pair.left, pair.right));
  return pairs;
}

nb::object Core::special_tokens() const {
  nb::dict tokens;
  for (const SpecialToken& token : tokenizer_.special_tokens()) {
    if (token.is_special) tokens[nb::cast(token.literal)] = token.id;
  }
  return tokens;
}

nb::object Core::added_tokens() const {
  nb::dict tokens;
  for (const SpecialToken& token : tokenizer_.special_tokens()) {
    tokens[nb::cast(token.literal)] = token.id;
  }
  return tokens;
}

std::string Core::pattern() const {
  const Profile& profile = TokenizerAccess::table(tokenizer_).profile;
  if (profile.splits.size() != 1 || profile.splits[0].pattern.dialect != Dialect::tiktoken) {
    throw ValueError("tiktoken: the profile " + utf8::quoted(profile.name) +
                     " has not one pattern of tiktoken's dialect");
  }
  return profile.splits[0].pattern.text;
}

nb::object Core::ids_around() const {
  const Template& around = TokenizerAccess::table(tokenizer_).profile.ids_around;
  nb::list before;
  nb::list after;
  for (const TokenId id : around.before) before.append(id);
  for (const TokenId id : around.after) after.append(id);
  return nb::make_tuple(before, after);
}

}  // namespace bpetite::python
