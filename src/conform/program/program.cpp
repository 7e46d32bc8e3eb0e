// Implements what all programs under test share. Parses the answer to hello, the first request
// (parse_hello). Asks a program one question (ask_one), for the ids of texts (ids_of), and for the
// texts of ids (texts_of), and throws an error if it answers no text (require_answers). one_by_one
// makes a Program from a function that answers one question. Decides which levels a program claims
// (claimed_levels), which vectors (test cases) it gets (needed_ops, why_not_sent), and for which
// level a vector counts (level_for).
#include "conform/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/program/handed_over.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::program {
namespace {

std::optional<std::vector<std::string>> strings_of(const json::Object& fields,
                                                   std::string_view name) {
  const json::Array* array = suite::list_member(fields, name);
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> strings;
  for (const json::Value& entry : *array) {
    const auto* text = std::get_if<std::string>(&entry.data);
    if (text == nullptr) return std::nullopt;
    strings.push_back(*text);
  }
  return strings;
}

// The text of a member. Empty if the member is missing or not a string.
std::string text_of(const json::Object& fields, std::string_view name) {
  const std::string* text = suite::text_member(fields, name);
  return text == nullptr ? std::string() : *text;
}

IdsReply ids_reply(const Reply& reply) {
  if (const auto* broken = std::get_if<Broken>(&reply)) {
    return {std::nullopt, broken->status, broken->detail};
  }
  const auto& answer = std::get<suite::Answer>(reply);
  if (const auto* ok = std::get_if<suite::Ok>(&answer)) {
    const json::Array* array = suite::list_member(ok->fields, "ids");
    auto ids = array == nullptr ? std::nullopt : suite::token_ids(*array);
    return ids ? IdsReply{std::move(ids), Status::pass, ""}
               : IdsReply{std::nullopt, Status::protocol, "an answer without ids"};
  }
  const auto* failure = std::get_if<suite::Failure>(&answer);
  if (failure == nullptr) return {std::nullopt, Status::pass, "skipped"};
  return {std::nullopt, Status::pass,
          failure->error.empty() ? "" : failure->error + ": " + failure->message};
}

Decoded decoded(const Reply& reply) {
  if (const auto* broken = std::get_if<Broken>(&reply)) return {std::nullopt, broken->detail};
  const auto* ok = std::get_if<suite::Ok>(&std::get<suite::Answer>(reply));
  const std::string* hex = ok == nullptr ? nullptr : suite::text_member(ok->fields, "text_hex");
  Decoded result;
  if (hex != nullptr) result.text = suite::from_hex(*hex);
  if (!result.text) result.detail = "no text";
  return result;
}

}  // namespace

std::variant<Hello, suite::Malformed> parse_hello(const suite::Ok& answer) {
  if (suite::number_member(answer.fields, "protocol") != std::uint64_t{suite::protocol_version}) {
    return suite::Malformed{fmt::format("hello: \"protocol\" is not {}", suite::protocol_version)};
  }
  const auto ops = strings_of(answer.fields, "ops");
  if (!ops) {
    return suite::Malformed{"hello: \"ops\" is not an array of strings"};
  }
  Hello hello;
  hello.name = text_of(answer.fields, "name");
  hello.version = text_of(answer.fields, "version");
  hello.language = text_of(answer.fields, "language");
  hello.unicode = text_of(answer.fields, "unicode");
  hello.ops.insert(ops->begin(), ops->end());
  const auto caps = strings_of(answer.fields, "caps").value_or(std::vector<std::string>());
  hello.caps.insert(caps.begin(), caps.end());
  hello.levels = strings_of(answer.fields, "levels");
  hello.profiles = strings_of(answer.fields, "profiles").value_or(std::vector<std::string>());
  hello.forms = strings_of(answer.fields, "forms").value_or(std::vector<std::string>());
  hello.normalizer_unicode = text_of(answer.fields, "normalizer_unicode");
  if (hello.name.empty()) {
    return suite::Malformed{"hello: \"name\" is not a string, or is empty"};
  }
  return hello;
}

Reply Program::ask_one(std::string_view op, json::Object fields, Duration patience) const {
  const Question question{std::string(op), std::move(fields), patience};
  return std::move(ask({&question, 1}).front());
}

Program one_by_one(Hello hello, std::function<Reply(const Question&)> ask,
                   std::function<int()> starts) {
  const auto ask_all = [ask = std::move(ask)](std::span<const Question> questions) {
    std::vector<Reply> replies;
    for (const Question& question : questions) replies.push_back(ask(question));
    return replies;
  };
  return {std::move(hello), ask_all, std::move(starts)};
}

std::vector<IdsReply> ids_of(const Program& program, std::span<const std::string> texts) {
  std::vector<Question> questions;
  for (const std::string& text : texts) {
    questions.push_back({"encode", {{"text_hex", json::string(suite::to_hex(text))}}});
  }
  std::vector<IdsReply> replies;
  for (const Reply& reply : program.ask(questions)) replies.push_back(ids_reply(reply));
  return replies;
}

std::vector<Decoded> texts_of(const Program& program, std::span<const std::vector<TokenId>> lists) {
  std::vector<Question> questions;
  for (const std::vector<TokenId>& ids : lists) {
    questions.push_back({"decode", {{"ids", suite::ids_value(ids)}}});
  }
  std::vector<Decoded> texts;
  for (const Reply& reply : program.ask(questions)) texts.push_back(decoded(reply));
  return texts;
}

void require_answers(std::span<const IdsReply> replies) {
  const auto is_answer = [](const IdsReply& reply) { return reply.status == Status::pass; };
  if (!replies.empty() && std::ranges::none_of(replies, is_answer)) {
    throw NotDriven(replies.front().detail);
  }
}

std::set<suite::Level> claimed_levels(const Hello& hello) {
  const auto has = [&](std::string_view op) { return hello.ops.contains(op); };
  std::set<suite::Level> levels;
  if (has("pretokenize") || (has("load") && has("encode"))) levels.insert(suite::Level::L0);
  if (has("load") && has("encode") && has("decode")) levels.insert(suite::Level::L1);
  if (has("load")) levels.insert(suite::Level::L2);
  if (has("train")) levels.insert(suite::Level::L3);
  if (has("save") && (has("train") || has("load"))) levels.insert(suite::Level::L4);
  if (has("render")) levels.insert(suite::Level::L5);
  if (has("load") && std::ranges::any_of(suite::motion_ops, has)) levels.insert(suite::Level::L6);
  if (hello.levels) {
    std::erase_if(levels, [&](suite::Level level) {
      const std::string_view name = suite::level_names[static_cast<std::size_t>(level)];
      return std::find(hello.levels->begin(), hello.levels->end(), name) == hello.levels->end();
    });
  }
  return levels;
}

suite::Level level_for(const suite::Vector& vector, const Hello& hello) {
  const bool through_encode = vector.level == suite::Level::L0 && vector.op == "encode";
  return through_encode && hello.ops.contains("pretokenize") &&
                 claimed_levels(hello).contains(suite::Level::L1)
             ? suite::Level::L1
             : vector.level;
}

std::vector<std::string_view> needed_ops(const suite::Vector& vector) {
  if (vector.op == "encode") return {"load", "encode"};
  if (vector.op == "decode") return {"load", "decode"};
  if (vector.op == "render") return {"load", "render"};
  if (suite::is_motion_op(vector.op)) return {"load", vector.op};
  if (vector.op == "save") {
    return {json::find(vector.input, "train") == nullptr ? "load" : "train", "save"};
  }
  return {vector.op};
}

namespace {

bool can_get(const json::Value& artifact, std::string_view profile, const Hello& hello) {
  return std::ranges::find(hello.profiles, profile) != hello.profiles.end() &&
         handed_file(suite::profiled_table({"artifact", "", artifact}), profile, hello).has_value();
}

}  // namespace

std::string why_not_sent(const suite::Vector& vector, const Hello& hello,
                         const std::set<suite::Level>& wanted) {
  const suite::Level level = level_for(vector, hello);
  if (!claimed_levels(hello).contains(level)) {
    return fmt::format("level {} is not claimed",
                       suite::level_names[static_cast<std::size_t>(level)]);
  }
  if (!wanted.empty() && !wanted.contains(level)) {
    return fmt::format("it counts for {}", suite::level_names[static_cast<std::size_t>(level)]);
  }
  for (const std::string_view op : needed_ops(vector)) {
    if (!hello.ops.contains(op)) return fmt::format("the operation {} is not declared", op);
  }
  const auto profile = suite::profile_in(vector.artifact);
  if (profile && !can_get(vector.artifact, *profile, hello)) {
    return fmt::format("the profile {} is not declared, or no form that holds the vocabulary",
                       *profile);
  }
  for (const std::string& cap : vector.requires_caps) {
    if (!hello.caps.contains(cap)) return fmt::format("the capability {} is not declared", cap);
  }
  return {};
}

}  // namespace bpetite::conform::program
