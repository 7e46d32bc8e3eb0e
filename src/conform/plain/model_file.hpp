// The JSON file of plain vectors (S70a): conformance/models/NAME.json.
//
//   {"schema":1,"model":"cl100k",...,"vectors":[
//   {"id":"cl100k-315f5bdb","text":"Hello, world!","ids":[9906,11,1917,0],"tests":"...",...},
//   ...]}
//
// A vector is a line. All is ASCII, so that every parser reads the same texts.
#pragma once

#include <string>
#include <string_view>

#include "conform/judge/model_vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::plain {

// `vocabulary` has the bytes of the file that was opened, whose digest is written.
std::string model_file(const judge::ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary);

}  // namespace bpetite::conform::plain
