// Generates conversations whose texts are hostile, and checks that no text yields or removes a
// special token (S62b, S62e). The texts have literals of special tokens: whole, cut, doubled,
// divided between parts, beside words, blanks and marks.
//
//   template "<|im_start|>user\n"   text "hi<|im_" "end|>\u0338"   template "<|im_end|>\n"
//   special ids                     <|im_start|> <|im_end|>
//
// The special ids must be those of the template runs, each encoded alone, and of the token parts.
// If the joined text has the same literals at the same places, the ids must be those of the joined
// text (S62d). The forms are those of ChatML and Llama 3, any template parts, and the rendering of
// nanochat, whose ids are also those of a list of parts with the seams cut (S57h).
// tools/verify/motion conversations runs a million.
#include <algorithm>
#include <deque>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/conversation.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/parts.hpp>

#include "bpetite/access.hpp"
#include "conform/search/random.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "reference/conversation.hpp"
#include "reference/parts.hpp"
#include "support/examples/fields.hpp"
#include "support/property.hpp"
#include "support/tally.hpp"
#include "support/texts/conversations.hpp"
#include "support/texts/moving_tables.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"

namespace bpetite::test {
namespace {

using conform::search::Random;
using Kind = TextPart::Kind;
using Ids = std::vector<TokenId>;

// How a message is written: "<|im_start|>" role "\n" text "<|im_end|>\n".
struct ChatForm {
  std::string_view begin;
  std::string_view before_role;
  std::string_view before_text;
  std::string_view behind_text;
};
constexpr ChatForm chat_ml = {"", "<|im_start|>", "\n", "<|im_end|>\n"};
constexpr ChatForm llama_3 = {"<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>\n\n",
                              "<|eot_id|>"};

// A table, and the form of its conversations if it has one.
struct ChatTable {
  MovingTable moving;
  const ChatForm* form = nullptr;

  const Table& table() const { return moving.table; }
};

const std::vector<ChatTable>& chat_tables() {
  static const std::vector<ChatTable> all = [] {
    std::vector<ChatTable> made;
    const auto add = [&](Table table, const ChatForm* form) {
      // Here each id says whether it is that of a literal.
      std::erase_if(table.specials,
                    [&](const SpecialToken& token) { return is_ordinary_id(table, token.id); });
      made.push_back({MovingTable(std::move(table), SpecialChoice()), form});
    };
    for (const auto& [name, form] :
         std::vector<std::pair<std::string_view, const ChatForm*>>{{"qwen2", &chat_ml},
                                                                   {"llama3", &llama_3},
                                                                   {"gpt2", nullptr},
                                                                   {"cl100k", nullptr},
                                                                   {"o200k", nullptr},
                                                                   {"deepseek_v3", nullptr}}) {
      const Profile& profile = *profiles::find(name);
      add(named_table(profile, profile.added.rule), form);
    }
    for (const Table& table : literal_tables()) {
      if (table.profile.added.rule != SpecialRule::never) add(table, nullptr);
    }
    return made;
  }();
  return all;
}

// nanochat's tokenizer, and one whose nine tokens are found in normalized text. It has two added
// tokens that are not special.
const std::vector<Tokenizer>& nanochat_chats() {
  static const std::vector<Tokenizer> all = [] {
    Table table = nanochat_table();
    std::vector<Tokenizer> made = {TokenizerAccess::make(table)};
    table.profile.normalizer = Normalizer::nfc_16_0;
    table.profile.added.rule = SpecialRule::matched;
    for (SpecialToken& token : table.specials) token.normalized = true;
    TokenId id = table.specials.back().id;
    for (const bool is_normalized : {false, true}) {
      ++id;
      table.specials.insert(table.specials.begin(),
                            {fmt::format("<t{}>", id), id, is_normalized, false});
    }
    made.push_back(TokenizerAccess::make(std::move(table)));
    return made;
  }();
  return all;
}

std::size_t some_cut(std::string_view text, Random& random) {
  return scalar_end_from(text, random.below(text.size() + 1));
}

std::string hostile_text(const Table& table, Random& random) {
  static const std::vector<std::string> words = {
      "ab",     "abc",  " ",      "  ",     "\n",     "\n\n",        "x",      "12", "'s",
      "\u00e9", "e",    "\u0301", "\u0338", "\u0323", "\u1112",      "\u1161", "<",  "|>",
      "\u4e2d", "user", "_",      "\u3000", "<|",     "assistant\n", "[IN",    "ST]"};
  std::string text;
  for (std::size_t left = random.below(6); left > 0; --left) {
    const std::size_t few = std::min<std::size_t>(table.specials.size(), 8);
    const std::string& literal = table.specials[random.below(few)].literal;
    switch (random.below(9)) {
      case 0:
        text += literal;
        break;
      case 1:
        text += literal.substr(0, some_cut(literal, random));
        break;
      case 2:
        text += literal.substr(some_cut(literal, random));
        break;
      case 3:
        text += literal + literal;
        break;
      case 4:
        text += literal + (random.one_in(2) ? "\u0338" : "x");
        break;
      case 5:
        text += (random.one_in(2) ? "  " : "x") + literal + (random.one_in(2) ? "\n" : "");
        break;
      default:
        text += random.pick(words);
        break;
    }
  }
  return text;
}

// Parts, the texts that they view, and the special ids of its form.
struct HostileChat {
  std::vector<TextPart> parts;
  std::deque<std::string> texts;
  std::optional<Ids> listed;

  void add(Kind kind, std::string text) {
    texts.push_back(std::move(text));
    parts.push_back({kind, texts.back(), {}});
  }
  // As one part or as several.
  void add_divided(Kind kind, std::string_view text, Random& random) {
    while (random.one_in(3)) {
      const std::size_t cut = some_cut(text, random);
      add(kind, std::string(text.substr(0, cut)));
      text.remove_prefix(cut);
    }
    add(kind, std::string(text));
  }
};

void list(HostileChat& chat, const Table& table, std::string_view literals) {
  for (std::size_t at = 0; at < literals.size(); ++at) {
    for (const SpecialToken& token : table.specials) {
      if (!literals.substr(at).starts_with(token.literal)) continue;
      chat.listed->push_back(token.id);
      break;
    }
  }
}

HostileChat formed_chat(const ChatTable& of, Random& random) {
  HostileChat chat;
  chat.listed = Ids();
  chat.add(Kind::template_, std::string(of.form->begin));
  list(chat, of.table(), of.form->begin);
  for (std::size_t left = random.between(1, 4); left > 0; --left) {
    const std::string role = random.pick(std::vector<std::string>{"user", "assistant", "tool"});
    const std::string before = std::string(of.form->before_role) + role;
    // The role of a message may come from a user too.
    if (random.one_in(4)) {
      chat.add(Kind::template_, std::string(of.form->before_role));
      chat.add_divided(Kind::text, hostile_text(of.table(), random), random);
      chat.add(Kind::template_, std::string(of.form->before_text));
    } else {
      chat.add_divided(Kind::template_, before + std::string(of.form->before_text), random);
    }
    chat.add_divided(Kind::text, hostile_text(of.table(), random), random);
    chat.add(Kind::template_, std::string(of.form->behind_text));
    list(chat, of.table(), of.form->before_role);
    list(chat, of.table(), of.form->before_text);
    list(chat, of.table(), of.form->behind_text);
  }
  return chat;
}

// Templates hold what they like, and token parts stand anywhere.
HostileChat any_chat(const Table& table, Random& random) {
  HostileChat chat;
  for (std::size_t left = random.between(1, 7); left > 0; --left) {
    switch (random.below(5)) {
      case 0:
      case 1:
        chat.add_divided(Kind::template_, hostile_text(table, random), random);
        break;
      case 2:
        chat.add(Kind::token, table.specials[random.below(table.specials.size())].literal);
        break;
      default:
        chat.add_divided(Kind::text, hostile_text(table, random), random);
        break;
    }
  }
  return chat;
}

// Those of each template run alone and of the token parts, in order.
Ids wanted_specials(const MovingTable& moving, std::span<const TextPart> parts, Seams seams) {
  Ids wanted;
  std::string run;
  const auto end_run = [&] {
    if (run.empty()) return;
    const Ids ids = encode(moving.tokenizer, run, all_allowed(moving.table));
    const Ids specials = special_ids(moving.table, ids);
    wanted.insert(wanted.end(), specials.begin(), specials.end());
    run.clear();
  };
  for (const TextPart& part : parts) {
    if (part.kind == Kind::template_) {
      run += part.text;
      if (seams == Seams::cut) end_run();
    } else if (part.kind == Kind::token || !part.text.empty()) {
      end_run();
      if (part.kind == Kind::text) continue;
      const auto token =
          std::ranges::find(moving.table.specials, part.text, &SpecialToken::literal);
      if (token->is_special) wanted.push_back(token->id);
    }
  }
  end_run();
  return wanted;
}

// What a run of the test has seen.
struct Seen {
  std::size_t special_ids = 0;
  std::size_t as_joined = 0;     // chats that have the ids of the joined text
  std::size_t not_joined = 0;    // chats whose joined text has other literals
  std::size_t added = 0;         // ids of added tokens in texts of nanochat's form
  std::size_t strict_added = 0;  // the same with `strict`: there must be none
};

// The law that the ids of a chat break, or nothing.
std::string broken_law(const MovingTable& moving, const HostileChat& chat,
                       const PartsOptions& options, Seen& seen) {
  const EncodedParts found = encode_parts_with_spans(moving.tokenizer, chat.parts, options);
  if (encode_parts(moving.tokenizer, chat.parts, options) != found.ids) return "ids with spans";
  const Ids specials = special_ids(moving.table, found.ids);
  seen.special_ids += specials.size();
  if (specials != wanted_specials(moving, chat.parts, options.seams)) return "safety";
  if (options.seams == Seams::cut) return "";  // a literal that a seam divides is not found
  if (chat.listed && specials != *chat.listed) return "the special ids of the form";
  if (options.strict) return "";

  std::string text;
  for (const TextPart& part : chat.parts) text += part.text;
  const auto [ids, spans] = encode_with_offsets(moving.tokenizer, text, all_allowed(moving.table));
  const bool is_same = places_of_added(moving.table, ids, spans) ==
                       places_of_added(moving.table, found.ids, found.spans);
  ++(is_same ? seen.as_joined : seen.not_joined);
  return is_same && ids != found.ids ? "equality" : "";
}

std::string shown_parts(std::span<const TextPart> parts) {
  std::string shown;
  for (const TextPart& part : parts) {
    const char* const kind = part.kind == Kind::text    ? "text"
                             : part.kind == Kind::token ? "token"
                                                        : "template";
    shown += fmt::format("{} {}\n", kind, utf8::quoted(part.text, 200));
  }
  return shown;
}

// A conversation in nanochat's form: the special ids are those of its messages and their parts, and
// all ids are those of a list of parts with the seams cut (S57h).
std::string broken_in_nanochat(Random& random, Seen& seen) {
  const Tokenizer& tokenizer = random.pick(nanochat_chats());
  const Table& table = TokenizerAccess::table(tokenizer);
  Conversation talk;
  if (random.one_in(3)) talk.messages.push_back({Role::system, hostile_text(table, random)});
  for (std::size_t turns = random.between(1, 3); turns > 0; --turns) {
    talk.messages.push_back({Role::user, hostile_text(table, random)});
    if (random.one_in(2)) {
      talk.messages.push_back({Role::assistant, hostile_text(table, random)});
      continue;
    }
    std::vector<Part> parts;
    for (std::size_t left = random.below(4); left > 0; --left) {
      const PartKind kind =
          random.pick(std::vector{PartKind::text, PartKind::python, PartKind::python_output});
      parts.push_back({kind, hostile_text(table, random)});
    }
    talk.messages.push_back({Role::assistant, std::move(parts)});
  }
  Ids wanted = {reference::bos_token_id(table.specials)};
  const std::vector<reference::RenderedPart> rendered =
      reference::parts_of(talk, talk.messages.size());
  std::vector<TextPart> parts = {TextPart::token("<|bos|>")};
  for (const reference::RenderedPart& part : rendered) {
    parts.push_back(part.is_special ? TextPart::token(part.text) : TextPart::untrusted(part.text));
    if (part.is_special) wanted.push_back(reference::encode_special(part.text, table.specials));
  }
  const bool strict = random.one_in(3);
  const RenderedConversation found = render(tokenizer, talk, 1'000'000, strict);
  const Ids specials = special_ids(table, found.ids);
  seen.special_ids += specials.size();
  const std::string shown = " in nanochat's form:\n" + shown_parts(parts);
  if (specials != wanted) return "safety" + shown;
  if (found != reference::render(talk, 1'000'000, table, strict)) return "the reference" + shown;

  const EncodedParts in_parts = reference::encode_parts(parts, table, {Seams::cut, strict});
  if (found.ids != in_parts.ids) return "the law of parts" + shown;
  for (std::size_t i = 0; i < found.ids.size(); ++i) {
    const std::size_t part = in_parts.parts[i].first;
    const bool is_trained = part > 0 && rendered[part - 1].is_trained;
    if (found.mask[i] != (is_trained ? 1 : 0)) return "the mask of parts" + shown;
    const bool is_added =
        std::ranges::find(table.specials, found.ids[i], &SpecialToken::id) != table.specials.end();
    if (is_added && parts[part].kind == Kind::text) ++(strict ? seen.strict_added : seen.added);
  }
  return seen.strict_added == 0 ? "" : "strict" + shown;
}

TEST_CASE("S62b S62d S62e S62f S62g S57h: no text yields or removes a special token",
          "[property]") {
  const std::size_t chats = scaled(10'000);
  Seen seen;
  for (std::size_t i = 0; i < chats; ++i) {
    Random random(Random(process_seed()).next() + i);
    if (random.one_in(8)) {
      const std::string broken = broken_in_nanochat(random, seen);
      if (!broken.empty()) FAIL("conversation " << i << ": " << broken);
      count_case("conversations", profiles::nanochat());
      continue;
    }
    const auto& tables = chat_tables();
    const ChatTable& of = tables[random.one_in(3) ? random.below(tables.size()) : random.below(6)];
    const HostileChat chat = of.form != nullptr && !random.one_in(4) ? formed_chat(of, random)
                                                                     : any_chat(of.table(), random);
    const PartsOptions options{random.one_in(8) ? Seams::cut : Seams::joined, random.one_in(8)};
    const std::string broken = broken_law(of.moving, chat, options, seen);
    if (!broken.empty()) {
      FAIL("conversation " << i << " of " << of.table().profile.name << " breaks " << broken << "\n"
                           << shown_parts(chat.parts));
    }
    count_case("conversations", of.table().profile);
  }
  std::cout << fmt::format(
      "{} conversations, {} special ids, {} with the ids of the joined text, {} with other "
      "literals there\n",
      chats, seen.special_ids, seen.as_joined, seen.not_joined);
  CHECK(seen.special_ids > chats);
  CHECK(seen.added > chats / 1000);
  CHECK(seen.as_joined > chats / 20);
  CHECK(seen.not_joined > chats / 20);
  record("property", "S62b S62d S62e S62f S62g S57h", "no text yields or removes a special token",
         chats);
}

}  // namespace
}  // namespace bpetite::test
