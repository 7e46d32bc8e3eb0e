// Opens the model of a command, and reads which special tokens its text may contain (S26f, S27e).
// Declares the options for both, functions that find a profile by its name or from --profile, and
// `figures_of`, the numbers of tokens, merges and added tokens as JSON. `open_model` gives a
// tokenizer, `open_path` also its file; `open_judged` opens the model that another program is
// judged by.
//
//   --model a.json                               an artifact, which has its profile
//   --model b.tiktoken --profile cl100k          a rank file with the profile cl100k
//   --model b.tiktoken --pattern @p.txt          a rank file with this pattern
//   --allow-special all                          every special token becomes its id
//   --allow-special '<a>' --allow-special '<b>'  these two do
//   --ordinary                                   no special token becomes its id
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/command.hpp"
#include "core/profile.hpp"
#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"
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
inline constexpr Option special_rule_option{"--special-rule", "matched|refused|never",
                                            "Special tokens in a text: found, refused unless "
                                            "allowed, or text; in place of the model's rule"};
inline constexpr Option ordinary_option{"--ordinary", "", "Special tokens are ordinary text"};

// The options that name the model, followed by the other options of a command.
std::vector<Option> with_model_options(std::vector<Option> others);

// The profile of this name. Throws UsageError, which begins with `place`, for an unknown name.
const Profile& profile_named(std::string_view place, std::string_view name);

// The profile of --profile, or nullptr if it is not given. Throws UsageError for an unknown name.
const Profile* profile_argument(const Arguments& arguments);

// The choice of --allow-special and --ordinary, for any profile. Throws UsageError for both at
// once.
SpecialChoice asked_choice(const Arguments& arguments);

// Whether the choice allows a special token.
bool allows(const SpecialChoice& choice);

// The same for --model. Also throws UsageError if --profile or --pattern does not let special
// tokens be allowed.
SpecialChoice special_choice(const Arguments& arguments);

// A tokenizer, and its file. The bytes are empty for the two files of GPT-2.
struct OpenedModel {
  interop::ModelFile file;
  std::string name;               // the file's name, if its directory was given
  interop::TokenSources sources;  // the file of each added token, if several files can have them
  Tokenizer tokenizer;
};

// Opens the model at a path, with --profile or --pattern.
OpenedModel open_path(const Arguments& arguments, const std::string& path);

// The same for a file that a program is judged by: --unicode is the version of the file's own
// pattern, too. A program may have another one than the file.
OpenedModel open_judged(const Arguments& arguments, const std::string& path);

// The numbers of tokens, merges and added tokens of a table, as members of a JSON object.
std::string figures_of(const Table& table);

// The tokenizer of --model, with --profile or --pattern. Throws UsageError if the choice allows a
// special token and the profile does not let it, which may be known only from the file. Throws
// KeyError for a literal that the tokenizer does not have.
Tokenizer open_model(const Arguments& arguments, const SpecialChoice& choice = {});

}  // namespace bpetite::cli
