// Says whether ids can go on: whether they are the first ids of some text that begins with their
// bytes (continuation, S63f, S63g).
//
//   merge (10,10) -> 256, ids 10 10      a chunk that ends here would have the id 256. But if "m"
//                                        follows, the chunk ends between the two: yes, with "m"
//   merge (97,98) -> 256, ids 97 98      one chunk, whatever follows, and the pair is merged: no
//
// A Stream reads the bytes. If its final ids differ from the given ones, the answer is "no". If
// not, only the tail behind them is left. Whatever follows, there are few ways to cut it
// (open_ends.hpp). If no way fits the ids, the answer is "no". If one fits, texts that make these
// cuts are tried, and the answer is "yes" with the first text that the stream encodes to these ids.
//
// Cost: that of decoding and encoding; and up to some tens of milliseconds for a tail that does not
// fit at once. For a tail of megabytes, such as one chunk of blanks, four to eight texts are tried.
// To find the index of a "no", the bytes are read a few times more, but not encoded: the index is
// mostly near the first id that encoding would not give.
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
