// Reads the special tokens of tokenizer_config.json and special_tokens_map.json, in the order in
// which transformers 5.24 collects them: first tokens with a role, such as eos_token; then those
// with other names that are objects, or stand in special_tokens_map.json; then strings with other
// names in tokenizer_config.json, and members of an object of tokens; at last those of a list,
// which have no names. Also makes a token of a text or an object, and implements the lists of
// members (Members) and of named tokens (NamedTokens).
//
//   {"image_token":"<image>","eos_token":"</s>"}      </s>, then <image>
#include "interop/huggingface/stated_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace bpetite::interop::transformers {
namespace {

// Lists of special tokens without a role: the name of today, and an older one.
constexpr std::string_view extra_key = "extra_special_tokens";
constexpr std::string_view older_extra_key = "additional_special_tokens";
constexpr std::string_view model_key = "model_specific_special_tokens";

// Whether a member can be a special token that has no role.
bool is_other_name(std::string_view key) {
  return key.ends_with("_token") && !is_among(roles, key);
}

bool is_read(std::string_view key) {
  return key.ends_with("_token") || key == extra_key || key == older_extra_key ||
         key == model_key || is_among(parts, key) || is_among(switches, key);
}

// The token of a text, or of an object that says of itself that it is an AddedToken.
std::optional<Token> token_of(const json::Field& value) {
  if (value.node().kind() == json::Kind::string) return text_token(value, value.node().text());
  if (value.node().kind() != json::Kind::object) return std::nullopt;
  const json::Field type = value["__type"];
  if (type.node().is_there() && type.node().kind() == json::Kind::string &&
      type.node().text() == "AddedToken") {
    return object_token(value);
  }
  return std::nullopt;
}

Token required_token(const json::Field& value) {
  if (auto token = token_of(value)) return *std::move(token);
  value.refuse("required a string, or an object with the __type AddedToken");
}

std::vector<Token> tokens_of(const json::Field& list) {
  std::vector<Token> tokens;
  for (const json::Field& each : list.elements()) tokens.push_back(required_token(each));
  return tokens;
}

// Puts special_tokens_map.json over the members. An object is a special token there.
void read_map(const json::Field& map, Members& members) {
  const auto special_token = [](const json::Field& object) {
    Token token = object_token(object);
    token.flags.special = true;
    return token;
  };
  for (const json::NamedNode& named : map.node().members()) {
    const json::Field value = map.below(named);
    Member member{named.key, value};
    if (named.key == extra_key && value.node().kind() == json::Kind::array) {
      const Member* const known = members.find(named.key);
      const bool has_tokens = known != nullptr && !known->is_empty();
      member.tokens = has_tokens ? tokens_of(known->value) : std::vector<Token>();
      for (const json::Field& each : value.elements()) {
        const bool is_object = each.node().kind() == json::Kind::object;
        if (is_object && each["special"].node().is_there()) {
          each["special"].refuse("required no such member");
        }
        member.tokens->push_back(is_object ? special_token(each) : required_token(each));
      }
    } else if (named.key != extra_key && value.node().kind() == json::Kind::object) {
      member.tokens = {special_token(value)};
    }
    members.set(std::move(member));
  }
}

}  // namespace

Token text_token(const json::Field& place, std::string_view content) {
  Token token{.place = place, .content = std::string(content), .is_text = true};
  token.flags.special = true;
  return token;
}

Token object_token(const json::Field& object) {
  Token token{.place = object, .content = ""};
  if (const json::Field content = object["content"]; content.node().is_there()) {
    token.content = content.text();
  }
  const auto read = [&](std::string_view key, bool otherwise) {
    const json::Field flag = object[key];
    if (!flag.node().is_there()) return otherwise;
    return flag.require(json::Kind::boolean, "true or false").node().is_true();
  };
  token.flags.single_word = read("single_word", false);
  token.flags.lstrip = read("lstrip", false);
  token.flags.rstrip = read("rstrip", false);
  token.flags.special = read("special", false);
  if (object["normalized"].node().is_there()) token.flags.normalized = read("normalized", false);
  return token;
}

std::string Token::key() const {
  return fmt::format("{}{}{}{}{}{} {}", is_text, flags.single_word, flags.lstrip, flags.rstrip,
                     flags.special, flags.is_normalized(), content);
}

bool Member::is_empty() const {
  if (tokens) return tokens->empty();
  switch (value.node().kind()) {
    case json::Kind::array:
      return value.elements().empty();
    case json::Kind::object:
      return value.node().members().begin() == value.node().members().end();
    case json::Kind::string:
      return value.node().text().empty();
    case json::Kind::null:
      return true;
    case json::Kind::boolean:
      return !value.node().is_true();
    case json::Kind::integer:
      return value.node().small_number() == 0;
    case json::Kind::fraction:
      break;
  }
  return false;
}

const Member* Members::find(std::string_view key) const {
  const auto found = places_.find(key);
  return found == places_.end() ? nullptr : &members_[found->second];
}

void Members::set(Member member) {
  const auto [place, is_new] = places_.try_emplace(member.key, members_.size());
  if (is_new) {
    members_.push_back(std::move(member));
  } else {
    members_[place->second] = std::move(member);
  }
}

void Members::rename(std::string_view from, std::string_view to) {
  Member member = *find(from);
  remove_if([&](const Member& each) { return each.key == from; });
  member.key = to;
  set(std::move(member));
}

void NamedTokens::set(std::string_view name, Token token) {
  const auto [place, is_new] = places_.try_emplace(std::string(name), tokens_.size());
  if (is_new) {
    tokens_.emplace_back(name, std::move(token));
  } else {
    tokens_[place->second].second = std::move(token);
  }
}

const Token* NamedTokens::find(std::string_view name) const {
  const auto found = places_.find(std::string(name));
  return found == places_.end() ? nullptr : &tokens_[found->second].second;
}

std::unordered_set<std::string> SpecialTokens::literals() const {
  std::unordered_set<std::string> literals;
  const auto add = [&](const Member& member, const json::Field& value) {
    if (member.tokens) {
      for (const Token& token : *member.tokens) literals.insert(token.content);
    } else if (value.node().kind() == json::Kind::string) {
      literals.emplace(value.node().text());
    }
  };
  for (const std::string_view role : roles) {
    if (const Member* const member = members.find(role)) add(*member, member->value);
  }
  const Member* const list = members.find(extra_key);
  if (list == nullptr) return literals;
  if (list->tokens || list->value.node().kind() != json::Kind::array) {
    add(*list, list->value);
  } else {
    for (const json::Field& each : list->value.elements()) add(*list, each);
  }
  return literals;
}

std::vector<Token> SpecialTokens::all() const {
  std::vector<Token> all;
  for (const auto& [name, token] : named.all()) all.push_back(token);
  all.insert(all.end(), extra.begin(), extra.end());
  return all;
}

SpecialTokens read_special_tokens(const json::Field& config, const json::Field& map,
                                  const Defaults& defaults) {
  SpecialTokens tokens;
  Members& members = tokens.members;
  NamedTokens by_model;
  const auto rename_older = [&](bool replaces_empty) {
    const Member* const extra_member = members.find(extra_key);
    if (members.find(older_extra_key) != nullptr &&
        (extra_member == nullptr || (replaces_empty && extra_member->is_empty()))) {
      members.rename(older_extra_key, extra_key);
    }
  };
  const auto take_object = [&](std::string_view key) {
    const Member* const member = members.find(key);
    if (member == nullptr || member->value.node().kind() != json::Kind::object) return;
    for (const json::NamedNode& each : member->value.node().members()) {
      by_model.set(each.key, required_token(member->value.below(each)));
    }
    members.remove_if([&](const Member& each) { return each.key == key; });
  };
  if (config.node().is_there()) {
    for (const json::NamedNode& member : config.node().members()) {
      if (is_read(member.key)) members.set({member.key, config.below(member)});
    }
  }
  rename_older(true);
  for (const Member& member : members.all()) {
    if (is_other_name(member.key) && member.value.node().kind() == json::Kind::string) {
      by_model.set(member.key, text_token(member.value, member.value.node().text()));
    }
  }
  members.remove_if([&](const Member& each) { return by_model.find(each.key) != nullptr; });
  take_object(extra_key);
  if (by_model.all().empty()) take_object(model_key);
  if (map.node().is_there()) {
    read_map(map, members);
    take_object(extra_key);
  }
  rename_older(false);

  // The roles come first, then the others in the order of their files.
  NamedTokens& named = tokens.named;
  for (const std::string_view role : roles) {
    const Member* const member = members.find(role);
    if (member != nullptr && member->tokens) {
      named.set(role, member->tokens->front());
    } else if (member != nullptr && member->value.is_given()) {
      named.set(role, required_token(member->value));
    } else if (member == nullptr) {
      for (const auto& [name, token] : defaults) {
        if (name == role) named.set(role, token);
      }
    }
  }
  for (const Member& member : members.all()) {
    if (!is_other_name(member.key)) continue;
    if (member.tokens) {
      named.set(member.key, member.tokens->front());
    } else if (auto token = token_of(member.value)) {
      named.set(member.key, *std::move(token));
    }
  }
  for (const auto& [name, token] : by_model.all()) named.set(name, token);
  if (const Member* const member = members.find(extra_key)) {
    if (member->tokens) {
      tokens.extra = *member->tokens;
    } else if (member->value.is_given()) {
      tokens.extra = tokens_of(member->value);
    }
  }
  return tokens;
}

}  // namespace bpetite::interop::transformers
