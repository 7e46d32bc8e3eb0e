// Makes artifacts, the files in which tokenizers are saved, for tests: valid ones in any layout
// (`Node`, `artifact_of`, `render`), and ones with a single defect (`Defect`, `defects`) or several
// (`broken`), with the error that a step of the loader raises (`error_of_step`). Also damages files
// of any kind at random, and checks what each loader guarantees for any file (`damaged`, `opens`).
//
//   const Node document = artifact_of({{97, 98}});      the artifact of a merge list
//   render(document)                                    its canonical bytes (S15)
//   render(document, 7)                                 the same values in another layout (S13a)
//   for (const Defect& defect : defects({{97, 98}}))    "merges[0] is null", step 11, ...
//
// The artifacts share no code with the loader and the serializer, which are tested with them.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::test {

// A JSON document as a tree. Nothing is checked, so that a test can write any fault.
struct Node {
  enum class Kind { raw, string, array, object };
  Kind kind = Kind::raw;
  std::string text;               // raw: the JSON text itself; string: its ASCII characters
  std::vector<std::string> keys;  // object: one for each item; a key may be repeated
  std::vector<Node> items;        // array, object
};

Node raw(std::string text);
Node number(std::uint64_t value);
Node string(std::string text);
Node array(std::vector<Node> items);
Node object(std::vector<std::pair<std::string, Node>> members);

// The value of a key, or nullptr if the node is not an object or does not have the key.
Node* member(Node& node, std::string_view key);

// The text of a node. Layout 0 is compact and keeps the order of keys. Another number is the seed
// that chooses white space, the order of keys, escapes and the sign of zeros.
std::string render(const Node& node, std::uint64_t layout = 0);

// The artifact of a merge list, keys sorted.
Node artifact_of(const std::vector<Pair>& merges);

// A single fault of an artifact, and the step of the loader that must find it.
struct Defect {
  int step = 0;
  std::string name;
  // Makes the fault in a document. Returns false if the part that it changes does not exist there.
  std::function<bool(Node&)> in_document;
  // Makes the fault in the rendered text, for steps 1 and 2 and for faults that replace the text.
  std::function<std::string(const std::string&)> in_text;
};

// All defects for the artifact of these merges. There must be at least one merge.
std::vector<Defect> defects(const std::vector<Pair>& merges);

// The bytes of an artifact with these defects. Those of later steps are made first. Empty if a
// defect does not apply.
std::string broken(const std::vector<Pair>& merges, std::vector<Defect> faults,
                   std::uint64_t layout = 0);

// The kind of error that a step of the loader raises.
std::string_view error_of_step(int step);

// The next functions damage files, and check what each loader guarantees for any file.
//
//   {"ab":256,"abc":257}      {"ab":256,"abc":57}      {"ab":256,"ab::257}      {"ab":256,
//
// damaged() returns the file with one to three random damages: a byte is changed, bytes are
// replaced by others, or the end is cut off. For properties only.
std::string damaged(std::string file);

// Whether a file opens. If it does, Schema v2 must hold the same table, and the engine must give
// texts the same ids as the reference; if not, the error must be one of ours and name its clause.
// For properties only.
bool opens(const std::function<Table()>& read);

}  // namespace bpetite::test
