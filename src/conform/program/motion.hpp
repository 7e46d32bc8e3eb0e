// The operations about text in motion (spec/22-motion.md): a function for each (Motion), that of
// the reference and that of the engine, and the answer to a request (motion_answer).
//
//   {"op":"append","handle":"a","texts_hex":["6162","63"]}
//   patches: {"kept":0,"gone":0,"ids":[256]}, {"kept":0,"gone":1,"ids":[257]}
//
// A vector (a test case) has the members of the request as its input.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/motion.hpp>

#include "conform/suite/protocol.hpp"
#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite::conform::program {

struct Loaded;

// Puts `text` in place of the bytes from `begin` to `end` of a text.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

using Ids = std::vector<TokenId>;

struct Motion {
  // The ids after each piece, and behind them the rest, which come at the end of the text.
  std::function<std::vector<Ids>(std::span<const std::string> pieces, const Loaded&)> stream;
  // What each edit does to the ids of the text.
  std::function<std::vector<Patch>(std::string_view text, std::span<const Edit>, const Loaded&)>
      edit;
  std::function<EncodedParts(std::span<const TextPart>, const PartsOptions&, const Loaded&)> parts;
  std::function<std::optional<Divergence>(std::span<const TokenId>, CanonicalAs, const Loaded&)>
      canonical;
  std::function<std::vector<Window>(std::string_view text, const WindowOptions&, const Loaded&)>
      windows;
};

Motion reference_motion();
Motion engine_motion();

// Whether one of the functions is not that of the reference.
bool is_changed(const Motion& motion);

// The members of the answer to a request with one of suite::motion_ops. SuiteError for a request
// that PROTOCOL.md does not allow, and the errors of the operation.
json::Object motion_answer(std::string_view op, const json::Object& request, const Motion& motion,
                           const Loaded& loaded);

// Reads the members of an answer: those that are compared. The ids of a stream are joined, with
// their number after each piece ("counts"). Malformed names a member that is missing, or that has
// another type.
//
//   {"given":[[256],[],[32,256]]}      {"ids":[256,32,256],"counts":[1,1]}
std::variant<json::Object, suite::Malformed> read_motion(std::string_view op,
                                                         const json::Object& request,
                                                         const json::Object& answer);

// The number of ids before the last safe place of an open text whose scalars on both sides are
// decided: what a stream must have given (S60c). 0 if the table has a normalizer, or an added token
// that depends on what is beside it: there it is not computed.
std::size_t least_given(std::string_view open_text, const Table& table);

// The text with an edit. ValueError: its ends are not places of the text (S61b).
std::string edited(std::string_view text, const Edit& edit);

}  // namespace bpetite::conform::program
