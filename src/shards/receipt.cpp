// Writes the receipt of a task as JSON, always in the same form, and reads it again.
#include "shards/receipt.hpp"

#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/json/shape.hpp"
#include "shards/fields.hpp"

namespace bpetite::shards {
namespace {

constexpr auto members = std::to_array<std::string_view>(
    {"task", "plan", "documents", "empty", "ids", "skipped", "input", "files", "bad"});
constexpr auto read_members = std::to_array<std::string_view>({"bytes", "sha256"});
constexpr auto file_members = std::to_array<std::string_view>({"name", "bytes", "sha256"});
constexpr auto bad_members =
    std::to_array<std::string_view>({"input", "byte", "document", "reason"});

}  // namespace

std::string write_receipt(const Receipt& receipt) {
  std::string text = fmt::format(
      "{{\"task\":{},\"plan\":{},\"documents\":{},\"empty\":{},\"ids\":{},\"skipped\":{},\n"
      "\"input\":{{\"bytes\":{},\"sha256\":{}}},\n\"files\":[",
      receipt.task, json::quoted(receipt.plan_sha256), receipt.documents, receipt.empty,
      receipt.ids, receipt.skipped, receipt.input_bytes, json::quoted(receipt.input_sha256));
  std::string_view before = "\n";
  for (const SavedFile& file : receipt.files) {
    fmt::format_to(std::back_inserter(text), "{}{{\"name\":{},\"bytes\":{},\"sha256\":{}}}", before,
                   json::quoted(file.name), file.bytes, json::quoted(file.sha256));
    before = ",\n";
  }
  text += "],\n\"bad\":[";
  before = "\n";
  for (const BadDocument& bad : receipt.bad) {
    const std::string place =
        bad.input.empty() ? fmt::format(R"("document":{})", bad.at)
                          : fmt::format(R"("input":{},"byte":{})", json::quoted(bad.input), bad.at);
    fmt::format_to(std::back_inserter(text), "{}{{{},\"reason\":{}}}", before, place,
                   json::quoted(bad.reason));
    before = ",\n";
  }
  return text + "]}\n";
}

Receipt read_receipt(std::string_view bytes, const std::string& place) {
  const json::Document document = document_of(bytes, place);
  const json::Field root(document.root(), place, fields_clause);
  json::require_members(root, members);
  Receipt receipt;
  receipt.task = number_in(root["task"]);
  receipt.plan_sha256 = root["plan"].text();
  receipt.documents = number_in(root["documents"]);
  receipt.empty = number_in(root["empty"]);
  receipt.ids = number_in(root["ids"]);
  receipt.skipped = number_in(root["skipped"]);
  const json::Field input = root["input"];
  json::require_members(input, read_members);
  receipt.input_bytes = number_in(input["bytes"]);
  receipt.input_sha256 = input["sha256"].text();
  for (const json::Field& file : root["files"].elements()) {
    json::require_members(file, file_members);
    receipt.files.push_back({std::string(file["name"].text()), number_in(file["bytes"]),
                             std::string(file["sha256"].text())});
    if (receipt.files.back().name.find('/') != std::string::npos) {
      file["name"].refuse("required a name without /");
    }
  }
  for (const json::Field& bad : root["bad"].elements()) {
    json::require_members(bad, bad_members);
    BadDocument left_out{"", 0, std::string(bad["reason"].text())};
    if (bad["document"].is_given()) {
      left_out.at = number_in(bad["document"]);
    } else {
      left_out.input = bad["input"].text();
      left_out.at = number_in(bad["byte"]);
    }
    receipt.bad.push_back(std::move(left_out));
  }
  return receipt;
}

}  // namespace bpetite::shards
