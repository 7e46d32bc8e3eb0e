// Encodes a text that is put together from parts (encode_parts), and finds for each id the bytes
// and the parts that it came from (encode_parts_with_spans).
//
//   text "ab", template "c<s>"      ids 256 99 300      spans 0..2 2..3 3..6      parts 0 1 1
#include <bpetite/parts.hpp>

#include "bpetite/access.hpp"
#include "engine/encode.hpp"
#include "engine/id_sink.hpp"
#include "engine/motion/parts.hpp"

namespace bpetite {

std::vector<TokenId> encode_parts(const Tokenizer& tokenizer, std::span<const TextPart> parts,
                                  const PartsOptions& options) {
  std::vector<TokenId> ids;
  engine::VectorSink sink(ids);
  engine::motion::append_parts(TokenizerAccess::model(tokenizer).encoder(), parts, options, sink);
  return ids;
}

EncodedParts encode_parts_with_spans(const Tokenizer& tokenizer, std::span<const TextPart> parts,
                                     const PartsOptions& options) {
  const engine::Encoder& encoder = TokenizerAccess::model(tokenizer).encoder();
  EncodedParts found;
  engine::VectorSink sink(found.ids);
  engine::motion::Sources sources;
  engine::motion::append_parts(encoder, parts, options, sink, &sources);
  found.spans = engine::motion::spans_of(encoder.table(), found.ids, sources);
  found.parts = engine::motion::parts_of(encoder.table(), parts, found.spans);
  return found;
}

}  // namespace bpetite
