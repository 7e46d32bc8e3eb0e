// Checks on any bytes what the loaders guarantee (chapters 7, 16 and 18), for artifacts of Schema
// v1 and v2 and for the readers of other libraries' files. An error must name its step or its
// clause. A table must be written and read again without a change. The table of a reader must also
// be in proportion to its file, engine and reference must give a text of its tokens the same ids or
// the same error, and decoding must give that text back, unless the tokenizer changes it.
#include "judge.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "core/assertion.hpp"
#include "core/json/document.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "reference/encode.hpp"

namespace bpetite::fuzz {
namespace {

void check_fault(const artifact::Fault& fault) {
  const bool named = fault.error == "ValueError" || fault.error == "KeyError";
  assert_internal(fault.step >= 1 && fault.step <= 19, "a fault has none of the 19 steps");
  assert_internal(named, "a fault is neither ValueError nor KeyError");
  assert_internal(!fault.message.empty() && !fault.requirements.empty(),
                  "a fault has no message or no requirement");
  assert_internal(fault.message.size() < 1000, "a message has 1000 bytes or more");
}

}  // namespace

void judge_artifact(std::string_view bytes) {
  const auto outcome = artifact::check(bytes);
  if (const auto* fault = std::get_if<artifact::Fault>(&outcome)) return check_fault(*fault);

  // S13e: writing the table and reading it again gives the same table and the same bytes.
  const Table& table = std::get<Table>(outcome);
  const std::string canonical = artifact::serialize(table);
  const auto again = artifact::check(canonical);
  assert_internal(std::holds_alternative<Table>(again), "the canonical form is refused");
  const Table& second = std::get<Table>(again);
  assert_internal(second.merges == table.merges && second.tokens == table.tokens &&
                      second.specials == table.specials,
                  "the canonical form holds another table");
  assert_internal(artifact::serialize(second) == canonical,
                  "saving the canonical form gives other bytes");
}

namespace {

// Nothing if the bytes are no JSON, or say another version.
std::optional<std::variant<Table, artifact::Fault>> checked_schema2(std::string_view bytes) {
  const auto parsed = json::parse_document(bytes);
  const auto* const document = std::get_if<json::Document>(&parsed);
  if (document == nullptr || !artifact::is_schema2(*document)) return std::nullopt;
  return artifact::check_schema2(*document);
}

// S55a, S55c: written by Schema v2 and read again, a table is the same: it gives the same bytes,
// which have all of it.
void check_written(const Table& table) {
  const std::string file = artifact::serialize_schema2(table);
  const auto outcome = checked_schema2(file);
  assert_internal(outcome && std::holds_alternative<Table>(*outcome), "what is written is refused");
  assert_internal(artifact::serialize_schema2(std::get<Table>(*outcome)) == file,
                  "what is written holds another table");
}

}  // namespace

void judge_schema2(std::string_view bytes) {
  const auto outcome = checked_schema2(bytes);
  if (!outcome) return;
  if (const auto* fault = std::get_if<artifact::Fault>(&*outcome)) {
    assert_internal(fault->step >= 7, "a fault of a step before the seventh");
    return check_fault(*fault);
  }
  check_written(std::get<Table>(*outcome));
}

namespace {

// What a caller can print: the clause at the end, not too long, and no bytes as the file has them.
void check_message(std::string_view message) {
  assert_internal(message.ends_with("]"), "an error without a clause");
  assert_internal(message.size() < 2000, "a message has 2000 bytes or more");
  assert_internal(!utf8::first_ill_formed(message), "a message is not UTF-8");
}

// The ids of a text, or the error of encoding it.
using Outcome = std::variant<std::vector<TokenId>, std::string>;

Outcome outcome_of(const std::function<std::vector<TokenId>()>& encode) {
  try {
    return encode();
  } catch (const Error& error) {
    check_message(error.what());
    return error.what();
  }
}

// Letters that the seeds have merges for, the last tokens of the table, and its special tokens. The
// reference tries a pattern at each place of a text, so the text is short if the patterns are long.
std::string text_for(const Table& table) {
  constexpr std::size_t most_tokens = 8;
  constexpr std::size_t longest_token = 32;
  std::string text = "abc abcab  12 e\xcc\x81'll\n";
  const auto add = [&](std::string_view part) {
    if (!utf8::first_ill_formed(part)) text += part;
  };
  const std::size_t tokens = table.tokens.size();
  for (std::size_t id = tokens - std::min(tokens, most_tokens); id < tokens; ++id) {
    if (table.tokens[id].size() <= longest_token) add(table.tokens[id]);
  }
  for (const SpecialToken& token : table.specials) {
    if (text.size() > 400) break;
    add(token.literal + " a");
  }
  std::size_t patterns = 0;
  for (const Split& split : table.profile.splits) patterns += split.pattern.text.size();
  text.resize(std::min<std::size_t>(text.size(), patterns < 500 ? 400 : 60));
  if (const auto fault = utf8::first_ill_formed(text)) text.resize(*fault);
  return text;
}

// Nothing if the patterns are too large.
std::optional<engine::Encoder> encoder_of(const Table& table) {
  try {
    return std::optional<engine::Encoder>(
        std::in_place, table,
        engine::EncodeOptions{engine::machine::level(), std::size_t{1} << 16});
  } catch (const ValueError& error) {
    assert_internal(std::string_view(error.what()).ends_with("[S25i, chapter 14]"),
                    "another complaint");
    return std::nullopt;
  }
}

// Whether decoding gives every text back. Another text comes from a normalizer, from bytes without
// a token (S31d), from a space that is put before a text (S30g), and from added tokens that take
// the white space beside them (S27g).
bool keeps_text(const Profile& profile) {
  const auto strips = [](const AddedToken& token) { return token.lstrip || token.rstrip; };
  return profile.normalizer == Normalizer::none && !profile.drops_missing_bytes &&
         !profile.prefix_space && std::ranges::none_of(profile.added.tokens, strips);
}

void judge_table(const Table& table) {
  const auto encoder = encoder_of(table);
  if (!encoder) return;
  const engine::Decoder decoder(table);
  const std::string text = text_for(table);
  for (const auto& choice : {SpecialChoice(), SpecialChoice::ordinary(), SpecialChoice::all()}) {
    const Outcome ids = outcome_of([&] { return encoder->encode(text, choice); });
    assert_internal(ids == outcome_of([&] { return reference::encode(text, table, choice); }),
                    "reference and engine differ");
    const auto* const given = std::get_if<std::vector<TokenId>>(&ids);
    if (given == nullptr || !keeps_text(table.profile)) continue;
    assert_internal(decoder.decode(*given) == text, "decoding gives another text");
  }
}

}  // namespace

bool judge_reader(std::size_t file_size, const std::function<Table()>& read) {
  std::optional<Table> table;
  try {
    table = read();
  } catch (const Error& error) {
    check_message(error.what());
    return false;
  }
  assert_internal(table->tokens.size() + table->specials.size() <= file_size + 4096,
                  "the table is out of proportion to the file");
  check_written(*table);
  // Most of the time would go to compiling patterns, which the harness patterns tests. So most
  // tables are judged without theirs: a text between special tokens is one chunk.
  if (file_size % 8 != 0) table->profile.splits.clear();
  judge_table(*table);
  return true;
}

}  // namespace bpetite::fuzz
