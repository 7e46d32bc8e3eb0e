// The operations on conversations that examples of the specification use: special, ends, render.
#pragma once

#include "support/examples/fields.hpp"

namespace bpetite::test {

// The special token with this `literal`, or without one that which begins a document:
// {"id":256}.
json::Object special_token(Fields& fields);

// The ids of a `text` with the tokens `prepend` and `append`, each a literal or an id:
// {"ids":[...]}.
json::Object encode_ends(Fields& fields);

// Renders the `conversation` by the reference and by the engine, which must agree:
// {"ids":[...],"mask":[...]}. With `completion true` there is no mask. At most `max_tokens`.
json::Object render_conversation(Fields& fields);

}  // namespace bpetite::test
