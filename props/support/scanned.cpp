// Compares the engine's chunks and ids with the reference's. A scan of the text, which shares no
// code with them, says which special tokens a text yields (`SpecialLaw`). Also makes texts for that
// law: with a literal in every position, and random ones, with random choices of special tokens.
#include "support/scanned.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/chunk_encoder.hpp"
#include "reference/encode.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"

namespace bpetite::test {

std::string ids_difference(std::string_view text, const Table& table,
                           const engine::EncodeOptions& options,
                           std::initializer_list<unsigned> threads) {
  const std::vector<TokenId> wanted = reference::encode(text, table);
  const engine::Encoder encoder(table, options);
  for (const unsigned count : threads) {
    const std::vector<TokenId> got = encoder.encode(text, count);
    if (got == wanted) continue;
    return fmt::format("{} by {} on {} threads: want {}, got {}", utf8::quoted(text, 1000),
                       table.profile.name, count, wanted, got);
  }
  return "";
}

const reference::Pretokenizer& pretokenizer_of(const Scanned& scanned) {
  static const std::vector<reference::Pretokenizer> all = [] {
    std::vector<reference::Pretokenizer> made;
    for (const Scanned& it : all_scanned) made.emplace_back(it.profile);
    return made;
  }();
  return all.at(static_cast<std::size_t>(scanned.scan));
}

std::string scan_difference(std::string_view text) {
  for (const Scanned& scanned : all_scanned) {
    const auto wanted = pretokenizer_of(scanned).chunks(text);
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      const auto got = engine::scan::chunks(text, scanned.scan, level);
      if (got != wanted) {
        return fmt::format("{} at level {}: want {}, got {}", scanned.profile.name,
                           static_cast<int>(level), fmt::join(wanted, "|"), fmt::join(got, "|"));
      }
    }
  }
  return "";
}

std::optional<engine::machine::Level> ids_differ_at(const std::vector<std::string>& texts,
                                                    const Table& table, const Scanned& scanned,
                                                    std::size_t cache_memory) {
  const engine::merge::MergeTable merges(table);
  const auto tokens = reference::tokens_by_bytes(table);
  std::vector<std::vector<TokenId>> wanted(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto chunk : pretokenizer_of(scanned).chunks(texts[i])) {
      const auto ids = reference_ids(chunk, table, tokens);
      wanted[i].insert(wanted[i].end(), ids.begin(), ids.end());
    }
  }
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  // The buffer is long enough for each batch, so that the encoder writes into it without copying.
  std::vector<TokenId> buffer(longest + 2 * engine::ChunkEncoder::max_together);
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    engine::ChunkEncoder encoder(merges, scanned.scan, {level, cache_memory});
    engine::ChunkEncoder writing(merges, scanned.scan, {level, cache_memory});
    for (std::size_t i = 0; i < 2 * texts.size(); ++i) {
      std::vector<TokenId> ids;
      engine::VectorSink sink(ids);
      encoder.encode(texts[i / 2], sink);
      if (ids != wanted[i / 2]) return level;
      engine::SpanSink written(buffer);
      writing.encode(texts[i / 2], written);
      if (!std::ranges::equal(std::span(buffer).first(written.size()), ids)) return level;
    }
  }
  return std::nullopt;
}

namespace {

using Ids = std::vector<TokenId>;
using Kind = SpecialChoice::Kind;
using Tokens = std::vector<const SpecialToken*>;

// The ids, or the error.
struct Outcome {
  Ids ids;
  std::string error;

  bool operator==(const Outcome&) const = default;
};

template <typename Encode>
Outcome outcome_of(const Encode& encode) {
  try {
    return {encode(), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

std::string shown(const Outcome& outcome) {
  return outcome.error.empty() ? fmt::format("{}", outcome.ids) : outcome.error;
}

// A found literal, or the text between two of them.
struct Part {
  std::string text;
  const SpecialToken* token = nullptr;
};

// Finds at each place the longest literal that begins there (S10).
std::vector<Part> scan(std::string_view text, const Tokens& wanted) {
  std::vector<Part> parts;
  while (!text.empty()) {
    const SpecialToken* longest = nullptr;
    for (const SpecialToken* token : wanted) {
      if (token->literal.front() != text.front()) continue;
      const bool is_longer = longest == nullptr || token->literal.size() > longest->literal.size();
      if (is_longer && text.starts_with(token->literal)) longest = token;
    }
    const std::size_t size = longest == nullptr ? 1 : longest->literal.size();
    if (longest != nullptr || parts.empty() || parts.back().token != nullptr) {
      parts.push_back({"", longest});
    }
    parts.back().text += text.substr(0, size);
    text.remove_prefix(size);
  }
  return parts;
}

// Normalization form C of the texts of SpecialTexts. Only these four sequences change in them.
std::string composed(std::string text) {
  constexpr auto forms = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"<\u0338", "\u226e"}, {">\u0338", "\u226f"}, {"e\u0301", "\u00e9"}, {"\u212b", "\u00c5"}});
  for (const auto& [given, form] : forms) {
    for (std::size_t at = text.find(given); at != std::string::npos; at = text.find(given, at)) {
      text.replace(at, given.size(), form);
    }
  }
  return text;
}

// The result that the law requires for a text: its parts, or the beginning of the error.
struct Law {
  std::vector<Part> parts;
  std::string error;
};

bool is_allowed(const SpecialToken& token, const Table& table, const SpecialChoice& choice) {
  return !token.is_special || table.profile.added.rule == SpecialRule::matched ||
         choice.kind == Kind::all ||
         (choice.kind == Kind::only && std::ranges::count(choice.literals, token.literal) > 0);
}

// S27a: the error of the first token that is not allowed; empty if all are. The token begins at
// `place` and the size of the parts before it, or at `place` if normalization has changed the text
// (S30e).
std::string refusal(const std::vector<Part>& parts, std::size_t place, bool is_changed,
                    const Table& table, const SpecialChoice& choice) {
  std::size_t at = place;
  for (const auto& [text, token] : parts) {
    if (token != nullptr && !is_allowed(*token, table, choice)) {
      return fmt::format("encode: byte {}: the special token {} stands in the text",
                         is_changed ? place : at, utf8::quoted(token->literal));
    }
    at += text.size();
  }
  return "";
}

Law law_of(std::string_view text, const Table& table, const SpecialChoice& choice) {
  const SpecialRule rule = table.profile.added.rule;
  const bool allows = choice.kind == Kind::all || choice.kind == Kind::only;
  if (allows && rule != SpecialRule::refused_unless_allowed) {
    return {{}, "encode: special tokens cannot be allowed"};
  }
  const bool only_plain = rule == SpecialRule::never || choice.kind == Kind::ordinary;
  const auto wanted = [&](bool normalized) {
    Tokens tokens;
    for (const SpecialToken& token : table.specials) {
      if (token.normalized == normalized && !(only_plain && token.is_special)) {
        tokens.push_back(&token);
      }
    }
    return tokens;
  };
  const std::vector<Part> given = scan(text, wanted(false));
  Law law;
  law.error = refusal(given, 0, false, table, choice);
  std::size_t place = 0;
  for (const Part& part : given) {
    if (!law.error.empty()) break;
    if (part.token != nullptr) {
      law.parts.push_back(part);
    } else {
      const bool is_normalized = table.profile.normalizer != Normalizer::none;
      const std::string form = is_normalized ? composed(part.text) : part.text;
      const std::vector<Part> parts = scan(form, wanted(true));
      law.error = refusal(parts, place, form != part.text, table, choice);
      law.parts.insert(law.parts.end(), parts.begin(), parts.end());
    }
    place += part.text.size();
  }
  return law;
}

// The bytes of one of the table's tokens; nullopt for a special token.
std::optional<std::string_view> ordinary_bytes(TokenId id, const Table& table) {
  const auto added = std::ranges::find(table.specials, id, &SpecialToken::id);
  const bool is_special = added != table.specials.end() && added->is_special;
  if (is_special || id >= table.tokens.size()) return std::nullopt;
  return table.tokens[id];
}

// What is wrong with the ids; empty if they agree with the law. Each literal must have its id. The
// text between two literals may have any tokens that are not special and join to it.
std::string ids_fault(const Ids& ids, const Law& law, const Table& table) {
  std::size_t i = 0;
  for (const auto& [text, token] : law.parts) {
    if (token != nullptr) {
      if (i == ids.size() || ids[i] != token->id) {
        return fmt::format("ids[{}]: required {} of \"{}\"", i, token->id, token->literal);
      }
      ++i;
      continue;
    }
    std::string joined;
    for (; i < ids.size() && joined.size() < text.size(); ++i) {
      const auto bytes = ordinary_bytes(ids[i], table);
      if (!bytes) return fmt::format("ids[{}]: required a token of \"{}\"", i, text);
      joined += *bytes;
    }
    if (joined != text) return fmt::format("ids up to {}: \"{}\" for \"{}\"", i, joined, text);
  }
  return i == ids.size() ? "" : fmt::format("ids[{}]: required the end", i);
}

std::string shown(const SpecialChoice& choice) {
  switch (choice.kind) {
    case Kind::all:
      return "all allowed";
    case Kind::only:
      return fmt::format("allowed {}", choice.literals);
    case Kind::ordinary:
      return "as ordinary text";
    case Kind::by_profile:
      break;
  }
  return "by the profile";
}

}  // namespace

SpecialLaw::SpecialLaw(Table table)
    : table_(std::move(table)), encoder_(table_), decoder_(table_) {}

std::string SpecialLaw::name() const {
  return fmt::format("{}, {}", table_.profile.name, bpetite::name(table_.profile.added.rule));
}

std::string SpecialLaw::fault(std::string_view text, const SpecialChoice& choice) const {
  const auto said = [&](std::string_view what) {
    return fmt::format("{}, {}: \"{}\": {}", name(), shown(choice), text, what);
  };
  const Outcome wanted = outcome_of([&] { return reference::encode(text, table_, choice); });
  const Outcome got = outcome_of([&] { return encoder_.encode(text, choice); });
  if (got != wanted) {
    return said(fmt::format("the reference gives {}, the engine {}", shown(wanted), shown(got)));
  }
  const Law law = law_of(text, table_, choice);
  if (!law.error.empty() || !got.error.empty()) {
    const bool is_it = !law.error.empty() && got.error.starts_with(law.error);
    return is_it ? "" : said(fmt::format("required \"{}\", got {}", law.error, shown(got)));
  }
  if (const std::string fault = ids_fault(got.ids, law, table_); !fault.empty()) {
    return said(fmt::format("{}: {}", shown(got), fault));
  }
  std::string form;
  for (const Part& part : law.parts) form += part.text;
  const std::string decoded = decoder_.decode(got.ids);
  return decoded == form ? "" : said(fmt::format("it is decoded to \"{}\"", decoded));
}

std::vector<std::string> special_positions(std::string_view literal, std::string_view other) {
  const std::string it(literal);
  const std::string next(other);
  const std::size_t middle = scalar_end_from(it, it.size() / 2);
  const std::string first = it.substr(0, middle);
  const std::string second = it.substr(middle);
  const std::string without_first = it.substr(scalar_end_from(it, 1));
  std::size_t last = it.size() - 1;
  while (scalar_end_from(it, last) != last) --last;
  const std::string without_last = it.substr(0, last);
  return {it,                              // alone
          it + "ab",                       // at the beginning
          "ab" + it,                       // at the end
          "ab" + it + "ab",                // within a text
          it + it,                         // adjacent
          it + next + it,                  // adjacent to another
          first + it + second,             // nested
          first + next + second,           // another one nested
          without_first,                   // partial
          without_last,                    //
          without_last + it,               // beside a part of it
          it + without_first,              //
          " " + it + "  ",                 // within white space
          "\n\u3000" + it + "\r\n" + it,   //
          "e\u0301" + it + "e\u0301",      // after and before what is normalized
          it + "\u0338" + it + "\u212b"};  // joined to a mark
}

const std::string& SpecialTexts::literal() {
  used_.push_back(table_.specials[below(table_.specials.size())].literal);
  return used_.back();
}

std::string SpecialTexts::piece() {
  constexpr auto words =
      std::to_array<std::string_view>({"ab", " ab", "it's", "12", "345", "\u00e9", "e\u0301",
                                       "\u212b", "\u65e5\u672c", "<", ">", "|", "\U0001f600"});
  constexpr auto blanks =
      std::to_array<std::string_view>({" ", "  ", "\n", "\t", "\u3000", "\r\n", "\n\n  "});
  const std::size_t kind = below(20);
  if (kind < 8) return literal();
  if (kind < 14) {
    // The beginning of a literal, its end, or both with another literal between them.
    const std::string whole = table_.specials[below(table_.specials.size())].literal;
    const std::size_t at = scalar_end_from(whole, below(whole.size()));
    if (kind < 10) return whole.substr(0, at);
    if (kind < 12) return whole.substr(at);
    return whole.substr(0, at) + literal() + whole.substr(at);
  }
  if (kind < 17) return std::string(words[below(words.size())]);
  if (kind < 19) return std::string(blanks[below(blanks.size())]);
  return "\u0338";
}

std::string SpecialTexts::text() {
  used_.clear();
  std::string text;
  for (std::size_t left = 1 + below(7); left > 0; --left) text += piece();
  return text;
}

SpecialChoice SpecialTexts::choice() {
  const bool may_allow = table_.profile.added.rule == SpecialRule::refused_unless_allowed;
  switch (below(may_allow ? 6 : 20)) {
    case 0:
      return SpecialChoice::all();
    case 1:
    case 2: {
      std::vector<std::string> allowed;
      std::ranges::copy_if(used_, std::back_inserter(allowed),
                           [&](const std::string&) { return below(4) > 0; });
      return SpecialChoice::only(std::move(allowed));
    }
    case 3:
      return {};
    default:
      return below(2) == 0 ? SpecialChoice::ordinary() : SpecialChoice();
  }
}

}  // namespace bpetite::test
