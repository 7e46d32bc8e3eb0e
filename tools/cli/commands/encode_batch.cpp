// bpetite encode --batch: encodes each of many texts on its own, on several threads, some megabytes
// at once (S57d), and saves the number of ids of each (S57s). Lines without a text are errors, or
// are skipped and counted. Writes nothing before all texts are encoded (FR-34).
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "cli/commands/encode.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/texts.hpp"
#include "cli/terminal/held_result.hpp"
#include "cli/terminal/output.hpp"
#include "core/file.hpp"
#include "core/wording/counted.hpp"
#include "engine/machine/parallel.hpp"

namespace bpetite::cli {
namespace {

// Lines that are skipped: for people, the first of them and how many there are.
class SkippedLines {
 public:
  void add(const std::string& fault) {
    constexpr std::size_t shown = 5;
    if (++count_ <= shown) notes_ += fmt::format("skipped: {}\n", fault);
  }
  void note() const {
    if (count_ > 0) write_note(fmt::format("{}Lines skipped: {}\n", notes_, count_));
  }

 private:
  std::size_t count_ = 0;
  std::string notes_;
};

// What a text gives, or why its line is skipped.
struct BatchOutcome {
  BatchResult result;
  std::optional<std::string> fault;
};

BatchOutcome outcome_of(const Arguments& arguments, const BatchText& given, bool skips,
                        const EncodeOne& encode_one) {
  std::string text;
  try {
    text = text_of(given, arguments);
  } catch (const Error& error) {
    if (!skips) throw;
    return {{}, message_of(error)};
  }
  try {
    return {encode_one(text), std::nullopt};
  } catch (const ValueError& error) {
    // The message already has the clause.
    throw ValueError(fmt::format("{}: {}", place_of(given, arguments), message_of(error)));
  }
}

}  // namespace

void encode_batch(const Arguments& arguments, unsigned threads, const EncodeOne& encode_one) {
  const auto lengths_path = arguments.value("--lengths");
  HeldResult result(lengths_path ? std::optional(file::directory_of(*lengths_path)) : std::nullopt);
  std::string lengths;
  const bool skips = skips_bad_lines(arguments);
  SkippedLines skipped;
  std::size_t count = 0;
  std::size_t cut = 0;
  BatchReader reader(arguments);
  for (auto texts = reader.next(); !texts.empty(); texts = reader.next()) {
    std::vector<BatchOutcome> outcomes(texts.size());
    engine::machine::for_each_index(texts.size(), threads, [&](std::size_t i) {
      outcomes[i] = outcome_of(arguments, texts[i], skips, encode_one);
    });
    count += texts.size();
    for (const auto& [one, fault] : outcomes) {
      if (fault) {
        skipped.add(*fault);
        continue;
      }
      result.append(one.written);
      if (lengths_path) lengths += fmt::format("{}\n", one.ids);
      if (one.is_cut) ++cut;
    }
  }
  if (lengths_path) {
    // An interrupt waits until the file is complete (S14f).
    const SignalsHeld held;
    file::save_atomically(*lengths_path, lengths, arguments.given("--force"));
  }
  result.write();
  skipped.note();
  if (cut > 0) {
    const std::size_t limit = limit_argument(arguments, "--max-ids").value();
    write_note(fmt::format("bpetite: encode: cut {} of {} after {}\n", cut, counted(count, "text"),
                           counted(limit, "id")));
  }
}

}  // namespace bpetite::cli
