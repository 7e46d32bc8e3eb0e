// Plans shards: divides the inputs into tasks by their sizes (tasks_of), chooses the width of ids
// (width_in), and writes a plan as JSON (write_plan) or reads it again (read_plan), with all checks
// that a plan of unknown origin needs: a name must not lead out of the root, for instance.
//
//   {"format":"bpetite shards","version":1,"shards":"raw","width":4,...,"inputs":[
//   {"name":"a.jsonl","bytes":500,"compressed":false}]}
#include "shards/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/json.hpp"
#include "core/json/pointer.hpp"
#include "core/json/shape.hpp"
#include "shards/fields.hpp"

namespace bpetite::shards {
namespace {

// Names of files have a number that people can read, and a folder lists its files in seconds.
constexpr std::size_t most_tasks = 1'000'000;
// Looking for a longer separator would take longer than all the rest.
constexpr std::size_t longest_separator = 1000;

}  // namespace

std::string_view name(Format format) {
  switch (format) {
    case Format::megatron:
      return "megatron";
    case Format::ds:
      return "ds";
    case Format::raw:
      return "raw";
    case Format::llmc:
      return "llmc";
  }
  return "";
}

std::string_view name(OnBad on_bad) { return on_bad == OnBad::skip ? "skip" : "stop"; }

bool is_divisible(const Options& options) {
  const std::string& separator = options.separator;
  for (std::size_t size = 1; size < separator.size(); ++size) {
    if (separator.ends_with(separator.substr(0, size))) return false;
  }
  return true;
}

std::vector<Task> tasks_of(const Plan& plan) {
  if (plan.tasks > most_tasks) {
    throw ValueError(fmt::format("shards: {} tasks, required at most {}", plan.tasks, most_tasks),
                     "S81b");
  }
  if (plan.tasks > 0) return std::vector<Task>(plan.tasks);
  const bool divisible = is_divisible(plan.options);
  const std::uint64_t most = plan.options.task_bytes;
  std::vector<Task> tasks;
  std::uint64_t room = 0;  // of the last task
  const auto add = [&](Piece piece) {
    if (room == 0) {
      if (tasks.size() == most_tasks) {
        throw ValueError(fmt::format("shards: more than {} tasks, required at most as many: give "
                                     "each more bytes",
                                     most_tasks),
                         "S81b");
      }
      tasks.emplace_back();
      room = most;
    }
    tasks.back().push_back(piece);
    room -= std::min(room, piece.end - piece.begin);
  };
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const Input& input = plan.inputs[i];
    if (input.bytes == 0) continue;
    if (input.is_compressed || !divisible) {
      if (input.bytes > room) room = 0;
      add({i, 0, input.bytes});
      continue;
    }
    for (std::uint64_t at = 0; at < input.bytes;) {
      const std::uint64_t size = std::min(input.bytes - at, room == 0 ? most : room);
      add({i, at, at + size});
      at += size;
    }
  }
  return tasks;
}

namespace {

// S83a, S83b: what Megatron and datatrove count as the vocabulary, and the highest id.
struct Ids {
  std::size_t count = 0;
  TokenId highest = 0;
};

Ids ids_of(const Table& table) {
  std::vector<TokenId> all;
  for (const SpecialToken& token : table.specials) all.push_back(token.id);
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    if (!table.tokens[id].empty()) all.push_back(static_cast<TokenId>(id));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return {all.size(), all.empty() ? 0 : all.back()};
}

}  // namespace

unsigned width_in(Format format, const Table& table) {
  const Ids ids = ids_of(table);
  constexpr std::size_t narrow = 65536;
  const bool is_narrow = format == Format::megatron ? ids.count < 65500
                         : format == Format::ds     ? ids.count <= narrow
                                                    : ids.highest < narrow;
  const std::uint64_t most =
      is_narrow ? narrow - 1
      : format == Format::megatron
          ? static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())
          : std::numeric_limits<TokenId>::max();
  if (ids.highest > most) {
    throw ValueError(
        fmt::format("shards: {}: the tokenizer has the id {}, required at most {}: this format "
                    "writes ids of {} tokens with {} bits",
                    name(format), ids.highest, most, ids.count, is_narrow ? 16 : 32),
        format == Format::megatron ? "S83a" : "S83b");
  }
  return is_narrow ? 2 : 4;
}

namespace {

constexpr std::string_view what = "bpetite shards";
constexpr std::uint64_t version = 1;

constexpr auto plan_members = std::to_array<std::string_view>(
    {"format", "version", "shards", "width", "field", "separator", "on_bad_line", "special", "loss",
     "prepend", "append", "task_bytes", "tasks", "tokenizer", "inputs"});
constexpr auto tokenizer_members = std::to_array<std::string_view>({"name", "sha256"});
constexpr auto input_members = std::to_array<std::string_view>({"name", "bytes", "compressed"});

std::string written(std::optional<TokenId> id) {
  return id ? fmt::format("{}", *id) : std::string("null");
}

std::optional<TokenId> id_or_null(const json::Field& field) {
  if (!field.node().is_there()) field.miss();
  if (!field.is_given()) return std::nullopt;
  const std::uint64_t id = number_in(field);
  if (id >= max_vocab_size) field.refuse("required an id below 2^24, or null");
  return static_cast<TokenId>(id);
}

// A name that leads to a file below the root, whatever the root is.
std::string name_below_root(const json::Field& field) {
  const std::string_view text = field.text();
  const std::filesystem::path path = text;
  const bool leads_out = std::ranges::any_of(
      path, [](const std::filesystem::path& part) { return part == ".." || part == "."; });
  if (text.find('\0') != std::string_view::npos || path.empty() || path.is_absolute() ||
      leads_out || !path.has_filename()) {
    field.refuse("required the name of a file below the root, without . and ..");
  }
  return path.string();
}

// S81e: nothing says how inputs are read where there are none.
void read_no_inputs(const json::Field& root) {
  for (const char* const name : {"field", "separator", "task_bytes"}) {
    if (root[name].is_given()) root[name].refuse("required null beside tasks");
  }
  if (!root["inputs"].elements().empty()) root["inputs"].refuse("required none beside tasks");
}

// How inputs are read.
void read_inputs_options(const json::Field& root, Options& options) {
  if (root["separator"].is_given()) {
    options.separator = root["separator"].text();
    if (options.separator.empty() || options.separator.size() > longest_separator) {
      root["separator"].refuse(
          fmt::format("required a text of at most {} bytes, or null", longest_separator));
    }
    if (root["field"].is_given()) root["field"].refuse("required null beside a separator");
    options.field.clear();
  } else {
    options.field = root["field"].text();
  }
  options.task_bytes = number_in(root["task_bytes"]);
  if (options.task_bytes == 0) root["task_bytes"].refuse("required a number above 0");
}

Options options_in(const json::Field& root) {
  Options options;
  options.format = json::named(root["shards"], formats);
  options.on_bad = json::named(root["on_bad_line"], on_bads);
  options.finds_specials = json::required_flag(root["special"]);
  options.has_loss = json::required_flag(root["loss"]);
  if (options.has_loss && options.format != Format::ds) root["loss"].refuse("required false");
  options.prepend = id_or_null(root["prepend"]);
  options.append = id_or_null(root["append"]);
  if (root["tasks"].is_given()) {
    read_no_inputs(root);
  } else {
    read_inputs_options(root, options);
  }
  return options;
}

}  // namespace

std::string write_plan(const Plan& plan) {
  const Options& options = plan.options;
  const bool has_inputs = plan.tasks == 0;
  const bool has_lines = options.separator.empty();
  std::string text = fmt::format(
      "{{\"format\":{},\"version\":{},\"shards\":{},\"width\":{},\"field\":{},\"separator\":{},\n"
      "\"on_bad_line\":{},\"special\":{},\"loss\":{},\"prepend\":{},\"append\":{},"
      "\"task_bytes\":{},\n"
      "\"tokenizer\":{{\"name\":{},\"sha256\":{}}},\n\"inputs\":[",
      json::quoted(what), version, json::quoted(name(options.format)), plan.width,
      has_inputs && has_lines ? json::quoted(options.field) : "null",
      has_inputs && !has_lines ? json::quoted(options.separator) : "null",
      json::quoted(name(options.on_bad)), options.finds_specials, options.has_loss,
      written(options.prepend), written(options.append),
      has_inputs ? fmt::format("{}", options.task_bytes)
                 : fmt::format("null,\"tasks\":{}", plan.tasks),
      json::quoted(plan.tokenizer), json::quoted(plan.tokenizer_sha256));
  std::string_view before = "\n";
  for (const Input& input : plan.inputs) {
    fmt::format_to(std::back_inserter(text), "{}{{\"name\":{},\"bytes\":{},\"compressed\":{}}}",
                   before, json::quoted(input.name), input.bytes, input.is_compressed);
    before = ",\n";
  }
  return text + "]}\n";
}

Plan read_plan(std::string_view bytes, const std::string& place) {
  const json::Document document = document_of(bytes, place);
  const json::Field root(document.root(), place, fields_clause);
  json::require_members(root, plan_members);
  if (root["format"].text() != what) root["format"].refuse(fmt::format("required {}", what));
  if (number_in(root["version"]) != version) {
    root["version"].refuse(fmt::format("required {}", version));
  }

  Plan plan;
  plan.options = options_in(root);
  if (root["tasks"].is_given()) {
    plan.tasks = number_in(root["tasks"]);
    if (plan.tasks == 0) root["tasks"].refuse("required a number above 0");
  }
  plan.width = static_cast<unsigned>(number_in(root["width"]));
  if (plan.width != 2 && plan.width != 4) root["width"].refuse("required 2 or 4");
  const json::Field tokenizer = root["tokenizer"];
  json::require_members(tokenizer, tokenizer_members);
  plan.tokenizer = tokenizer["name"].text();
  if (plan.tokenizer.find_first_of("|\n\r") != std::string::npos) {
    tokenizer["name"].refuse("required a name without | and line ends");  // S83b writes it
  }
  plan.tokenizer_sha256 = tokenizer["sha256"].text();
  std::set<std::string> names;
  for (const json::Field& input : root["inputs"].elements()) {
    json::require_members(input, input_members);
    plan.inputs.push_back({name_below_root(input["name"]), number_in(input["bytes"]),
                           json::required_flag(input["compressed"])});
    if (!names.insert(plan.inputs.back().name).second) {
      input["name"].refuse("required each input once");
    }
  }
  return plan;
}

}  // namespace bpetite::shards
