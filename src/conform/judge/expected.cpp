// Computes the reference's answer to a vector (a test case), with one function for each operation.
// An error of the reference is an answer, too. reference_answer does it for one version of Unicode.
// reference_expectation does it for all versions, and gives variants if their answers differ.
// tell_ids writes ids into an expectation, and gives a long list by its length and digest.
#include "conform/judge/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/program/motion_answers.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/sandbox.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "interop/conversations.hpp"
#include "reference/conversation.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/motion.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::judge {
namespace {

json::Object valid() { return {{"result", json::string("valid")}}; }

json::Object invalid(std::string_view error) {
  return {{"result", json::string("invalid")}, {"error", json::string(error)}};
}

// Adds the items to an expectation. If `many` is true, adds their number and digest instead.
template <typename List, typename Digest>
void tell(json::Object& expect, std::string_view name, std::size_t count, bool many, List list,
          Digest digest) {
  if (many) {
    expect.push_back({fmt::format("{}_count", name), json::integer(count)});
    expect.push_back({fmt::format("{}_sha256", name), json::string(digest())});
  } else {
    expect.push_back({name == "chunks" ? "chunks_hex" : std::string(name), list()});
  }
}

json::Object merges_answer(const std::vector<Pair>& merges, bool whole) {
  json::Object expect = valid();
  tell(
      expect, "merges", merges.size(), !whole && merges.size() > max_listed,
      [&] { return suite::merges_value(merges); }, [&] { return suite::merges_digest(merges); });
  return expect;
}

TokenId size_of(const json::Object& input) {
  return suite::vocab_size_of(std::get<json::Integer>(json::find(input, "vocab_size")->data));
}

// The table of a vector. If the vector gives merges, they become a table directly, without an
// artifact.
Table table_of(const suite::Vector& vector, const suite::Suite& suite) {
  if (suite::profile_in(vector.artifact))
    return suite::profiled_table({"artifact", "", vector.artifact});
  const auto* object = std::get_if<json::Object>(&vector.artifact.data);
  if (object == nullptr || json::find(*object, "patch") == nullptr) {
    if (const auto merges = suite::merges_of(suite, vector.artifact))
      return suite::judged_table(*merges);
  }
  return artifact::parse(suite::artifact_bytes(suite, vector.artifact));
}

json::Object pretokenize_answer(std::string_view text, unicode::Version version, bool whole) {
  const auto views = reference::pretokenize(text, suite::judged_profile(version));
  const std::vector<std::string> chunks(views.begin(), views.end());
  const auto listed = [&] {
    std::vector<std::string> hex;
    for (const std::string& chunk : chunks) hex.push_back(suite::to_hex(chunk));
    return suite::strings_value(hex);
  };
  json::Object expect = valid();
  tell(expect, "chunks", chunks.size(),
       !whole && (chunks.size() > max_listed || text.size() > 4 * max_listed), listed,
       [&] { return suite::chunks_digest(chunks); });
  return expect;
}

json::Object encode_answer(std::string_view text, Table table, unicode::Version version,
                           bool whole) {
  table.profile = suite::judged_profile(version);
  json::Object expect = valid();
  tell_ids(expect, reference::encode(text, table), whole);
  return expect;
}

// The bytes that one call of `decode` gives. S11: an id that does not fit in a TokenId is unknown.
std::string decoded(const json::Array& call, const Table& table) {
  const auto ids = suite::token_ids(call);
  if (!ids) {
    throw KeyError("decode: unknown token id", "FR-22");
  }
  return reference::decode(*ids, table);
}

json::Object decode_answer(const suite::Vector& vector, const Table& table, bool whole) {
  const auto calls = suite::decode_calls(vector.input);
  json::Object expect = valid();
  if (json::find(vector.input, "sequence") == nullptr) {
    const std::string text = decoded(calls.front(), table);
    if (!whole && text.size() > 4 * max_listed) {
      expect.push_back({"text_bytes", json::integer(text.size())});
      expect.push_back({"text_sha256", json::string(corpus::sha256_hex(text))});
    } else {
      expect.push_back({"text_hex", json::string(suite::to_hex(text))});
    }
    return expect;
  }

  // Several calls: the result of each call, which may be an error.
  json::Array texts;
  for (const json::Array& call : calls) {
    try {
      texts.push_back(json::string(suite::to_hex(decoded(call, table))));
    } catch (const Error& error) {
      texts.push_back({json::Object{{"error", json::string(error.kind())}}});
    }
  }
  expect.push_back({"texts_hex", json::Value{std::move(texts)}});
  return expect;
}

json::Object render_answer(const suite::Vector& vector, Table table, unicode::Version version) {
  table.profile = suite::judged_profile(version);
  table.specials.clear();
  const auto& specials = std::get<json::Object>(json::find(vector.input, "special_tokens")->data);
  for (const auto& [literal, id] : specials) {
    const auto& integer = std::get<json::Integer>(id.data);
    table.specials.push_back({literal, static_cast<TokenId>(integer.magnitude.value())});
  }
  const std::string text = json::serialize(*json::find(vector.input, "conversation"));
  const Conversation conversation = interop::read_conversation(text, {});
  const std::size_t most = suite::number_member(vector.input, "max_tokens").value();

  json::Object expect = valid();
  if (std::get<bool>(json::find(vector.input, "completion")->data)) {
    tell_ids(expect, reference::render_for_completion(conversation, most, table), true);
    return expect;
  }
  const RenderedConversation tokens = reference::render(conversation, most, table);
  tell_ids(expect, tokens.ids, true);
  json::Array mask;
  for (const std::uint8_t is_trained : tokens.mask) mask.push_back(json::integer(is_trained));
  expect.push_back({"mask", {std::move(mask)}});
  return expect;
}

// Texts that may follow an open text. All of one or two of these, one behind the other, follow it.
constexpr std::array<std::string_view, 13> continuations = {
    "a", "s", "l", "A", "1", " ", "\n", "'", "!", "中", "\u0301", ">", "\u200d"};

// The bytes that complete a scalar which is cut at the end of a text: the least and the greatest
// scalars that begin so. One empty text if no scalar is cut.
std::vector<std::string> completions(std::string_view text) {
  const auto fault = utf8::first_ill_formed(text);
  if (!fault) return {""};
  std::vector<std::string> found;
  const std::string cut(text.substr(*fault));
  for (const char first : {'\x80', '\x90', '\xa0', '\xbf'}) {
    for (const char other : {'\x80', '\xbf'}) {
      std::string bytes(1, first);
      for (int i = 0; i < 3; ++i, bytes += other) {
        if (!utf8::first_ill_formed(cut + bytes)) {
          found.push_back(bytes);
          break;
        }
      }
    }
  }
  return found;
}

// Texts that may follow an open text: the above, the ends of the literals of added tokens, and the
// ends of the tokens that the open text may be in the middle of.
std::vector<std::string> following(std::string_view open_text, const Table& table) {
  std::vector<std::string> follow;
  for (const std::string_view first : continuations) {
    follow.emplace_back(first);
    for (const std::string_view second : continuations) {
      follow.push_back(fmt::format("{}{}", first, second));
    }
  }
  const auto add_ends = [&](std::string_view text, bool all) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_wanted = all || (i > 0 && open_text.ends_with(text.substr(0, i)));
      if (is_wanted && !utf8::is_continuation(text[i]) && !utf8::first_ill_formed(text)) {
        follow.emplace_back(text.substr(i));
      }
    }
  };
  for (const SpecialToken& token : table.specials) add_ends(token.literal, true);
  for (std::size_t id = 256; id < table.tokens.size(); ++id) add_ends(table.tokens[id], false);
  std::sort(follow.begin(), follow.end());
  follow.erase(std::unique(follow.begin(), follow.end()), follow.end());
  return follow;
}

// The number of ids of an open text that may be final (S60a): what all texts keep that may follow.
// These texts are some of all, so it may be more than the number of final ids, and never less. A
// program that gives more has given an id that some text changes.
std::size_t most_given(const std::string& open_text, const Table& table) {
  std::optional<std::vector<TokenId>> kept;
  for (const std::string& rest : completions(open_text)) {
    const std::string text = open_text + rest;
    std::vector<TokenId> ids = reference::ids_kept_by(text, following(text, table), table);
    if (kept) {
      ids.erase(std::ranges::mismatch(ids, *kept).in1, ids.end());
    }
    kept = std::move(ids);
  }
  return kept ? kept->size() : 0;
}

json::Object load_answer(const suite::Vector& vector, const suite::Suite& suite) {
  auto result = artifact::check(suite::artifact_bytes(suite, vector.artifact));
  if (const auto* fault = std::get_if<artifact::Fault>(&result)) {
    json::Object expect = invalid(fault->error);
    expect.push_back({"step", json::integer(static_cast<std::uint64_t>(fault->step))});
    return expect;
  }

  // A valid artifact is probed: the ids of a text show that the loaded table is the file's table.
  json::Object expect = valid();
  const std::string text = suite::bytes_of(vector.input, "probe").value_or("");
  json::Object probe{{"text_hex", json::string(suite::to_hex(text))}};
  tell_ids(probe, reference::encode(text, std::get<Table>(result)));
  expect.push_back({"probe", json::Value{std::move(probe)}});
  return expect;
}

std::vector<Pair> merges_of_counts(const json::Array& counts, TokenId vocab_size) {
  check_vocab_size(vocab_size);
  const Table bytes = suite::judged_table({});
  std::vector<reference::CountedChunk> chunks;
  for (const json::Value& value : counts) {
    const auto& pair = std::get<json::Array>(value.data);
    const auto chunk = suite::from_hex(std::get<std::string>(pair.at(0).data));
    chunks.push_back({reference::byte_tokens(chunk.value(), bytes),
                      std::get<json::Integer>(pair.at(1).data).magnitude.value()});
  }
  return reference::learn_merges(std::move(chunks), vocab_size - 256);
}

Table trained(const json::Object& input, unicode::Version version) {
  if (const json::Value* counts = json::find(input, "counts")) {
    return suite::judged_table(
        merges_of_counts(std::get<json::Array>(counts->data), size_of(input)));
  }
  const std::string corpus = suite::bytes_of(input, "corpus").value_or("");
  const std::string_view text = corpus;
  return reference::train({&text, 1}, size_of(input), suite::judged_profile(version));
}

json::Object save_answer(const suite::Vector& vector, const suite::Suite& suite,
                         unicode::Version version) {
  const json::Value* train = json::find(vector.input, "train");
  const Table table = train == nullptr ? table_of(vector, suite)
                                       : trained(std::get<json::Object>(train->data), version);
  const std::string bytes = artifact::serialize(table);
  const json::Value* overwrite = json::find(vector.input, "overwrite");
  suite::Sandbox sandbox(*suite::text_member(vector.input, "setup"));
  sandbox.save(bytes, std::get<bool>(overwrite->data));

  json::Object expect = valid();
  expect.push_back({"sha256", json::string(corpus::sha256_hex(bytes))});
  expect.push_back({"bytes", json::integer(bytes.size())});
  return expect;
}

json::Object answer(const suite::Vector& vector, const suite::Suite& suite,
                    unicode::Version version, bool whole) {
  const std::string text = suite::bytes_of(vector.input, "text").value_or("");
  if (vector.op == "pretokenize") return pretokenize_answer(text, version, whole);
  if (vector.op == "encode") return encode_answer(text, table_of(vector, suite), version, whole);
  if (vector.op == "decode") return decode_answer(vector, table_of(vector, suite), whole);
  if (vector.op == "load") return load_answer(vector, suite);
  if (vector.op == "render") return render_answer(vector, table_of(vector, suite), version);
  if (suite::is_motion_op(vector.op)) {
    return motion_expectation(vector.op, vector.input, table_of(vector, suite));
  }
  if (vector.op == "train") return merges_answer(trained(vector.input, version).merges, whole);
  if (vector.op == "save") return save_answer(vector, suite, version);
  throw Error("Error", fmt::format("suite: {}: no operation {}", vector.id, vector.op), "");
}

}  // namespace

void tell_ids(json::Object& expect, const std::vector<TokenId>& ids, bool whole) {
  tell(
      expect, "ids", ids.size(), !whole && ids.size() > max_listed,
      [&] { return suite::ids_value(ids); }, [&] { return suite::ids_digest(ids); });
}

json::Object motion_expectation(std::string_view op, const json::Object& input,
                                const Table& table) {
  const program::Loaded loaded{table};
  const json::Object answer =
      program::motion_answer(op, input, program::reference_motion(), loaded);
  json::Object read = std::get<json::Object>(program::read_motion(op, input, answer));
  json::Object expect = valid();
  if (op != "stream") {
    std::ranges::move(read, std::back_inserter(expect));
    return expect;
  }
  // The reference's stream gives the least.
  json::Array most;
  std::string text;
  for (const json::Value& piece : *suite::list_member(input, "pieces_hex")) {
    text += suite::from_hex(std::get<std::string>(piece.data)).value();
    most.push_back(json::integer(most_given(text, table)));
  }
  expect.push_back(std::move(read.front()));  // the ids
  expect.push_back({"least", std::move(read.back().value)});
  expect.push_back({"most", {std::move(most)}});
  return expect;
}

json::Object reference_answer(const suite::Vector& vector, const suite::Suite& suite,
                              unicode::Version version, bool whole) {
  try {
    return answer(vector, suite, version, whole);
  } catch (const Error& error) {
    return invalid(error.kind());
  }
}

json::Object reference_expectation(const suite::Vector& vector, const suite::Suite& suite) {
  if (!suite::drifts(suite::bytes_of(vector.input, "text").value_or("")) &&
      !suite::drifts(suite::bytes_of(vector.input, "corpus").value_or(""))) {
    return reference_answer(vector, suite, unicode::pinned);
  }

  // Neighbouring versions with the same answer share a variant.
  json::Array variants;
  std::string before;
  for (const unicode::Version version : unicode::versions) {
    json::Object variant = reference_answer(vector, suite, version);
    const std::string text = json::serialize({variant});
    if (variants.empty() || text != before) {
      variant.insert(variant.begin(), {"unicode", json::Value{json::Array{}}});
      variants.push_back({std::move(variant)});
      before = text;
    }
    auto& names = std::get<json::Object>(variants.back().data).front().value;
    std::get<json::Array>(names.data).push_back(json::string(unicode::name(version)));
  }
  if (variants.size() == 1) {
    return reference_answer(vector, suite, unicode::pinned);
  }
  return {{"result", json::string("acceptable")}, {"variants", json::Value{std::move(variants)}}};
}

}  // namespace bpetite::conform::judge
