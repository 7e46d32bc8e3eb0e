#include "conform/ask/session_program.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "conform/suite/protocol.hpp"
#include "conform/suite/vectors.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {
namespace {

using drive::Status;

constexpr const char* handle = "vocabulary";

std::optional<std::vector<TokenId>> ids_of(const json::Object& fields) {
  const json::Value* value = json::find(fields, "ids");
  const auto* array = value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
  if (array == nullptr) return std::nullopt;
  std::vector<TokenId> ids;
  for (const json::Value& item : *array) {
    const auto* id = std::get_if<json::Integer>(&item.data);
    if (id == nullptr || id->negative || !id->magnitude ||
        *id->magnitude > std::numeric_limits<TokenId>::max()) {
      return std::nullopt;
    }
    ids.push_back(static_cast<TokenId>(*id->magnitude));
  }
  return ids;
}

}  // namespace

Loading builtin(std::string_view name) {
  return {fmt::format("its vocabulary {}", name), {{"builtin", json::string(name)}}};
}

void require_answers(std::span<const Reply> replies) {
  const auto is_answer = [](const Reply& reply) { return reply.status == drive::Status::pass; };
  if (!replies.empty() && std::ranges::none_of(replies, is_answer)) {
    throw NotDriven(replies.front().detail);
  }
}

SessionProgram::SessionProgram(drive::SessionOptions options, Loading loading)
    : session_(std::move(options), "vocabulary"), loading_(std::move(loading)) {
  if (const auto broken = start()) throw NotDriven(broken->detail);
  if (!session_.hello().ops.contains("encode")) throw NotDriven("it does not declare encode");
}

std::optional<drive::Broken> SessionProgram::start() {
  if (auto broken = session_.start()) return broken;
  if (!session_.hello().ops.contains("load")) return std::nullopt;
  if (const auto& file = loading_.file) session_.bundle().put(file->first, file->second);
  json::Object fields = loading_.fields;
  fields.insert(fields.begin(), {"handle", json::string(handle)});
  drive::Reply reply = session_.ask("load", std::move(fields));
  if (auto* broken = std::get_if<drive::Broken>(&reply)) return std::move(*broken);
  if (std::holds_alternative<suite::Ok>(std::get<suite::Answer>(reply))) return std::nullopt;
  return drive::Broken{Status::protocol, fmt::format("it does not load {}", loading_.what), "load"};
}

drive::Reply SessionProgram::ask(std::string_view op, json::Object fields) {
  if (faults_ == most_faults) {
    return drive::Broken{Status::timeout, fmt::format("not sent after {} faults", most_faults),
                         std::string(op)};
  }
  if (!session_.running()) {
    if (auto broken = start()) {
      ++faults_;
      return *std::move(broken);
    }
  }
  fields.insert(fields.begin(), {"handle", json::string(handle)});
  drive::Reply reply = session_.ask(op, std::move(fields));
  if (std::holds_alternative<drive::Broken>(reply)) ++faults_;
  return reply;
}

std::vector<Reply> SessionProgram::ids(std::span<const std::string> texts) {
  std::vector<Reply> replies;
  for (const std::string& text : texts) {
    const drive::Reply reply = ask("encode", {{"text_hex", json::string(suite::to_hex(text))}});
    if (const auto* broken = std::get_if<drive::Broken>(&reply)) {
      replies.push_back({std::nullopt, broken->status, broken->detail});
      continue;
    }
    const auto& answer = std::get<suite::Answer>(reply);
    if (const auto* ok = std::get_if<suite::Ok>(&answer)) {
      auto ids = ids_of(ok->fields);
      replies.push_back(ids ? Reply{std::move(ids), Status::pass, ""}
                            : Reply{std::nullopt, Status::protocol, "an answer without ids"});
    } else {
      const auto* failure = std::get_if<suite::Failure>(&answer);
      replies.push_back(
          {std::nullopt, Status::pass,
           failure == nullptr ? "skipped" : failure->error + ": " + failure->message});
    }
  }
  return replies;
}

std::vector<Decoded> SessionProgram::texts(std::span<const std::vector<TokenId>> lists) {
  std::vector<Decoded> decoded;
  for (const std::vector<TokenId>& ids : lists) {
    json::Array array;
    for (const TokenId id : ids) array.push_back(json::integer(id));
    const drive::Reply reply = ask("decode", {{"ids", {std::move(array)}}});
    decoded.emplace_back();
    if (const auto* broken = std::get_if<drive::Broken>(&reply)) {
      decoded.back().detail = broken->detail;
      continue;
    }
    const auto* ok = std::get_if<suite::Ok>(&std::get<suite::Answer>(reply));
    const std::string* hex = ok == nullptr ? nullptr : suite::text_member(ok->fields, "text_hex");
    if (hex != nullptr) decoded.back().text = suite::from_hex(*hex);
    if (!decoded.back().text) decoded.back().detail = "no text";
  }
  return decoded;
}

}  // namespace bpetite::conform::ask
