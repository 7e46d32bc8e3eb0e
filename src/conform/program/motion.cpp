// Answers requests about text in motion: reads the members of a request, calls the operation of the
// reference or of the engine, and writes the answer (motion_answer). The reference encodes whole
// texts and compares them.
#include "conform/program/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <bpetite/canonical.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "conform/program/implementation.hpp"
#include "conform/suite/motion_rules.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/vectors.hpp"
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

constexpr std::size_t any_wait = std::size_t{1} << 20;

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

}  // namespace

std::string edited(std::string_view text, const Edit& edit) {
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

std::size_t least_given(std::string_view open_text, const Table& table) {
  const std::string_view text = whole_scalars(open_text);
  const auto& added = table.profile.added.tokens;
  const bool looks_around = std::ranges::any_of(added, [](const AddedToken& token) {
    return token.lstrip || token.rstrip || token.single_word;
  });
  if (table.profile.normalizer != Normalizer::none || looks_around) return 0;

  const std::size_t decided = begin_of_open_literal(text, table);
  std::size_t last = 0;
  for (const auto& [at, is_safe] : reference::places_of(text, table, safe_cuts_of(table))) {
    if (is_safe && at < decided) last = at;  // the scalar behind it is decided too
  }
  return reference::encode(text.substr(0, last), table).size();
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
  motion.edit = [](std::string_view text, std::span<const Edit> edits, const Loaded& loaded) {
    std::string now(text);
    Ids ids = reference::encode(now, loaded.table);
    std::vector<Patch> patches;
    for (const Edit& edit : edits) {
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
    engine::motion::Stream stream(loaded.model->encoder(), {}, any_wait);
    std::vector<Ids> given;
    for (const std::string& piece : pieces) stream.push(piece, given.emplace_back());
    stream.finish(given.emplace_back());
    return given;
  };
  motion.edit = [](std::string_view text, std::span<const Edit> edits, const Loaded& loaded) {
    engine::motion::Session session(loaded.model->encoder(), {}, any_wait);
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

namespace {

using suite::PlacedJson;

std::vector<std::string> texts_in(const PlacedJson& list) {
  std::vector<std::string> texts;
  list.each([&](const PlacedJson& text) { texts.push_back(text.bytes()); });
  return texts;
}

std::vector<Edit> edits_in(const PlacedJson& request, bool appends) {
  std::vector<Edit> edits;
  if (appends) {
    std::size_t size = 0;
    for (std::string& text : texts_in(request.get("texts_hex"))) {
      const std::size_t added = text.size();
      edits.push_back({size, size, std::move(text)});
      size += added;
    }
    return edits;
  }
  request.get("edits").each([&](const PlacedJson& edit) {
    edits.push_back(
        {edit.item(0).number(0, SIZE_MAX), edit.item(1).number(0, SIZE_MAX), edit.item(2).bytes()});
  });
  return edits;
}

json::Value row(std::initializer_list<std::size_t> numbers) {
  json::Array array;
  for (const std::size_t number : numbers) array.push_back(json::integer(number));
  return {std::move(array)};
}

json::Object stream_answer(const PlacedJson& request, const Motion& motion, const Loaded& loaded) {
  json::Array given;
  for (const Ids& ids : motion.stream(texts_in(request.get("pieces_hex")), loaded)) {
    given.push_back(suite::ids_value(ids));
  }
  return {{"given", {std::move(given)}}};
}

json::Object patches_answer(std::string_view text, std::span<const Edit> edits,
                            const Motion& motion, const Loaded& loaded) {
  json::Array patches;
  for (const Patch& patch : motion.edit(text, edits, loaded)) {
    patches.push_back({json::Object{{"kept", json::integer(patch.kept)},
                                    {"gone", json::integer(patch.gone)},
                                    {"ids", suite::ids_value(patch.ids)}}});
  }
  return {{"patches", {std::move(patches)}}};
}

// The parts of a request, which own their texts.
struct OwnedParts {
  std::vector<std::string> texts;
  std::vector<TextPart> parts;
};

OwnedParts parts_in(const PlacedJson& list) {
  OwnedParts owned;
  owned.texts.reserve(list.array().size());  // the parts are views
  list.each([&](const PlacedJson& part) {
    const std::string_view kind = part.one_of({"text_hex", "template_hex", "token"});
    const PlacedJson content = part.get(kind);
    if (kind == "text_hex") {
      owned.parts.push_back(TextPart::untrusted(owned.texts.emplace_back(content.bytes())));
    } else if (kind == "template_hex") {
      owned.parts.push_back(TextPart::trusted(owned.texts.emplace_back(content.bytes())));
    } else if (json::is_integer(content.value())) {
      owned.parts.push_back(TextPart::token(static_cast<TokenId>(content.number(0, UINT32_MAX))));
    } else {
      owned.parts.push_back(TextPart::token(owned.texts.emplace_back(content.text())));
    }
  });
  return owned;
}

json::Object parts_answer(const PlacedJson& request, const Motion& motion, const Loaded& loaded) {
  const OwnedParts owned = parts_in(request.get("parts"));
  PartsOptions options;
  options.seams = request.get("seams").choice(suite::seam_names) == 0 ? Seams::joined : Seams::cut;
  options.strict = request.get("strict").flag();
  const EncodedParts found = motion.parts(owned.parts, options, loaded);
  json::Array bytes;
  for (const Span& span : found.spans) bytes.push_back(row({span.begin, span.end}));
  json::Array in_parts;
  for (const PartRange& range : found.parts) in_parts.push_back(row({range.first, range.last}));
  return {{"ids", suite::ids_value(found.ids)},
          {"bytes", {std::move(bytes)}},
          {"in_parts", {std::move(in_parts)}}};
}

json::Object canonical_answer(const PlacedJson& request, const Motion& motion,
                              const Loaded& loaded) {
  const auto ids = suite::token_ids(request.get("ids").array());
  if (!ids) throw KeyError("decode: unknown token id", "FR-22");
  const CanonicalAs as = request.get("as").choice(suite::canonical_names) == 0
                             ? CanonicalAs::parts
                             : CanonicalAs::one_string;
  const auto found = motion.canonical(*ids, as, loaded);
  if (!found) return {{"canonical", {true}}};
  return {{"canonical", {false}},
          {"index", json::integer(found->index)},
          {"byte", json::integer(found->byte)},
          {"cause", json::string(name(found->cause))}};
}

json::Object windows_answer(const PlacedJson& request, const Motion& motion, const Loaded& loaded) {
  const WindowOptions options{.most_ids = request.get("max_ids").number(0, SIZE_MAX),
                              .overlap = request.get("overlap").number(0, SIZE_MAX),
                              .at = request.get("at").choice(suite::window_end_names) == 0
                                        ? WindowEnd::safe
                                        : WindowEnd::line};
  json::Array windows;
  for (const Window& window : motion.windows(request.get("text_hex").bytes(), options, loaded)) {
    windows.push_back(row({window.begin, window.end, window.ids}));
  }
  return {{"windows", {std::move(windows)}}};
}

}  // namespace

json::Object motion_answer(std::string_view op, const json::Object& request, const Motion& motion,
                           const Loaded& loaded) {
  const json::Value value{request};
  const PlacedJson placed(std::string(op), "", value);
  if (op == "stream") return stream_answer(placed, motion, loaded);
  if (op == "append") return patches_answer("", edits_in(placed, true), motion, loaded);
  if (op == "replace") {
    return patches_answer(placed.get("text_hex").bytes(), edits_in(placed, false), motion, loaded);
  }
  if (op == "parts") return parts_answer(placed, motion, loaded);
  if (op == "canonical") return canonical_answer(placed, motion, loaded);
  return windows_answer(placed, motion, loaded);
}

namespace {

bool is_list_of_ids(const json::Value* value) {
  const auto* const list = value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
  return list != nullptr && std::ranges::all_of(*list, json::is_integer);
}

bool is_list_of_rows(const json::Value& value, std::size_t size) {
  const auto* const list = std::get_if<json::Array>(&value.data);
  return list != nullptr && std::ranges::all_of(*list, [&](const json::Value& row) {
           return is_list_of_ids(&row) && std::get<json::Array>(row.data).size() == size;
         });
}

bool is_patch(const json::Value& value) {
  const auto* const patch = std::get_if<json::Object>(&value.data);
  if (patch == nullptr) return false;
  const auto is_number = [&](std::string_view name) {
    const json::Value* const number = json::find(*patch, name);
    return number != nullptr && json::is_integer(*number);
  };
  return is_number("kept") && is_number("gone") && is_list_of_ids(json::find(*patch, "ids"));
}

std::variant<json::Object, suite::Malformed> read_stream(std::size_t pieces,
                                                         const json::Object& answer) {
  const json::Array* const given = suite::list_member(answer, "given");
  if (given == nullptr || given->size() != pieces + 1 ||
      !std::ranges::all_of(*given, [](const json::Value& ids) { return is_list_of_ids(&ids); })) {
    return suite::Malformed{"\"given\" with a list of ids for each piece and one for the end"};
  }
  json::Array joined;
  json::Array counts;
  for (const json::Value& ids : *given) {
    const auto& list = std::get<json::Array>(ids.data);
    joined.insert(joined.end(), list.begin(), list.end());
    counts.push_back(json::integer(joined.size()));
  }
  counts.pop_back();  // of the whole text
  return json::Object{{"ids", {std::move(joined)}}, {"counts", {std::move(counts)}}};
}

// Members that an answer may leave out, with the number of items of each row.
void take_rows(json::Object& read, const json::Object& answer, std::string_view name) {
  const json::Value* const rows = json::find(answer, name);
  if (rows != nullptr && is_list_of_rows(*rows, 2)) read.push_back({std::string(name), *rows});
}

// The members of a patch in the order of the expectation.
json::Value ordered(const json::Value& patch) {
  const auto& members = std::get<json::Object>(patch.data);
  json::Object read;
  for (const char* const name : {"kept", "gone", "ids"}) {
    read.push_back({name, *json::find(members, name)});
  }
  return {std::move(read)};
}

}  // namespace

std::variant<json::Object, suite::Malformed> read_motion(std::string_view op,
                                                         const json::Object& request,
                                                         const json::Object& answer) {
  if (op == "stream") return read_stream(suite::list_member(request, "pieces_hex")->size(), answer);
  if (op == "append" || op == "replace") {
    const json::Array* const patches = suite::list_member(answer, "patches");
    if (patches == nullptr || !std::ranges::all_of(*patches, is_patch)) {
      return suite::Malformed{"\"patches\" with \"kept\", \"gone\" and \"ids\""};
    }
    json::Array read;
    std::ranges::transform(*patches, std::back_inserter(read), ordered);
    return json::Object{{"patches", {std::move(read)}}};
  }
  if (op == "parts") {
    const json::Value* const ids = json::find(answer, "ids");
    if (!is_list_of_ids(ids)) return suite::Malformed{"\"ids\" of integers"};
    json::Object read{{"ids", *ids}};
    take_rows(read, answer, "bytes");
    take_rows(read, answer, "in_parts");
    return read;
  }
  if (op == "windows") {
    const json::Value* const windows = json::find(answer, "windows");
    if (windows == nullptr || !is_list_of_rows(*windows, 3)) {
      return suite::Malformed{"\"windows\" of three numbers"};
    }
    return json::Object{{"windows", *windows}};
  }
  const json::Value* const canonical = json::find(answer, "canonical");
  const auto* const is_canonical =
      canonical == nullptr ? nullptr : std::get_if<bool>(&canonical->data);
  if (is_canonical == nullptr) return suite::Malformed{"\"canonical\" that is true or false"};
  json::Object read{{"canonical", *canonical}};
  if (*is_canonical) return read;
  const json::Value* const index = json::find(answer, "index");
  if (index == nullptr || !json::is_integer(*index)) {
    return suite::Malformed{"\"index\" that is an integer"};
  }
  for (const char* const name : {"index", "byte", "cause"}) {
    if (const json::Value* const value = json::find(answer, name)) read.push_back({name, *value});
  }
  return read;
}

}  // namespace bpetite::conform::program
