// The operations about text in motion (spec/22-motion.md): a function for each (Motion), those of
// the reference and those of the engine. Also declares a loaded tokenizer (Loaded).
//
//   reference_motion().edit("ab", {{2, 2, "c"}}, loaded)      kept 0, gone 1, ids 257
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/motion.hpp>

#include "conform/suite/motion_input.hpp"
#include "core/table.hpp"

namespace bpetite::backend {
class Model;
}

namespace bpetite::conform::program {

// A loaded tokenizer, which the protocol knows by a handle.
struct Loaded {
  Table table;
  std::shared_ptr<const backend::Model> model = nullptr;  // only for the engine
};

using Ids = std::vector<TokenId>;

struct Motion {
  // The ids after each piece, and behind them the rest, which come at the end of the text.
  std::function<std::vector<Ids>(std::span<const std::string> pieces, const Loaded&)> stream;
  // What each edit does to the ids of the text.
  std::function<std::vector<Patch>(std::string_view text, std::span<const suite::Edit>,
                                   const Loaded&)>
      edit;
  std::function<EncodedParts(std::span<const TextPart>, const PartsOptions&, const Loaded&)> parts;
  std::function<std::optional<Divergence>(std::span<const TokenId>, CanonicalAs, const Loaded&)>
      canonical;
  std::function<std::vector<Window>(std::string_view text, const WindowOptions&, const Loaded&)>
      windows;
};

// Its streams give the ids before the last safe place of what came, and no more (S60c).
Motion reference_motion();
Motion engine_motion();

// Whether one of the functions is not that of the reference.
bool is_changed(const Motion& motion);

// The text with an edit. ValueError: its ends are not places of the text (S61b).
std::string edited(std::string_view text, const suite::Edit& edit);

}  // namespace bpetite::conform::program
