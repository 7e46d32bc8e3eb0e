// Exports a tokenizer as files that another library loads (ExportFormat): Hugging Face's library,
// tiktoken, or a program that takes the two files of GPT-2. The ids there are the same (chapter
// 20), unless the caller lets the export leave something out (LeftOut): the template, or the added
// tokens that are not special. What the other library cannot express is refused. The files are
// returned (export_files), or written into a directory, all of them or none (export_to).
//
//   const auto tokenizer = bpetite::Tokenizer::load("tokenizer.json");
//   bpetite::export_to(tokenizer, bpetite::ExportFormat::huggingface, "out");
//   // out/tokenizer.json, out/tokenizer_config.json, for AutoTokenizer.from_pretrained("out")
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

enum class ExportFormat : std::uint8_t {
  huggingface,  // tokenizer.json and tokenizer_config.json
  tiktoken,     // tokenizer.tiktoken, and tokenizer.py, whose `encoding` is the Encoding
  gpt2,         // vocab.json and merges.txt
};

// What an export may leave out, if the other library has no place for it. Then texts have other ids
// there: those of a template are missing, and literals that ordinary text may hold (S27f) are text.
struct LeftOut {
  bool ids_around = false;    // the template (S26i)
  bool plain_tokens = false;  // added tokens that are not special
};

struct ExportedFile {
  std::string name;
  std::string bytes;
};

// The files of an export. ValueError (S58a): the other library cannot express a part of the
// tokenizer. The message names it.
std::vector<ExportedFile> export_files(const Tokenizer& tokenizer, ExportFormat format,
                                       const LeftOut& left_out = {});

// Writes the files into a directory, all of them or none (S58g). The directory must not exist, or
// be empty. With overwrite it may also have the files of an earlier export, and nothing else.
// Returns the names of the files. ValueError as above. FileExistsError: the directory has files.
// FileNotFoundError, OSError: as Tokenizer::save.
std::vector<std::string> export_to(const Tokenizer& tokenizer, ExportFormat format,
                                   const std::filesystem::path& directory, bool overwrite = false,
                                   const LeftOut& left_out = {});

}  // namespace bpetite
