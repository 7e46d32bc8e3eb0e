// Gives tests one interface to both implementations, the reference and the engine, so that one test
// checks both.
//
//   for (const Codec& codec : both_codecs(table)) {
//     RC_LOG() << codec.name << "\n";
//     RC_ASSERT(codec.decode(codec.encode(text)) == text);
//   }
//
// When the assertion fails, the last name in the log is the implementation that failed.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {

// Encoding and decoding with one table.
struct Codec {
  std::string name;
  std::function<std::vector<TokenId>(std::string_view text)> encode;
  std::function<std::string(const std::vector<TokenId>& ids)> decode;
  // The bytes of the ids, also where they are ill-formed UTF-8.
  std::function<std::string(const std::vector<TokenId>& ids)> join;
};

// The codec of the reference, then that of the engine. The table must outlive the reference's.
std::vector<Codec> both_codecs(const Table& table);

// A table, and the implementation that learned it.
struct Trained {
  std::string name;
  Table table;
};

// The table that the reference learns from the case, then the table that the engine learns.
std::vector<Trained> both_trained(const TrainCase& given);

// The codec of the implementation that learned the table.
Codec codec_of(const Trained& trained);

}  // namespace bpetite::test
