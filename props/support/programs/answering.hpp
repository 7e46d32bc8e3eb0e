// Makes a program under test from functions in this process: one gives the ids of texts, and
// another may give the texts of ids. The conformance kit asks it questions as it asks a real
// program. `reply_of` turns ids or an error into a reply of the protocol.
//
//   const Program program = answering([](std::span<const std::string> texts) { ... });
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conform/program/program.hpp"

namespace bpetite::test {

using AnswersTexts =
    std::function<std::vector<conform::program::IdsReply>(std::span<const std::string>)>;
using AnswersIds =
    std::function<std::vector<conform::program::Decoded>(std::span<const std::vector<TokenId>>)>;

inline conform::program::Reply reply_of(const conform::program::IdsReply& reply) {
  if (reply.ids) return conform::suite::Ok{{{"ids", conform::suite::ids_value(*reply.ids)}}};
  if (reply.is_refusal()) {  // "ValueError: why"
    const std::size_t colon = std::min(reply.detail.find(": "), reply.detail.size());
    const std::size_t rest = std::min(colon + 2, reply.detail.size());
    return conform::suite::Failure{reply.detail.substr(0, colon), reply.detail.substr(rest), {}};
  }
  return conform::program::Broken{reply.status, reply.detail, "encode"};
}

// A program that encodes. With `texts_of` it also decodes.
inline conform::program::Program answering(AnswersTexts ids_of, AnswersIds texts_of = {}) {
  conform::program::Program program;
  program.hello.ops = {"encode"};
  if (texts_of) program.hello.ops.insert("decode");
  program.ask = [ids_of = std::move(ids_of), texts_of = std::move(texts_of)](
                    std::span<const conform::program::Question> questions) {
    std::vector<conform::program::Reply> replies;
    std::vector<std::string> texts;
    std::vector<std::vector<TokenId>> lists;
    for (const auto& question : questions) {
      if (const auto* hex = conform::suite::text_member(question.fields, "text_hex")) {
        texts.push_back(conform::suite::from_hex(*hex).value());
      } else {
        const auto* ids = conform::suite::list_member(question.fields, "ids");
        lists.push_back(conform::suite::token_ids(*ids).value());
      }
    }
    if (lists.empty()) {
      for (const auto& reply : ids_of(texts)) replies.push_back(reply_of(reply));
      return replies;
    }
    for (const auto& decoded : texts_of(lists)) {
      replies.push_back(conform::suite::Ok{
          {{"text_hex", json::string(conform::suite::to_hex(decoded.text.value()))}}});
    }
    return replies;
  };
  return program;
}

}  // namespace bpetite::test
