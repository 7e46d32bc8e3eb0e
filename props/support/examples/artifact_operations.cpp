// Implements the operations of examples on artifacts: make one, damage it, load it, save it.
#include "support/examples/artifact_operations.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <variant>

#include "artifact/artifact.hpp"
#include "core/file.hpp"
#include "support/examples/inputs.hpp"
#include "support/programs/directory.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// Replaces the first `from` in the text by `to`. Throws if there is none.
void replace_once(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    throw std::runtime_error(from + " does not occur in the artifact");
  }
  text.replace(at, from.size(), to);
}

json::Object outcome_of(const artifact::Fault& fault) {
  json::Array requirement;
  for (const std::string& clause : fault.requirements) {
    requirement.push_back(value_of(clause));
  }
  return {{"error", value_of(fault.error)},
          {"step", value_of(static_cast<std::uint64_t>(fault.step))},
          {"clause", value_of(fault.clause)},
          {"requirement", {requirement}},
          {"says", value_of(fault.message)}};
}

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

constexpr std::string_view old_bytes = "old";
constexpr std::string_view new_bytes = "new";

// "nothing", "directory", or the content of the file at the path.
std::string holds(const fs::path& path) {
  if (!fs::exists(fs::symlink_status(path))) {
    return "nothing";
  }
  return fs::is_directory(path) ? "directory" : file::read(path);
}

// Prepares the destination that `setup` names, and returns its path.
fs::path destination(const fs::path& directory, const std::string& setup) {
  const fs::path path = directory / "tokenizer.json";
  if (setup == "missing-parent") {
    return directory / "missing" / "tokenizer.json";
  }
  if (setup == "directory") {
    fs::create_directory(path);
  } else if (setup == "exists") {
    write(path, old_bytes);
  } else if (setup == "symlink") {
    write(directory / "target.json", old_bytes);
    fs::create_symlink("target.json", path);
  } else if (setup != "free") {
    throw std::runtime_error(setup + " is no setup");
  }
  return path;
}

}  // namespace

json::Object outcome_of(const Error& error) {
  json::Object outcome = {{"error", value_of(error.kind())},
                          {"clause", value_of(error.clause())},
                          {"says", value_of(std::string_view(error.what()))}};
  if (const auto* ill_formed = dynamic_cast<const UnicodeDecodeError*>(&error)) {
    outcome.push_back({"offset", value_of(std::uint64_t{ill_formed->offset()})});
  }
  return outcome;
}

json::Object load_artifact(Fields& fields) {
  std::string bytes;
  std::string canonical;
  if (fields.take("whole") != nullptr || fields.take("whole_hex") != nullptr) {
    bytes = fields.bytes("whole");
  } else {
    canonical = artifact::serialize(merges_table(fields));
    bytes = canonical;
  }
  if (const json::Value* replacements = fields.take("replace")) {
    for (const json::Value& replacement : as_array(*replacements)) {
      const json::Array& from_to = as_array(replacement);
      replace_once(bytes, as_string(from_to.at(0)), as_string(from_to.at(1)));
    }
  }

  const auto judged = artifact::check(bytes);
  if (const auto* fault = std::get_if<artifact::Fault>(&judged)) {
    return outcome_of(*fault);
  }
  const Table& table = std::get<Table>(judged);
  const std::string saved = artifact::serialize(table);
  return {{"valid", value_of(true)},
          {"canonical", value_of(saved == bytes)},
          {"saves_canonical", value_of(saved == canonical)},
          {"loaded_merges", value_of(std::span(table.merges))}};
}

json::Object serialize_artifact(Fields& fields) {
  const std::string bytes = artifact::serialize(merges_table(fields));
  return {{"bytes", value_of(bytes.size())}, {"contains", value_of(bytes)}};
}

json::Object save_artifact(Fields& fields) {
  const TemporaryDirectory directory;
  const fs::path path = destination(directory.path(), as_string(fields.need("setup")));
  const bool overwrite = as_bool(fields.need("overwrite"));

  json::Object outcome = {{"saved", value_of(true)}};
  try {
    file::save_atomically(path, new_bytes, overwrite);
  } catch (const Error& error) {
    outcome = outcome_of(error);
  }

  // The files that exist afterwards, also when saving failed.
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  json::Array files;
  for (const std::string& name : names) {
    files.push_back(value_of(name));
  }
  outcome.push_back({"files", json::Value{files}});
  outcome.push_back({"holds", value_of(holds(path))});
  outcome.push_back({"target_holds", value_of(holds(directory.path() / "target.json"))});
  return outcome;
}

}  // namespace bpetite::test
