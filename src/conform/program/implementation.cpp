// Makes two implementations of the protocol's operations: the reference (reference_implementation),
// and the engine behind bpetite::Tokenizer (tokenizer_implementation), which writes files as the
// reference does. Each operation, such as load, encode or train, is a function. Also reads the ids
// of a decode request from JSON (read_ids).
#include "conform/program/implementation.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/file.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/train.hpp"
#include "interop/conversations.hpp"
#include "reference/conversation.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::program {

std::vector<TokenId> read_ids(const json::Array& array) {
  std::vector<TokenId> ids;
  for (const json::Value& value : array) {
    const auto* integer = std::get_if<json::Integer>(&value.data);
    if (integer == nullptr) {
      throw ValueError(fmt::format("decode: ids[{}]: not an integer", ids.size()), "FR-20");
    }
    const bool fits = !integer->negative && integer->magnitude &&
                      *integer->magnitude <= std::numeric_limits<TokenId>::max();
    if (!fits) {
      throw KeyError(
          fmt::format("decode: ids[{}]: unknown token id {}{}", ids.size(),
                      integer->negative ? "-" : "",
                      integer->magnitude ? fmt::format("{}", *integer->magnitude) : integer->text),
          "FR-22");
    }
    ids.push_back(static_cast<TokenId>(*integer->magnitude));
  }
  return ids;
}

namespace {

RenderedConversation rendered_by_reference(const Rendering& asked, const Table& table) {
  const Conversation conversation = interop::read_conversation(asked.conversation, {});
  const reference::EncodeOrdinary encode = reference::texts_by_reference(table);
  if (!asked.is_completion) {
    return reference::render(conversation, asked.max_tokens, asked.special_tokens, encode);
  }
  return {reference::render_for_completion(conversation, asked.max_tokens, asked.special_tokens,
                                           encode),
          {}};
}

RenderedConversation rendered_by_engine(const Rendering& asked, const backend::Model& model) {
  const Conversation conversation = interop::read_conversation(asked.conversation, {});
  if (!asked.is_completion) {
    return backend::render(model, asked.special_tokens, conversation, asked.max_tokens);
  }
  return {
      backend::render_for_completion(model, asked.special_tokens, conversation, asked.max_tokens),
      {}};
}

}  // namespace

Implementation reference_implementation() {
  Implementation it;
  it.name = "bpetite-reference";
  it.caps = {"pair-keyed", "same-bytes", "counts", "big-ids"};
  it.reads_profiles = true;
  it.pretokenize = [](std::string_view text) {
    const auto chunks = reference::pretokenize(text, suite::judged_profile());
    return std::vector<std::string>(chunks.begin(), chunks.end());
  };
  it.load = [](std::string_view artifact) { return Loaded{artifact::parse(artifact)}; };
  it.adopt = [](Table table) { return Loaded{std::move(table)}; };
  it.encode = [](std::string_view text, const Loaded& loaded) {
    return reference::encode(text, loaded.table);
  };
  it.read_ids = read_ids;
  it.decode = [](std::span<const TokenId> ids, const Loaded& loaded) {
    return reference::decode(ids, loaded.table);
  };
  it.train = [](std::string_view corpus, TokenId vocab_size) {
    return Loaded{reference::train({&corpus, 1}, vocab_size, suite::judged_profile())};
  };
  it.train_counts = [](std::span<const CountedText> counts, TokenId vocab_size) {
    check_vocab_size(vocab_size);
    const Table bytes = suite::judged_table({});
    std::vector<reference::CountedChunk> chunks;
    for (const auto& [chunk, count] : counts) {
      chunks.push_back({reference::byte_tokens(chunk, bytes), count});
    }
    return Loaded{
        suite::judged_table(reference::learn_merges(std::move(chunks), vocab_size - 256))};
  };
  it.render = [](const Rendering& asked, const Loaded& loaded) {
    return rendered_by_reference(asked, loaded.table);
  };
  it.motion = reference_motion();
  it.serialize = [](const Loaded& loaded) { return artifact::serialize(loaded.table); };
  it.save = file::save_atomically;
  return it;
}

namespace {

Loaded modelled(Table table) {
  Loaded loaded{std::move(table)};
  loaded.model = std::make_shared<const backend::Model>(loaded.table);
  return loaded;
}

}  // namespace

Implementation tokenizer_implementation() {
  Implementation it = reference_implementation();
  it.name = "bpetite";
  it.pretokenize = [](std::string_view text) {
    const auto chunks = backend::pretokenize(text, suite::judged_profile());
    return std::vector<std::string>(chunks.begin(), chunks.end());
  };
  it.load = [](std::string_view artifact) { return modelled(artifact::parse(artifact)); };
  it.adopt = modelled;
  it.encode = [](std::string_view text, const Loaded& loaded) {
    return loaded.model->encoder().encode(text);
  };
  it.decode = [](std::span<const TokenId> ids, const Loaded& loaded) {
    return loaded.model->decoder().decode(ids);
  };
  it.render = [](const Rendering& asked, const Loaded& loaded) {
    return rendered_by_engine(asked, *loaded.model);
  };
  it.motion = engine_motion();
  it.train = [](std::string_view corpus, TokenId vocab_size) {
    return modelled(backend::train({&corpus, 1}, vocab_size, suite::judged_profile(), {}));
  };
  it.train_counts = [](std::span<const CountedText> counts, TokenId vocab_size) {
    check_vocab_size(vocab_size);
    engine::count::ChunkCounts chunks{engine::scan::Cutter{suite::judged_profile()}};
    for (const auto& [chunk, count] : counts) {
      chunks.add(chunk, count);
    }
    return modelled(suite::judged_table(engine::learn_merges(chunks, vocab_size - 256)));
  };
  return it;
}

}  // namespace bpetite::conform::program
