// bpetite validate: says whether a file is an artifact of Schema v1 or v2, as a line of JSON. If
// not, the line names the step of the schema that fails, the error and the clauses (FR-32d, S56a).
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "bpetite/backend.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::cli {
namespace {

std::string verdict(std::string_view step, std::string_view error,
                    const std::vector<std::string>& requirements, std::string_view message) {
  std::vector<std::string> quoted;
  for (const std::string& requirement : requirements) {
    quoted.push_back(json::quoted(requirement));
  }
  return fmt::format(
      "{{\"valid\":false,\"step\":{},\"error\":{},\"requirement\":[{}],\"message\":{}}}\n", step,
      json::quoted(error), fmt::join(quoted, ","), json::quoted(message));
}

// S56o: the last step, which needs the engine.
void check_cover(const Profile& profile) {
  try {
    backend::require_cover(profile);
  } catch (const Error& error) {
    write_result(verdict("20", error.kind(), {"S56o"}, error.message()));
    throw;
  }
}

int run_validate(const Arguments& arguments) {
  // A file that cannot be read fails before any step.
  std::string bytes;
  try {
    bytes = read_document(arguments.required("path"));
  } catch (const Error& error) {
    write_result(verdict("null", error.kind(), {}, error.what()));
    throw;
  }

  const auto parsed = json::parse_document(bytes);
  const auto* const document = std::get_if<json::Document>(&parsed);
  const bool is_v2 = document != nullptr && artifact::is_schema2(*document);
  const auto checked = is_v2 ? artifact::check_schema2(*document) : artifact::check(bytes);
  if (const auto* fault = std::get_if<artifact::Fault>(&checked)) {
    write_result(
        verdict(fmt::format("{}", fault->step), fault->error, fault->requirements, fault->message));
    throw Error(fault->error, fault->message, fault->clause);
  }
  const Table& table = std::get<Table>(checked);
  if (is_v2) {
    check_cover(table.profile);
    write_result(fmt::format("{{\"valid\":true,\"schema_version\":2,{}}}\n", figures_of(table)));
    return 0;
  }
  write_result(fmt::format(
      "{{\"valid\":true,\"schema_version\":1,\"mergeable_vocab_size\":{},\"merges\":{}}}\n",
      table.tokens.size(), table.merges.size()));
  return 0;
}

}  // namespace

Command validate_command() {
  return {
      "validate",
      "Check an artifact by the steps of its schema.",
      {
          {"path", "PATH", "The artifact, or - for standard input", Count::once},
      },
      "Writes one line of JSON. The exit code is 0 for a valid artifact, 1 for any other.\n\n"
      "Example:\n"
      "  bpetite validate tokenizer.json",
      run_validate,
  };
}

}  // namespace bpetite::cli
