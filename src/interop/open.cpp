// Recognises a file by its first bytes, or by the members of its JSON object, and calls the reader
// for its form (read_model). A file that is not recognised is read as an artifact of Schema v1,
// whose steps name its fault, unless it is one that is never opened. Also reads GPT-2's two files
// (read_gpt2_model), checks that a given profile fits the file, takes the known profile of a public
// file, finds a profile by its name, and lists the profiles of rank files.
//
//   IQ== 0                  read_tiktoken, with a profile
//   {"model":{...},...}     read_tokenizer_json
#include "interop/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "core/file.hpp"
#include "core/json/document.hpp"
#include "core/utf8.hpp"
#include "interop/gguf/file.hpp"
#include "interop/gguf/vocabulary.hpp"
#include "interop/gpt2_files.hpp"
#include "interop/huggingface/tokenizer_json.hpp"
#include "interop/js_tiktoken.hpp"
#include "interop/known_files.hpp"
#include "interop/never_opened.hpp"
#include "interop/tekken.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::interop {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_base64(char c) {
  return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || is_digit(c) || c == '+' || c == '/' ||
         c == '=';
}

// Whether a rank file can have this profile: it has no pairs, so it merges by bytes.
bool fits_ranks(const Profile& profile) { return profile.merging == Merging::bytes; }

// S26e "They come with a profile, which must be named". `and_then` is put after the advice.
[[noreturn]] void refuse_without_profile(std::string_view source, std::string_view what,
                                         std::string_view and_then = "") {
  constexpr Remedy remedy = Remedy::give_profile;
  refuse(source,
         fmt::format("{} no pattern and no special tokens: {}{}", what, words_of(remedy), and_then),
         "S26e", remedy);
}

}  // namespace

// A first line counts even if it is faulty further on. So the reader of rank files names the line
// of the fault.
bool is_rank_file(std::string_view file) {
  file.remove_prefix(std::min(file.find_first_not_of("\r\n"), file.size()));
  const auto* const space = std::ranges::find_if_not(file, is_base64);
  return space != file.begin() && space != file.end() && *space == ' ' && space + 1 != file.end() &&
         is_digit(space[1]);
}

std::string profiles_of_ranks() {
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles::all()) {
    if (fits_ranks(*profile)) names.push_back(profile->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

namespace {

// The table of a GGUF file, or of a JSON file that is not an artifact of Schema v1. Returns nullopt
// if the file is not JSON, since the steps of an artifact name its fault. Also returns nullopt for
// a file that begins like an artifact of Schema v1, so that it is parsed only once.
std::optional<Table> read_other_file(std::string_view file, std::string_view source,
                                     bool drop_missing_bytes, json::Utf8 utf8,
                                     ModelDirectory* directory) {
  if (file.starts_with(gguf::beginning)) return gguf::read_vocabulary(file, drop_missing_bytes);
  if (file.starts_with(artifact::beginning)) return std::nullopt;
  const auto parsed = json::parse_document(file, utf8);
  const auto* const document = std::get_if<json::Document>(&parsed);
  if (document == nullptr) return std::nullopt;
  check_has_more_than_ids(*document, source);  // a token may be called "model" or "config"
  if (huggingface::is_tokenizer_json(*document)) {
    if (directory != nullptr) directory->read(source, true);
    const bool is_alone = directory == nullptr || directory->is_empty();
    return huggingface::read_tokenizer_json(*document, drop_missing_bytes,
                                            is_alone ? nullptr : directory);
  }
  if (is_tekken(*document)) return read_tekken(*document);
  if (is_js_tiktoken(*document)) return read_js_tiktoken(*document);
  if (artifact::is_schema2(*document)) return artifact::parse_schema2(*document);
  check_may_open(*document, source);
  return std::nullopt;
}

}  // namespace

const Profile& profile_named(std::string_view name) {
  if (const Profile* profile = profiles::find(name)) return *profile;
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles::all()) names.push_back(profile->name);
  throw KeyError(fmt::format("open: profile {}: unknown, required one of {}", utf8::quoted(name),
                             fmt::join(names, ", ")),
                 "S26e");
}

Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes, json::Utf8 utf8, ModelDirectory* directory) {
  check_may_open(file, source);
  if (is_rank_file(file)) {
    if (profile == nullptr) profile = profile_of_ranks(file);
    if (profile == nullptr) {
      refuse_without_profile(source, "a rank file has", ", required one of " + profiles_of_ranks());
    }
    if (!fits_ranks(*profile)) {
      refuse(source,
             fmt::format("a rank file has no pairs to merge, as the profile {} needs, "
                         "required one of {}",
                         profile->name, profiles_of_ranks()),
             "S26e");
    }
    return read_tiktoken(file, *profile);
  }
  if (auto theirs = read_other_file(file, source, drop_missing_bytes, utf8, directory)) {
    if (profile != nullptr) {
      refuse(source,
             "this file says itself how texts are cut: no profile or pattern can be "
             "given for it",
             "S26e");
    }
    check_dropped(*theirs);
    check_added(*theirs);
    return *std::move(theirs);
  }
  if (profile != nullptr && *profile != artifact::profile()) {
    refuse(source,
           fmt::format("this is not a rank file; anything else is an artifact, which has the "
                       "profile {} and not {}",
                       artifact::profile().name, profile->name),
           "S26e");
  }
  return artifact::parse(file);
}

Table read_gpt2_model(const ModelFiles& files, const Profile* profile, bool drop_missing_bytes,
                      ModelDirectory& directory) {
  directory.read(files.file, false);
  const std::string vocabulary = file::read(files.file);
  const std::string merges = file::read(files.merges);
  // S51e "need no profile if the class is one of the table".
  const transformers::MadeTokenizer* const made =
      profile == nullptr && directory.made() != nullptr && directory.made()->opens_two_files
          ? directory.made()
          : nullptr;
  Profile of_class;
  if (made != nullptr) {
    of_class.name = made->name;
    of_class.normalizer = made->normalizer;
    of_class.splits = made->splits;
    profile = &of_class;
  }
  if (profile == nullptr) profile = profile_of_gpt2(vocabulary, merges);
  if (profile == nullptr) {
    refuse_without_profile(files.file.parent_path().string(),
                           fmt::format("{} and {} have", files.file.filename().string(),
                                       files.merges.filename().string()));
  }
  const bool is_beside = made != nullptr || directory.has_tokens();
  Table table = read_gpt2_files(vocabulary, merges, *profile, drop_missing_bytes,
                                is_beside ? &directory : nullptr);
  table.profile.prefix_space = is_beside && directory.puts_prefix_space();
  check_dropped(table);
  check_added(table);
  return table;
}

}  // namespace bpetite::interop
