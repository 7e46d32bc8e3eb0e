// A program without pipes, which has read requests from a file and written its answers to another.
//
//   bpetite conform requests DIR >requests.jsonl        request_lines (exchange.hpp)
//   ./harness <requests.jsonl >answers.jsonl
//   read_recorded(request_lines(...), hello_fields(...), "{\"id\":1,\"ok\":{...}}\n...")
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conform/program/program.hpp"

namespace bpetite::conform::program {

struct Recorded {
  Program program;
  std::size_t other_lines = 0;  // that are not answers
  std::string fault;            // why there is no hello; then the program answers nothing
};

// The program whose answers these are. A request is answered by its text: the same requests, made
// again, get their answers in order. A request without an answer is a PROTOCOL fault.
Recorded read_recorded(const std::vector<std::string>& requests, const json::Object& hello,
                       std::string_view answers);

}  // namespace bpetite::conform::program
