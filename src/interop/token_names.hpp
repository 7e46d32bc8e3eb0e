// Finds the ids of tokens by their names in files of GPT-2 and of Hugging Face's library
// (TokenNames), and turns merges of names into merges of ids (MergeList). Also reads an id from
// JSON (id_in), and takes a merge "a b" apart (names_in).
//
//   names[262] is "Ġthe"      find("Ġthe") is 262
//
// A file has one name for each token and two for each merge. That makes hundreds of thousands of
// look-ups, and each of them waits for memory. So names of up to eight bytes are kept in the table
// itself; most parts of merges are as short. And the places of many names are requested from memory
// before the first one is read. Memory: 16 bytes a slot, two to four slots a name, and 16 bytes an
// id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "core/json/pointer.hpp"
#include "core/table.hpp"

namespace bpetite::interop {

// The id of a token in a JSON file. ValueError, with the JSON pointer, unless it is below 2^24.
TokenId id_in(const json::Field& field);

class TokenNames {
 public:
  // What find_all() gives for a name that no token has.
  static constexpr TokenId none = std::numeric_limits<TokenId>::max();

  // The names of all tokens by their ids. An id without a token has an empty name. The bytes of the
  // names must outlive this object.
  explicit TokenNames(std::vector<std::string_view> names);

  // The first id whose name a lower id has too, or nullopt if all names differ.
  std::optional<TokenId> repeated() const { return repeated_; }

  std::optional<TokenId> find(std::string_view name) const;

  // Writes the id of each name to `ids`, which must have at least as many places.
  void find_all(std::span<const std::string_view> names, std::span<TokenId> ids) const;

  // How many tokens have a name.
  std::size_t size() const { return size_; }

  // The name of an id; empty if it has none.
  std::string_view name(TokenId id) const { return id < names_.size() ? names_[id] : ""; }

 private:
  // `check` is a short name itself, or the hash of a longer one. A free slot has the size 0.
  struct Slot {
    std::uint64_t check = 0;
    std::uint32_t size = 0;
    TokenId id = 0;
  };
  struct Key {
    std::uint64_t check = 0;
    std::size_t first = 0;  // the slot at which a search begins
  };

  Key key_of(std::string_view name) const;
  // The slot of the name, or the free slot where it would be added.
  std::size_t slot_of(std::string_view name, const Key& key) const;
  // Calls `take` for each name in order, with its index, its key and its slot.
  template <typename Take>
  void for_each_slot(std::span<const std::string_view> names, const Take& take) const;

  HashSeed seed_ = new_hash_seed();
  std::vector<std::string_view> names_;  // by id
  std::size_t size_;
  std::vector<Slot> slots_;
  std::optional<TokenId> repeated_;
};

// The two names of a merge that is written "a b". Returns nullopt unless there is exactly one
// space.
std::optional<std::pair<std::string_view, std::string_view>> names_in(std::string_view merge);

// Turns merges of names into merges of ids, and adds them to a table that has its tokens (S50c).
//
//   names a = 97, b = 98, ab = 256      add("a", "b") is the merge (97, 98) -> 256
class MergeList {
 public:
  // Throws the error for the merge that was added as number `rank`, from 0 on.
  using Refuse = std::function<void(std::size_t rank, const std::string& what)>;

  MergeList(const TokenNames& names, Table& table, std::size_t expected, Refuse refuse);

  // Adds a merge. Many names are looked up at a time, so their bytes must stay where they are until
  // resolve().
  void add(std::string_view left, std::string_view right);

  // Looks up the names that were added so far, and refuses the first merge with a name that is not
  // in the vocabulary. It must be called before a fault that comes later in the file is reported.
  void resolve();

  // Does the same after the last merge, and refuses a merge that occurs twice.
  void finish();

 private:
  TokenId find_result(std::string_view left, std::string_view right);

  const TokenNames& names_;
  Table& table_;
  Refuse refuse_;
  std::vector<std::string_view> waiting_;  // the two names of each merge
  std::vector<TokenId> found_;
  std::string joined_;
};

}  // namespace bpetite::interop
