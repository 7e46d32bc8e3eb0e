// Compares the engine's chunks and ids with the right ones on texts on which tokenizers are slow
// (support/texts/texts.hpp). To encode a chunk of a megabyte takes too long in the reference, whose
// time grows with the square of its length. So the ids of such texts are compared with those of the
// oracle, a second implementation that is faster. The ids of shorter texts, and all chunks, are
// compared with those of the reference.
//
//   one letter, cl100k_base      1,000,000 bytes by the oracle, 4,000 by the reference
#include <fmt/format.h>

#include <string>
#include <vector>

#include "reference/encode.hpp"
#include "report.hpp"
#include "support/oracle/oracle.hpp"
#include "support/texts/texts.hpp"
#include "whole.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t full_size = 1'000'000;
constexpr std::size_t reference_size = 4'000;

}  // namespace

void compare_hard_texts(Report& report, const std::string& data) {
  std::string training_text;
  for (const NamedText& hard : hard_texts(20'000)) training_text += hard.text;
  const auto all = vocabularies(data, training_text);
  for (const std::size_t size : {reference_size, full_size}) {
    for (const NamedText& hard : hard_texts(size)) {
      const std::string name = fmt::format("{}, {} bytes", hard.name, hard.text.size());
      for (const Scanned& scanned : all_scanned) {
        const auto chunks = compare_boundaries(report, name, hard.text, scanned);
        for (const Vocabulary& vocabulary : all) {
          if (vocabulary.scanned.scan != scanned.scan) continue;
          compare_ids(report, name, hard.text, vocabulary,
                      size == full_size ? oracle::encode_chunks(chunks, vocabulary.table)
                                        : reference::encode(hard.text, vocabulary.table));
        }
      }
    }
  }
}

}  // namespace bpetite::test
