// The plan of a folder of shards: which inputs there are, how they are divided into tasks, and how
// the documents of each task are encoded and written (S80a). Declares `Plan` with its parts,
// functions that divide the inputs (tasks_of), write a plan as JSON (write_plan) and read it again
// (read_plan), and the width of ids in each format (width_in).
//
//   inputs   a.jsonl, 500 bytes; b.jsonl.gz, 90 bytes      task_bytes 200
//   tasks    0: a.jsonl   0 to 200        1: a.jsonl 200 to 400
//            2: a.jsonl 400 to 500, b.jsonl.gz             a compressed file is never divided
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::shards {

// How a shard is written (S83).
enum class Format : std::uint8_t {
  megatron,  // .bin and .idx, of Megatron
  ds,        // .ds and .ds.index, of datatrove
  raw,       // .bin and .ends: ids, and where each document ends
  llmc,      // .bin with the header of llm.c
};
inline constexpr std::array formats = {Format::megatron, Format::ds, Format::raw, Format::llmc};
std::string_view name(Format format);

// What becomes of a document that cannot be read or encoded (S82c).
enum class OnBad : std::uint8_t { stop, skip };
inline constexpr std::array on_bads = {OnBad::stop, OnBad::skip};
std::string_view name(OnBad on_bad);

// Everything but the inputs and the tokenizer that the bytes of shards depend on.
struct Options {
  Format format = Format::raw;
  // The inputs are JSON Lines, and this field of each line is a document; or, if there is a
  // separator, plain texts with documents between separators.
  std::string field = "text";
  std::string separator;
  OnBad on_bad = OnBad::stop;
  bool finds_specials = false;  // literals of special tokens in documents become ids
  bool has_loss = false;        // ds: a file with a byte for each id, too
  std::optional<TokenId> prepend;
  std::optional<TokenId> append;
  std::uint64_t task_bytes = std::uint64_t{1} << 28;
};

struct Input {
  std::string name;  // below the root, with "/" between its parts
  std::uint64_t bytes = 0;
  bool is_compressed = false;
};

// A part of an input: the documents whose first byte is from `begin` to before `end`. All documents
// of a compressed input.
struct Piece {
  std::size_t input = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool operator==(const Piece&) const = default;
};
using Task = std::vector<Piece>;

struct Plan {
  Options options;
  std::string tokenizer;         // the name of its file, for readers of shards
  std::string tokenizer_sha256;  // of the artifact in the folder
  unsigned width = 4;            // bytes of an id
  std::vector<Input> inputs;
  // The number of tasks whose documents a program gives (S81e). There are no inputs then. 0: the
  // documents are in the inputs.
  std::size_t tasks = 0;
};

// S81b: the tasks, which depend on the sizes of the inputs alone. A task whose documents a program
// gives has no pieces.
std::vector<Task> tasks_of(const Plan& plan);

// Whether the inputs may be divided between documents: not if the separator can overlap with
// itself, as "\n\n" does in three line feeds.
bool is_divisible(const Options& options);

// S83: 2 or 4 bytes, by the rule of the format. ValueError: an id of the tokenizer does not fit.
unsigned width_in(Format format, const Table& table);

std::string write_plan(const Plan& plan);
// ValueError: the bytes are not a plan. Messages begin with `place`.
Plan read_plan(std::string_view bytes, const std::string& place);

}  // namespace bpetite::shards
