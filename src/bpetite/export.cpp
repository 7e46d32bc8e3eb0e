// Exports a tokenizer as the files of another library: returns the files (export_files), or saves
// all of them or none in a directory, which is checked before the files are made (export_to). First
// leaves out what the caller names: the template, the added tokens that are not special, or both.
#include <bpetite/export.hpp>

#include <utility>
#include <vector>

#include "bpetite/access.hpp"
#include "bpetite/export/new_directory.hpp"
#include "bpetite/export/targets.hpp"

namespace bpetite {

std::vector<ExportedFile> export_files(const Tokenizer& tokenizer, ExportFormat format,
                                       const LeftOut& left_out) {
  const exporting::Target& target = exporting::target(format);
  Table table = TokenizerAccess::table(tokenizer);
  if (left_out.ids_around) table.profile.ids_around = {};
  if (left_out.plain_tokens) {
    std::erase_if(table.specials, [](const SpecialToken& token) { return !token.is_special; });
    table.profile.added.tokens = added_tokens(table.specials);
  }
  exporting::TwoFiles written = target.write(table);
  std::vector<ExportedFile> files;
  for (std::size_t i = 0; i < written.size(); ++i) {
    files.push_back({std::string(target.files.at(i)), std::move(written.at(i))});
  }
  return files;
}

std::vector<std::string> export_to(const Tokenizer& tokenizer, ExportFormat format,
                                   const std::filesystem::path& directory, bool overwrite,
                                   const LeftOut& left_out) {
  // The directory is checked first, since it takes longer to make the files.
  exporting::check_new_directory(directory, exporting::target(format).files, overwrite);
  std::vector<exporting::NamedFile> files;
  std::vector<std::string> names;
  for (ExportedFile& made : export_files(tokenizer, format, left_out)) {
    names.push_back(made.name);
    files.push_back({std::move(made.name), std::move(made.bytes)});
  }
  exporting::save_new_directory(directory, files, overwrite);
  return names;
}

}  // namespace bpetite
