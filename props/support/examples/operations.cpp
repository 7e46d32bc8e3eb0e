// Implements the operations of the examples. Each calls one function of the reference.
#include "support/examples/operations.hpp"

#include <fmt/format.h>
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>

#include <map>
#include <stdexcept>
#include <utility>

#include "bpetite/access.hpp"
#include "core/table.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/normalize/nfc.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/normalize.hpp"
#include "reference/offsets.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"
#include "reference/train.hpp"
#include "support/examples/artifact_operations.hpp"
#include "support/examples/conversation_operations.hpp"
#include "support/examples/inputs.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Cuts by the reference. Patterns of an example are also run by the engine, which must agree.
json::Object pretokenize(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Profile profile = cutting_profile_in(fields);
  const std::vector<std::string_view> found = reference::pretokenize(text, profile);
  if (found != engine::compile::Splitter(profile.splits).chunks(text)) {
    throw std::runtime_error("the engine cuts otherwise than the reference");
  }
  json::Array chunks;
  for (const auto chunk : found) chunks.push_back(value_of(chunk));
  return {{"chunks", {chunks}}};
}

json::Object classify(Fields& fields) {
  const unicode::Version version = version_in(fields);
  json::Array classes;
  for (const char32_t scalar : scalars_in(fields)) {
    const bool letter = unicode::is_letter(scalar, version);
    const bool number = unicode::is_number(scalar, version);
    const bool white = unicode::is_white_space(scalar);
    classes.push_back(value_of(std::string_view(letter ? "L" : number ? "N" : white ? "S" : "-")));
  }
  return {{"classes", {classes}}};
}

json::Object fold(Fields& fields) {
  const unicode::Version version = version_in(fields);
  json::Array folded;
  for (const char32_t scalar : scalars_in(fields)) {
    const auto value = static_cast<std::uint32_t>(unicode::fold(scalar, version));
    folded.push_back(value_of(fmt::format("U+{:04X}", value)));
  }
  return {{"folded", {folded}}};
}

// Whether bytes are well-formed UTF-8, by the rule that all operations on texts use.
json::Object utf8(Fields& fields) {
  reference::encode(bytes_of_hex(as_string(fields.need("hex"))), v1_table({}));
  return {{"valid", value_of(true)}};
}

json::Object train(Fields& fields) {
  std::vector<std::string> corpora;
  if (const json::Value* texts = fields.take("texts")) {
    for (const json::Value& text : as_array(*texts)) {
      corpora.push_back(as_string(text));
    }
  } else {
    corpora.push_back(fields.bytes("corpus"));
  }
  const std::vector<std::string_view> texts(corpora.begin(), corpora.end());
  const Table table = v1_train(texts, as_id(fields.need("vocab_size")));
  return {{"merges", value_of(std::span(table.merges))},
          {"mergeable_vocab_size", value_of(table.tokens.size())},
          {"special_id", value_of(std::uint64_t{table.specials.front().id})}};
}

json::Object count(Fields& fields) {
  const std::string corpus = fields.bytes("corpus");
  const std::vector<std::string_view> texts = {corpus};
  const auto chunks = reference::count_chunks(texts, profiles::v1());
  json::Array counts;
  for (const auto& [pair, times] : reference::count_pairs(chunks)) {
    counts.push_back({json::Array{value_of(std::uint64_t{pair.left}),
                                  value_of(std::uint64_t{pair.right}), value_of(times)}});
  }
  return {{"counts", {counts}}};
}

json::Object without_special(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  return {{"ids_after", value_of(reference::without_special_tokens(ids, table_in(fields)))}};
}

json::Object pass(Fields& fields) {
  std::vector<TokenId> ids = fields.ids("ids");
  const std::vector<TokenId> pair = fields.ids("pair");
  reference::merge_pass(ids, {pair.at(0), pair.at(1)}, as_id(fields.need("token")));
  return {{"ids_after", value_of(ids)}};
}

json::Object encode(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Table table = table_in(fields);
  std::vector<TokenId> ids = reference::encode(text, table, choice_in(fields));
  if (!table.profile.ids_around.before.empty() || !table.profile.ids_around.after.empty()) {
    ids = reference::with_template(std::move(ids), table.profile.ids_around);
  }
  return {{"ids", value_of(ids)}};
}

// By the reference, and by the engine, which must agree.
json::Object offsets(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Table table = table_in(fields);
  const std::vector<TokenId> ids = reference::encode(text, table);
  const std::vector<Span> bytes = reference::byte_spans(text, ids, table);
  const std::vector<Span> scalars = reference::scalar_spans(text, bytes);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  if (encode_with_offsets(tokenizer, text).spans != bytes ||
      encode_with_offsets(tokenizer, text, {}, OffsetUnit::scalars).spans != scalars) {
    throw std::runtime_error("the engine has other offsets than the reference");
  }
  const auto shown = [](const std::vector<Span>& spans) {
    json::Array all;
    for (const auto& [begin, end] : spans) {
      all.push_back({json::Array{value_of(begin), value_of(end)}});
    }
    return all;
  };
  return {{"ids", value_of(ids)}, {"bytes", {shown(bytes)}}, {"scalars", {shown(scalars)}}};
}

// By the reference, and by the engine, which must agree.
json::Object first(Fields& fields) {
  const std::string text = fields.bytes("text");
  const std::uint64_t limit = as_number(fields.need("limit"));
  const Table table = table_in(fields);
  const EncodedPrefix found = reference::encode_with_template_up_to(text, limit, table);
  if (encode_with_template_up_to(TokenizerAccess::make(table), text, limit) != found) {
    throw std::runtime_error("the engine has other first ids than the reference");
  }
  return {{"ids", value_of(found.ids)},
          {"is_cut", value_of(found.is_cut)},
          {"covered", value_of(found.covered)},
          {"rest", value_of(found.rest)}};
}

json::Object split(Fields& fields) {
  const std::string text = fields.bytes("text");
  const auto specials = specials_of(fields.need("specials"));
  json::Array segments;
  for (const auto& segment : reference::split_specials(text, specials)) {
    const auto* ordinary = std::get_if<std::string_view>(&segment);
    segments.push_back(ordinary != nullptr ? value_of(*ordinary)
                                           : value_of(std::uint64_t{std::get<TokenId>(segment)}));
  }
  return {{"segments", {segments}}};
}

// Normalizes by the reference, and by the engine, which must agree.
json::Object normalize(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Normalizer normalizer = normalizer_in(fields).value_or(Normalizer::none);
  const std::string form = reference::normalize(text, normalizer);
  if (const auto version = form_of(normalizer)) {
    if (engine::normalize::nfc(*version).changed(text).value_or(text) != form) {
      throw std::runtime_error("the engine normalizes otherwise than the reference");
    }
  }
  return {{"form", value_of(form)}};
}

// ill_formed "replaced". Refused without the field.
IllFormed ill_formed_in(Fields& fields) {
  const json::Value* wanted = fields.take("ill_formed");
  if (wanted == nullptr) return IllFormed::refused;
  if (as_string(*wanted) == "replaced") return IllFormed::replaced;
  throw std::runtime_error(text_of(*wanted) + " is no way to decode, required \"replaced\"");
}

json::Object decode(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  const bool is_lossy = ill_formed_in(fields) == IllFormed::replaced;
  const Table table = table_in(fields);
  const std::string text =
      is_lossy ? reference::decode_lossy(ids, table) : reference::decode(ids, table);
  return {{"text", value_of(text)}, {"text_hex", value_of(hex_of_bytes(text))}};
}

// What each call of a stream gives: calls [[97,226],"finish"] add ids, or end it. For an error that
// is its kind, and the place if the error has one.
json::Object stream_calls(const json::Value& calls, StreamDecoder& decoder) {
  json::Array answers;
  for (const json::Value& call : as_array(calls)) {
    std::vector<TokenId> ids;
    const bool is_end = std::holds_alternative<std::string>(call.data);
    if (!is_end) {
      for (const json::Value& id : as_array(call)) ids.push_back(as_id(id));
    }
    std::string answer;
    try {
      answer = is_end ? decoder.finish() : decoder.add(ids);
    } catch (const UnicodeDecodeError& error) {
      answer = fmt::format("{} {}", error.kind(), error.offset());
    } catch (const Error& error) {
      answer = error.kind();
    }
    answers.push_back(value_of(answer));
  }
  return {{"answers", {answers}}};
}

json::Object stream(Fields& fields) {
  const IllFormed ill_formed = ill_formed_in(fields);
  if (const json::Value* calls = fields.take("calls")) {
    StreamDecoder decoder(TokenizerAccess::make(table_in(fields)), ill_formed);
    return stream_calls(*calls, decoder);
  }
  const std::vector<TokenId> ids = fields.ids("ids");
  StreamDecoder decoder(TokenizerAccess::make(table_in(fields)), ill_formed);
  json::Array parts;
  for (const TokenId& id : ids) {
    parts.push_back(value_of(decoder.add({&id, 1})));
  }
  const std::string end = decoder.finish();
  if (!end.empty()) parts.push_back(value_of(end));
  return {{"parts", {parts}}};
}

// Trains, encodes, decodes, and requires the same text back. The result is the number of ids.
json::Object roundtrip(Fields& fields) {
  const std::string corpus = fields.bytes("corpus");
  const std::string text = fields.bytes("text");
  const std::vector<std::string_view> texts = {corpus};
  const Table table = v1_train(texts, as_id(fields.need("vocab_size")));
  const std::vector<TokenId> ids = reference::encode(text, table);
  if (reference::decode(ids, table) != text) {
    throw std::runtime_error("decoding the ids gives another text");
  }
  return {{"ids_count", value_of(ids.size())}};
}

const std::map<std::string_view, json::Object (*)(Fields&)>& operations() {
  static const std::map<std::string_view, json::Object (*)(Fields&)> all = {
      {"classify", classify},
      {"count", count},
      {"decode", decode},
      {"encode", encode},
      {"ends", encode_ends},
      {"first", first},
      {"fold", fold},
      {"load", load_artifact},
      {"normalize", normalize},
      {"offsets", offsets},
      {"without_special", without_special},
      {"pass", pass},
      {"pretokenize", pretokenize},
      {"render", render_conversation},
      {"roundtrip", roundtrip},
      {"save", save_artifact},
      {"serialize", serialize_artifact},
      {"special", special_token},
      {"split", split},
      {"stream", stream},
      {"train", train},
      {"utf8", utf8}};
  return all;
}

}  // namespace

json::Object run_operation(std::string_view name, Fields& fields) {
  const auto operation = operations().find(name);
  if (operation == operations().end()) {
    throw std::runtime_error(fmt::format("there is no operation {}", name));
  }
  try {
    return operation->second(fields);
  } catch (const Error& error) {
    return outcome_of(error);
  }
}

}  // namespace bpetite::test
