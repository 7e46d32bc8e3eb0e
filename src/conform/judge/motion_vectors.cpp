// Makes examples of text in motion for one vocabulary (motion_file): texts as people write them and
// texts on which serving programs go wrong, divided, edited, put together and cut. The reference
// answers, and the engine must agree.
#include "conform/judge/motion_vectors.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/program/motion_answers.hpp"
#include "conform/suite/protocol.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "reference/encode.hpp"

namespace bpetite::conform::judge {
namespace {

using suite::Edit;
using suite::MotionInput;
using suite::OwnedPart;
using Kind = TextPart::Kind;

struct MotionExample {
  std::string_view op;
  std::string_view tests;
  std::string_view clause;
  MotionInput input;
};

constexpr std::string_view prose =
    "The quick brown fox doesn't jump.\nIt's asleep, she said: 12,345!";
constexpr std::string_view code = "def f(x):\n    return {\"a\": x[1]}\n\n\n# end\n";
constexpr std::string_view cjk = "中文 text, naïve café, 日本語です。";

// --- Streams and texts that grow. ---

// The pieces of a text that end at these bytes.
std::vector<std::string> divided_at(std::string_view text, const std::vector<std::size_t>& ends) {
  std::vector<std::string> pieces;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    pieces.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  pieces.emplace_back(text.substr(begin));
  return pieces;
}

MotionExample stream(std::string_view tests, std::string_view clause,
                     std::vector<std::string> pieces) {
  MotionInput input;
  input.pieces = std::move(pieces);
  return {"stream", tests, clause, std::move(input)};
}

void add_streams(std::vector<MotionExample>& all) {
  all.push_back(
      stream("prose in pieces of some words", "S60b", divided_at(prose, {9, 10, 33, 52})));
  all.push_back(stream("code in lines", "S60b", divided_at(code, {10, 35, 36, 37})));
  all.push_back(
      stream("pieces that end inside characters", "S60b", divided_at(cjk, {1, 5, 6, 14, 22, 30})));
  all.push_back(stream("an apostrophe may begin a suffix", "S60c", {"it", "'", "s", " l", "ll"}));
  all.push_back(stream("blanks before a letter", "S60c", {"a  ", "  ", "b"}));
  all.push_back(stream("line feeds before a letter", "S60c", {"a\n", "\n", "y"}));
  all.push_back(stream("digits behind digits", "S60c", {"1", "2", "3", "4", "5 "}));
  all.push_back(stream("a mark behind a letter", "S60d", {"e", "\u0301", "\u0323", "x"}));
  all.push_back(stream("upper case behind a Chinese character", "S60e", {"中AB", "CD", "e"}));
  all.push_back(stream("a text without pieces", "S60b", {}));
}

MotionExample appended(std::string_view tests, const std::vector<std::string>& texts) {
  MotionInput input;
  std::size_t size = 0;
  for (const std::string& text : texts) {
    input.edits.push_back({size, size, text});
    size += text.size();
  }
  return {"append", tests, "S61a", std::move(input)};
}

MotionExample replaced(std::string_view tests, std::string_view text, std::vector<Edit> edits) {
  MotionInput input;
  input.text = text;
  input.edits = std::move(edits);
  return {"replace", tests, "S61a", std::move(input)};
}

void add_edits(std::vector<MotionExample>& all) {
  all.push_back(appended("words are appended", divided_at(prose, {3, 9, 15, 20, 33})));
  all.push_back(appended("one letter at a time", {"t", "o", "k", "e", "n", "i", "z", "e"}));
  all.push_back(appended("line feeds, and a letter that divides them", {"a\n", "\n", "y"}));
  all.push_back(appended("blanks, and a letter that takes the last", {"x    ", "  ", "y"}));
  all.push_back(appended("digits that are grouped again", {"123", "4", "5", "6"}));
  all.push_back(appended("an empty text changes nothing", {"", "a", ""}));
  all.push_back(appended("a letter that changes all ids of a text before it",
                         {"中ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a"}));
  all.push_back(replaced("a word in the middle", prose, {{10, 15, "red"}, {0, 3, "A"}}));
  all.push_back(replaced("a letter goes, and comes again", prose, {{1, 2, ""}, {1, 1, "h"}}));
  all.push_back(replaced("a line of code", code, {{14, 20, "yield"}, {10, 14, "\t"}}));
  all.push_back(replaced("the text is cut at its end", cjk, {{20, 45, ""}}));
  all.push_back(replaced("a character between others", cjk, {{3, 6, "国"}, {0, 0, " "}}));
}

// --- Parts. ---

MotionExample put_together(std::string_view tests, std::string_view clause,
                           std::vector<OwnedPart> parts, PartsOptions options = {}) {
  MotionInput input;
  input.parts = std::move(parts);
  input.parts_options = options;
  return {"parts", tests, clause, std::move(input)};
}

void add_parts(std::vector<MotionExample>& all, const Table& table) {
  const auto text = [](std::string_view is) { return OwnedPart{Kind::text, std::string(is), {}}; };
  const auto made = [](std::string_view is) {
    return OwnedPart{Kind::template_, std::string(is), {}};
  };
  all.push_back(put_together("neighbours of one trust are one text", "S62a",
                             {text("to"), text(""), text("ken")}));
  if (table.profile.added.rule == SpecialRule::never) return;
  all.push_back(put_together("a line end of a template joins that of a text", "S62c",
                             {made("user\n"), text("\nhello"), made("\n")}));
  all.push_back(put_together("the same with seams cut", "S62f",
                             {made("user\n"), text("\nhello"), made("\n")}, {Seams::cut, false}));
  all.push_back(put_together("a blank of a template goes with a word of a text", "S62c",
                             {made("[INST] "), text("hello"), made(" [/INST]")}));
  if (table.specials.empty()) return;
  const auto& [literal, id] = std::pair(table.specials.front().literal, table.specials.front().id);
  const std::size_t half = literal.size() / 2;
  all.push_back(put_together("a text that spells a special token yields none", "S62b",
                             {made(literal), text(literal), made("b")}));
  all.push_back(put_together("a special token by its literal, and by its id", "S62b",
                             {text("a"), {Kind::token, literal, {}}, {Kind::token, "", id}}));
  all.push_back(put_together("two templates make a literal", "S62a",
                             {made(literal.substr(0, half)), made(literal.substr(half))}));
  all.push_back(put_together("a template and a text do not", "S62b",
                             {made(literal.substr(0, half)), text(literal.substr(half))}));
}

// --- Canonical ids. ---

void add_ids(std::vector<MotionExample>& all, const Table& table) {
  const auto add = [&](std::string_view tests, std::string_view clause, std::vector<TokenId> ids,
                       CanonicalAs as = CanonicalAs::parts) {
    MotionInput input;
    input.ids = std::move(ids);
    input.as = as;
    all.push_back({"canonical", tests, clause, std::move(input)});
  };
  const auto ids_of = [&](std::string_view text) {
    return reference::encode(text, table, SpecialChoice::ordinary());
  };
  const auto joined = [&](std::string_view left, std::string_view right) {
    std::vector<TokenId> ids = ids_of(left);
    std::ranges::copy(ids_of(right), std::back_inserter(ids));
    return ids;
  };
  add("what encoding gives", "S63a", ids_of(prose));
  std::vector<TokenId> bytes;
  for (const char byte : std::string_view("the day")) {
    bytes.push_back(table.byte_ids[static_cast<unsigned char>(byte)]);
  }
  add("the bytes of words in place of their tokens", "S63c", std::move(bytes));
  add("line feeds before a letter", "S63d", ids_of("\n\nm"));
  add("line feeds that were encoded alone", "S63c", joined("\n\n", "m"));
  add("a suffix behind its apostrophe", "S63d", joined("it'", "ll"));
  add("ids that end inside a character", "S63c", {table.byte_ids['a'], table.byte_ids[0xe4]});
  if (table.specials.empty()) return;
  const auto& [literal, id] = std::pair(table.specials.front().literal, table.specials.front().id);
  std::vector<TokenId> spelled = ids_of("a" + literal);
  add("a special token that is spelled out is a text", "S63a", spelled);
  add("in one string it is found", "S63b", spelled, CanonicalAs::one_string);
  add("a special id is a part of its own", "S63a", {ids_of("a").front(), id});
}

// --- Windows. ---

void add_windows(std::vector<MotionExample>& all) {
  const auto add = [&](std::string_view tests, std::string_view clause, std::string_view text,
                       WindowOptions options) {
    MotionInput input;
    input.text = text;
    input.windows = options;
    all.push_back({"windows", tests, clause, std::move(input)});
  };
  add("at most eight ids", "S64c", prose, {8, 0, WindowEnd::safe});
  add("the whole text fits", "S64c", prose, {64, 0, WindowEnd::safe});
  add("at ends of lines", "S64c", code, {10, 0, WindowEnd::line});
  add("three ids again", "S64d", prose, {9, 3, WindowEnd::safe});
  add("characters of several ids", "S64c", cjk, {5, 0, WindowEnd::safe});
  add("a chunk that is longer than a window", "S64c", std::string(60, '-') + "a",
      {4, 0, WindowEnd::safe});
  add("the empty text has no window", "S64e", "", {4, 0, WindowEnd::safe});
}

// --- The file. ---

// Texts as strings in place of hex. Pieces stay hex, because they may end inside a character.
json::Object readable(const json::Object& input) {
  json::Object plain;
  for (const auto& [key, value] : input) {
    const auto* const hex = std::get_if<std::string>(&value.data);
    if (key == "text_hex" || key == "template_hex") {
      plain.push_back({key.substr(0, key.size() - 4), json::string(*suite::from_hex(*hex))});
    } else if (key == "texts_hex") {
      json::Array texts;
      for (const json::Value& text : std::get<json::Array>(value.data)) {
        texts.push_back(json::string(*suite::from_hex(std::get<std::string>(text.data))));
      }
      plain.push_back({"texts", {std::move(texts)}});
    } else if (key == "edits") {
      json::Array edits = std::get<json::Array>(value.data);
      for (json::Value& edit : edits) {
        json::Value& put_in = std::get<json::Array>(edit.data)[2];
        put_in = json::string(*suite::from_hex(std::get<std::string>(put_in.data)));
      }
      plain.push_back({key, {std::move(edits)}});
    } else if (key == "parts") {
      json::Array parts;
      for (const json::Value& part : std::get<json::Array>(value.data)) {
        parts.push_back({readable(std::get<json::Object>(part.data))});
      }
      plain.push_back({key, {std::move(parts)}});
    } else {
      plain.push_back({key, value});
    }
  }
  return plain;
}

std::string line_of(const MotionExample& example, std::string_view id, const Tokenizer& tokenizer) {
  const program::Loaded loaded{TokenizerAccess::table(tokenizer),
                               std::shared_ptr<const backend::Model>(
                                   &TokenizerAccess::model(tokenizer), [](const auto*) {})};
  const json::Object input = suite::motion_members(example.op, example.input);
  json::Object expect = motion_expectation(example.op, input, loaded.table);
  json::Object own = std::get<json::Object>(program::read_motion(
      example.op, input,
      program::motion_answer(example.op, input, program::engine_motion(), loaded)));
  own.insert(own.begin(), {"result", json::string("valid")});
  assert_internal(compare(expect, own) == program::Status::pass,
                  "the engine answers other than the reference");

  json::Object line{{"id", json::string(id)}};
  std::ranges::move(readable(input), std::back_inserter(line));
  std::move(expect.begin() + 1, expect.end(), std::back_inserter(line));  // without "result"
  line.push_back({"tests", json::string(example.tests)});
  line.push_back({"clause", json::string(example.clause)});
  return json::serialize({std::move(line)});
}

}  // namespace

std::string motion_file(std::string_view name, const Tokenizer& tokenizer,
                        std::string_view vocabulary) {
  check_name(name);
  const Table& table = TokenizerAccess::table(tokenizer);
  std::vector<MotionExample> examples;
  add_streams(examples);
  add_edits(examples);
  add_parts(examples, table);
  add_ids(examples, table);
  add_windows(examples);

  std::string file =
      fmt::format("{{\"schema\":1,\"model\":{},\"license\":\"CC0-1.0\",\n\"provenance\":{}",
                  json::quoted(name), provenance_of(table, vocabulary));
  std::string_view last;
  std::size_t number = 0;
  for (const MotionExample& example : examples) {
    const bool is_first = example.op != last;
    if (is_first) file += fmt::format("{},\n\"{}\":[", last.empty() ? "" : "\n]", example.op);
    number = is_first ? 1 : number + 1;
    const std::string id = fmt::format("{}-{}-{}", name, example.op, number);
    file += fmt::format("{}\n{}", is_first ? "" : ",", line_of(example, id, tokenizer));
    last = example.op;
  }
  return file + "\n]}\n";
}

}  // namespace bpetite::conform::judge
