// Reads the files beside the model of a directory as transformers 5.24 does (ModelDirectory): added
// tokens, the class that opens the directory, and what this class decides, such as the template
// (S51e). Remembers the file of each added token (TokenSources).
//
//   tokenizer_config.json      {"added_tokens_decoder":{"286":{"content":"<image>",...}},
//                               "eos_token":"</s>","tokenizer_class":"Qwen2Tokenizer"}
//   special_tokens_map.json    {"eos_token":"</s>"}
//   added_tokens.json          {"<image>":286}
//   config.json                {"model_type":"qwen2"}
//
// The added tokens of all files, and those of a tokenizer.json, are put together into one list,
// which is then read like that of a tokenizer.json. If several files have a token, it has the flags
// of the last one, and is special if one of them says so.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/table.hpp"
#include "interop/huggingface/stated_tokens.hpp"
#include "interop/huggingface/tokenizer_class.hpp"

namespace bpetite::interop {

// The file that each added token comes from, by the literal of the token.
using TokenSources = std::map<std::string, std::string, std::less<>>;

class ModelDirectory {
 public:
  ModelDirectory();
  ModelDirectory(const ModelDirectory&) = delete;
  ModelDirectory& operator=(const ModelDirectory&) = delete;
  ~ModelDirectory();

  // Reads the files that are beside the model, and chooses the class. `model` is a tokenizer.json,
  // or a vocab.json. It must be called before the functions below. ValueError: a file is faulty or
  // has too many bytes; the class of a tokenizer.json is not carried. OSError: a file cannot be
  // read.
  void read(const std::filesystem::path& model, bool is_tokenizer_json);

  // Whether none of the files is there.
  bool is_empty() const { return !has_tokens() && !config_; }
  // Whether one is there that can have added tokens.
  bool has_tokens() const { return tokenizer_config_ || special_tokens_map_ || added_tokens_; }
  // The class, if it makes its tokenizer of vocabulary and merges.
  const transformers::MadeTokenizer* made() const { return made_; }

  // Puts the added tokens together, and calls `take` for each one with an object that has all
  // members of S50b. `of_file` are those of tokenizer.json; they may be missing. `is_beside`: it is
  // added after all tokens of the file. An id that no file states is null. ValueError: transformers
  // fails, or a file has a token with another id than another file.
  using Take = std::function<void(const json::Field& token, bool is_beside)>;
  void each_added_token(const json::Field& of_file, const Take& take);
  // The file of each of them.
  const TokenSources& sources() const { return sources_; }

  // Whether the class puts a space before segments (S30g).
  bool puts_prefix_space() const;

  // ValueError if the class makes another tokenizer than this table, which has the parts of a
  // tokenizer.json.
  void check_made(const Table& table) const;
  // The template of vocab.json and merges.txt.
  Template template_of(const Table& table) const;

 private:
  struct File;
  struct Tokens;

  void choose_class();
  void check_code(const json::Field& auto_map) const;
  void check_members(const transformers::Members& members) const;
  std::optional<Template> own_template(const Table& table) const;
  // What to do about a directory that is refused.
  std::string way_out() const;
  [[noreturn]] void refuse_class(std::string_view why) const;

  std::string model_;
  bool is_tokenizer_json_ = true;
  std::unique_ptr<File> tokenizer_config_;
  std::unique_ptr<File> special_tokens_map_;
  std::unique_ptr<File> added_tokens_;
  std::unique_ptr<File> config_;
  json::Field class_place_;  // the value that says the class
  const transformers::MadeTokenizer* made_ = nullptr;
  std::unique_ptr<Tokens> tokens_;
  TokenSources sources_;
};

}  // namespace bpetite::interop
