// Finds the texts whose ids tell a hypothesis from the right way.
//
//   Search search(table);
//   search.hypotheses()              those of hypotheses_of(table)
//   search.found()                   for each the texts that tell it, the shortest first
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conform/hypotheses/answerer.hpp"
#include "conform/hypotheses/chunk_ids.hpp"
#include "conform/hypotheses/hypotheses.hpp"
#include "core/table.hpp"

namespace bpetite::conform::hypotheses {

class Search {
 public:
  // The table must outlive it.
  explicit Search(const Table& table);

  const std::vector<Hypothesis>& hypotheses() const { return hypotheses_; }
  const std::vector<std::string>& candidates() const { return candidates_; }

  // The places of the hypotheses, and for each the first `most` candidates that tell it. None means
  // that no candidate does: in this vocabulary it is taken for the right way.
  std::vector<std::vector<std::string_view>> found(std::size_t most);

  // The places of the hypotheses that this text tells.
  std::vector<std::size_t> told_by(std::string_view text);

  // Those of the table, for further answerers.
  ChunkIds& chunks() { return chunks_; }

 private:
  ChunkIds chunks_;
  Answerer right_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<std::unique_ptr<Answerer>> answerers_;  // of each hypothesis
  std::vector<std::string> candidates_;
};

}  // namespace bpetite::conform::hypotheses
