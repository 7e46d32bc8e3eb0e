// Lists the faults with texts in motion (spec/22-motion.md, level L6 of the kit): streams that give
// ids too early or join pieces wrongly, sessions that keep ids which an edit changes, parts whose
// trust or whose seams are lost, checks of ids that look at too little, and windows that cut where
// ids change. Whole texts have the right ids; each fault has another way to them.
//
//   append "c" to "ab", merges ab, abc      reference              kept 0, ids 257
//                                           motion-append-alone    kept 1, ids 99
#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/motion.hpp"
#include "reference/offsets.hpp"
#include "reference/parts.hpp"
#include "reference/pretokenize.hpp"
#include "reference/windows.hpp"

namespace bpetite::conform::faults {
namespace {

using program::Ids;
using program::Loaded;
using program::Motion;
using program::TokenizerParts;
using suite::Edit;

PartsEdit moving(std::function<void(Motion&)> change) {
  return [change](TokenizerParts parts) {
    change(parts.motion);
    return parts;
  };
}

// --- Streams. ---

using Pieces = std::span<const std::string>;

PartsEdit streaming(std::function<std::vector<Ids>(Pieces, const Table&)> stream) {
  return moving([stream](Motion& motion) {
    motion.stream = [stream](Pieces pieces, const Loaded& loaded) {
      return stream(pieces, loaded.table);
    };
  });
}

// The pieces as another stream reads them.
PartsEdit reading_pieces(std::function<std::vector<std::string>(Pieces)> change) {
  return moving([change](Motion& motion) {
    motion.stream = [change, stream = motion.stream](Pieces pieces, const Loaded& loaded) {
      return stream(change(pieces), loaded);
    };
  });
}

// A stream that takes some ids of the open text for final: as many as `count` says.
PartsEdit taking_for_final(std::function<std::size_t(std::string_view, const Table&)> count) {
  return streaming([count](Pieces pieces, const Table& table) {
    std::vector<Ids> given;
    std::string text;
    std::size_t done = 0;
    Ids ids;
    for (const std::string& piece : pieces) {
      text += piece;
      const auto fault = utf8::first_ill_formed(text);
      const std::string_view whole = std::string_view(text).substr(0, fault.value_or(text.size()));
      ids = reference::encode(whole, table);
      const std::size_t end = std::max(done, std::min(ids.size(), count(whole, table)));
      given.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(std::min(done, ids.size())),
                         ids.begin() + static_cast<std::ptrdiff_t>(std::min(end, ids.size())));
      done = end;
    }
    ids = reference::encode(text, table);
    given.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(std::min(done, ids.size())),
                       ids.end());
    return given;
  });
}

std::size_t ids_of_chunks_before_the_last(std::string_view text, const Table& table) {
  const auto chunks = reference::pretokenize(text, table.profile);
  if (chunks.empty()) return 0;
  const std::size_t before = text.size() - chunks.back().size();
  return reference::encode(text.substr(0, before), table).size();
}

// Each piece decoded by itself: a scalar that it cuts is replaced.
std::vector<std::string> with_replaced_scalars(Pieces pieces) {
  std::vector<std::string> replaced;
  for (const std::string& piece : pieces) replaced.push_back(suite::mended(piece, "\ufffd"));
  return replaced;
}

// Where the first literal ends that a text completes, or the end of the text.
std::size_t end_of_first_literal(std::string_view text, const Table& table) {
  std::size_t end = text.size();
  for (const SpecialToken& token : table.specials) {
    const std::size_t at = text.find(token.literal);
    if (at != std::string_view::npos) end = std::min(end, at + token.literal.size());
  }
  return end;
}

// Each text up to the end of a literal is encoded by itself.
std::vector<Ids> cut_behind_literals(Pieces pieces, const Table& table) {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  std::vector<Ids> given(pieces.size());
  Ids& ids = given.emplace_back();
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = end_of_first_literal(rest, table);
    const Ids before = reference::encode(rest.substr(0, end), table);
    ids.insert(ids.end(), before.begin(), before.end());
    rest.remove_prefix(end);
  }
  return given;
}

std::vector<Fault> of_streams() {
  return {
      {"motion-stream-pieces", "Each piece of a stream is encoded by itself.", "MotionStream", L6,
       streaming([](Pieces pieces, const Table& table) {
         std::vector<Ids> given;
         for (const std::string& piece : pieces) given.push_back(reference::encode(piece, table));
         given.emplace_back();
         return given;
       })},
      {"motion-stream-late", "A stream gives no id before the end of its text.", "MotionStream", L6,
       taking_for_final([](std::string_view, const Table&) { return std::size_t{0}; })},
      {"motion-stream-last-id", "All ids of an open text but the last are taken for final.",
       "MotionStream", L6, taking_for_final([](std::string_view text, const Table& table) {
         const std::size_t count = reference::encode(text, table).size();
         return count == 0 ? 0 : count - 1;
       })},
      {"motion-stream-last-chunk", "All chunks of an open text but the last are taken for final.",
       "MotionStream", L6, taking_for_final(ids_of_chunks_before_the_last)},
      {"motion-stream-scalar-replaced", "A scalar that a piece cuts becomes U+FFFD.",
       "MotionStream", L6, reading_pieces(with_replaced_scalars)},
      {"motion-stream-literal-cut", "A special token is found only where one piece has all of it.",
       "MotionStream", L6, moving([](Motion& motion) {
         motion.stream = [stream = motion.stream](Pieces pieces, const Loaded& loaded) {
           const auto has_a_literal = [&](const std::string& piece) {
             return suite::has_literal(loaded.table, piece);
           };
           if (std::ranges::any_of(pieces, has_a_literal)) return stream(pieces, loaded);
           Loaded plain = loaded;
           plain.table.specials.clear();
           plain.table.profile.added.tokens.clear();
           return stream(pieces, plain);
         };
       })},
      {"motion-stream-cut-literal", "A text is cut behind each special token that is complete.",
       "MotionStream", L6, streaming(cut_behind_literals)},
  };
}

// --- Sessions. ---

// What an edit does: the new ids, from the old text and ids, the edit, and the new text.
struct Change {
  std::string_view old_text;
  const Ids& old_ids;
  const Edit& edit;
  std::string_view text;

  bool appends() const { return edit.begin == old_text.size(); }
};

PartsEdit editing(std::function<Ids(const Change&, const Table&)> ids_after,
                  std::function<Patch(const Ids&, const Ids&)> patch_of = reference::patch_of) {
  return moving([ids_after, patch_of](Motion& motion) {
    motion.edit = [ids_after, patch_of](std::string_view text, std::span<const Edit> edits,
                                        const Loaded& loaded) {
      std::string now(text);
      Ids ids = reference::encode(now, loaded.table);
      std::vector<Patch> patches;
      for (const Edit& edit : edits) {
        const std::string next = program::edited(now, edit);
        Ids next_ids = ids_after({now, ids, edit, next}, loaded.table);
        patches.push_back(patch_of(ids, next_ids));
        now = next;
        ids = std::move(next_ids);
      }
      return patches;
    };
  });
}

Ids encoded(const Change& change, const Table& table) {
  return reference::encode(change.text, table);
}

// The byte before which the first ids of a text end.
std::size_t end_of(const Ids& ids, std::size_t count, const Table& table) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i)
    end += reference::decode_bytes({&ids[i], 1}, table).size();
  return end;
}

// Keeps all ids but the last 64, and encodes what is behind them.
Ids with_an_overlap_of_64(const Change& change, const Table& table) {
  constexpr std::size_t overlap = 64;
  if (!change.appends() || change.old_ids.size() <= overlap) return encoded(change, table);
  std::size_t kept = change.old_ids.size() - overlap;
  std::size_t at = end_of(change.old_ids, kept, table);
  while (kept > 0 && utf8::is_continuation(change.text[at])) {
    at = end_of(change.old_ids, --kept, table);
  }
  Ids ids(change.old_ids.begin(), change.old_ids.begin() + static_cast<std::ptrdiff_t>(kept));
  const Ids behind = reference::encode(change.text.substr(at), table);
  ids.insert(ids.end(), behind.begin(), behind.end());
  return ids;
}

// Takes the old ids from the first one behind the edit that the new ids have at the same place.
Ids resynchronised(const Change& change, const Table& table) {
  Ids ids = encoded(change, table);
  const std::size_t edit_end = change.edit.begin + change.edit.text.size();
  const std::size_t shift = change.old_text.size() - change.edit.end;  // bytes behind the edit
  std::size_t at = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t behind = change.text.size() - at;
    if (at >= edit_end && behind <= shift) {
      std::size_t old_at = 0;
      for (std::size_t k = 0; k < change.old_ids.size(); ++k) {
        if (change.old_text.size() - old_at == behind && change.old_ids[k] == ids[i]) {
          ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i), ids.end());
          ids.insert(ids.end(), change.old_ids.begin() + static_cast<std::ptrdiff_t>(k),
                     change.old_ids.end());
          return ids;
        }
        old_at += reference::decode_bytes({&change.old_ids[k], 1}, table).size();
      }
    }
    at += reference::decode_bytes({&ids[i], 1}, table).size();
  }
  return ids;
}

std::vector<Fault> of_sessions() {
  return {
      {"motion-append-alone", "Text that is appended is encoded by itself.", "MotionEdit", L6,
       editing([](const Change& change, const Table& table) {
         if (!change.appends()) return encoded(change, table);
         Ids ids = change.old_ids;
         const Ids added = reference::encode(change.edit.text, table);
         ids.insert(ids.end(), added.begin(), added.end());
         return ids;
       })},
      {"motion-append-overlap", "Only the last 64 ids are encoded again when text is appended.",
       "MotionEdit", L6, editing(with_an_overlap_of_64)},
      {"motion-edit-equal-ids", "Behind an edit, the old ids go on at the first equal id.",
       "MotionEdit", L6, editing(resynchronised)},
      {"motion-patch-whole", "A patch replaces all ids.", "MotionEdit", L6,
       editing(encoded,
               [](const Ids& old_ids, const Ids& ids) {
                 return Patch{0, old_ids.size(), ids};
               })},
      {"motion-patch-to-the-end", "A patch replaces all ids from the first that changes.",
       "MotionEdit", L6,
       editing(encoded,
               [](const Ids& old_ids, const Ids& ids) {
                 const auto same = std::ranges::mismatch(old_ids, ids);
                 return Patch{static_cast<std::size_t>(same.in1 - old_ids.begin()),
                              static_cast<std::size_t>(old_ids.end() - same.in1),
                              {same.in2, ids.end()}};
               })},
  };
}

// --- Parts. ---

using PartsGiven = std::vector<TextPart>;

// Encodes other parts, with other options.
PartsEdit putting_together(std::function<void(PartsGiven&, PartsOptions&, const Table&)> change) {
  return moving([change](Motion& motion) {
    motion.parts = [change, encode = motion.parts](std::span<const TextPart> given,
                                                   PartsOptions options, const Loaded& loaded) {
      PartsGiven parts(given.begin(), given.end());
      change(parts, options, loaded.table);
      return encode(parts, options, loaded);
    };
  });
}

// Literals are looked for in each part: a template part without a whole one yields none.
void search_each_part(PartsGiven& parts, PartsOptions&, const Table& table) {
  for (TextPart& part : parts) {
    if (part.kind == TextPart::Kind::template_ && !suite::has_literal(table, part.text)) {
      part.kind = TextPart::Kind::text;
    }
  }
}

void trust_all(PartsGiven& parts, PartsOptions&, const Table&) {
  for (TextPart& part : parts) {
    if (part.kind == TextPart::Kind::text) part.kind = TextPart::Kind::template_;
  }
}

// Each part of text is searched for special tokens, but not across its ends.
void trust_texts(PartsGiven& parts, PartsOptions& options, const Table& table) {
  for (const TextPart& part : parts) {
    if (part.kind == TextPart::Kind::text && suite::has_literal(table, part.text)) {
      trust_all(parts, options, table);
      return;
    }
  }
}

std::vector<Fault> of_trust() {
  return {
      {"motion-parts-trusted", "All parts are joined and encoded as one text of a template.",
       "MotionParts", L6, putting_together(trust_all)},
      {"motion-parts-special-in-text", "A text part yields the special tokens that it spells.",
       "MotionParts", L6, putting_together(trust_texts)},
      {"motion-parts-cut", "Each part is encoded by itself, though the seams are joined.",
       "MotionParts", L6, putting_together([](PartsGiven&, PartsOptions& options, const Table&) {
         options.seams = Seams::cut;
       })},
      {"motion-parts-joined", "The seams are joined, though they are to be cut.", "MotionParts", L6,
       putting_together([](PartsGiven&, PartsOptions& options, const Table&) {
         options.seams = Seams::joined;
       })},
      {"motion-parts-each", "Literals are looked for in each part, not in each run.", "MotionParts",
       L6, putting_together(search_each_part)},
      {"motion-parts-lax", "Strict parts still yield added tokens that are not special.",
       "MotionParts", L6, putting_together([](PartsGiven&, PartsOptions& options, const Table&) {
         options.strict = false;
       })},
      {"motion-parts-token-as-text", "A token part is encoded as the text of its literal.",
       "MotionParts", L6,
       putting_together([](PartsGiven& parts, PartsOptions&, const Table& table) {
         for (TextPart& part : parts) {
           if (part.kind != TextPart::Kind::token) continue;
           for (const SpecialToken& token : table.specials) {
             if (part.id ? token.id == *part.id : token.literal == part.text) {
               part = TextPart::untrusted(token.literal);
               break;
             }
           }
         }
       })},
      {"motion-parts-first-part", "An id that reaches over a seam belongs to the first part.",
       "MotionParts", L6, moving([](Motion& motion) {
         motion.parts = [encode = motion.parts](std::span<const TextPart> parts,
                                                const PartsOptions& options, const Loaded& loaded) {
           EncodedParts found = encode(parts, options, loaded);
           for (PartRange& range : found.parts) range.last = range.first;
           return found;
         };
       })},
  };
}

// --- Canonical ids. ---

PartsEdit checking(decltype(Motion::canonical) check) {
  return moving([check](Motion& motion) { motion.canonical = check; });
}

// Each pair of neighbours, encoded as a text, has to give itself.
std::optional<Divergence> by_pairs(std::span<const TokenId> ids, CanonicalAs,
                                   const Loaded& loaded) {
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    const std::string text = reference::decode_bytes(ids.subspan(i, 2), loaded.table);
    if (utf8::first_ill_formed(text)) continue;
    const Ids again = reference::encode(text, loaded.table);
    if (!std::ranges::equal(again, ids.subspan(i, 2))) {
      return Divergence{i, reference::decode_bytes(ids.first(i), loaded.table).size()};
    }
  }
  return std::nullopt;
}

std::vector<Fault> of_canonical() {
  return {
      {"motion-canonical-decoded", "Ids that decode to a text are taken for canonical.",
       "MotionCanonical", L6,
       checking([](std::span<const TokenId> ids, CanonicalAs,
                   const Loaded& loaded) -> std::optional<Divergence> {
         const std::string text = reference::decode_bytes(ids, loaded.table);
         return utf8::first_ill_formed(text) ? std::optional(Divergence{}) : std::nullopt;
       })},
      {"motion-canonical-pairs", "Ids are canonical if each two of them, as a text, are.",
       "MotionCanonical", L6, checking(by_pairs)},
      {"motion-canonical-one-string", "Ids of special tokens are taken for the text they spell.",
       "MotionCanonical", L6, moving([](Motion& motion) {
         motion.canonical = [check = motion.canonical](std::span<const TokenId> ids, CanonicalAs,
                                                       const Loaded& loaded) {
           return check(ids, CanonicalAs::one_string, loaded);
         };
       })},
      {"motion-canonical-parts", "One string is checked as if special ids stood apart in it.",
       "MotionCanonical", L6, moving([](Motion& motion) {
         motion.canonical = [check = motion.canonical](std::span<const TokenId> ids, CanonicalAs,
                                                       const Loaded& loaded) {
           return check(ids, CanonicalAs::parts, loaded);
         };
       })},
  };
}

// --- Windows. ---

PartsEdit dividing(decltype(Motion::windows) windows) {
  return moving([windows](Motion& motion) { motion.windows = windows; });
}

PartsEdit dividing_with(std::function<void(WindowOptions&)> change) {
  return moving([change](Motion& motion) {
    motion.windows = [change, windows = motion.windows](
                         std::string_view text, WindowOptions options, const Loaded& loaded) {
      change(options);
      return windows(text, options, loaded);
    };
  });
}

// The ids of the whole text, N at a time: windows end where the bytes of an id do. There are no
// windows if N is 0.
std::vector<Window> by_ids_of_the_text(std::string_view text, const WindowOptions& options,
                                       const Loaded& loaded) {
  if (options.most_ids == 0) return {};
  const Ids ids = reference::encode(text, loaded.table);
  std::vector<Window> windows;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ids.size(); i += options.most_ids) {
    const std::size_t count = std::min(options.most_ids, ids.size() - i);
    const std::size_t end =
        begin + reference::decode_bytes({ids.data() + i, count}, loaded.table).size();
    windows.push_back({begin, end, count});
    begin = end;
  }
  return windows;
}

// A window grows by a scalar as long as it fits, as if counts never fell.
std::vector<Window> grown(std::string_view text, const WindowOptions& options,
                          const Loaded& loaded) {
  reference::check_utf8(text);
  std::vector<Window> windows;
  for (std::size_t begin = 0; begin < text.size(); begin = windows.back().end) {
    Window window{begin, begin, 0};
    for (std::size_t end = begin; end < text.size();) {
      end += utf8::scalar_at(text, end).size;
      const std::size_t count =
          reference::encode(text.substr(begin, end - begin), loaded.table).size();
      if (count > options.most_ids) break;
      window = {begin, end, count};
    }
    if (window.end == begin) throw ValueError("windows: a scalar does not fit", "S64e");
    windows.push_back(window);
  }
  return windows;
}

std::vector<Fault> of_windows() {
  return {
      {"motion-windows-ids", "A window has N ids of the whole text, wherever their bytes end.",
       "MotionWindows", L6, dividing(by_ids_of_the_text)},
      {"motion-windows-grown", "A window grows until one more character is too much.",
       "MotionWindows", L6, dividing(grown)},
      {"motion-windows-no-overlap", "An overlap is left out.", "MotionWindows", L6,
       dividing_with([](WindowOptions& options) { options.overlap = 0; })},
      {"motion-windows-no-lines", "Ends of lines are not preferred.", "MotionWindows", L6,
       dividing_with([](WindowOptions& options) { options.at = WindowEnd::safe; })},
      {"motion-windows-one-more", "A window may have one id more.", "MotionWindows", L6,
       dividing_with([](WindowOptions& options) { ++options.most_ids; })},
  };
}

}  // namespace

std::vector<Fault> motion_faults() {
  std::vector<Fault> all;
  for (const auto family : {of_streams, of_sessions, of_trust, of_canonical, of_windows}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  return all;
}

}  // namespace bpetite::conform::faults
