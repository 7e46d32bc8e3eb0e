// Finds the small vocabulary of a profile among the files of conformance/profiles, which are
// embedded in the program. Lists the names of the profiles, makes a Tokenizer from a vocabulary,
// and writes it as an artifact, a tokenizer.json or a rank file.
#include "conform/suite/small_vocabularies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bpetite/errors.hpp>
#include <bpetite/export.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "conform/suite/suite_files.hpp"
#include "interop/open.hpp"
#include "interop/out/tiktoken.hpp"

namespace bpetite::conform::suite {
namespace {

std::string artifact_of(std::string_view name) {
  for (const EmbeddedFile& file : small_files()) {
    if (file.name != name) continue;
    std::string bytes;
    for (const std::string_view line : file.lines) bytes.append(line);  // one line without LF
    return bytes;
  }
  throw KeyError(fmt::format("conform: there is no small vocabulary {}", name), "S74b");
}

}  // namespace

std::vector<std::string_view> small_vocabularies() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : small_files()) names.push_back(file.name);
  return names;
}

Tokenizer small_vocabulary(std::string_view name) {
  return TokenizerAccess::open(backend::read_artifact(artifact_of(name)));
}

std::optional<std::string> in_form(const Table& table, std::string_view profile, FileForm form) {
  if (form == FileForm::artifact) return artifact::serialize_schema2(table);
  if (form == FileForm::tokenizer_json) {
    // The file names only NFC. The library that reads it has the NFC of Unicode 9.0 (S58b).
    Table named = table;
    if (named.profile.normalizer == Normalizer::nfc_16_0) {
      named.profile.normalizer = Normalizer::nfc_9_0;
    }
    return export_files(TokenizerAccess::make(std::move(named)), ExportFormat::huggingface)
        .front()
        .bytes;
  }
  if (interop::profile_named(profile).merging != Merging::bytes) return std::nullopt;
  return interop::out::rank_file(table);
}

}  // namespace bpetite::conform::suite
