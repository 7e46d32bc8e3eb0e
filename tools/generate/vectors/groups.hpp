// Makes groups of vectors (test cases) from the rows of the catalogue (`groups_of`), and from
// families, which are vectors made by loops. The families of an operation have their own file. The
// reference has not yet computed the expectations of the vectors. Also declares what families use:
// `add` a vector, `put_text` into its input, and find a group (`group_named`).
//
//   add_encode_families(groups)     adds to the group "encode-run": encode-run-runs-a-1, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::generate {

struct Group {
  std::string name;
  conform::suite::Level level = conform::suite::Level::L0;
  std::string op;
  std::vector<conform::suite::Vector> vectors;
};

// The sections of a file of the catalogue, as groups.
std::vector<Group> groups_of(const std::vector<Section>& sections);

// Each function adds the vectors of a family: systematic vectors, and rows that are used for a
// second operation.
void add_pretokenize_families(std::vector<Group>& groups);
void add_encode_families(std::vector<Group>& groups);
void add_decode_families(std::vector<Group>& groups, const conform::suite::Suite& suite);
void add_special_families(std::vector<Group>& groups);
void add_artifact_families(std::vector<Group>& groups, const conform::suite::Suite& suite);
void add_train_families(std::vector<Group>& groups);
void add_save_families(std::vector<Group>& groups, const conform::suite::Suite& suite);

// Adds a vector to the group, which gives its level and operation. The caller sets the input.
conform::suite::Vector& add(Group& group, std::string_view id, std::string_view clauses,
                            std::string_view flags, std::string_view comment);

// Adds {"text_hex": .., "text": ..} to an input, the second only if the bytes are UTF-8.
void put_text(json::Object& input, std::string_view name, std::string_view bytes);

// The group of that name. It is made if it does not exist.
Group& group_named(std::vector<Group>& groups, std::string_view name, conform::suite::Level level,
                   std::string_view op);

}  // namespace bpetite::generate
