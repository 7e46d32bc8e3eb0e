// Tests that the error for one bad item in a list says where the item is: first, last, in the
// middle, or alone. The lists are arguments of the library (ids, texts, tokens to add) or stand in
// files (lines, tokens, merges, splits of the pattern, messages and others). The place is an index,
// a line or a JSON pointer. For a token to add it is the literal, and for a text the byte in the
// text. A list without a bad item gives no error.
//
//   ids 97 97 70000        KeyError: decode: ids[2]: ...
//   merges "a b" "a c"     tokenizer.json: /model/merges/1: ...
#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/adding.hpp>
#include <bpetite/conversation.hpp>
#include <bpetite/decoding.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "interop/open.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

const Tokenizer& tokenizer_of_ab() {
  static const Tokenizer made = Tokenizer::train("ab ab", 258);
  return made;
}

// `count` items, joined by `separator`. Only the item at `bad` is bad.
std::string joined(std::size_t count, std::size_t bad, std::string_view separator,
                   const std::function<std::string(std::size_t)>& good, std::string_view bad_item) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) list += separator;
    list += i == bad ? std::string(bad_item) : good(i);
  }
  return list;
}

std::string read_error(std::string_view file) {
  return error_of([&] { interop::read_model(file, "x", nullptr); });
}

// Merges that make a longer and longer token of the letter a: 256 "aa", 257 "aaa", and so on.
Table table_with_merges(std::size_t count) {
  std::vector<Pair> merges;
  for (std::size_t i = 0; i < count; ++i) {
    merges.push_back({i == 0 ? TokenId{'a'} : static_cast<TokenId>(255 + i), 'a'});
  }
  Table table = v1_table(merges);
  table.specials.clear();
  return table;
}

struct List {
  std::string_view name;
  std::string (*error)(std::size_t count, std::size_t bad);
  std::string (*place)(std::size_t bad);  // what the error must contain
};

const std::vector<List> lists = {
    {"ids to decode",
     [](std::size_t count, std::size_t bad) {
       std::vector<TokenId> ids(count, 97);
       if (bad < count) ids[bad] = 70000;
       return error_of([&] { decode_bytes(tokenizer_of_ab(), ids); });
     },
     [](std::size_t bad) { return fmt::format(" ids[{}]: ", bad); }},
    {"texts to train from",
     [](std::size_t count, std::size_t bad) {
       std::vector<std::string> texts(count, "ab");
       if (bad < count) texts[bad] = std::string(bad, 'a') + "\xff";
       const std::vector<std::string_view> views(texts.begin(), texts.end());
       return error_of([&] { train_texts(views, 257); });
     },
     [](std::size_t bad) { return fmt::format("byte {}: ", bad); }},
    {"tokens to add",
     [](std::size_t count, std::size_t bad) {
       std::vector<NewToken> tokens;
       for (std::size_t i = 0; i < count; ++i) tokens.push_back({fmt::format("<{}>", i), true});
       if (bad < count) tokens[bad].literal += '\xff';
       return error_of([&] { with_added_tokens(tokenizer_of_ab(), tokens); });
     },
     [](std::size_t bad) { return fmt::format("\"<{}>\\xff\"", bad); }},
    {"lines of a rank file",
     [](std::size_t count, std::size_t bad) {
       const std::string lines = joined(
           count, bad, "",
           [](std::size_t i) { return rank_line(std::string(i + 2, 'a'), 256 + i); }, "YWI 256\n");
       return error_of([&] {
         interop::read_model(rank_file_of_bytes() + lines, "x", &interop::profile_named("gpt2"));
       });
     },
     [](std::size_t bad) { return fmt::format("line {}: ", 257 + bad); }},
    {"merges of a tokenizer.json",
     [](std::size_t count, std::size_t bad) {
       std::string file = tokenizer_json_of(table_with_merges(count), false);
       if (bad < count) {
         const std::string name =
             bad == 0 ? "\"a a\"" : fmt::format("\"{} a\"", std::string(bad + 1, 'a'));
         file = edited(file, name, "\"a b\"");
       }
       return read_error(file);
     },
     [](std::size_t bad) { return fmt::format("/model/merges/{}: ", bad); }},
    {"added tokens of a tokenizer.json",
     [](std::size_t count, std::size_t bad) {
       Table table = table_with_merges(0);
       for (std::size_t i = 0; i < count; ++i) {
         table.specials.push_back(
             {i == bad ? "" : fmt::format("<{}>", i), static_cast<TokenId>(256 + i)});
       }
       return read_error(tokenizer_json_of(table, false));
     },
     [](std::size_t bad) { return fmt::format("/added_tokens/{}", bad); }},
    {"merges of an artifact",
     [](std::size_t count, std::size_t bad) {
       Table table = table_with_merges(count);
       if (bad < count) table.merges[bad].right = 'b';
       return read_error(artifact::serialize_schema2(table));
     },
     [](std::size_t bad) { return fmt::format("/merges/{}: ", bad); }},
    {"splits of an artifact",
     [](std::size_t count, std::size_t bad) {
       Table table = table_with_merges(0);
       table.profile.splits.clear();
       for (std::size_t i = 0; i < count; ++i) {
         table.profile.splits.push_back(
             {{i == bad ? "(" : "a", Dialect::huggingface, unicode::pinned}, {}});
       }
       return read_error(artifact::serialize_schema2(table));
     },
     [](std::size_t bad) { return fmt::format("/splits/{}/pattern: ", bad); }},
    {"ids of a template",
     [](std::size_t count, std::size_t bad) {
       Table table = table_with_merges(0);
       for (std::size_t i = 0; i < count; ++i) {
         table.profile.ids_around.before.push_back(i == bad ? 999 : 97);
       }
       return read_error(artifact::serialize_schema2(table));
     },
     [](std::size_t bad) { return fmt::format("/template/before/{}: ", bad); }},
    {"tokens of a tekken file",
     [](std::size_t count, std::size_t bad) {
       std::vector<std::string> tokens;
       for (std::size_t i = 0; i < count; ++i)
         tokens.push_back(i == bad ? "" : std::string(i + 2, 'a'));
       return read_error(tekken_of(by_ranks(tokens), 3, 0));
     },
     [](std::size_t bad) { return fmt::format("/vocab/{}", 256 + bad); }},
    {"messages of a conversation",
     [](std::size_t count, std::size_t bad) {
       const std::string messages = joined(
           count, bad, ",",
           [](std::size_t i) {
             return fmt::format(R"({{"role":"{}","content":"a"}})",
                                i % 2 == 0 ? "user" : "assistant");
           },
           R"({"role":"user"})");
       return error_of([&] { read_conversation(fmt::format(R"({{"messages":[{}]}})", messages)); });
     },
     [](std::size_t bad) { return fmt::format("/messages/{}/content", bad); }},
};

CLAUSE_TEST("FR-22 S1a S19c S50b S53a S56k S57b S58b",
            "one bad item is found at each place of each list") {
  for (const List& list : lists) {
    for (const std::size_t count : {1U, 2U, 5U, 9U}) {
      for (std::size_t bad = 0; bad < count; ++bad) {
        CAPTURE(list.name, count, bad);
        CHECK_THAT(list.error(count, bad), Catch::Matchers::Contains(list.place(bad)));
      }
      CAPTURE(list.name, count);
      CHECK(list.error(count, count) == "none");
    }
  }
}

}  // namespace
}  // namespace bpetite::test
