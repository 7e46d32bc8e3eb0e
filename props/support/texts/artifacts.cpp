// Builds artifacts and writes them as JSON in any layout, without using the code that is tested.
// Lists the defects that tests make in artifacts, for each step of the loader. Damages files at
// random, and checks what each loader guarantees for any file.
#include "support/texts/artifacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string_view>

#include <bpetite/errors.hpp>

#include "artifact/schema2.hpp"
#include "engine/encode.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

// The random numbers that decide about a layout. For layout 0 all are 0.
class Choices {
 public:
  explicit Choices(std::uint64_t layout) : plain_(layout == 0), engine_(layout) {}

  std::uint64_t below(std::uint64_t limit) { return plain_ ? 0 : engine_() % limit; }
  bool one_in(std::uint64_t n) { return !plain_ && below(n) == 0; }
  bool plain() const { return plain_; }

 private:
  bool plain_;
  std::mt19937_64 engine_;
};

void space(std::string& out, Choices& choices) {
  while (choices.one_in(8)) {
    out += " \t\n\r"[choices.below(4)];
  }
}

// Appends the string as Python's json.dumps writes it, or with other escapes for the same string.
void quote(std::string& out, std::string_view text, Choices& choices) {
  out += '"';
  for (const char c : text) {
    const bool must = c == '"' || c == '\\' || c < ' ' || c == '\x7f';
    if (choices.one_in(16) || (must && c != '"' && c != '\\')) {
      out += choices.one_in(2) ? fmt::format("\\u{:04X}", static_cast<int>(c))
                               : fmt::format("\\u{:04x}", static_cast<int>(c));
    } else if (must || (c == '/' && choices.one_in(2))) {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_node(std::string& out, const Node& node, Choices& choices) {
  space(out, choices);
  if (node.kind == Node::Kind::raw) {
    out += node.text == "0" && choices.one_in(8) ? "-0" : node.text;
  } else if (node.kind == Node::Kind::string) {
    quote(out, node.text, choices);
  } else {
    const bool is_object = node.kind == Node::Kind::object;
    std::vector<std::size_t> order(node.items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); is_object && !choices.plain() && i > 1; --i) {
      std::swap(order[i - 1], order[choices.below(i)]);
    }

    out += is_object ? '{' : '[';
    std::string_view separator;
    for (const std::size_t i : order) {
      out += separator;
      if (is_object) {
        space(out, choices);
        quote(out, node.keys[i], choices);
        space(out, choices);
        out += ':';
      }
      write_node(out, node.items[i], choices);
      separator = ",";
    }
    space(out, choices);
    out += is_object ? '}' : ']';
  }
  space(out, choices);
}

}  // namespace

Node raw(std::string text) { return {Node::Kind::raw, std::move(text), {}, {}}; }
Node number(std::uint64_t value) { return raw(fmt::format("{}", value)); }
Node string(std::string text) { return {Node::Kind::string, std::move(text), {}, {}}; }
Node array(std::vector<Node> items) { return {Node::Kind::array, {}, {}, std::move(items)}; }

Node object(std::vector<std::pair<std::string, Node>> members) {
  Node node{Node::Kind::object, {}, {}, {}};
  for (auto& [key, value] : members) {
    node.keys.push_back(std::move(key));
    node.items.push_back(std::move(value));
  }
  return node;
}

Node* member(Node& node, std::string_view key) {
  const auto found = std::find(node.keys.begin(), node.keys.end(), key);
  return found == node.keys.end()
             ? nullptr
             : &node.items[static_cast<std::size_t>(found - node.keys.begin())];
}

std::string render(const Node& node, std::uint64_t layout) {
  std::string out;
  Choices choices(layout);
  write_node(out, node, choices);
  return out;
}

Node artifact_of(const std::vector<Pair>& merges) {
  // Tokens are lists of numbers instead of strings, so that no char has to be converted.
  std::vector<std::vector<unsigned>> tokens;
  for (unsigned byte = 0; byte < 256; ++byte) {
    tokens.push_back({byte});
  }
  std::vector<Node> merge_nodes;
  for (const Pair& merge : merges) {
    std::vector<unsigned> joined = tokens.at(merge.left);
    joined.insert(joined.end(), tokens.at(merge.right).begin(), tokens.at(merge.right).end());
    tokens.push_back(joined);
    merge_nodes.push_back(array({number(merge.left), number(merge.right)}));
  }
  const std::size_t mergeable = tokens.size();
  tokens.push_back({60, 124, 101, 110, 100, 111, 102, 116, 101, 120, 116, 124, 62});

  std::vector<std::pair<std::string, Node>> vocabulary;
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    std::vector<Node> bytes;
    for (const unsigned byte : tokens[id]) {
      bytes.push_back(number(byte));
    }
    vocabulary.emplace_back(fmt::format("{}", id), array(std::move(bytes)));
  }
  std::sort(vocabulary.begin(), vocabulary.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });

  return object({{"mergeable_vocab_size", number(mergeable)},
                 {"merges", array(std::move(merge_nodes))},
                 {"pretokenizer_pattern",
                  string(R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+)"
                         R"(|\s+(?!\S)|\s+)")},
                 {"schema_version", number(1)},
                 {"special_tokens", object({{"<|endoftext|>", number(mergeable)}})},
                 {"vocab", object(std::move(vocabulary))}});
}

std::string_view error_of_step(int step) {
  return step == 4 || step == 7 ? "KeyError" : "ValueError";
}

std::string broken(const std::vector<Pair>& merges, std::vector<Defect> faults,
                   std::uint64_t layout) {
  std::stable_sort(faults.begin(), faults.end(),
                   [](const Defect& a, const Defect& b) { return a.step > b.step; });
  Node document = artifact_of(merges);
  bool whole_file = false;
  for (const Defect& fault : faults) {
    // If a fault replaces the whole file, faults in the document would have no effect.
    if (fault.in_document && (whole_file || !fault.in_document(document))) {
      return {};
    }
    whole_file = whole_file || (fault.in_text && fault.step > 2);
  }
  std::string text = render(document, layout);
  for (const Defect& fault : faults) {
    if (fault.in_text) {
      text = fault.in_text(text);
    }
  }
  return text;
}

// Lists the defects that the tests make in artifacts, for each step of FR-29.
//
//   step 11   merges/0 is [1,2,3]     three elements where two are required
//   step 15   vocab/65 is dropped     an id below mergeable_vocab_size is missing
//
// An artifact with a defect passes all earlier steps, so that only its own step can find it.

namespace {

using Texts = std::vector<std::string>;
using FieldPath = std::vector<std::string>;

// Numbers that would become another number if a program cut them to 32 or 64 bits.
const std::string two_32 = "4294967296";
const std::string two_64 = "18446744073709551616";
const std::string ten_30 = "1" + std::string(30, '0');
const std::string ten_400 = "1" + std::string(400, '0');

// JSON values that are not an integer (S13b), a string, an array, an object.
const Texts no_integers = {"null", "true", "false", "\"1\"", "[1]",    "{}",           "1.0",
                           "1e0",  "1E2",  "-0.0",  "1e400", "1e-400", "1e99999999999"};
const Texts no_strings = {"null", "true", "1", "1.5", "[]", "{}", "[\"\"]"};
const Texts no_arrays = {"null", "false", "0", "1e5", "\"\"", "{}", "{\"0\":0}"};
const Texts no_objects = {"null", "true", "1", "2.5", "\"{}\"", "[]", "[{}]"};

std::string decimal(std::uint64_t value) { return fmt::format("{}", value); }

// The path as text, as in "vocab/65", for the names of defects.
std::string spelled(const FieldPath& path) {
  std::string text;
  for (const std::string& key : path) {
    text += (text.empty() ? "" : "/") + key;
  }
  return text;
}

// The node at the end of a path of keys and indices, or nullptr if there is none.
Node* follow(Node& document, const FieldPath& path) {
  Node* node = &document;
  for (const std::string& key : path) {
    if (node != nullptr && node->kind == Node::Kind::array) {
      std::size_t index = node->items.size();
      std::from_chars(key.data(), key.data() + key.size(), index);
      node = index < node->items.size() ? &node->items[index] : nullptr;
    } else if (node != nullptr) {
      node = member(*node, key);
    }
  }
  return node;
}

class Defects {
 public:
  std::vector<Defect> list;

  void edit(int step, std::string name, std::function<bool(Node&)> in_document) {
    list.push_back({step, std::move(name), std::move(in_document), {}});
  }
  void edit_text(int step, std::string name,
                 std::function<std::string(const std::string&)> in_text) {
    list.push_back({step, std::move(name), {}, std::move(in_text)});
  }

  // Replaces the whole file by each of the texts.
  void whole(int step, const Texts& texts) {
    for (const std::string& text : texts) {
      edit_text(step, "the file is " + text, [text](const std::string&) { return text; });
    }
  }

  // Replaces the node at the path by each of the texts.
  void set(int step, const FieldPath& path, const Texts& texts) {
    for (const std::string& text : texts) {
      edit(step, fmt::format("{} is {}", spelled(path), text), [path, text](Node& document) {
        Node* node = follow(document, path);
        if (node != nullptr) {
          *node = raw(text);
        }
        return node != nullptr;
      });
    }
  }

  // Removes the member at the path.
  void drop(int step, const FieldPath& path) { rename(step, path, ""); }

  // Gives the member at the path another key. If the key is empty, removes the member.
  void rename(int step, const FieldPath& path, const std::string& key) {
    edit(step, fmt::format("{} is {}", spelled(path), key.empty() ? "dropped" : key),
         [path, key](Node& document) {
           Node* parent = follow(document, FieldPath(path.begin(), path.end() - 1));
           if (parent == nullptr || member(*parent, path.back()) == nullptr ||
               (!key.empty() && member(*parent, key) != nullptr)) {
             return false;  // a second defect may have added the key: step 2 would find it twice
           }
           const auto at = std::find(parent->keys.begin(), parent->keys.end(), path.back());
           if (key.empty()) {
             parent->items.erase(parent->items.begin() + (at - parent->keys.begin()));
             parent->keys.erase(at);
           } else {
             *at = key;
           }
           return true;
         });
  }

  // Adds a member to the object or array at the path. (An array ignores the key.) For step 2, which
  // finds repeated keys, the object must have the key already; for other steps it must not.
  void append(int step, const FieldPath& path, const std::string& key, const std::string& text) {
    edit(step, fmt::format("{}/{} is added: {}", spelled(path), key, text),
         [step, path, key, text](Node& document) {
           Node* node = follow(document, path);
           if (node == nullptr || node->kind == Node::Kind::raw ||
               (member(*node, key) != nullptr) != (step == 2)) {
             return false;
           }
           node->items.push_back(raw(text));
           if (node->kind == Node::Kind::object) {
             node->keys.push_back(key);
           }
           return true;
         });
  }
};

// Steps 1 to 3: the file.

void break_encoding(Defects& defects) {
  const Texts ill_formed = {"\xff",         "\x80",     "\xc0\x80",         "\xe2\x82",
                            "\xed\xa0\x80", "\xf0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"};
  for (std::size_t kind = 0; kind < ill_formed.size(); ++kind) {
    for (const std::size_t half : {0U, 1U, 2U}) {
      // The ill-formed bytes alone, and after a fault of syntax, which is a later step (S13d).
      for (const std::string prefix : {"", "]"}) {
        defects.edit_text(1, fmt::format("{}ill-formed bytes {} at {}/2", prefix, kind, half),
                          [bytes = ill_formed[kind], half, prefix](const std::string& text) {
                            std::string result = text;
                            result.insert(result.size() * half / 2, bytes);
                            return prefix + result;
                          });
      }
    }
  }
}

void break_syntax(Defects& defects) {
  defects.whole(2, {"", " ", "nul", "tru", "True", "[", "{", "[1,]", "[,1]", "[1 2]", "{\"a\"}"});
  defects.whole(2, {"{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "[NaN]", "[Infinity]", "[-Infinity]"});
  defects.whole(2, {"[01]", "[+1]", "[.5]", "[1.]", "[1e]", "[-]", "[0x1]", "[1_0]", "[--1]"});
  defects.whole(2,
                {"[\"abc]", "[\"\\x\"]", "[\"\n\"]", "[\"\\u12g4\"]", "[\"\\u12\"]", "\\u007b}"});
  defects.whole(2, {"[\"\\ud800\"]", "[\"\\udc00\"]", "[\"\\ud800\\u0041\"]", "[\"\\ud800a\"]"});
  defects.whole(2, {"{\"\\ud800\":1}", "[\"\\udc00\\ud800\"]", "[\"\\ud800\\ud800\"]"});
  defects.whole(2, {"{} {}", "null null", "// c\n{}", "/* c */{}", "{}//", "\xef\xbb\xbf{}"});
  defects.whole(2, {std::string(1, '\0'), std::string("[\"\0\"]", 5), std::string("{}\0", 3)});
  defects.whole(2, {"{\"a\":1,\"a\":1}", R"({"a":1,"\u0061":2})", R"([{"":1,"b":2,"":3}])"});

  // S23: 501 levels, one more than are allowed.
  std::string objects;
  for (int depth = 0; depth < 501; ++depth) {
    objects += "{\"\":";
  }
  defects.whole(
      2, {std::string(501, '[') + std::string(501, ']'), objects + "0" + std::string(501, '}')});

  // Text before, after and inside a valid artifact.
  for (const std::string suffix : {"x", "{}", ",", "]", "}", "null", "\xef\xbb\xbf", "//", "\v"}) {
    defects.edit_text(2, "followed by " + suffix,
                      [suffix](const std::string& text) { return text + suffix; });
  }
  for (const std::string prefix : {"\xef\xbb\xbf", ",", "}", "0", "\f", "//\n", "\xc2\xa0"}) {
    defects.edit_text(2, "preceded by " + prefix,
                      [prefix](const std::string& text) { return prefix + text; });
  }
  for (const std::string inside :
       {"\"merges\":[],\"merges\":[],", "\"a\":1,\"\\u0061\":1,", "\"\":0,\"\":0,", "\"\":NaN,",
        "\"\":-Infinity,", "\"\":{\"b\":0,\"b\":0},", "\"\":[[],{\"\\n\":0,\"\\u000a\":0}],",
        ","}) {
    defects.edit_text(2, "beginning with " + inside, [inside](const std::string& text) {
      return "{" + inside +
             text.substr(text.find('{') == std::string::npos ? 0 : text.find('{') + 1);
    });
  }
  defects.edit_text(2, "without its end", [](const std::string& text) {
    return text.substr(0,
                       text.find_last_of("}]") == std::string::npos ? 0 : text.find_last_of("}]"));
  });
  for (const std::string key : {"mergeable_vocab_size", "merges", "pretokenizer_pattern",
                                "schema_version", "special_tokens", "vocab"}) {
    defects.append(2, {}, key, "1");
  }
  defects.append(2, {"vocab"}, "65", "[65]");
  defects.append(2, {"special_tokens"}, "<|endoftext|>", "256");
}

void break_top_level(Defects& defects) {
  defects.whole(3, no_objects);
  defects.whole(3, {"\"schema_version\"", "-0", "1e400", "[[[]]]",
                    std::string(500, '[') + std::string(500, ']')});
}

// Steps 4 to 10: the fields.

void break_schema_version(Defects& defects) {
  defects.whole(4, {"{}", "{\"vocab\":null}", "{\"a\":{\"schema_version\":1}}"});
  defects.drop(4, {"schema_version"});
  for (const std::string key : {"Schema_version", "schema-version", "schema_version ", "version"}) {
    defects.rename(4, {"schema_version"}, key);
  }
  defects.set(5, {"schema_version"}, no_integers);
  defects.set(6, {"schema_version"}, {"0", "-0", "2", "-1", "10", "257", "4294967297"});
  defects.set(6, {"schema_version"}, {two_64, "18446744073709551617", ten_30, "-" + ten_30});
  defects.whole(6, {"{\"schema_version\":2}"});
}

void break_fields(Defects& defects) {
  defects.whole(7, {"{\"schema_version\":1}", "{\"schema_version\":1,\"more\":null}"});
  for (const std::string key :
       {"mergeable_vocab_size", "merges", "pretokenizer_pattern", "special_tokens", "vocab"}) {
    defects.drop(7, {key});
    defects.rename(7, {key}, key + "s");
  }
  for (const std::string key : {"", " ", "comment", "version", "Vocab", "vocab ", "mergesX"}) {
    defects.append(8, {}, key, "null");
  }
  defects.append(8, {}, "size", ten_400);
}

void break_pattern(Defects& defects, const std::string& pattern) {
  defects.set(9, {"pretokenizer_pattern"}, no_strings);

  const auto replaced = [&](const std::string& text) {
    defects.edit(10, "pretokenizer_pattern is " + text, [text](Node& document) {
      Node* node = member(document, "pretokenizer_pattern");
      if (node != nullptr) {
        *node = string(text);
      }
      return node != nullptr;
    });
  };
  for (const std::string text : {"", "v1", "nanochat", R"(\p{L}+|.)"}) {
    replaced(text);
  }
  replaced(pattern + " ");
  replaced(" " + pattern);
  replaced(pattern.substr(1));
  for (std::size_t at = 0; at < pattern.size(); at += 7) {
    replaced(pattern.substr(0, at) + "#" + pattern.substr(at + 1));
  }
}

// Steps 11 to 13: the merges and their number.

void break_merges(Defects& defects, const std::vector<std::size_t>& ranks, std::size_t mergeable) {
  defects.set(11, {"merges"}, no_arrays);
  for (const std::size_t rank : ranks) {
    const FieldPath merge = {"merges", decimal(rank)};
    defects.set(11, merge, no_arrays);
    defects.set(11, merge, {"[]", "[97]", "[97,98,99]", "[null,98]", "[97,true]", "[1.0,98]"});
    defects.set(11, merge, {"[97,1e0]", "[\"97\",98]", "[97,[98]]", "[-1,98]", "[97,-98]"});
    defects.set(11, merge, {"[97,-" + ten_30 + "]", "[{},98]", "[1e99999999999,98]"});
  }
  defects.append(11, {"merges"}, "", "null");

  defects.set(12, {"mergeable_vocab_size"}, no_integers);
  defects.set(12, {"mergeable_vocab_size"}, {decimal(mergeable) + ".0", decimal(mergeable) + "e0"});

  const std::uint64_t size = mergeable;
  defects.set(13, {"mergeable_vocab_size"}, {decimal(size + 1), decimal(size - 1), "0", "256000"});
  defects.set(13, {"mergeable_vocab_size"}, {"-" + decimal(size), decimal(size + (1ULL << 32U))});
  defects.set(13, {"mergeable_vocab_size"}, {two_32, two_64, ten_30, "-" + ten_30, ten_400});
  defects.append(13, {"merges"}, "", "[97,98]");
  defects.set(13, {"merges"}, {"[]"});
}

// Steps 14, 15 and 19: the entries of the vocabulary.

void break_vocabulary(Defects& defects, std::size_t mergeable) {
  defects.set(14, {"vocab"}, no_objects);
  const std::string last = decimal(mergeable - 1);
  for (const std::string& key :
       Texts{"", "00", "01", "065", "+1", "-1", "-0", " 1", "1 ", "1.0", "1e0", "0x1", "a",
             "\\u0031", "1_0", "99999999999999999999999a", "0" + ten_30}) {
    defects.append(14, {"vocab"}, key, "[65]");
  }
  for (const std::string& id : Texts{"0", "65", "255", "256", last, decimal(mergeable)}) {
    defects.set(14, {"vocab", id}, no_arrays);
    defects.set(14, {"vocab", id}, {"[256]", "[-1]", "[65.0]", "[6e0]", "[true]", "[null]"});
    defects.set(14, {"vocab", id}, {"[\"A\"]", "[[65]]", "[65,256]", "[" + two_64 + "]"});
    defects.set(14, {"vocab", id}, {"[" + ten_30 + "]", "[4294967361]", "[0,{}]"});
  }

  defects.set(15, {"vocab"}, {"{}", "{\"0\":[0]}", "{\"" + decimal(mergeable) + "\":[60]}"});
  for (const std::string& id : Texts{"0", "1", "65", "128", "255", "256", last}) {
    defects.drop(15, {"vocab", id});
    defects.rename(15, {"vocab", id}, ten_30);
    defects.rename(15, {"vocab", id}, decimal(mergeable + 1));
  }

  for (const std::string& id :
       Texts{decimal(mergeable + 1), decimal(mergeable + 2), "16777216", two_32, "4294967361",
             "18446744073709551615", two_64, "18446744073709551681", ten_30, ten_400}) {
    defects.append(19, {"vocab"}, id, "[]");
    defects.append(19, {"vocab"}, id, "[65]");
  }
}

// Steps 16 to 18: the bytes of the tokens.

void break_tokens(Defects& defects, const std::vector<Pair>& merges,
                  const std::vector<std::size_t>& ranks, const Node& artifact) {
  for (const std::uint64_t byte : {0U, 1U, 65U, 127U, 128U, 254U, 255U}) {
    const FieldPath path = {"vocab", decimal(byte)};
    defects.set(16, path, {"[]", fmt::format("[{}]", byte ^ 1U), fmt::format("[{}]", byte ^ 128U)});
    defects.set(16, path, {fmt::format("[{0},{0}]", byte), fmt::format("[0,{}]", byte)});
  }

  for (const std::size_t rank : ranks) {
    const std::uint64_t token = 256 + rank;
    const FieldPath merge = {"merges", decimal(rank)};
    const auto [left, right] = merges[rank];
    for (const std::string& id : Texts{decimal(token), decimal(token + 1), two_32, two_64, ten_30,
                                       decimal(left + (1ULL << 32U)), "18446744073709551615"}) {
      defects.set(17, merge, {fmt::format("[{},{}]", id, right), fmt::format("[{},{}]", left, id)});
    }

    // Change the token's bytes, then its operands, so that the two do not agree.
    Node document = artifact;
    const Node bytes = *follow(document, {"vocab", decimal(token)});
    const std::string first = bytes.items.front().text;
    const std::string rest = render(array({bytes.items.begin() + 1, bytes.items.end()})).substr(1);
    const std::string other = first == "7" ? "8" : "7";
    defects.set(17, {"vocab", decimal(token)},
                {"[]", "[" + rest, "[" + other + "," + rest, "[" + first + "," + other + "," + rest,
                 "[" + other + "," + first + "," + rest});
    defects.set(17, merge, {fmt::format("[{},{}]", other, right)});
  }

  const std::string free = decimal(256 + merges.size());
  const std::string end_of_text = "60,124,101,110,100,111,102,116,101,120,116,124,62";
  defects.set(18, {"special_tokens"}, no_objects);
  defects.set(18, {"special_tokens"}, {"{}", "{\"<|endoftext|>\":" + free + ",\"<|pad|>\":0}"});
  for (const std::string key : {"<|endoftext|", "<|ENDOFTEXT|>", "<|endoftext|> ", "endoftext"}) {
    defects.rename(18, {"special_tokens", "<|endoftext|>"}, key);
  }
  defects.set(18, {"special_tokens", "<|endoftext|>"}, no_integers);
  defects.set(
      18, {"special_tokens", "<|endoftext|>"},
      {"0", "-" + free, free + ".0", decimal(257 + merges.size()), decimal(255 + merges.size()),
       decimal(256 + merges.size() + (1ULL << 32U)), two_64, ten_30, "-" + ten_30});
  defects.drop(18, {"vocab", free});
  defects.set(18, {"vocab", free}, {"[]", "[60]", "[" + end_of_text + ",62]", "[0]"});
  defects.set(18, {"vocab", free}, {"[" + end_of_text.substr(3) + "]"});
  defects.set(18, {"vocab", free}, {"[61" + end_of_text.substr(2) + "]"});
}

}  // namespace

std::vector<Defect> defects(const std::vector<Pair>& merges) {
  Node artifact = artifact_of(merges);
  const std::string pattern = member(artifact, "pretokenizer_pattern")->text;
  const std::set<std::size_t> distinct = {0, merges.size() / 2, merges.size() - 1};
  const std::vector<std::size_t> ranks(distinct.begin(), distinct.end());
  const std::size_t mergeable = 256 + merges.size();

  Defects all;
  break_encoding(all);
  break_syntax(all);
  break_top_level(all);
  break_schema_version(all);
  break_fields(all);
  break_pattern(all, pattern);
  break_merges(all, ranks, mergeable);
  break_vocabulary(all, mergeable);
  break_tokens(all, merges, ranks, artifact);
  return std::move(all.list);
}

namespace {

// A random place in a file: anywhere, near the beginning, or near the end. In between, most files
// list the 256 bytes.
std::size_t place_in(const std::string& file) {
  const std::size_t near = std::min<std::size_t>(file.size(), 200);
  switch (*number_between(0, 2)) {
    case 0:
      return *number_between<std::size_t>(0, file.size() - 1);
    case 1:
      return *number_between<std::size_t>(0, near - 1);
    default:
      return *number_between<std::size_t>(file.size() - near, file.size() - 1);
  }
}

void damage(std::string& file) {
  const std::size_t at = place_in(file);
  switch (*number_between(0, 6)) {
    case 0:
      file.resize(at);
      break;
    case 1:
    case 2:
      file[at] = static_cast<char>(*number_between(0, 255));
      break;
    case 3:
    case 4:
      file[at] = static_cast<char>(file[at] ^ (1 << *number_between(0, 7)));
      break;
    default: {
      const auto size = std::min(*number_between<std::size_t>(0, 2), file.size() - at);
      const std::string other = file.substr(place_in(file), *number_between<std::size_t>(0, 2));
      file.replace(at, size, other);
    }
  }
}

}  // namespace

std::string damaged(std::string file) {
  for (auto left = *number_between(1, 3); left > 0 && !file.empty(); --left) damage(file);
  return file;
}

bool opens(const std::function<Table()>& read) {
  std::optional<Table> table;
  std::optional<engine::Encoder> encoder;
  try {
    table = read();
    encoder.emplace(*table);  // S25i: the patterns may be too large
  } catch (const Error& error) {
    RC_ASSERT(std::string_view(error.what()).ends_with("]"));
    return false;
  }
  // S55a "A file of Schema v2 gives the same ids as the file that it was made from".
  const std::string written = artifact::serialize_schema2(*table);
  const Table again = interop::read_model(written, "x", nullptr);
  RC_ASSERT(artifact::serialize_schema2(again) == written);
  const bool is_asked = table->profile.added.rule == SpecialRule::refused_unless_allowed;
  for (const auto& choice :
       {SpecialChoice::ordinary(), is_asked ? SpecialChoice::all() : SpecialChoice()}) {
    const std::string_view text = "abc <s> ab<t>12";
    RC_ASSERT(encoder->encode(text, choice) == reference::encode(text, *table, choice));
  }
  return true;
}

}  // namespace bpetite::test
