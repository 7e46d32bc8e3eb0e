// The operations about text in motion by the reference, which encodes whole texts and compares them
// (reference_motion), and by the engine (engine_motion).
#include "conform/program/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <bpetite/errors.hpp>
#include <bpetite/stream.hpp>

#include "bpetite/backend.hpp"
#include "core/utf8.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/id_sink.hpp"
#include "engine/motion/canonical.hpp"
#include "engine/motion/parts.hpp"
#include "engine/motion/session.hpp"
#include "engine/motion/stream.hpp"
#include "engine/motion/windows.hpp"
#include "reference/canonical.hpp"
#include "reference/encode.hpp"
#include "reference/motion.hpp"
#include "reference/parts.hpp"
#include "reference/windows.hpp"

namespace bpetite::conform::program {
namespace {

reference::IsSafeCut safe_cuts_of(const Table& table) {
  return [splitter = std::make_shared<const engine::compile::Splitter>(table.profile.splits)](
             std::string_view text, std::size_t at) { return splitter->is_safe_place(text, at); };
}

// The text without a scalar that is cut at its end.
std::string_view whole_scalars(std::string_view text) {
  const auto fault = utf8::first_ill_formed(text);
  return fault ? text.substr(0, *fault) : text;
}

// Where a literal begins that the text may still complete, or the end of the text.
std::size_t begin_of_open_literal(std::string_view text, const Table& table) {
  std::size_t begin = text.size();
  for (const SpecialToken& token : table.specials) {
    const std::string_view literal = token.literal;
    for (std::size_t size = std::min(literal.size() - 1, text.size()); size > 0; --size) {
      if (text.ends_with(literal.substr(0, size))) {
        begin = std::min(begin, text.size() - size);
        break;
      }
    }
  }
  return begin;
}

// The number of ids before the last safe place of an open text whose scalars on both sides are
// decided: what a stream must have given (S60c). 0 if the table has a normalizer, or an added token
// that depends on what is beside it: there it is not computed.
std::size_t least_given(std::string_view open_text, const Table& table) {
  const auto& added = table.profile.added.tokens;
  const bool looks_around = std::ranges::any_of(added, [](const AddedToken& token) {
    return token.lstrip || token.rstrip || token.single_word;
  });
  if (table.profile.normalizer != Normalizer::none || looks_around) return 0;

  // The text before an open literal. With it, it may be a text that is refused: `<s>` is not
  // allowed, and `<s>x` is.
  std::string_view text = whole_scalars(open_text);
  text = text.substr(0, begin_of_open_literal(text, table));
  std::size_t last = 0;
  for (const auto& [at, is_safe] : reference::places_of(text, table, safe_cuts_of(table))) {
    if (is_safe && at < text.size()) last = at;  // the scalar behind it is decided too
  }
  return reference::encode(text.substr(0, last), table).size();
}

}  // namespace

std::string edited(std::string_view text, const suite::Edit& edit) {
  const auto is_place = [&](std::size_t at) {
    return at == text.size() || (at < text.size() && !utf8::is_continuation(text[at]));
  };
  if (edit.begin > edit.end || !is_place(edit.begin) || !is_place(edit.end)) {
    throw ValueError(fmt::format("session: bytes {} to {}, required places of the text of {} bytes",
                                 edit.begin, edit.end, text.size()),
                     "S61b");
  }
  return fmt::format("{}{}{}", text.substr(0, edit.begin), edit.text, text.substr(edit.end));
}

Motion reference_motion() {
  Motion motion;
  motion.stream = [](std::span<const std::string> pieces, const Loaded& loaded) {
    std::string all;
    for (const std::string& piece : pieces) all += piece;
    const Ids ids = reference::encode(all, loaded.table);
    std::vector<Ids> given;
    std::string text;
    std::size_t done = 0;
    for (const std::string& piece : pieces) {
      text += piece;
      const std::size_t least = std::max(done, least_given(text, loaded.table));
      given.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(done),
                         ids.begin() + static_cast<std::ptrdiff_t>(least));
      done = least;
    }
    given.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(done), ids.end());
    return given;
  };
  motion.edit = [](std::string_view text, std::span<const suite::Edit> edits,
                   const Loaded& loaded) {
    std::string now(text);
    Ids ids = reference::encode(now, loaded.table);
    std::vector<Patch> patches;
    for (const suite::Edit& edit : edits) {
      now = edited(now, edit);
      Ids next = reference::encode(now, loaded.table);
      patches.push_back(reference::patch_of(ids, next));
      ids = std::move(next);
    }
    return patches;
  };
  motion.parts = [](std::span<const TextPart> parts, const PartsOptions& options,
                    const Loaded& loaded) {
    return reference::encode_parts(parts, loaded.table, options);
  };
  motion.canonical = [](std::span<const TokenId> ids, CanonicalAs as, const Loaded& loaded) {
    return reference::divergence(ids, loaded.table, as);
  };
  motion.windows = [](std::string_view text, const WindowOptions& options, const Loaded& loaded) {
    return reference::windows(text, options, loaded.table, safe_cuts_of(loaded.table));
  };
  return motion;
}

Motion engine_motion() {
  Motion motion;
  motion.stream = [](std::span<const std::string> pieces, const Loaded& loaded) {
    engine::motion::Stream stream(loaded.model->encoder(), {}, MotionOptions().max_pending);
    std::vector<Ids> given;
    for (const std::string& piece : pieces) stream.push(piece, given.emplace_back());
    stream.finish(given.emplace_back());
    return given;
  };
  motion.edit = [](std::string_view text, std::span<const suite::Edit> edits,
                   const Loaded& loaded) {
    engine::motion::Session session(loaded.model->encoder(), {}, MotionOptions().max_pending);
    session.append(text);
    std::vector<Patch> patches;
    for (const auto& [begin, end, with] : edits) {
      patches.push_back(session.replace(begin, end, with));
    }
    return patches;
  };
  motion.parts = [](std::span<const TextPart> parts, const PartsOptions& options,
                    const Loaded& loaded) {
    EncodedParts found;
    engine::VectorSink sink(found.ids);
    engine::motion::Sources sources;
    engine::motion::append_parts(loaded.model->encoder(), parts, options, sink, &sources);
    found.spans = engine::motion::spans_of(loaded.table, found.ids, sources);
    found.parts = engine::motion::parts_of(loaded.table, parts, found.spans);
    return found;
  };
  motion.canonical = [](std::span<const TokenId> ids, CanonicalAs as, const Loaded& loaded) {
    return engine::motion::divergence(loaded.model->encoder(), loaded.model->decoder(), ids, as);
  };
  motion.windows = [](std::string_view text, const WindowOptions& options, const Loaded& loaded) {
    using Counts = engine::motion::SliceCounts;
    return Counts(loaded.model->encoder(), loaded.model->span_finder(), text, {},
                  Counts::Use::windows)
        .windows(options);
  };
  return motion;
}

bool is_changed(const Motion& motion) {
  static const Motion reference = reference_motion();
  const auto other = [&](auto part) {
    return (motion.*part).target_type() != (reference.*part).target_type();
  };
  return other(&Motion::stream) || other(&Motion::edit) || other(&Motion::parts) ||
         other(&Motion::canonical) || other(&Motion::windows);
}

}  // namespace bpetite::conform::program
