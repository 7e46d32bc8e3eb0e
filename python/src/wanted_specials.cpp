// Reads the arguments allowed_special and disallowed_special, and turns them into a SpecialChoice
// of the library if one says the same (WantedSpecials). If none does, encode_cut refuses a text
// with a disallowed literal, cuts the text at the allowed ones, and encodes the parts as ordinary
// text; encode_cut_with_offsets does the same, and gives the place of each id. A literal that is
// allowed, but is not a special token, is an error.
//
//   allowed {<|a|>}, disallowed {}      "x<|a|>y<|b|>" is cut into x, <|a|> and y<|b|>
#include "wanted_specials.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/special_choice.hpp"
#include "core/utf8.hpp"
#include "text.hpp"

namespace bpetite::python {
namespace {

bool is_all(nb::handle given) {
  return PyUnicode_Check(given.ptr()) && nb::borrow<nb::str>(given).equal(nb::str("all"));
}

// What is given, with the literals of an iterator, which can be read only once, in a tuple.
nb::object kept(nb::handle given) {
  PyObject* const it = given.ptr();
  if (given.is_none() || PyUnicode_Check(it) || PyTuple_Check(it) || PyAnySet_Check(it)) {
    return nb::borrow(given);
  }
  const nb::object tuple = nb::steal(PySequence_Tuple(it));
  if (!tuple.is_valid()) throw nb::python_error();
  return tuple;
}

// The literals of a set.
std::vector<std::string> literals_of(nb::handle given) {
  if (PyUnicode_Check(given.ptr())) {
    throw nb::type_error("bpetite: required \"all\" or a set of literals of special tokens");
  }
  std::vector<std::string> literals;
  for (const nb::handle literal : nb::iter(given)) {
    literals.emplace_back(utf8_of(literal, "literals of special tokens"));
  }
  return literals;
}

bool have(const std::vector<SpecialToken>& tokens, const std::string& literal) {
  return std::ranges::find(tokens, literal, &SpecialToken::literal) != tokens.end();
}

std::vector<SpecialToken> special_ones(const Tokenizer& tokenizer) {
  std::vector<SpecialToken> all;
  for (const SpecialToken& token : tokenizer.special_tokens()) {
    if (token.is_special) all.push_back(token);
  }
  // Here each is looked for in the text as it is given.
  for (SpecialToken& token : all) token.normalized = false;
  return all;
}

std::vector<std::string> literals_of(const std::vector<SpecialToken>& tokens) {
  std::vector<std::string> literals;
  for (const SpecialToken& token : tokens) literals.push_back(token.literal);
  return literals;
}

SpecialRule rule_of(const Tokenizer& tokenizer) {
  return TokenizerAccess::table(tokenizer).profile.added.rule;
}

bool is_none_of_them(nb::handle given) {
  return given.is_none() || (!PyUnicode_Check(given.ptr()) && nb::len(given) == 0);
}

// What is asked for most often, without a look at a thousand literals for each short text.
std::optional<SpecialChoice> simple_choice(const Tokenizer& tokenizer, nb::handle allowed,
                                           nb::handle disallowed) {
  const bool refuses_rest = disallowed.is_none() || is_all(disallowed);
  const bool is_by_choice = rule_of(tokenizer) == SpecialRule::refused_unless_allowed;
  if (is_none_of_them(allowed)) {
    if (!refuses_rest && is_none_of_them(disallowed)) return SpecialChoice::ordinary();
    if (refuses_rest && is_by_choice) return SpecialChoice::only({});
  } else if (is_all(allowed) && (refuses_rest || is_none_of_them(disallowed))) {
    if (is_by_choice) return SpecialChoice::all();
    if (rule_of(tokenizer) == SpecialRule::matched) return SpecialChoice();
  }
  return std::nullopt;
}

}  // namespace

WantedSpecials::WantedSpecials(const Tokenizer& tokenizer, nb::handle given_allowed,
                               nb::handle given_disallowed) {
  if (given_allowed.is_none() && given_disallowed.is_none()) return;
  const nb::object allowed = kept(given_allowed);
  const nb::object disallowed = kept(given_disallowed);
  if (const auto known = simple_choice(tokenizer, allowed, disallowed)) {
    choice_ = *known;
    return;
  }
  const std::vector<SpecialToken> all = special_ones(tokenizer);
  if (!allowed.is_none()) {
    if (is_all(allowed)) {
      allowed_ = all;
    } else {
      for (const std::string& literal : literals_of(allowed)) {
        const auto found = std::ranges::find(all, literal, &SpecialToken::literal);
        if (found == all.end()) {
          throw KeyError("encode: \"" + literal + "\" is allowed, but it is not a special token",
                         "S27d");
        }
        if (!have(allowed_, literal)) allowed_.push_back(*found);
      }
    }
  }
  if (disallowed.is_none() || is_all(disallowed)) {
    for (const SpecialToken& token : all) {
      if (!have(allowed_, token.literal)) disallowed_.push_back(token);
    }
  } else {
    for (const std::string& literal : literals_of(disallowed)) disallowed_.push_back({literal});
  }

  const bool is_by_choice = rule_of(tokenizer) == SpecialRule::refused_unless_allowed;
  const bool is_complete =
      allowed_.size() + disallowed_.size() == all.size() &&
      std::ranges::all_of(all, [&](const SpecialToken& token) {
        return have(allowed_, token.literal) || have(disallowed_, token.literal);
      });
  if (allowed_.empty() && disallowed_.empty()) {
    choice_ = SpecialChoice::ordinary();
  } else if (is_by_choice && is_complete) {
    choice_ = allowed_.size() == all.size() ? SpecialChoice::all()
                                            : SpecialChoice::only(literals_of(allowed_));
  } else {
    is_plain_ = false;
    choice_ = SpecialChoice::ordinary();
    using Which = engine::scan::Specials::Which;
    allowed_places_ = engine::scan::Specials(allowed_, false, Which::all);
    disallowed_places_ = engine::scan::Specials(disallowed_, false, Which::all);
  }
}

// internal: a limit of the package, which no clause asks for.
const SpecialChoice& WantedSpecials::plain_choice(const char* area) const {
  if (is_plain_) return choice_;
  throw ValueError(
      std::string(area) +
          ": allowed_special and disallowed_special make a choice that only encode has, required "
          "neither of them, allowed_special=\"all\", disallowed_special=(), or, for a file whose "
          "rule refuses special tokens, allowed_special alone",
      "");
}

// Calls with each part between the literals that are allowed, and with each of these, in the order
// of the text.
template <typename UsePart, typename UseSpecial>
void WantedSpecials::cut(std::string_view text, const UsePart& use_part,
                         const UseSpecial& use_special) const {
  if (!disallowed_places_.empty()) {
    const auto found = disallowed_places_.find(text, 0);
    if (found.size > 0) throw_not_allowed(found.literal_at, found.token->literal);
  }
  std::size_t from = 0;
  while (from <= text.size()) {
    const auto found = allowed_places_.empty() ? engine::scan::Specials::Found{text.size()}
                                               : allowed_places_.find(text, from);
    const std::size_t end = found.size > 0 ? found.at : text.size();
    use_part(text.substr(from, end - from));
    if (found.size == 0) break;
    use_special(found.token->id, text.substr(found.at, found.size));
    from = found.at + found.size;
  }
}

std::vector<TokenId> WantedSpecials::encode_cut(const Tokenizer& tokenizer,
                                                std::string_view text) const {
  std::vector<TokenId> ids;
  const auto add_part = [&](std::string_view part) {
    const auto more = bpetite::encode(tokenizer, part, choice_);
    ids.insert(ids.end(), more.begin(), more.end());
  };
  cut(text, add_part, [&ids](TokenId id, std::string_view /*taken*/) { ids.push_back(id); });
  return ids;
}

IdsWithOffsets WantedSpecials::encode_cut_with_offsets(const Tokenizer& tokenizer,
                                                       std::string_view text,
                                                       OffsetUnit unit) const {
  const auto size_of = [unit](std::string_view part) {
    const auto inside =
        unit == OffsetUnit::bytes ? 0 : std::ranges::count_if(part, utf8::is_continuation);
    return part.size() - static_cast<std::size_t>(inside);
  };
  IdsWithOffsets all;
  std::size_t at = 0;
  const auto add_part = [&](std::string_view part) {
    const IdsWithOffsets more = encode_with_offsets(tokenizer, part, choice_, unit);
    all.ids.insert(all.ids.end(), more.ids.begin(), more.ids.end());
    for (const Span& span : more.spans) all.spans.push_back({at + span.begin, at + span.end});
    at += size_of(part);
  };
  const auto add_special = [&](TokenId id, std::string_view taken) {
    const std::size_t end = at + size_of(taken);
    all.ids.push_back(id);
    all.spans.push_back({at, end});
    at = end;
  };
  cut(text, add_part, add_special);
  return all;
}

}  // namespace bpetite::python
