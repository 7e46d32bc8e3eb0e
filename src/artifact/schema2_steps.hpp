// Declares the steps of Schema v2 from 7 on (S56a), each a function.
//
// A step reads its part of the document into the table, or throws the error of its clause. It may
// rely on all steps before it. Steps 7 to 12 check the fields and the parts of the profile, steps
// 13 to 19 the vocabulary and what names its ids.
#pragma once

#include "core/json/pointer.hpp"
#include "core/table.hpp"

namespace bpetite::artifact::schema2 {

void all_fields_present(const json::Field& root, Table& table);
void no_other_field(const json::Field& root, Table& table);
void normalizer_known(const json::Field& root, Table& table);
void rules_known(const json::Field& root, Table& table);
void splits_carried(const json::Field& root, Table& table);
void merging_known(const json::Field& root, Table& table);

void vocabulary_shape(const json::Field& root, Table& table);
void text_tokens_named(const json::Field& root, Table& table);
void bytes_complete(const json::Field& root, Table& table);
void merges_joined(const json::Field& root, Table& table);
void added_tokens_apart(const json::Field& root, Table& table);
void template_named(const json::Field& root, Table& table);
void dropped_bytes_apart(const json::Field& root, Table& table);

}  // namespace bpetite::artifact::schema2
