// Says whether ids can go on: whether they are the first ids of some text that begins with their
// bytes (continuation, S63f, S63g).
//
//   merge (10,10) -> 256, ids 10 10      a chunk that ends here would have the id 256. But if "m"
//                                        follows, the chunk ends between the two: yes, with "m"
//   merge (97,98) -> 256, ids 97 98      one chunk, whatever follows, and the pair is merged: no
//
// A Stream reads the bytes. Ids that are final and differ are a "no". Behind them only a tail
// matters, which is cut in few ways, whatever follows (open_ends.hpp). If none of them fits the
// ids, that is a "no" too. Otherwise texts that make these cuts are tried, and a "yes" is one that
// the stream encodes with these ids. Cost: that of decoding and encoding; and up to some tens of
// milliseconds for a tail that does not fit at once. Of a tail of megabytes, such as one chunk of
// blanks, four to eight texts are tried. For a "no", the bytes are read some times more to find its
// index, mostly near the first id that encoding would not give, but not encoded.
// props/motion/continuation.cpp compares the answers with the reference.
#pragma once

#include <span>

#include <bpetite/motion.hpp>

#include "engine/decode.hpp"
#include "engine/encode.hpp"

namespace bpetite::engine::motion {

// KeyError for an unknown id. The decoder must be that of the encoder's table.
Continuation continuation(const Encoder& encoder, const Decoder& decoder,
                          std::span<const TokenId> ids, CanonicalAs as);

}  // namespace bpetite::engine::motion
