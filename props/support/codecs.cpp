// Makes the codecs: one calls the functions of the reference, the other a Tokenizer, which uses the
// engine.
#include "support/codecs.hpp"

#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include "bpetite/access.hpp"
#include "engine/decode.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

Codec reference_codec(const Table& table) {
  return {"the reference",
          [&table](std::string_view text) { return reference::encode(text, table); },
          [&table](const Ids& ids) { return reference::decode(ids, table); },
          [&table](const Ids& ids) { return reference::decode_bytes(ids, table); }};
}

// Joined bytes, if both ways to have them agree.
std::string joined_twice(const Tokenizer& tokenizer, const Ids& ids) {
  const engine::Decoder& decoder = TokenizerAccess::model(tokenizer).decoder();
  std::string joined = decoder.join(ids);
  std::string memory(decoder.joined_size(ids), '\0');
  const bool fits = decoder.join_into(ids, memory);
  return fits && memory == joined ? joined : "join() and join_into() differ";
}

Codec engine_codec(const Table& table) {
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  return {"the engine", [tokenizer](std::string_view text) { return tokenizer.encode(text); },
          [tokenizer](const Ids& ids) { return tokenizer.decode(ids); },
          [tokenizer](const Ids& ids) { return joined_twice(tokenizer, ids); }};
}

}  // namespace

std::vector<Codec> both_codecs(const Table& table) {
  return {reference_codec(table), engine_codec(table)};
}

std::vector<Trained> both_trained(const TrainCase& given) {
  const Tokenizer tokenizer = train_texts(views(given.texts), given.vocab_size);
  return {{"the reference", trained(given)}, {"the engine", TokenizerAccess::table(tokenizer)}};
}

Codec codec_of(const Trained& trained) {
  return trained.name == "the engine" ? engine_codec(trained.table)
                                      : reference_codec(trained.table);
}

}  // namespace bpetite::test
