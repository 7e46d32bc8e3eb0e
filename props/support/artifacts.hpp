// Artifacts as the tests write them: valid ones in any layout, and ones with a single defect.
//
//   const Node document = artifact_of({{97, 98}});      the artifact of a merge list
//   render(document)                                    its canonical bytes (S15)
//   render(document, 7)                                 the same, in some other layout (S13a)
//   for (const Defect& defect : defects({{97, 98}}))    "merges[0] is null", step 11, ...
//
// Nothing here shares code with the loader or the serializer: it is their witness.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::test {

// JSON before it is text. Nothing is checked, so that any fault can be spelled.
struct Node {
  enum class Kind { raw, string, array, object };
  Kind kind = Kind::raw;
  std::string text;               // raw: the JSON text itself; string: its ASCII characters
  std::vector<std::string> keys;  // object: as many as items, repeated ones allowed
  std::vector<Node> items;        // array, object
};

Node raw(std::string text);
Node number(std::uint64_t value);
Node string(std::string text);
Node array(std::vector<Node> items);
Node object(std::vector<std::pair<std::string, Node>> members);

// The value of a key; null if the node is no object or has no such key.
Node* member(Node& node, std::string_view key);

// The text of a node. Layout 0 is compact, in the order given; any other number draws white space,
// the order of keys, escapes and the sign of zeros from it.
std::string render(const Node& node, std::uint64_t layout = 0);

// The artifact of a merge list, keys sorted.
Node artifact_of(const std::vector<Pair>& merges);

// One thing wrong with an artifact, and the step that must find it.
struct Defect {
  int step = 0;
  std::string name;
  // Makes the fault in a document; false if what it would break is not there (any more).
  std::function<bool(Node&)> in_document;
  // Makes the fault in the rendered text (steps 1 and 2 and whole documents).
  std::function<std::string(const std::string&)> in_text;
};

// Every defect known here for the artifact of these merges, of which there must be at least one.
std::vector<Defect> defects(const std::vector<Pair>& merges);

// The bytes of an artifact with its defects, the later step first; empty if one does not apply.
std::string broken(const std::vector<Pair>& merges, std::vector<Defect> faults,
                   std::uint64_t layout = 0);

// The class that a step raises.
std::string_view error_of_step(int step);

}  // namespace bpetite::test
