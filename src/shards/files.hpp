// Writes the files of one shard in its format (S83). ShardFiles takes documents as ids, one after
// the other, and gives the files their names when all of them are complete.
//
//   raw, 16 bits     documents [256,257] and [99]
//   00000.bin        00 01 01 01 63 00
//   00000.ends       02 00 00 00 00 00 00 00  03 00 00 00 00 00 00 00
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "shards/final_file.hpp"
#include "shards/plan.hpp"

namespace bpetite::shards {

// The names of the files of a shard, in the order in which a receipt lists them.
std::vector<std::string> names_of_files(const Options& options, const std::string& stem);

class ShardFiles {
 public:
  // `stem` begins the names of the files: "00000". Without a directory no file is written.
  ShardFiles(const Plan& plan, const std::string& stem,
             const std::optional<std::filesystem::path>& directory);
  ~ShardFiles();

  // Adds the ids of a document, which may be none (S82b). ValueError: the format cannot hold so
  // many (S83a, S83d).
  void add(std::span<const TokenId> ids);

  // Completes the files, and saves each under its name. If a file has the name already, it must
  // have the same bytes (S82d). ValueError: it has others.
  std::vector<SavedFile> save();

  std::uint64_t ids() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bpetite::shards
