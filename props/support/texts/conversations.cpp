// Makes random conversations and their JSON, plants one fault in the JSON of a conversation, and
// makes the table and the rank file that they are rendered with.
#include "support/texts/conversations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

constexpr std::array<std::string_view, 3> role_names = {"system", "user", "assistant"};
constexpr std::array<std::string_view, 3> part_names = {"text", "python", "python_output"};
const std::vector<std::string> merged = {"ab", " a", "aba", "\n\n", "12", "<|", "|>", "é"};

std::string any_said() {
  if (*number_between(0, 3) > 0) return *any_text();
  return *rc::gen::element<std::string>("", "<|bos|>", "<|user_end|>", "a<|assistant_end|>b", "\n",
                                        "<|endoftext|>", "abab 12", "\n\n\n");
}

Message any_message(Role role) {
  if (role != Role::assistant || *number_between(0, 1) == 0) return {role, any_said()};
  std::vector<Part> parts(*number_between<std::size_t>(0, 4));
  for (Part& part : parts) {
    part = {static_cast<PartKind>(*number_between(0, 2)), any_said()};
  }
  return {role, std::move(parts)};
}

Conversation any_conversation(std::size_t least) {
  Conversation made;
  const auto turns = *number_between<std::size_t>(least, 5);
  if (*number_between(0, 3) == 0) made.messages.push_back(any_message(Role::system));
  for (std::size_t i = 0; i < turns; ++i) {
    made.messages.push_back(any_message(i % 2 == 0 ? Role::user : Role::assistant));
  }
  return made;
}

json::Value number(std::uint64_t value) { return json::integer(value); }

// An object with the members in any order, and perhaps one more that has no meaning.
json::Value object_of(json::Object members) {
  if (*number_between(0, 4) == 0) {
    members.push_back({*rc::gen::element<std::string>("name", "id", "Role", "a/b~c"), number(7)});
  }
  const auto turn = *number_between<std::size_t>(0, members.size() - 1);
  std::rotate(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(turn), members.end());
  return {std::move(members)};
}

json::Value message_in_json(const Message& message) {
  json::Value content;
  if (const auto* const text = std::get_if<std::string>(&message.content)) {
    content = json::string(*text);
  } else {
    json::Array parts;
    for (const Part& part : std::get<std::vector<Part>>(message.content)) {
      parts.push_back(
          object_of({{"type", json::string(part_names.at(static_cast<std::size_t>(part.kind)))},
                     {"text", json::string(part.text)}}));
    }
    content = {std::move(parts)};
  }
  return object_of({{"role", json::string(role_names.at(static_cast<std::size_t>(message.role)))},
                    {"content", std::move(content)}});
}

// --- Faults. Each changes the messages in one place. ---

// The JSON pointer of a fault below the messages, and its clause.
using PlantedFault = std::pair<std::string, std::string>;

json::Value& member(json::Value& object, std::string_view key) {
  auto& members = std::get<json::Object>(object.data);
  return std::ranges::find(members, key, &json::Member::key)->value;
}

void erase(json::Value& object, std::string_view key) {
  std::erase_if(std::get<json::Object>(object.data),
                [&](const json::Member& each) { return each.key == key; });
}

json::Value other_than_text() {
  switch (*number_between(0, 4)) {
    case 0:
      return {nullptr};
    case 1:
      return {true};
    case 2:
      return number(5);
    case 3:
      return {json::Fraction{"1.5"}};
    default:
      return {json::Object{{"text", json::string("a")}}};
  }
}

std::size_t some_place(const json::Array& messages) {
  return *number_between<std::size_t>(0, messages.size() - 1);
}

std::string_view role_at(json::Array& messages, std::size_t at) {
  return std::get<std::string>(member(messages[at], "role").data);
}

PlantedFault without_messages(json::Array& messages) {
  messages.clear();
  return {"", "S57e"};
}

PlantedFault other_role(json::Array& messages) {
  const std::size_t at = some_place(messages);
  member(messages[at], "role") =
      *number_between(0, 1) == 0
          ? other_than_text()
          : json::string(*rc::gen::element<std::string>("tool", "User", "", "systems"));
  return {fmt::format("/{}/role", at), "S57e"};
}

PlantedFault other_content(json::Array& messages) {
  const std::size_t at = some_place(messages);
  const bool may_have_parts = role_at(messages, at) == "assistant";
  member(messages[at], "content") = !may_have_parts && *number_between(0, 1) == 0
                                        ? json::Value{json::Array{}}
                                        : other_than_text();
  return {fmt::format("/{}/content", at), "S57e"};
}

PlantedFault no_member(json::Array& messages) {
  const std::size_t at = some_place(messages);
  const std::string key = *rc::gen::element<std::string>("role", "content");
  erase(messages[at], key);
  return {fmt::format("/{}/{}", at, key), "S57e"};
}

PlantedFault no_object(json::Array& messages) {
  const std::size_t at = some_place(messages);
  messages[at] = *number_between(0, 1) == 0 ? number(7) : json::string("user");
  return {fmt::format("/{}", at), "S57e"};
}

// Plants a fault in a part of a message of the assistant.
PlantedFault other_part(json::Array& messages) {
  std::size_t at = 0;
  while (role_at(messages, at) != "assistant") ++at;
  json::Value& content = member(messages[at], "content");
  auto* parts = std::get_if<json::Array>(&content.data);
  if (parts == nullptr || parts->empty()) {
    const json::Object part{{"type", json::string("text")}, {"text", json::string("a")}};
    content = {json::Array{{part}}};
    parts = std::get_if<json::Array>(&content.data);
  }
  const std::size_t part = some_place(*parts);
  const std::string place = fmt::format("/{}/content/{}", at, part);
  const std::string key = *rc::gen::element<std::string>("type", "text");
  switch (*number_between(0, 3)) {
    case 0:
      (*parts)[part] = number(1);
      return {place, "S57e"};
    case 1:
      erase((*parts)[part], key);
      break;
    case 2:
      member((*parts)[part], key) = other_than_text();
      break;
    default:
      member((*parts)[part], "type") =
          json::string(*rc::gen::element<std::string>("image", "Text"));
      return {place + "/type", "S57e"};
  }
  return {place + "/" + key, "S57e"};
}

// Gives a message another role than its turn requires.
PlantedFault other_turn(json::Array& messages) {
  std::size_t at = some_place(messages);
  if (role_at(messages, at) == "system") ++at;
  // Only the first message may be the system's, and then the next one would be wrong.
  const bool is_system = at > 0 && *number_between(0, 2) == 0;
  const std::string other = role_at(messages, at) == "user" ? "assistant" : "user";
  messages[at] = object_of(
      {{"role", json::string(is_system ? "system" : other)}, {"content", json::string("a")}});
  const bool is_partner = at == 1 && role_at(messages, 0) == "system";
  return {fmt::format("/{}/role", at), is_partner ? "S57g" : "S57f"};
}

PlantedFault no_partner(json::Array& messages) {
  messages.resize(1);
  messages[0] = object_of({{"role", json::string("system")}, {"content", json::string("a")}});
  return {"/1", "S57g"};
}

BadConversation any_bad_conversation() {
  using Make = PlantedFault (*)(json::Array&);
  static constexpr std::array<Make, 8> faults = {without_messages, other_role, other_content,
                                                 no_member,        no_object,  other_part,
                                                 other_turn,       no_partner};
  const Make make = *rc::gen::elementOf(faults);
  json::Value whole = test::json_of(any_conversation(2));
  auto* const object = std::get_if<json::Object>(&whole.data);
  auto& messages = object == nullptr ? std::get<json::Array>(whole.data)
                                     : std::get<json::Array>(member(whole, "messages").data);
  const auto [below, clause] = make(messages);
  const std::string pointer = (object == nullptr ? "" : "/messages") + below;
  return {std::move(whole), pointer.empty() ? "the conversation" : pointer, clause};
}

}  // namespace

Table nanochat_table() {
  Table table = by_ranks(merged);
  table.profile = profiles::nanochat();
  table.specials = special_tokens(table.profile.added, static_cast<TokenId>(table.tokens.size()));
  return table;
}

std::string nanochat_ranks() {
  std::string ranks = rank_file_of_bytes();
  for (std::size_t i = 0; i < merged.size(); ++i) ranks += rank_line(merged[i], 256 + i);
  return ranks;
}

rc::Gen<Conversation> conversation() {
  return rc::gen::exec([] { return any_conversation(1); });
}

rc::Gen<Conversation> answered_conversation() {
  return rc::gen::exec([] {
    Conversation made = any_conversation(2);
    if (made.messages.back().role != Role::assistant) {
      made.messages.push_back(any_message(Role::assistant));
    }
    return made;
  });
}

json::Value json_of(const Conversation& conversation) {
  json::Array messages;
  for (const Message& message : conversation.messages) messages.push_back(message_in_json(message));
  if (*number_between(0, 2) == 0) return {std::move(messages)};
  return object_of({{"messages", {std::move(messages)}}});
}

rc::Gen<BadConversation> bad_conversation() { return rc::gen::exec(any_bad_conversation); }

void showValue(const BadConversation& bad, std::ostream& os) {
  os << bad.pointer << " of " << json::serialize(bad.json);
}

}  // namespace bpetite::test

namespace bpetite {

void showValue(const Conversation& conversation, std::ostream& os) {
  for (const Message& message : conversation.messages) {
    os << static_cast<int>(message.role) << ": ";
    if (const auto* const text = std::get_if<std::string>(&message.content)) {
      os << utf8::quoted(*text, 200);
    } else {
      for (const Part& part : std::get<std::vector<Part>>(message.content)) {
        os << static_cast<int>(part.kind) << " " << utf8::quoted(part.text, 200) << ", ";
      }
    }
    os << "; ";
  }
}

}  // namespace bpetite
