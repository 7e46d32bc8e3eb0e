// Builds artifacts and writes them as JSON, without using the code that is tested.
#include "support/texts/artifacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

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

void write(std::string& out, const Node& node, Choices& choices) {
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
      write(out, node.items[i], choices);
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
  write(out, node, choices);
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

}  // namespace bpetite::test
