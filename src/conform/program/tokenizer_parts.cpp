// Divides the reference tokenizer into replaceable functions (reference_parts), and builds an
// implementation from such functions (assembled). Also makes a function that splits texts with
// another pattern (cut_by), and throws an error if one part passes an ill-formed text to another
// (require_well_formed).
#include "conform/program/tokenizer_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "interop/conversations.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "reference/regex.hpp"
#include "reference/special.hpp"

namespace bpetite::conform::program {
namespace {

std::vector<Segment> split(std::string_view text, const std::vector<SpecialToken>& specials) {
  std::vector<Segment> segments;
  for (const reference::Segment& segment : reference::split_specials(text, specials)) {
    if (const auto* ordinary = std::get_if<std::string_view>(&segment)) {
      segments.emplace_back(std::string(*ordinary));
    } else {
      segments.emplace_back(std::get<reference::FoundSpecial>(segment).id);
    }
  }
  return segments;
}

std::vector<reference::CountedChunk> count_chunks(std::span<const CountedText> texts) {
  const Table bytes = suite::judged_table({});
  std::vector<reference::CountedChunk> chunks;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const auto& [text, count] : texts) {
    const auto [place, is_new] = places.try_emplace(text, chunks.size());
    if (is_new) {
      chunks.push_back({reference::byte_tokens(text, bytes), 0});
    }
    chunks[place->second].count += count;
  }
  return chunks;
}

// Encodes a text without looking for special tokens.
std::vector<TokenId> encode_ordinary(const TokenizerParts& parts, const std::string& text,
                                     const Loaded& loaded) {
  const auto& cut = parts.cut ? parts.cut : parts.pretokenize;
  std::vector<TokenId> ids;
  for (const std::string& chunk : cut(text)) {
    const std::vector<TokenId> chunk_ids = parts.encode_chunk(chunk, loaded.table);
    ids.insert(ids.end(), chunk_ids.begin(), chunk_ids.end());
  }
  return ids;
}

std::vector<TokenId> encode(const TokenizerParts& parts, std::string_view text,
                            const Loaded& loaded) {
  std::vector<TokenId> ids;
  for (const Segment& segment : parts.split(parts.read(text), loaded.table.specials)) {
    if (const auto* special = std::get_if<TokenId>(&segment)) {
      ids.push_back(*special);
      continue;
    }
    const auto segment_ids = encode_ordinary(parts, std::get<std::string>(segment), loaded);
    ids.insert(ids.end(), segment_ids.begin(), segment_ids.end());
  }
  return ids;
}

RenderedConversation render(const TokenizerParts& parts, const Rendering& asked,
                            const Loaded& loaded) {
  const Conversation conversation = parts.read_conversation(asked.conversation);
  const auto encode = [&](std::string_view text) {
    return encode_ordinary(parts, parts.read(text), loaded);
  };
  RenderedConversation tokens =
      parts.finish_tokens(reference::ids_of(parts.render_parts(conversation, asked.is_completion),
                                            SIZE_MAX, asked.special_tokens, encode),
                          asked);
  if (asked.is_completion) tokens.mask.clear();
  return tokens;
}

// S57k, S57l.
RenderedConversation finished(RenderedConversation tokens, const Rendering& asked) {
  tokens.ids.resize(std::min(tokens.ids.size(), asked.max_tokens));
  tokens.mask.resize(tokens.ids.size());
  if (asked.is_completion) {
    tokens.ids.push_back(reference::encode_special("<|assistant_start|>", asked.special_tokens));
    tokens.mask.push_back(0);
  }
  return tokens;
}

Loaded train(const TokenizerParts& parts, std::span<const CountedText> chunks,
             std::size_t planned) {
  return Loaded{suite::judged_table(parts.learn_merges(parts.count_chunks(chunks), planned))};
}

}  // namespace

void require_well_formed(std::string_view text) {
  if (utf8::first_ill_formed(text)) {
    throw Error("Internal", "text: another part of this tokenizer made it ill-formed", "");
  }
}

// Each part is a lambda, and each lambda has its own type. By this type kills.cpp recognises a
// part that a mutant has not replaced.
TokenizerParts reference_parts(unicode::Version version) {
  TokenizerParts parts;
  parts.read = [](std::string_view text) {
    reference::check_utf8(text);
    return std::string(text);
  };
  parts.pretokenize = [regex = std::make_shared<const reference::Regex>(
                           suite::judged_pattern(), version)](std::string_view text) {
    require_well_formed(text);
    const auto chunks = reference::pretokenize(text, *regex);
    return std::vector<std::string>(chunks.begin(), chunks.end());
  };
  parts.split = [](std::string_view text, const std::vector<SpecialToken>& specials) {
    return split(text, specials);
  };
  parts.encode_chunk = [](std::string_view chunk, const Table& table) {
    return reference::encode_chunk(chunk, table);
  };
  parts.read_ids = [](const json::Array& ids) { return read_ids(ids); };
  parts.decode = [](std::span<const TokenId> ids, const Table& table) {
    return reference::decode(ids, table);
  };
  parts.read_conversation = [](std::string_view json) {
    return interop::read_conversation(json, {});
  };
  parts.render_parts = [](const Conversation& conversation, bool is_completion) {
    return reference::parts_of(conversation, is_completion
                                                 ? reference::messages_before_reply(conversation)
                                                 : conversation.messages.size());
  };
  parts.finish_tokens = [](RenderedConversation tokens, const Rendering& asked) {
    return finished(std::move(tokens), asked);
  };
  parts.motion = reference_motion();
  parts.load = [](std::string_view artifact) { return Loaded{artifact::parse(artifact)}; };
  parts.planned_merges = [](TokenId vocab_size) {
    check_vocab_size(vocab_size);
    return std::size_t{vocab_size} - 256;
  };
  parts.texts = [](std::string corpus) { return std::vector{std::move(corpus)}; };
  parts.count_chunks = [](std::span<const CountedText> chunks) { return count_chunks(chunks); };
  parts.learn_merges = [](std::vector<reference::CountedChunk> chunks, std::size_t planned) {
    return reference::learn_merges(std::move(chunks), planned);
  };
  parts.serialize = [](const Loaded& loaded) { return artifact::serialize(loaded.table); };
  parts.save = [](const std::filesystem::path& path, std::string_view bytes, bool overwrite) {
    file::save_atomically(path, bytes, overwrite);
  };
  return parts;
}

std::function<std::vector<std::string>(std::string_view text)> cut_by(std::string_view pattern,
                                                                      unicode::Version version) {
  return
      [regex = std::make_shared<const reference::Regex>(pattern, version)](std::string_view text) {
        require_well_formed(text);
        const auto chunks = reference::pretokenize(text, *regex);
        return std::vector<std::string>(chunks.begin(), chunks.end());
      };
}

Implementation assembled(TokenizerParts parts) {
  Implementation it = reference_implementation();
  // The other parts are those of one profile.
  it.reads_profiles = is_changed(parts.motion);
  const auto all = std::make_shared<const TokenizerParts>(std::move(parts));
  it.pretokenize = [all](std::string_view text) { return all->pretokenize(all->read(text)); };
  it.load = all->load;
  it.encode = [all](std::string_view text, const Loaded& loaded) {
    return encode(*all, text, loaded);
  };
  it.render = [all](const Rendering& asked, const Loaded& loaded) {
    return render(*all, asked, loaded);
  };
  it.motion = all->motion;
  it.read_ids = all->read_ids;
  it.decode = [all](std::span<const TokenId> ids, const Loaded& loaded) {
    return all->decode(ids, loaded.table);
  };
  it.train = [all](std::string_view corpus, TokenId vocab_size) {
    const std::size_t planned = all->planned_merges(vocab_size);
    std::vector<CountedText> chunks;
    for (const std::string& text : all->texts(all->read(corpus))) {
      for (std::string& chunk : all->pretokenize(text)) {
        chunks.emplace_back(std::move(chunk), 1);
      }
    }
    return train(*all, chunks, planned);
  };
  it.train_counts = [all](std::span<const CountedText> counts, TokenId vocab_size) {
    return train(*all, counts, all->planned_merges(vocab_size));
  };
  it.serialize = all->serialize;
  it.save = all->save;
  return it;
}

}  // namespace bpetite::conform::program
