// From the rows of the catalogue, and from families that a loop writes better, to groups of
// vectors. One file a family; each gives its groups without expectations.
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

// The sections of the catalogue file of a family, as groups.
std::vector<Group> groups_of(const std::vector<Section>& sections);

// What loops add: systematic families, and rows that are used for a second operation.
void add_pretokenize_families(std::vector<Group>& groups);
void add_encode_families(std::vector<Group>& groups);
void add_decode_families(std::vector<Group>& groups, const conform::suite::Suite& suite);
void add_special_families(std::vector<Group>& groups);
void add_artifact_families(std::vector<Group>& groups, const conform::suite::Suite& suite);
void add_train_families(std::vector<Group>& groups);
void add_save_families(std::vector<Group>& groups, const conform::suite::Suite& suite);

// A vector as a family writes it; the group gives the rest. The input is set by the caller.
conform::suite::Vector& add(Group& group, std::string_view id, std::string_view clauses,
                            std::string_view flags, std::string_view comment);

// Values for inputs: {"text_hex": .., "text": ..}, the latter where it is UTF-8.
void put_text(json::Object& input, std::string_view name, std::string_view bytes);

// The group of that name, made if it is not there.
Group& group_named(std::vector<Group>& groups, std::string_view name, conform::suite::Level level,
                   std::string_view op);

}  // namespace bpetite::generate
