// Brings a table into the form of Hugging Face's library (S58c, S58d).
#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/export/steps.hpp"
#include "bpetite/export/targets.hpp"
#include "interop/open.hpp"
#include "interop/out/all_splits.hpp"
#include "interop/out/huggingface.hpp"
#include "interop/out/refuse.hpp"

namespace bpetite::exporting {
namespace {

// S50d: the library's step Digits has a version of Unicode of its own.
bool is_digits_step(const Split& split) {
  const auto& [text, dialect, version] = split.pattern;
  return (text == R"(\p{N})" || text == R"(\p{N}+)") && dialect == Dialect::huggingface &&
         version == unicode::Version::v17_0 && split.behaviour == Behaviour::isolated;
}

Table in_its_form(const Table& given) {
  Table table =
      given.profile.merging == Merging::bytes ? interop::out::with_all_splits(given) : given;
  for (Split& split : table.profile.splits) {
    if (!is_digits_step(split)) split = rewritten(split, Dialect::huggingface, huggingface_name);
  }
  return table;
}

Table read_again(const std::string& written, bool drops_missing_bytes) {
  try {
    return interop::read_model(written, "the exported tokenizer.json", nullptr,
                               drops_missing_bytes);
  } catch (const Error& error) {
    interop::out::refuse(huggingface_name,
                         fmt::format("the library would read it otherwise: {}", error.message()));
  }
}

}  // namespace

TwoFiles huggingface_files(const Table& given) {
  Table table = in_its_form(given);
  std::string written = interop::out::tokenizer_json(table);
  const Table read = read_again(written, table.profile.drops_missing_bytes);
  // S58d: such a file does not say the name and the rule.
  table.profile.name = read.profile.name;
  table.profile.added = read.profile.added;
  if (read.profile != table.profile || !is_read_alike(read, table)) {
    interop::out::refuse(huggingface_name, "the library would read it otherwise");
  }
  return {std::move(written), interop::out::tokenizer_config_json(table)};
}

}  // namespace bpetite::exporting
