// The model of a command, and which special tokens its text may hold (S26f, S27e).
//
//   --model a.json                               an artifact: the profile v1
//   --model b.tiktoken --profile cl100k          a rank file with the profile cl100k
//   --model b.tiktoken --pattern @p.txt          a rank file with this pattern
//   --allow-special all                          every special token becomes its id
//   --allow-special '<a>' --allow-special '<b>'  these two do
//   --ordinary                                   none does
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/command.hpp"
#include "core/profile.hpp"
#include "core/table.hpp"
#include "interop/read_model_file.hpp"

namespace bpetite::cli {

inline constexpr Option model_option{
    "--model", "PATH",
    "An artifact, tokenizer.json or rank file, a directory with one, or - for standard input",
    Count::once};
inline constexpr Option profile_option{"--profile", "PROFILE",
                                       "The profile of a rank file, such as cl100k or llama3"};
inline constexpr Option allow_special_option{
    "--allow-special", "LITERAL",
    "A special token that the text may hold, or all; may be repeated. Under v1 all are found, "
    "under nanochat none",
    Count::any};
inline constexpr Option missing_option{
    "--missing-bytes", "error|drop",
    "A byte without a token: an error (default), or drop it from text, as Hugging Face does"};
inline constexpr Option ordinary_option{"--ordinary", "", "Special tokens are ordinary text"};

// The options that say which model it is, before those of a command.
std::vector<Option> with_model_options(std::vector<Option> others);

// The profile of this name. UsageError, which begins with the place, for an unknown one.
const Profile& profile_named(std::string_view place, std::string_view name);

// The profile of --profile, or nullptr if it is not given. UsageError for an unknown name.
const Profile* profile_argument(const Arguments& arguments);

// The choice of --allow-special and --ordinary, whatever the profile. UsageError for both at once.
SpecialChoice asked_choice(const Arguments& arguments);

// Whether something is allowed by it.
bool allows(const SpecialChoice& choice);

// The same for --model. UsageError also for a --profile that lets nothing be allowed.
SpecialChoice special_choice(const Arguments& arguments);

// A tokenizer, and its file. The bytes are empty for the two files of GPT-2.
struct OpenedModel {
  interop::ModelFile file;
  std::string name;  // of the file, if its directory was given
  Tokenizer tokenizer;
};

// That of a path, with --profile or --pattern.
OpenedModel open_path(const Arguments& arguments, const std::string& path);

// How many tokens, merges and added tokens a table has, as members of a JSON object.
std::string figures_of(const Table& table);

// The tokenizer of --model and --profile or --pattern. UsageError if something is allowed that its
// profile does not let be allowed (the file says which it has), KeyError for a literal that it does
// not know.
Tokenizer open_model(const Arguments& arguments, const SpecialChoice& choice = {});

}  // namespace bpetite::cli
