// Tests conversations, lists of messages that are rendered as ids (spec/19-conversations.md). The
// ids, and the mask of those that a model is trained on, must be those of a simple loop in this
// file, and those recorded from nanochat's own tokenizer: by the reference and the engine, with a
// limit of tokens, and without the last answer, for a model to complete. Tests reading from JSON
// and from files, and the errors: a wrong form or order of messages is named by its JSON pointer,
// and a missing special token by its literal. Also tests the id of a literal, the token that begins
// a document, and texts with tokens put at their ends, alone and in batches on several threads.
#include "reference/conversation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/conversation.hpp>
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/wording/clause.hpp"
#include "reference/encode.hpp"
#include "support/examples/fields.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/conversations.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

const Table& table() {
  static const Table made = nanochat_table();
  return made;
}

const Tokenizer& tokenizer() {
  static const Tokenizer made = TokenizerAccess::make(table());
  return made;
}

// The id of a special token. They come in this order after the vocabulary.
TokenId special(std::string_view name) {
  static constexpr std::array<std::string_view, 9> names = {
      "bos",          "user_start", "user_end",     "assistant_start", "assistant_end",
      "python_start", "python_end", "output_start", "output_end"};
  const auto place = std::ranges::find(names, name) - names.begin();
  return static_cast<TokenId>(table().tokens.size()) + static_cast<TokenId>(place);
}

// Renders as nanochat's render_conversation does, statement by statement. The conversation must be
// valid.
RenderedConversation walked(const Conversation& conversation) {
  RenderedConversation done;
  const auto add = [&](const Ids& ids, std::uint8_t mask) {
    done.ids.insert(done.ids.end(), ids.begin(), ids.end());
    done.mask.insert(done.mask.end(), ids.size(), mask);
  };
  const auto encode = [](const std::string& text) {
    return reference::encode(text, table(), SpecialChoice::ordinary());
  };
  std::vector<Message> messages = conversation.messages;
  if (messages[0].role == Role::system) {
    messages[1].content = std::get<std::string>(messages[0].content) + "\n\n" +
                          std::get<std::string>(messages[1].content);
    messages.erase(messages.begin());
  }
  add({special("bos")}, 0);
  for (const Message& message : messages) {
    if (message.role == Role::user) {
      add({special("user_start")}, 0);
      add(encode(std::get<std::string>(message.content)), 0);
      add({special("user_end")}, 0);
      continue;
    }
    add({special("assistant_start")}, 0);
    if (const auto* const whole = std::get_if<std::string>(&message.content)) {
      add(encode(*whole), 1);
    } else {
      for (const auto& [kind, text] : std::get<std::vector<Part>>(message.content)) {
        const std::uint8_t mask = kind == PartKind::python_output ? 0 : 1;
        if (kind == PartKind::python) add({special("python_start")}, 1);
        if (kind == PartKind::python_output) add({special("output_start")}, 0);
        add(encode(text), mask);
        if (kind == PartKind::python) add({special("python_end")}, 1);
        if (kind == PartKind::python_output) add({special("output_end")}, 0);
      }
    }
    add({special("assistant_end")}, 1);
  }
  return done;
}

bool has_parts(const Conversation& conversation) {
  return std::ranges::any_of(conversation.messages, [](const Message& message) {
    return std::holds_alternative<std::vector<Part>>(message.content);
  });
}

PROPERTY("S57h S57i S57j S57g", "a conversation has the ids and the mask of a plain walk") {
  const Conversation given = *conversation();
  const RenderedConversation wanted = walked(given);
  RC_ASSERT(reference::render(given, wanted.ids.size(), table()) == wanted);
  RC_ASSERT(render(tokenizer(), given, wanted.ids.size()) == wanted);
  RC_CLASSIFY(has_parts(given), "with parts");
  RC_CLASSIFY(given.messages[0].role == Role::system, "with a system");
}

PROPERTY("S57k", "the first tokens are kept, with their mask") {
  const Conversation given = *conversation();
  const RenderedConversation whole = walked(given);
  const auto most = *number_between<std::size_t>(0, whole.ids.size() + 2);
  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, whole.ids.size()));
  const RenderedConversation wanted{{whole.ids.begin(), whole.ids.begin() + kept},
                                    {whole.mask.begin(), whole.mask.begin() + kept}};
  RC_ASSERT(reference::render(given, most, table()) == wanted);
  RC_ASSERT(render(tokenizer(), given, most) == wanted);
}

CLAUSE_TEST("S57k", "2,048 tokens are kept if nothing is said") {
  const Conversation given{{{Role::user, std::string(5000, '1')}}};
  CHECK(render(tokenizer(), given).ids.size() == 2048);
  CHECK(render(tokenizer(), given).mask.size() == 2048);
  CHECK(render_for_completion(tokenizer(), {{given.messages[0], {Role::assistant, "a"}}}).size() ==
        2049);
}

PROPERTY("S57l", "a completion is the conversation before the last message, and one token") {
  const Conversation given = *answered_conversation();
  Conversation before = given;
  before.messages.pop_back();
  Ids wanted = walked(before).ids;
  const auto most = *number_between<std::size_t>(0, wanted.size() + 2);
  wanted.resize(std::min(most, wanted.size()));
  wanted.push_back(special("assistant_start"));
  RC_ASSERT(reference::render_for_completion(given, most, table()) == wanted);
  RC_ASSERT(render_for_completion(tokenizer(), given, most) == wanted);
}

CLAUSE_TEST("S57l", "the last message must be the assistant's, and not the only one") {
  const Message said{Role::user, "a"};
  const Message answer{Role::assistant, "b"};
  const auto error = [](const Conversation& given) {
    const std::string found = error_of([&] { render_for_completion(tokenizer(), given); });
    CHECK(error_of([&] { reference::render_for_completion(given, 9, table()); }) == found);
    return found;
  };
  CHECK(
      error({{said, answer, said}}) ==
      "ValueError: render: /messages/2/role: \"user\", required \"assistant\" [S57l, chapter 19]");
  CHECK(error({{{Role::system, "s"}}}) ==
        "ValueError: render: /messages/0/role: \"system\", required \"assistant\" [S57l, chapter "
        "19]");
  CHECK(
      error({{answer}}) ==
      "ValueError: render: /messages: no message before the last, required one [S57l, chapter 19]");
  CHECK(
      error({{{Role::system, "s"}, answer}}) ==
      "ValueError: render: /messages/1/role: \"assistant\", required \"user\" [S57g, chapter 19]");
  CHECK(error({}) ==
        "ValueError: render: /messages: no message, required at least one [S57e, chapter 19]");
  // The last message, which a completion leaves out, may be out of turn.
  CHECK(error({{said, answer, answer}}) == "none");
}

PROPERTY("S57e", "a conversation in JSON is that conversation") {
  const Conversation given = *conversation();
  const json::Value value = json_of(given);
  const bool is_array = std::holds_alternative<json::Array>(value.data);
  const Conversation read = read_conversation(json::serialize(value), "line 7");
  RC_ASSERT(read.messages == given.messages);
  RC_ASSERT(read.place == "line 7");
  RC_ASSERT(read.pointer == (is_array ? "" : "/messages"));
}

PROPERTY("S57e S57f S57g S57n", "a fault is named by its JSON pointer") {
  const BadConversation bad = *bad_conversation();
  const std::string text = json::serialize(bad.json);
  const std::string found =
      error_of([&] { render(tokenizer(), read_conversation(text, "line 3")); });
  RC_ASSERT(found ==
            error_of([&] { reference::render(read_conversation(text, "line 3"), 9, table()); }));
  RC_LOG() << found;
  RC_ASSERT(found.starts_with(fmt::format("ValueError: render: line 3: {}: ", bad.pointer)));
  RC_ASSERT(found.ends_with(fmt::format(" [{}]", cited(bad.clause))));
  RC_TAG(bad.clause);
}

CLAUSE_TEST("S57f S57g", "the order of messages is checked in C++ too") {
  const Message system{Role::system, "s"};
  const Message said{Role::user, "a"};
  const Message answer{Role::assistant, "b"};
  const auto place = [](const Conversation& given) {
    const std::string error = error_of([&] { render(tokenizer(), given); });
    const std::size_t from = error.find(": /");
    return from == std::string::npos
               ? error
               : error.substr(from + 2, error.find(": ", from + 2) - from - 2);
  };
  CHECK(place({{said, answer, said, answer}}) == "none");
  CHECK(place({{system, said, answer}}) == "none");
  CHECK(place({{answer}}) == "/messages/0/role");
  CHECK(place({{said, said}}) == "/messages/1/role");
  CHECK(place({{said, answer, answer}}) == "/messages/2/role");
  CHECK(place({{said, answer, system}}) == "/messages/2/role");
  CHECK(place({{system, said, said}}) == "/messages/2/role");
  CHECK(place({{system}}) == "/messages/1");
  CHECK(place({{system, system}}) == "/messages/1/role");
  CHECK(place({{{Role::user, std::vector<Part>{}}}}) == "/messages/0/content");
  CHECK(place({{{Role::system, std::vector<Part>{}}, said}}) == "/messages/0/content");
  // Of two faults the first one in the file.
  CHECK(place({{{Role::user, std::vector<Part>{}}, said}}) == "/messages/0/content");
  CHECK(place({}) == "/messages");
}

PROPERTY("S57a", "a special token has the id of its literal, and nothing else has one") {
  Table made = table();
  const auto literals = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("<s>", "<t>", "<s", "a", "é", "<|bos|>"));
  made.specials.clear();
  for (const std::string& literal : literals) {
    if (std::ranges::find(made.specials, literal, &SpecialToken::literal) == made.specials.end()) {
      made.specials.push_back({literal, static_cast<TokenId>(900 + made.specials.size())});
    }
  }
  const Tokenizer some = TokenizerAccess::make(made);
  for (const std::string literal : {"<s>", "<t>", "<s", "a", "é", "<|bos|>", "ab", ""}) {
    const auto found = std::ranges::find(made.specials, literal, &SpecialToken::literal);
    if (found == made.specials.end()) {
      const std::string error = error_of([&] { encode_special(some, literal); });
      RC_ASSERT(error.starts_with("KeyError: encode: "));
      RC_ASSERT(error.ends_with("[S57a, chapter 19]"));
    } else {
      RC_ASSERT(encode_special(some, literal) == found->id);
      RC_ASSERT(token_named(some, literal) == found->id);
    }
  }
}

CLAUSE_TEST("S57a S57b",
            "the error of a missing token names up to twelve of those that are there") {
  Table made = table();
  made.specials.clear();
  std::string list;
  for (TokenId count = 0; count <= 14; ++count) {
    const Tokenizer some = TokenizerAccess::make(made);
    const std::string more = count > 12 ? fmt::format(" and {} more", count - 12) : "";
    CHECK(error_of([&] { encode_special(some, "<x>"); }) ==
          fmt::format("KeyError: encode: \"<x>\" is not a special token, {}{} [S57a, chapter 19]",
                      count == 0 ? "required one, and there is none" : "required one of " + list,
                      more));
    CHECK(error_of([&] { bos_token_id(some); }) ==
          "KeyError: encode: no special token begins a document, required \"<|bos|>\" or "
          "\"<|endoftext|>\" [S57b, chapter 19]");
    made.specials.push_back({fmt::format("<{}>", count), 300 + count});
    if (count < 12) list += fmt::format("{}\"<{}>\"", count == 0 ? "" : ", ", count);
  }
}

CLAUSE_TEST("S57b", "a document begins with one of two tokens") {
  const auto bos = [](std::vector<SpecialToken> specials) {
    Table made = table();
    made.specials = std::move(specials);
    const TokenId id = bos_token_id(TokenizerAccess::make(made));
    CHECK(reference::bos_token_id(made.specials) == id);
    return id;
  };
  CHECK(bos_token_id(tokenizer()) == special("bos"));
  CHECK(bos({{"<|endoftext|>", 300}, {"<|bos|>", 301}}) == 301);
  CHECK(bos({{"<|endoftext|>", 300}, {"<s>", 301}}) == 300);
  CHECK_THROWS_AS(bos({{"<s>", 300}}), KeyError);
  CHECK_THROWS_AS(bos({}), KeyError);
}

CLAUSE_TEST("S57h S57b", "each of the nine special tokens is needed, whatever is rendered") {
  const Conversation given{{{Role::user, "a"}}};
  CHECK_NOTHROW(check_can_render(tokenizer()));
  for (std::size_t missing = 0; missing < 9; ++missing) {
    Table made = table();
    const std::string literal = made.specials[missing].literal;
    INFO(literal);
    made.specials.erase(made.specials.begin() + static_cast<std::ptrdiff_t>(missing));
    const Tokenizer some = TokenizerAccess::make(made);
    const std::string error = error_of([&] { check_can_render(some); });
    CHECK_THAT(error,
               Catch::Matchers::StartsWith("KeyError: ") && contains_text("\"" + literal + "\""));
    CHECK(error_of([&] { render(some, given); }) == error);
  }
  // If <|bos|> is missing, <|endoftext|> is used in its place.
  Table made = table();
  made.specials[0].literal = "<|endoftext|>";
  CHECK(render(TokenizerAccess::make(made), given) == render(tokenizer(), given));
}

PROPERTY("S57c", "what is put at the ends stands there, and changes nothing between") {
  const std::string text = *any_text();
  const auto end = [] {
    switch (*number_between(0, 2)) {
      case 0:
        return std::optional<TokenName>();
      case 1:
        return std::optional<TokenName>(*number_between<TokenId>(0, special("output_end")));
      default:
        return std::optional<TokenName>(std::string_view("<|user_end|>"));
    }
  };
  const Ends ends{end(), end()};
  const auto id = [](const TokenName& name) {
    const auto* const number = std::get_if<TokenId>(&name);
    return number == nullptr ? special("user_end") : *number;
  };
  Ids wanted = encode(tokenizer(), text, SpecialChoice());
  if (ends.prepend) wanted.insert(wanted.begin(), id(*ends.prepend));
  if (ends.append) wanted.push_back(id(*ends.append));
  RC_ASSERT(encode_with_ends(tokenizer(), text, ends) == wanted);
}

CLAUSE_TEST("S57c", "a token that is not there cannot be put at an end") {
  const TokenId past = special("output_end") + 1;
  CHECK(error_of([&] { encode_with_ends(tokenizer(), "a", {.prepend = past}); }) ==
        fmt::format("KeyError: encode: no token has the id {} [S57c, chapter 19]", past));
  CHECK_THROWS_AS(encode_with_ends(tokenizer(), "a", {.append = "bos"}), KeyError);
  Table made = table();
  made.specials.clear();
  const auto highest = static_cast<TokenId>(made.tokens.size());
  CHECK_THROWS_AS(token_named(TokenizerAccess::make(made), highest), KeyError);
  CHECK(token_named(TokenizerAccess::make(made), highest - 1) == highest - 1);
  made.tokens[97].clear();  // a hole (S31c)
  CHECK_THROWS_AS(token_named(TokenizerAccess::make(made), TokenId{97}), KeyError);
}

PROPERTY("S57d", "many texts have the ids of single calls, on any number of threads") {
  const auto texts = *rc::gen::container<std::vector<std::string>>(any_text());
  const Ends ends{.prepend = "<|bos|>"};
  std::vector<Ids> wanted;
  for (const std::string& text : texts) {
    wanted.push_back(encode_with_ends(tokenizer(), text, ends));
  }
  const auto threads = *number_between<unsigned>(0, 4);
  RC_ASSERT(encode_batch_with_ends(tokenizer(), views(texts), threads, ends) == wanted);
}

// The recorded results of nanochat's own tokenizer.
class Recorded {
 public:
  static std::filesystem::path path(std::string_view name) {
    return std::filesystem::path(BPETITE_SOURCE_DIR) / "props/recorded/nanochat" / name;
  }
  static std::vector<json::Object> lines(std::string_view name) {
    std::vector<json::Object> all;
    for (const std::string& line : lines_of(file::read(path(name)))) {
      all.push_back(std::get<json::Object>(std::get<json::Value>(json::parse(line)).data));
    }
    return all;
  }
  static Ids ids(const json::Object& line, std::string_view name) {
    Ids all;
    for (const json::Value& id : as_array(*json::find(line, name))) all.push_back(as_id(id));
    return all;
  }
};

CLAUSE_TEST("S57g S57h S57i S57j S57k S57l", "ids, masks and completions are those of nanochat") {
  const Tokenizer theirs = open(Recorded::path("tokenizer.tiktoken"), {.profile = "nanochat"});
  const Table& ranks = TokenizerAccess::table(theirs);
  std::size_t count = 0;
  std::size_t completions = 0;
  for (const json::Object& line : Recorded::lines("conversations.jsonl")) {
    const Conversation given =
        read_conversation(json::serialize(*json::find(line, "conversation")));
    RenderedConversation wanted{Recorded::ids(line, "ids"), {}};
    for (const char digit : as_string(*json::find(line, "mask"))) {
      wanted.mask.push_back(digit == '1' ? 1 : 0);
    }
    INFO("line " << ++count);
    REQUIRE(render(theirs, given) == wanted);
    // The reference takes long for each text, so only some are tested with it.
    if (count % 20 == 0) REQUIRE(reference::render(given, 2048, ranks) == wanted);

    const json::Value* const completion = json::find(line, "completion");
    if (completion == nullptr) continue;
    const auto* const first = std::get_if<json::Integer>(&completion->data);
    Ids ids = first == nullptr ? Recorded::ids(line, "completion") : wanted.ids;
    if (first != nullptr) ids.resize(first->magnitude.value());
    REQUIRE(render_for_completion(theirs, given) == ids);
    ++completions;
  }
  CHECK(count == 2000);
  CHECK(completions > 1000);
}

CLAUSE_TEST("S57c S57d S29a",
            "texts with tokens at their ends, and decoded ids, are those of nanochat") {
  const Tokenizer theirs = open(Recorded::path("tokenizer.tiktoken"), {.profile = "nanochat"});
  const auto end = [](const json::Object& line, std::string_view name) {
    const json::Value& value = *json::find(line, name);
    std::optional<TokenName> token;
    if (const auto* const literal = std::get_if<std::string>(&value.data)) token = *literal;
    if (json::is_integer(value)) token = as_id(value);
    return token;
  };
  std::size_t count = 0;
  for (const json::Object& line : Recorded::lines("texts.jsonl")) {
    INFO("line " << ++count);
    CHECK(encode_with_ends(theirs, as_string(*json::find(line, "text")),
                           {end(line, "prepend"), end(line, "append")}) ==
          Recorded::ids(line, "ids"));
  }
  for (const json::Object& line : Recorded::lines("decoded.jsonl")) {
    INFO("line " << ++count);
    CHECK(decode(theirs, Recorded::ids(line, "ids"), IllFormed::replaced) ==
          as_string(*json::find(line, "text")));
  }
  CHECK(count == 600);
}

// --- Files. ---

std::vector<std::pair<std::size_t, std::string>> read_file(std::string_view file) {
  std::vector<std::pair<std::size_t, std::string>> texts;
  for (const auto& [line, json] : conversation_texts(file)) texts.emplace_back(line, json);
  return texts;
}

PROPERTY("S57m", "each line that is not blank is a conversation") {
  const auto lines = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "[]", "{\"messages\":[]}", "{\"a\":1}", "{", "5", "\"a\"", "", " ", "\r", "\t "));
  std::string file;
  std::vector<std::pair<std::size_t, std::string>> wanted;
  bool has_one = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    file += lines[i] + (i + 1 < lines.size() || *number_between(0, 1) == 0 ? "\n" : "");
    if (lines[i].find_first_not_of(" \t\r") == std::string::npos) continue;
    wanted.emplace_back(i + 1, lines[i]);
    has_one = has_one || ((lines[i][0] == '[' || lines[i][0] == '{') && lines[i].size() > 1);
  }
  // If no line can be a conversation, the whole file is one.
  if (!has_one && wanted.size() > 1) wanted = {{wanted[0].first, file}};
  RC_ASSERT(read_file(file) == wanted);
  RC_CLASSIFY(has_one && lines.size() > 1, "lines");
}

// Puts spaces or line feeds where JSON allows them.
std::string laid_out(std::string_view json) {
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"' && (i == 0 || json[i - 1] != '\\')) in_string = !in_string;
    text += json[i];
    if (!in_string && std::string_view("{[,:").find(json[i]) != std::string_view::npos) {
      text += *rc::gen::element<std::string>("", " ", "\n", "\n  ");
    }
  }
  return text;
}

PROPERTY("S57m", "a conversation over many lines is one") {
  Conversation given = *conversation();
  for (Message& message : given.messages) {  // no backslash before a quote
    message.content = *rc::gen::element<std::string>("a", "{}", "[", "");
  }
  const std::string text = "\n{\n" + laid_out(json::serialize(json_of(given)).substr(1));
  RC_PRE(text[text.size() - 1] == '}');
  const auto texts = read_file(text);
  RC_ASSERT(texts.size() == 1U);
  RC_ASSERT(texts[0].first == 2U);
  RC_ASSERT(read_conversation(texts[0].second).messages == given.messages);
}

CLAUSE_TEST("S57m", "what is in a file, case by case") {
  using Texts = std::vector<std::pair<std::size_t, std::string>>;
  CHECK(read_file("") == Texts{});
  CHECK(read_file("\n \n") == Texts{});
  CHECK(read_file("5") == Texts{{1, "5"}});
  CHECK(read_file("[]\n[]") == Texts{{1, "[]"}, {2, "[]"}});
  // The first line is faulty, and the others are still read.
  CHECK(read_file("[\n[]") == Texts{{1, "["}, {2, "[]"}});
  CHECK(read_file("[\n[]\n]").size() == 1);  // the whole file is one conversation
  CHECK(read_file("[\n{\n]").size() == 1);   // no line is a conversation
  CHECK(error_of([] { read_conversation("[{\"messages\":[]}]"); }) ==
        "ValueError: render: /0: a conversation, required a message: in JSON Lines each "
        "conversation has a line of its own [S57m, chapter 19]");
}

CLAUSE_TEST("S57e S57n", "what is no JSON, or no conversation, is named") {
  const auto error = [](std::string_view json) {
    return error_of([&] { read_conversation(json, "line 2"); });
  };
  CHECK_THAT(error("{"), Catch::Matchers::StartsWith("ValueError: render: line 2: byte 1: "));
  CHECK_THAT(error("[\"\\ud800\"]"),
             Catch::Matchers::StartsWith("ValueError: render: line 2: byte "));
  CHECK_THAT(error("[\"\xff\"]"), Catch::Matchers::StartsWith("ValueError: render: line 2: byte "));
  CHECK_THAT(error("{\"messages\":[],\"messages\":[]}"),
             Catch::Matchers::StartsWith("ValueError: render: line 2: byte "));
  constexpr std::string_view whole =
      R"(, required an object with "messages", or an array of messages)";
  constexpr std::string_view roles = R"(, required "system", "user" or "assistant")";
  constexpr std::string_view kinds = R"(, required "text", "python" or "python_output")";
  for (const auto& [json, what] : std::vector<std::pair<std::string, std::string>>{
           {"5", fmt::format("the conversation: 5{}", whole)},
           {"null", fmt::format("the conversation: null{}", whole)},
           {"\"a\"", fmt::format("the conversation: \"a\"{}", whole)},
           {"1.5", fmt::format("the conversation: a fraction{}", whole)},
           {"[]", "the conversation: no message, required at least one"},
           {R"({"messages":[]})", "/messages: no message, required at least one"},
           {"{}", "/messages: nothing, required an array of messages"},
           {R"({"messages":{}})", "/messages: an object, required an array of messages"},
           {"[5]", "/0: 5, required an object"},
           {R"({"messages":[{"role":"bot"}]})", fmt::format("/messages/0/role: \"bot\"{}", roles)},
           {R"([{"a":1},{"messages":[]}])", fmt::format("/0/role: nothing{}", roles)},
           {R"([{"role":null}])", fmt::format("/0/role: null{}", roles)},
           {R"([{"role":"user"}])", "/0/content: nothing, required a text"},
           {R"([{"role":"system","content":[]}])", "/0/content: an array, required a text"},
           {R"([{"role":"assistant","content":{}}])",
            "/0/content: an object, required a text or an array of parts"},
           {R"([{"role":"assistant","content":[7]}])", "/0/content/0: 7, required an object"},
           {R"([{"role":"assistant","content":[{"type":"x"}]}])",
            fmt::format("/0/content/0/type: \"x\"{}", kinds)},
           {R"([{"role":"assistant","content":[{"type":"text","text":null}]}])",
            "/0/content/0/text: null, required a text"}}) {
    INFO(json);
    CHECK(error(json) == fmt::format("ValueError: render: line 2: {} [S57e, chapter 19]", what));
  }
  CHECK_THAT(error(R"([{"a":1,"messages":[]}])"),
             Catch::Matchers::EndsWith("line of its own [S57m, chapter 19]"));
}

}  // namespace
}  // namespace bpetite::test
