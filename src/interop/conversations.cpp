// Reads conversations from JSON. Cuts a file into lines, decides whether the file has one
// conversation or one in each line that is not blank, and turns JSON values into messages. Refuses
// an array of conversations. Where a text is not JSON, the error has the byte; else the error has
// the JSON pointer of the value:
//
//   {"messages":[{"role":"bot"}]}     /messages/0/role: "bot", required "system", "user" or ...
#include "interop/conversations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/utf8.hpp"
#include "core/wording/bad_conversation.hpp"

namespace bpetite::interop {
namespace {

using json::Field;
using json::Kind;

// The names of the roles and of the kinds of parts, in the order of their enumerations.
constexpr std::array<std::string_view, 3> role_names = {"system", "user", "assistant"};
constexpr std::array<std::string_view, 3> part_names = {"text", "python", "python_output"};

[[noreturn]] void refuse_field(const Field& field, std::string_view required) {
  const std::string given = field.node().is_there() ? json::shown(field.node()) : "nothing";
  field.fail("", fmt::format("{}, required {}", given, required), "S57e");
}

bool is(const Field& field, Kind kind) {
  return field.node().is_there() && field.node().kind() == kind;
}

const Field& require(const Field& field, Kind kind, std::string_view required) {
  if (!is(field, kind)) refuse_field(field, required);
  return field;
}

std::string text_in(const Field& field, std::string_view required = "a text") {
  return std::string(require(field, Kind::string, required).node().text());
}

// The value of an enumeration with three values, by its name. ValueError if the field has another
// text.
template <typename T>
T named(const Field& field, const std::array<std::string_view, 3>& names) {
  const std::string required = fmt::format(R"("{}", "{}" or "{}")", names[0], names[1], names[2]);
  const auto found = std::ranges::find(names, text_in(field, required));
  if (found == names.end()) refuse_field(field, required);
  return static_cast<T>(found - names.begin());
}

Part part_in(const Field& field) {
  require(field, Kind::object, "an object");
  const auto kind = named<PartKind>(field["type"], part_names);
  return {kind, text_in(field["text"])};
}

Message message_in(const Field& field) {
  require(field, Kind::object, "an object");
  Message message{named<Role>(field["role"], role_names), {}};
  const Field content = field["content"];
  if (message.role != Role::assistant) {
    message.content = text_in(content);
  } else if (is(content, Kind::array)) {
    std::vector<Part> parts;
    for (const Field& part : content.elements()) parts.push_back(part_in(part));
    message.content = std::move(parts);
  } else {
    message.content = text_in(content, "a text or an array of parts");
  }
  return message;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Whether a text is JSON with an object or an array at its top level, as each conversation is.
bool could_be_one(std::string_view text) {
  const auto parsed = json::parse_document(text);
  const auto* const document = std::get_if<json::Document>(&parsed);
  if (document == nullptr) return false;
  const Kind kind = document->root().kind();
  return kind == Kind::object || kind == Kind::array;
}

// S57m "may be a single conversation instead": whether the file is one conversation, and not one in
// each line.
bool is_one(std::string_view file, const std::vector<ConversationText>& lines) {
  const auto is_conversation = [](const ConversationText& line) { return could_be_one(line.json); };
  if (is_conversation(lines[0])) return false;  // the other lines are other conversations
  return could_be_one(file) || std::ranges::none_of(lines, is_conversation);
}

// Refuses an array of conversations: files are often written in this form. The error says what to
// do.
void refuse_list(const Conversation& conversation, json::Node root) {
  for (const json::Node first : root.elements()) {
    if (first.kind() != Kind::object) return;
    for (const auto& [key, value] : first.members()) {
      if (key != "messages") continue;
      throw_bad_conversation(conversation.place, "/0",
                             "a conversation, required a message: in JSON Lines each conversation "
                             "has a line of its own",
                             "S57m");
    }
    return;
  }
}

}  // namespace

std::vector<ConversationText> conversation_texts(std::string_view file) {
  std::vector<ConversationText> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t end = std::min(file.find('\n', at), file.size());
    const std::string_view line = file.substr(at, end - at);
    ++number;
    if (!is_blank(line)) lines.push_back({number, line});
    at = end + 1;
  }
  if (lines.size() > 1 && is_one(file, lines)) return {{lines[0].line, file}};
  return lines;
}

Conversation read_conversation(std::string_view json, std::string place) {
  const auto parsed = json::parse_document(json);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
    throw ValueError(fmt::format("{}: byte {}: {}, required a conversation in JSON",
                                 conversation_area(place), fault->offset, fault->reason),
                     "S57e");
  }
  const json::Node root = std::get<json::Document>(parsed).root();
  Conversation conversation;
  conversation.place = std::move(place);
  if (root.kind() != Kind::object && root.kind() != Kind::array) {
    throw_bad_conversation(
        conversation.place, "",
        fmt::format(R"({}, required an object with "messages", or an array of messages)",
                    json::shown(root)),
        "S57e");
  }
  const bool is_array = root.kind() == Kind::array;
  if (is_array) {
    conversation.pointer = "";
    refuse_list(conversation, root);
  }
  const Field whole(root, conversation_area(conversation.place), "S57e");
  const Field messages = is_array ? whole : whole["messages"];
  for (const Field& field : require(messages, Kind::array, "an array of messages").elements()) {
    conversation.messages.push_back(message_in(field));
  }
  if (conversation.messages.empty()) {
    throw_bad_conversation(conversation.place, conversation.pointer,
                           "no message, required at least one", "S57e");
  }
  return conversation;
}

}  // namespace bpetite::interop
