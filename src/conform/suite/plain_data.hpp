// Exports the suite of vectors (test cases) as plain data, for users who want neither the protocol
// nor recipes, the short forms of long inputs. Writes tables in TSV, C, Go and Rust, and one JSON
// file. Also names the file of a vector's artifact. A row of a table:
//
//   encode-double-space  L1  required  encode  tiny-spaces  202061    32 257
//   id                   level tier    op      artifact     input argument want   error
//
//   input      text or corpus in hex, or ids in decimal
//   argument   train: vocab_size; save: the setup, and "overwrite" or "keep"
//   want       chunks in hex; ids in decimal; text in hex; merges as 97,98; save: sha256
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::suite {

struct Row {
  std::string id, level, tier, op, artifact, input, argument, want, error;
};

// The rows of a suite for Unicode 16.0.0. A plain table cannot hold results that are given by their
// digest, calls in sequence, counts, or fields of more than 16,000 characters. Vectors that need
// them are left out.
std::vector<Row> rows_of(const Suite& suite);

// The file name of an artifact, relative to the table: "artifacts/NAME.json".
std::string artifact_file(const Vector& vector);

// One file each: a tab-separated table with a heading, a C header, a Go file and a Rust file. The
// last three begin with a comment that explains the columns.
std::string to_tsv(const std::vector<Row>& rows);
std::string to_c(const Suite& suite, const std::vector<Row>& rows);
std::string to_go(const Suite& suite, const std::vector<Row>& rows);
std::string to_rust(const Suite& suite, const std::vector<Row>& rows);

// The suite as one JSON file in ASCII, with one vector on each line. A reader does not have to
// compute anything (S70b):
//
//   {"id":"pretokenize-long-letters",...,"input":{"text_hex":"6161..."},"artifact":"","expect":...}
//
// Inputs that the suite gives by a recipe are written out. An artifact is the name of a file that
// `conform export` writes beside this file. Long results keep their number and digest.
std::string whole_suite(const Suite& suite);

}  // namespace bpetite::conform::suite
