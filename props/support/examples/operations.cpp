// Defines the operations of the examples (`train`, `encode`, `load`, `save`, `render` and others).
// Most call a function of the reference and name its results. For some, the engine or the public
// library must give the same.
#include "support/examples/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <bpetite/canonical.hpp>
#include <bpetite/conversation.hpp>
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>
#include <bpetite/windows.hpp>

#include "artifact/artifact.hpp"
#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/encode.hpp"
#include "engine/motion/places.hpp"
#include "engine/normalize/nfc.hpp"
#include "reference/canonical.hpp"
#include "reference/conversation.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/motion.hpp"
#include "reference/normalize.hpp"
#include "reference/offsets.hpp"
#include "reference/parts.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"
#include "reference/train.hpp"
#include "reference/windows.hpp"
#include "support/examples/fields.hpp"
#include "support/programs/process.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// Replaces the first `from` in the text by `to`. Throws if there is none.
void replace_once(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    throw std::runtime_error(from + " does not occur in the artifact");
  }
  text.replace(at, from.size(), to);
}

json::Object outcome_of(const artifact::Fault& fault) {
  json::Array requirement;
  for (const std::string& clause : fault.requirements) {
    requirement.push_back(value_of(clause));
  }
  return {{"error", value_of(fault.error)},
          {"step", value_of(static_cast<std::uint64_t>(fault.step))},
          {"clause", value_of(fault.clause)},
          {"requirement", {requirement}},
          {"says", value_of(fault.message)}};
}

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

constexpr std::string_view old_bytes = "old";
constexpr std::string_view new_bytes = "new";

// "nothing", "directory", or the content of the file at the path.
std::string holds(const fs::path& path) {
  if (!fs::exists(fs::symlink_status(path))) {
    return "nothing";
  }
  return fs::is_directory(path) ? "directory" : file::read(path);
}

// Prepares the destination that `setup` names, and returns its path.
fs::path destination(const fs::path& directory, const std::string& setup) {
  const fs::path path = directory / "tokenizer.json";
  if (setup == "missing-parent") {
    return directory / "missing" / "tokenizer.json";
  }
  if (setup == "directory") {
    fs::create_directory(path);
  } else if (setup == "exists") {
    write(path, old_bytes);
  } else if (setup == "symlink") {
    write(directory / "target.json", old_bytes);
    fs::create_symlink("target.json", path);
  } else if (setup != "free") {
    throw std::runtime_error(setup + " is not a setup");
  }
  return path;
}

// {"error":"KeyError","clause":"FR-22","says":"decode: ..."}, with "offset" if the error has one.
json::Object outcome_of(const Error& error) {
  json::Object outcome = {{"error", value_of(error.kind())},
                          {"clause", value_of(error.clause())},
                          {"says", value_of(std::string_view(error.what()))}};
  if (const auto* ill_formed = dynamic_cast<const UnicodeDecodeError*>(&error)) {
    outcome.push_back({"offset", value_of(std::uint64_t{ill_formed->offset()})});
  }
  return outcome;
}

// Loads an artifact. The fields give its bytes in `whole`, or its `merges` and a list `replace` of
// pairs [from, to]: in the artifact of the merges, each first `from` is replaced by `to`. Returns
// {"valid":true,"canonical":true,"saves_canonical":true}, or the first step that it fails.
json::Object load_artifact(Fields& fields) {
  std::string bytes;
  std::string canonical;
  if (fields.take("whole") != nullptr || fields.take("whole_hex") != nullptr) {
    bytes = fields.bytes("whole");
  } else {
    canonical = artifact::serialize(merges_table(fields));
    bytes = canonical;
  }
  if (const json::Value* replacements = fields.take("replace")) {
    for (const json::Value& replacement : as_array(*replacements)) {
      const json::Array& from_to = as_array(replacement);
      replace_once(bytes, as_string(from_to.at(0)), as_string(from_to.at(1)));
    }
  }

  const auto judged = artifact::check(bytes);
  if (const auto* fault = std::get_if<artifact::Fault>(&judged)) {
    return outcome_of(*fault);
  }
  const Table& table = std::get<Table>(judged);
  const std::string saved = artifact::serialize(table);
  return {{"valid", value_of(true)},
          {"canonical", value_of(saved == bytes)},
          {"saves_canonical", value_of(saved == canonical)},
          {"loaded_merges", value_of(std::span(table.merges))}};
}

// The canonical artifact of `merges`: {"bytes":N,"contains":"..."}.
json::Object serialize_artifact(Fields& fields) {
  const std::string bytes = artifact::serialize(merges_table(fields));
  return {{"bytes", value_of(bytes.size())}, {"contains", value_of(bytes)}};
}

// Saves to a destination that `setup` describes: {"saved":true,"holds":"new","files":[...]}.
json::Object save_artifact(Fields& fields) {
  const TemporaryDirectory directory;
  const fs::path path = destination(directory.path(), as_string(fields.need("setup")));
  const bool overwrite = as_bool(fields.need("overwrite"));

  json::Object outcome = {{"saved", value_of(true)}};
  try {
    file::save_atomically(path, new_bytes, overwrite);
  } catch (const Error& error) {
    outcome = outcome_of(error);
  }

  // The files that exist afterwards, also when saving failed.
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  json::Array files;
  for (const std::string& name : names) {
    files.push_back(value_of(name));
  }
  outcome.push_back({"files", json::Value{files}});
  outcome.push_back({"holds", value_of(holds(path))});
  outcome.push_back({"target_holds", value_of(holds(directory.path() / "target.json"))});
  return outcome;
}

void require_same(bool is_same) {
  if (!is_same) throw std::runtime_error("the engine and the reference render it differently");
}

std::optional<TokenName> token_in(Fields& fields, std::string_view key) {
  const json::Value* const value = fields.take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* const literal = std::get_if<std::string>(&value->data)) {
    return std::string_view(*literal);
  }
  return as_id(*value);
}

// The special token with this `literal`; without the field, the one that begins a document:
// {"id":256}.
json::Object special_token(Fields& fields) {
  const Tokenizer tokenizer = TokenizerAccess::make(table_in(fields));
  const json::Value* const literal = fields.take("literal");
  const TokenId id =
      literal == nullptr ? bos_token_id(tokenizer) : encode_special(tokenizer, as_string(*literal));
  return {{"id", value_of(std::uint64_t{id})}};
}

// The ids of a `text` with the tokens `prepend` and `append`, each a literal or an id:
// {"ids":[...]}.
json::Object encode_ends(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Ends ends{token_in(fields, "prepend"), token_in(fields, "append")};
  const std::vector<TokenId> ids =
      encode_with_ends(TokenizerAccess::make(table_in(fields)), text, ends);
  return {{"ids", value_of(ids)}};
}

// Renders the `conversation` with the reference and with the engine, which must agree:
// {"ids":[...],"mask":[...]}. With `completion true` there is no mask. At most `max_tokens`.
json::Object render_conversation(Fields& fields) {
  const std::string json = text_of(fields.need("conversation"));
  const json::Value* const most = fields.take("max_tokens");
  const std::size_t max_tokens = most == nullptr ? default_max_tokens : as_number(*most);
  const bool is_completion = fields.take("completion") != nullptr;
  const bool strict = fields.take("strict") != nullptr;
  const Table table = table_in(fields);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const Conversation conversation = read_conversation(json);
  if (is_completion) {
    const std::vector<TokenId> ids =
        reference::render_for_completion(conversation, max_tokens, table, strict);
    require_same(render_for_completion(tokenizer, conversation, max_tokens, strict) == ids);
    return {{"ids", value_of(ids)}};
  }
  const RenderedConversation tokens = reference::render(conversation, max_tokens, table, strict);
  require_same(render(tokenizer, conversation, max_tokens, strict) == tokens);
  json::Array mask;
  for (const std::uint8_t is_trained : tokens.mask)
    mask.push_back(value_of(std::uint64_t{is_trained}));
  return {{"ids", value_of(tokens.ids)}, {"mask", {std::move(mask)}}};
}

// Cuts with the reference and with the engine, which must agree.
json::Object pretokenize(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Profile profile = cutting_profile_in(fields);
  const std::vector<std::string_view> found = reference::pretokenize(text, profile);
  if (found != engine::compile::Splitter(profile.splits).chunks(text)) {
    throw std::runtime_error("the engine and the reference cut it differently");
  }
  json::Array chunks;
  for (const auto chunk : found) chunks.push_back(value_of(chunk));
  return {{"chunks", {chunks}}};
}

json::Object classify(Fields& fields) {
  const unicode::Version version = version_in(fields);
  json::Array classes;
  for (const char32_t scalar : scalars_in(fields)) {
    const bool letter = unicode::is_letter(scalar, version);
    const bool number = unicode::is_number(scalar, version);
    const bool white = unicode::is_white_space(scalar);
    classes.push_back(value_of(std::string_view(letter ? "L" : number ? "N" : white ? "S" : "-")));
  }
  return {{"classes", {classes}}};
}

json::Object fold(Fields& fields) {
  const unicode::Version version = version_in(fields);
  json::Array folded;
  for (const char32_t scalar : scalars_in(fields)) {
    const auto value = static_cast<std::uint32_t>(unicode::fold(scalar, version));
    folded.push_back(value_of(fmt::format("U+{:04X}", value)));
  }
  return {{"folded", {folded}}};
}

// Whether bytes are well-formed UTF-8, by the rule that all operations on texts use.
json::Object utf8(Fields& fields) {
  reference::encode(bytes_of_hex(as_string(fields.need("hex"))), v1_table({}));
  return {{"valid", value_of(true)}};
}

json::Object train(Fields& fields) {
  std::vector<std::string> corpora;
  if (const json::Value* texts = fields.take("texts")) {
    for (const json::Value& text : as_array(*texts)) {
      corpora.push_back(as_string(text));
    }
  } else {
    corpora.push_back(fields.bytes("corpus"));
  }
  const std::vector<std::string_view> texts(corpora.begin(), corpora.end());
  const Table table = v1_train(texts, as_id(fields.need("vocab_size")));
  return {{"merges", value_of(std::span(table.merges))},
          {"mergeable_vocab_size", value_of(table.tokens.size())},
          {"special_id", value_of(std::uint64_t{table.specials.front().id})}};
}

json::Object count(Fields& fields) {
  const std::string corpus = fields.bytes("corpus");
  const std::vector<std::string_view> texts = {corpus};
  const auto chunks = reference::count_chunks(texts, profiles::v1());
  json::Array counts;
  for (const auto& [pair, times] : reference::count_pairs(chunks)) {
    counts.push_back({json::Array{value_of(std::uint64_t{pair.left}),
                                  value_of(std::uint64_t{pair.right}), value_of(times)}});
  }
  return {{"counts", {counts}}};
}

json::Object without_special(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  return {{"ids_after", value_of(reference::without_special_tokens(ids, table_in(fields)))}};
}

json::Object pass(Fields& fields) {
  std::vector<TokenId> ids = fields.ids("ids");
  const std::vector<TokenId> pair = fields.ids("pair");
  reference::merge_pass(ids, {pair.at(0), pair.at(1)}, as_id(fields.need("token")));
  return {{"ids_after", value_of(ids)}};
}

json::Object encode(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Table table = table_in(fields);
  std::vector<TokenId> ids = reference::encode(text, table, choice_in(fields));
  if (!table.profile.ids_around.before.empty() || !table.profile.ids_around.after.empty()) {
    ids = reference::with_template(std::move(ids), table.profile.ids_around);
  }
  return {{"ids", value_of(ids)}};
}

// The ids after each of the `pieces`, and those at the end. The engine gives them, and together
// they must be the reference's ids of the whole text. `bytes` has the pieces as hexadecimal digits.
json::Object pieces(Fields& fields) {
  std::vector<std::string> pieces;
  if (const json::Value* const texts = fields.take("pieces")) {
    for (const json::Value& piece : as_array(*texts)) pieces.push_back(as_string(piece));
  } else {
    for (const json::Value& piece : as_array(fields.need("bytes"))) {
      pieces.push_back(bytes_of_hex(as_string(piece)));
    }
  }
  MotionOptions options;
  if (const json::Value* const most = fields.take("max_pending")) {
    options.max_pending = as_number(*most);
  }
  const Table table = table_in(fields);
  options.specials = choice_in(fields);
  Stream stream(TokenizerAccess::make(table), options);
  json::Array given;
  std::vector<TokenId> all;
  const auto give = [&](const std::vector<TokenId>& ids) {
    all.insert(all.end(), ids.begin(), ids.end());
    given.push_back(value_of(ids));
  };
  for (const std::string& piece : pieces) give(stream.push(piece));
  give(stream.finish());
  const std::string text = fmt::format("{}", fmt::join(pieces, ""));
  if (all != reference::encode(text, table, options.specials)) {
    throw std::runtime_error("the ids of the stream are not those of its text");
  }
  return {{"given", {std::move(given)}}};
}

// The patch of each of the `edits`, which are [begin, end, text], and the `ids` at the end. Those
// of the engine must be the reference's.
json::Object session(Fields& fields) {
  const json::Array edits = as_array(fields.need("edits"));
  const Table table = table_in(fields);
  Session session(TokenizerAccess::make(table), {.specials = choice_in(fields)});
  json::Array patches;
  for (const json::Value& edit : edits) {
    const json::Array& parts = as_array(edit);
    const std::vector<TokenId> before(session.ids().begin(), session.ids().end());
    const Patch patch =
        session.replace(as_number(parts.at(0)), as_number(parts.at(1)), as_string(parts.at(2)));
    if (patch != reference::patch_of(before, reference::encode(session.text(), table))) {
      throw std::runtime_error("the patch of the session is not the reference's");
    }
    patches.push_back({json::Array{value_of(std::uint64_t{patch.kept}),
                                   value_of(std::uint64_t{patch.gone}), value_of(patch.ids)}});
  }
  return {{"patches", {std::move(patches)}}, {"ids", value_of(session.ids())}};
}

// [[0,2],[2,5]]: spans, or ranges of parts.
template <typename Pairs>
json::Value pairs_of(const Pairs& pairs) {
  json::Array all;
  for (const auto& [first, second] : pairs) {
    all.push_back({json::Array{value_of(first), value_of(second)}});
  }
  return {all};
}

// By the reference, and by the engine, which must agree.
json::Object offsets(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Table table = table_in(fields);
  const std::vector<TokenId> ids = reference::encode(text, table);
  const std::vector<Span> bytes = reference::byte_spans(text, ids, table);
  const std::vector<Span> scalars = reference::scalar_spans(text, bytes);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  if (encode_with_offsets(tokenizer, text).spans != bytes ||
      encode_with_offsets(tokenizer, text, {}, OffsetUnit::scalars).spans != scalars) {
    throw std::runtime_error("the engine has other offsets than the reference");
  }
  return {{"ids", value_of(ids)}, {"bytes", pairs_of(bytes)}, {"scalars", pairs_of(scalars)}};
}

// parts [["text","ab"],["token",300]]: views into the fields; bytes of hex are kept in `owned`.
std::vector<TextPart> parts_in(Fields& fields, std::deque<std::string>& owned) {
  std::vector<TextPart> parts;
  for (const json::Value& pair : as_array(fields.need("parts"))) {
    const std::string& kind = as_string(as_array(pair).at(0));
    const json::Value& value = as_array(pair).at(1);
    const auto* const text = std::get_if<std::string>(&value.data);
    if (kind == "token") {
      parts.push_back(text != nullptr ? TextPart::token(std::string_view(*text))
                                      : TextPart::token(as_id(value)));
    } else if (kind == "template") {
      parts.push_back(TextPart::trusted(as_string(value)));
    } else if (kind == "text" || kind == "text_hex") {
      owned.push_back(kind == "text" ? as_string(value) : bytes_of_hex(as_string(value)));
      parts.push_back(TextPart::untrusted(owned.back()));
    } else {
      throw std::runtime_error(kind + " is not a kind of part");
    }
  }
  return parts;
}

// By the reference, and by the engine, which must agree.
json::Object parts(Fields& fields) {
  std::deque<std::string> owned;
  const std::vector<TextPart> given = parts_in(fields, owned);
  PartsOptions options;
  if (const json::Value* seams = fields.take("seams")) {
    options.seams = as_string(*seams) == "cut" ? Seams::cut : Seams::joined;
  }
  options.strict = fields.take("strict") != nullptr;
  const Table table = table_in(fields);
  const EncodedParts found = reference::encode_parts(given, table, options);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  if (encode_parts(tokenizer, given, options) != found.ids ||
      encode_parts_with_spans(tokenizer, given, options) != found) {
    throw std::runtime_error("the engine and the reference encode the parts differently");
  }
  return {{"ids", value_of(found.ids)},
          {"bytes", pairs_of(found.spans)},
          {"in_parts", pairs_of(found.parts)}};
}

// By the reference, and by the engine, which must agree.
json::Object first(Fields& fields) {
  const std::string text = fields.bytes("text");
  const std::uint64_t limit = as_number(fields.need("limit"));
  const Table table = table_in(fields);
  const EncodedPrefix found = reference::encode_with_template_up_to(text, limit, table);
  if (encode_with_template_up_to(TokenizerAccess::make(table), text, limit) != found) {
    throw std::runtime_error("the engine has other first ids than the reference");
  }
  return {{"ids", value_of(found.ids)},
          {"is_cut", value_of(found.is_cut)},
          {"covered", value_of(found.covered)},
          {"rest", value_of(found.rest)}};
}

// Each of the next four by the reference, and by the engine, which must agree.
std::size_t agreed(std::size_t reference, std::size_t engine) {
  if (reference != engine)
    throw std::runtime_error("the engine and the reference count differently");
  return reference;
}

json::Object slice(Fields& fields) {
  const std::string text = fields.bytes("text");
  const std::uint64_t begin = as_number(fields.need("begin"));
  const std::uint64_t end = as_number(fields.need("end"));
  const SpecialChoice choice = choice_in(fields);
  const Table table = table_in(fields);
  const SliceCounts counts(TokenizerAccess::make(table), text, choice);
  return {{"count", value_of(agreed(reference::count_slice(text, begin, end, table, choice),
                                    counts.count(begin, end)))}};
}

json::Object until(Fields& fields) {
  const std::string text = fields.bytes("text");
  const std::uint64_t limit = as_number(fields.need("limit"));
  const SpecialChoice choice = choice_in(fields);
  const Table table = table_in(fields);
  return {
      {"count", value_of(agreed(reference::count_up_to(text, limit, table, choice),
                                count_up_to(TokenizerAccess::make(table), text, limit, choice)))}};
}

reference::IsSafeCut is_safe_cut(const Table& table) {
  return [splitter = engine::compile::Splitter(table.profile.splits)](
             std::string_view text, std::size_t at) { return splitter.is_safe_place(text, at); };
}

json::Object places(Fields& fields) {
  const std::string text = fields.bytes("text");
  const SpecialChoice choice = choice_in(fields);
  const Table table = table_in(fields);
  const engine::Encoder encoder(table);
  const engine::motion::Places engine_places(encoder, text, choice);
  json::Array all;
  json::Array safe;
  for (const auto& [at, is_safe] : reference::places_of(text, table, is_safe_cut(table), choice)) {
    all.push_back(value_of(at));
    if (is_safe) safe.push_back(value_of(at));
    if (!engine_places.is_place(at) || engine_places.is_safe(at) != is_safe) {
      throw std::runtime_error("the engine and the reference cut it differently");
    }
  }
  return {{"places", {all}}, {"safe", {safe}}};
}

json::Object divide(Fields& fields) {
  const std::string text = fields.bytes("text");
  WindowOptions options{as_number(fields.need("most_ids"))};
  if (const json::Value* const overlap = fields.take("overlap")) {
    options.overlap = as_number(*overlap);
  }
  if (fields.take("at") != nullptr) options.at = WindowEnd::line;
  const SpecialChoice choice = choice_in(fields);
  const Table table = table_in(fields);
  const auto found = reference::windows(text, options, table, is_safe_cut(table), choice);
  if (windows(TokenizerAccess::make(table), text, options, choice) != found) {
    throw std::runtime_error("the engine has other windows than the reference");
  }
  json::Array all;
  for (const Window& window : found) {
    all.push_back(
        {json::Array{value_of(window.begin), value_of(window.end), value_of(window.ids)}});
  }
  return {{"windows", {all}}};
}

// By the reference, and by the engine, which must agree.
json::Object canonical(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  const json::Value* const wanted = fields.take("as");
  const bool is_one = wanted != nullptr && as_string(*wanted) == "one string";
  const CanonicalAs as = is_one ? CanonicalAs::one_string : CanonicalAs::parts;
  const Table table = table_in(fields);
  const auto found = reference::divergence(ids, table, as);
  if (divergence(TokenizerAccess::make(table), ids, as) != found) {
    throw std::runtime_error("the engine and the reference find different divergences");
  }
  if (!found) return {{"canonical", value_of(true)}};
  return {{"canonical", value_of(false)},
          {"index", value_of(found->index)},
          {"byte", value_of(found->byte)},
          {"cause", value_of(name(found->cause))}};
}

// Asks the engine. The reference must confirm a continuation that the engine gives or that the
// example has. If the engine says no, the reference must find none among some short texts.
json::Object go_on(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  const json::Value* const wanted = fields.take("as");
  const bool is_one = wanted != nullptr && as_string(*wanted) == "one string";
  const CanonicalAs as = is_one ? CanonicalAs::one_string : CanonicalAs::parts;
  std::optional<std::string> given;
  if (const json::Value* const text = fields.take("with")) given = as_string(*text);
  if (const json::Value* const hex = fields.take("with_hex")) given = bytes_of_hex(as_string(*hex));
  const Table table = table_in(fields);
  const Continuation found = continuation(TokenizerAccess::make(table), ids, as);
  if (given && !reference::goes_on_with(*given, ids, table, as)) {
    throw std::runtime_error("the ids of the text of \"with\" do not begin with the ids");
  }
  if (found.answer == Continuation::Answer::unknown) return {{"goes_on", value_of("unknown")}};
  if (found.answer == Continuation::Answer::yes) {
    if (!reference::goes_on_with(found.bytes, ids, table, as)) {
      throw std::runtime_error("the engine gives a text with other ids by the reference");
    }
    return {{"goes_on", value_of(true)}};
  }
  for (const std::string_view more : {"", "a", "m", "1", " ", "\n", "'", " a", "\n\n", "\u00e9"}) {
    if (reference::goes_on_with(more, std::span(ids).first(found.index + 1), table, as)) {
      throw std::runtime_error("the engine says no, but the ids can go on");
    }
  }
  return {{"goes_on", value_of(false)}, {"index", value_of(found.index)}};
}

json::Object split(Fields& fields) {
  const std::string text = fields.bytes("text");
  const auto specials = specials_of(fields.need("specials"));
  json::Array segments;
  for (const auto& segment : reference::split_specials(text, specials)) {
    const auto* ordinary = std::get_if<std::string_view>(&segment);
    if (ordinary != nullptr) {
      segments.push_back(value_of(*ordinary));
    } else {
      segments.push_back(value_of(std::uint64_t{std::get<reference::FoundSpecial>(segment).id}));
    }
  }
  return {{"segments", {segments}}};
}

// Normalizes with the reference and with the engine, which must agree.
json::Object normalize(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Normalizer normalizer = normalizer_in(fields).value_or(Normalizer::none);
  const std::string form = reference::normalize(text, normalizer);
  if (const auto version = form_of(normalizer)) {
    if (engine::normalize::nfc(*version).changed(text).value_or(text) != form) {
      throw std::runtime_error("the engine and the reference normalize it differently");
    }
  }
  return {{"form", value_of(form)}};
}

// ill_formed "replaced". Refused without the field.
IllFormed ill_formed_in(Fields& fields) {
  const json::Value* wanted = fields.take("ill_formed");
  if (wanted == nullptr) return IllFormed::refused;
  if (as_string(*wanted) == "replaced") return IllFormed::replaced;
  throw std::runtime_error(text_of(*wanted) + " is not a way to decode, required \"replaced\"");
}

json::Object decode(Fields& fields) {
  const std::vector<TokenId> ids = fields.ids("ids");
  const bool is_lossy = ill_formed_in(fields) == IllFormed::replaced;
  const Table table = table_in(fields);
  const std::string text =
      is_lossy ? reference::decode_lossy(ids, table) : reference::decode(ids, table);
  return {{"text", value_of(text)}, {"text_hex", value_of(hex_of_bytes(text))}};
}

// The result of each call of a stream: calls [[97,226],"finish"] add ids, or end it. For an error
// it is the kind, and the place if the error has one.
json::Object stream_calls(const json::Value& calls, StreamDecoder& decoder) {
  json::Array answers;
  for (const json::Value& call : as_array(calls)) {
    std::vector<TokenId> ids;
    const bool is_end = std::holds_alternative<std::string>(call.data);
    if (!is_end) {
      for (const json::Value& id : as_array(call)) ids.push_back(as_id(id));
    }
    std::string answer;
    try {
      answer = is_end ? decoder.finish() : decoder.add(ids);
    } catch (const UnicodeDecodeError& error) {
      answer = fmt::format("{} {}", error.kind(), error.offset());
    } catch (const Error& error) {
      answer = error.kind();
    }
    answers.push_back(value_of(answer));
  }
  return {{"answers", {answers}}};
}

json::Object stream(Fields& fields) {
  const IllFormed ill_formed = ill_formed_in(fields);
  if (const json::Value* calls = fields.take("calls")) {
    StreamDecoder decoder(TokenizerAccess::make(table_in(fields)), ill_formed);
    return stream_calls(*calls, decoder);
  }
  const std::vector<TokenId> ids = fields.ids("ids");
  StreamDecoder decoder(TokenizerAccess::make(table_in(fields)), ill_formed);
  json::Array parts;
  for (const TokenId& id : ids) {
    parts.push_back(value_of(decoder.add({&id, 1})));
  }
  const std::string end = decoder.finish();
  if (!end.empty()) parts.push_back(value_of(end));
  return {{"parts", {parts}}};
}

// Trains, encodes, decodes, and requires the same text back. The result is the number of ids.
json::Object roundtrip(Fields& fields) {
  const std::string corpus = fields.bytes("corpus");
  const std::string text = fields.bytes("text");
  const std::vector<std::string_view> texts = {corpus};
  const Table table = v1_train(texts, as_id(fields.need("vocab_size")));
  const std::vector<TokenId> ids = reference::encode(text, table);
  if (reference::decode(ids, table) != text) {
    throw std::runtime_error("decoding the ids gives another text");
  }
  return {{"ids_count", value_of(ids.size())}};
}

const std::map<std::string_view, json::Object (*)(Fields&)>& operations() {
  static const std::map<std::string_view, json::Object (*)(Fields&)> all = {
      {"canonical", canonical},
      {"classify", classify},
      {"continuation", go_on},
      {"count", count},
      {"decode", decode},
      {"encode", encode},
      {"ends", encode_ends},
      {"first", first},
      {"fold", fold},
      {"load", load_artifact},
      {"normalize", normalize},
      {"offsets", offsets},
      {"without_special", without_special},
      {"parts", parts},
      {"pass", pass},
      {"pieces", pieces},
      {"places", places},
      {"pretokenize", pretokenize},
      {"render", render_conversation},
      {"roundtrip", roundtrip},
      {"save", save_artifact},
      {"serialize", serialize_artifact},
      {"session", session},
      {"slice", slice},
      {"special", special_token},
      {"split", split},
      {"stream", stream},
      {"train", train},
      {"until", until},
      {"utf8", utf8},
      {"windows", divide}};
  return all;
}

}  // namespace

json::Object run_operation(std::string_view name, Fields& fields) {
  const auto operation = operations().find(name);
  if (operation == operations().end()) {
    throw std::runtime_error(fmt::format("there is no operation {}", name));
  }
  try {
    return operation->second(fields);
  } catch (const Error& error) {
    return outcome_of(error);
  }
}

}  // namespace bpetite::test
