// The seam: what does the work behind Tokenizer. One file, backend.cpp, says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/training.hpp>

#include "core/table.hpp"

namespace bpetite::engine {
class Decoder;
class Encoder;
}  // namespace bpetite::engine

namespace bpetite::backend {

// A table, and what encoding and decoding make of it when they are first asked for. Any number of
// threads may use one.
class Model {
 public:
  explicit Model(Table table);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Table& table() const { return table_; }
  std::vector<TokenId> encode(std::string_view text, unsigned threads = 1) const;
  std::vector<std::vector<TokenId>> encode(std::span<const std::string_view> texts,
                                           unsigned threads) const;
  void append(std::string_view text, std::vector<TokenId>& ids) const;
  void append(std::string_view text, std::vector<std::uint16_t>& ids) const;
  // The ids of the texts one behind the other, and how many there are after each.
  void append(std::span<const std::string_view> texts, std::vector<TokenId>& ids,
              std::vector<std::size_t>& ends, unsigned threads) const;
  // How many ids the text has; those that `room` is too short for are lost.
  std::size_t write(std::string_view text, std::span<TokenId> room) const;
  std::string decode(std::span<const TokenId> ids) const;
  const engine::Decoder& decoder() const;

 private:
  const engine::Encoder& encoder() const;

  Table table_;
  mutable std::once_flag encoder_made_;
  mutable std::once_flag decoder_made_;
  mutable std::unique_ptr<const engine::Encoder> encoder_;
  mutable std::unique_ptr<const engine::Decoder> decoder_;
};

// Learned with the profile's pattern.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads = 1);
// By the profile's pattern. Both: ValueError if the engine does not carry it (S26d).
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

}  // namespace bpetite::backend
