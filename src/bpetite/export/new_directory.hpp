// Saves files as a new directory, completely or not at all (spec/20-export.md, S58g). Also reports
// the errors of saving before a long computation (check_new_directory).
//
//   save out/llama    out/.bpetite-5f0c3a91e2d47b68.tmp/tokenizer.json ...    written, fsync
//                     -> out/llama           renamed, or exchanged with the old one; fsync of out
//
// A directory under its final name always has all of its files: after a crash there is the old one
// or the new one.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace bpetite::exporting {

struct NamedFile {
  std::string name;
  std::string bytes;
};

// Reports, before a long computation, the errors that saving files of these names would report.
// FileNotFoundError: there is no parent directory. FileExistsError: the path has something else
// than an empty directory. With overwrite the directory may have files of these names, and nothing
// else. OSError for any other error of the system.
void check_new_directory(const std::filesystem::path& given,
                         std::span<const std::string_view> names, bool overwrite);

// Makes a directory of these files, with the errors above. After any error the path has what it had
// before, or all of the new files, and no temporary directory is left.
void save_new_directory(const std::filesystem::path& given, std::span<const NamedFile> files,
                        bool overwrite);

}  // namespace bpetite::exporting
