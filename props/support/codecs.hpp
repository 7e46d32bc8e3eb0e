// The two implementations that must obey every law: the plain reference, and the engine behind the
// library.
//
//   for (const Codec& codec : both_codecs(table)) {
//     RC_LOG() << codec.name << "\n";     // the last name in a counterexample is the one that
//     fails RC_ASSERT(codec.decode(codec.encode(text)) == text);
//   }
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "support/generators.hpp"

namespace bpetite::test {

// Encoding and decoding with one table.
struct Codec {
  std::string name;
  std::function<std::vector<TokenId>(std::string_view text)> encode;
  std::function<std::string(const std::vector<TokenId>& ids)> decode;
  std::function<std::string(const std::vector<TokenId>& ids)> join;  // the bytes, text or not
};

// The reference first, then the engine. The table must outlive the first.
std::vector<Codec> both_codecs(const Table& table);

// A table, and the implementation that learned it.
struct Trained {
  std::string name;
  Table table;
};

// What the reference learns from the case, then what the engine does.
std::vector<Trained> both_trained(const TrainCase& given);

// The codec of the same name, for a table that was learned: each implementation on its own.
Codec codec_of(const Trained& trained);

}  // namespace bpetite::test
