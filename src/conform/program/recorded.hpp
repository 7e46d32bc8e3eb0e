// Makes a Program from the recorded answers of a program that is not connected by pipes
// (read_recorded). The program has read requests from one file and written its answers to another.
// Recorded also has the number of lines that are not answers, and says why hello has no answer.
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
  std::size_t other_lines = 0;  // the number of lines that are not answers
  std::string fault;            // why hello has no answer; then no request has one
};

// The program that gave these answers. A request is found by its text. If the same request comes
// several times, it gets its answers in order. A request without an answer has the status PROTOCOL.
Recorded read_recorded(const std::vector<std::string>& requests, const json::Object& hello,
                       std::string_view answers);

}  // namespace bpetite::conform::program
