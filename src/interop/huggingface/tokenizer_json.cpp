#include "interop/huggingface/tokenizer_json.hpp"

#include "core/json/pointer.hpp"
#include "interop/huggingface/added_tokens.hpp"
#include "interop/huggingface/steps.hpp"
#include "interop/huggingface/vocabulary.hpp"

namespace bpetite::interop::huggingface {

bool is_tokenizer_json(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  for (const json::NamedNode& member : root.members()) {
    if (member.key == "model") return true;
  }
  return false;
}

Table read_tokenizer_json(const json::Document& document, bool drop_missing_bytes) {
  const json::Field root(document.root(), "tokenizer.json", "S50b");
  if (const json::Field version = root["version"]; version.is_given() && version.text() != "1.0") {
    version.refuse("required 1.0");
  }
  check_model_type(root["model"]);
  for (const std::string_view key : {"truncation", "padding"}) {
    if (root[key].is_given()) root[key].refuse("required null: ids would be cut or filled up");
  }
  Table table;
  table.profile.name = "tokenizer.json";
  table.profile.drops_missing_bytes = drop_missing_bytes;
  table.profile.normalizer = read_normalizer(root["normalizer"]);
  table.profile.splits = read_pre_tokenizer(root["pre_tokenizer"]);
  check_decoder(root["decoder"]);
  const TokenNames names = read_model(root["model"], table);
  read_added_tokens(root["added_tokens"], names, table);
  check_ids(root["model"]["vocab"], names, table);
  table.profile.ids_around = read_post_processor(root["post_processor"], table);
  return table;
}

}  // namespace bpetite::interop::huggingface
