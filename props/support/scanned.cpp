// Compares the engine's chunks and ids with the reference's.
#include "support/scanned.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "engine/chunk_encoder.hpp"
#include "reference/encode.hpp"
#include "support/texts/tables.hpp"

namespace bpetite::test {

const reference::Pretokenizer& pretokenizer_of(const Scanned& scanned) {
  static const std::vector<reference::Pretokenizer> all = [] {
    std::vector<reference::Pretokenizer> made;
    for (const Scanned& it : all_scanned) made.emplace_back(it.profile);
    return made;
  }();
  return all.at(static_cast<std::size_t>(scanned.scan));
}

std::string scan_difference(std::string_view text) {
  for (const Scanned& scanned : all_scanned) {
    const auto wanted = pretokenizer_of(scanned).chunks(text);
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      const auto got = engine::scan::chunks(text, scanned.scan, level);
      if (got != wanted) {
        return fmt::format("{} at level {}: want {}, got {}", scanned.profile.name,
                           static_cast<int>(level), fmt::join(wanted, "|"), fmt::join(got, "|"));
      }
    }
  }
  return "";
}

std::optional<engine::machine::Level> ids_differ_at(const std::vector<std::string>& texts,
                                                    const Table& table, const Scanned& scanned,
                                                    std::size_t cache_memory) {
  const engine::merge::MergeTable merges(table);
  const auto tokens = reference::tokens_by_bytes(table);
  std::vector<std::vector<TokenId>> wanted(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto chunk : pretokenizer_of(scanned).chunks(texts[i])) {
      const auto ids = reference_ids(chunk, table, tokens);
      wanted[i].insert(wanted[i].end(), ids.begin(), ids.end());
    }
  }
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  // The buffer is long enough for each batch, so that the encoder writes into it without copying.
  std::vector<TokenId> buffer(longest + 2 * engine::ChunkEncoder::max_together);
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    engine::ChunkEncoder encoder(merges, scanned.scan, {level, cache_memory});
    engine::ChunkEncoder writing(merges, scanned.scan, {level, cache_memory});
    for (std::size_t i = 0; i < 2 * texts.size(); ++i) {
      std::vector<TokenId> ids;
      engine::VectorSink sink(ids);
      encoder.encode(texts[i / 2], sink);
      if (ids != wanted[i / 2]) return level;
      engine::SpanSink written(buffer);
      writing.encode(texts[i / 2], written);
      if (!std::ranges::equal(std::span(buffer).first(written.size()), ids)) return level;
    }
  }
  return std::nullopt;
}

}  // namespace bpetite::test
