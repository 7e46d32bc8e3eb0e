// Writes small suites as text for the tests of the validator: an index, valid vectors of every
// operation except `render`, and files from templates, in which ZEROS stands for a digest. Replaces
// parts of such texts, parses files, and gives the error.
#include "support/suite_files.hpp"

#include <fmt/format.h>

#include "conform/suite/placed_json.hpp"

namespace bpetite::test {
namespace {

constexpr std::string_view zeros =
    "0000000000000000000000000000000000000000000000000000000000000000";

}  // namespace

const std::string_view small_index =
    R"({"schema":1,"suite":"1.0.0","clauses":{"FR-4":"title"},"artifacts":{"tiny":)"
    R"({"comment":"c","sha256":"0","merges":[[97,98]]}}})";

std::vector<Sound> sound_vectors() {
  return {
      {"pretokenize", R"("input":{"text_hex":"6120","text":"a "},"expect":{"result":"valid",)"
                      R"("chunks_hex":["61","20"],"within_seconds":5})"},
      {"pretokenize", R"("input":{"text_repeat":[["61",3],["0a",1]]},"expect":{"result":"invalid",)"
                      R"("error":"ValueError"})"},
      {"pretokenize",
       R"("input":{"text_hex":"61"},"expect":{"result":"acceptable",)"
       R"("variants":[{"unicode":["13.0.0","14.0.0","15.0.0","15.1.0"],"result":"valid",)"
       R"("chunks_hex":["61"]},{"unicode":["16.0.0","17.0.0","18.0.0"],"result":"invalid",)"
       R"("error":"ValueError"}]})"},
      {"encode",
       R"("input":{"text_random":{"seed":7,"bytes":20,"parts":["2061"]}},"artifact":"tiny",)"
       R"("expect":{"result":"valid","ids":[97,98]})"},
      {"encode",
       R"("input":{"text_numbered":{"count":9,"digits":"616263"}},"artifact":{"base":"tiny"},)"
       R"("expect":{"result":"valid","ids_count":9,"ids_sha256":"ZEROS"})"},
      {"decode",
       R"("input":{"ids":[97,-1,340282366920938463463374607431768211456]},)"
       R"("artifact":{"merges":[[97,98]]},"expect":{"result":"invalid","error":"KeyError"})"},
      {"decode", R"("input":{"ids_repeat":[[97,5]]},"artifact":"tiny","expect":{"result":"valid",)"
                 R"("text_bytes":5,"text_sha256":"ZEROS"})"},
      {"decode",
       R"("input":{"sequence":[[97],[999]]},"artifact":"tiny","expect":{"result":"valid",)"
       R"("texts_hex":["61",{"error":"KeyError"}]})"},
      {"load",
       R"("input":{"probe_hex":"61","probe":"a"},"artifact":"tiny","expect":{"result":"valid",)"
       R"("probe":{"text_hex":"61","ids":[97]}})"},
      {"load",
       R"("input":{},"artifact":{"base":"tiny","patch":[{"op":"text","from":"merges","to":"m"},)"
       R"({"op":"truncate","bytes":9}]},"expect":{"result":"invalid","error":"ValueError",)"
       R"("step":2,"other_step":3})"},
      {"load",
       R"("input":{},"artifact":{"merges":[],"patch":[{"op":"nest","from":"merges","open":"[",)"
       R"("close":"]","depth":3},{"op":"append_hex","to":"00"},{"op":"wrap_hex","before":"00",)"
       R"("after":"00"},{"op":"text_hex","from":"6d","to":"6e"},{"op":"whole_hex","to":"00"}]},)"
       R"("expect":{"result":"invalid","error":"ValueError"})"},
      {"train", R"("input":{"corpus_hex":"6161","corpus":"aa","vocab_size":257},)"
                R"("expect":{"result":"valid","merges":[[97,97]]})"},
      {"train",
       R"("input":{"counts":[["6162",3],["63",0]],"vocab_size":-5},"expect":{"result":"valid",)"
       R"("merges_count":1,"merges_sha256":"ZEROS"})"},
      {"save", R"("input":{"setup":"none","overwrite":false},"artifact":"tiny",)"
               R"("expect":{"result":"valid","sha256":"ZEROS","bytes":9})"},
      {"save",
       R"("input":{"setup":"exists","overwrite":true,"train":{"corpus_repeat":[["6162",4]],)"
       R"("vocab_size":257}},"expect":{"result":"invalid","error":"FileExistsError"})"},
      {"save", R"("input":{"setup":"none","overwrite":true,"train":{"counts":[["6162",4]],)"
               R"("vocab_size":257}},"expect":{"result":"invalid","error":"FileExistsError"})"},
  };
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from)) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string vector_of(std::string_view members, std::string_view id) {
  return replaced(fmt::format(R"({{"id":"{}","rev":1,"tier":"required","fr":["FR-4"],"flags":[],)"
                              R"("requires":["counts"],"comment":"c",{},"kills":[]}})",
                              id, members),
                  "ZEROS", zeros);
}

std::string file_of(std::string_view op, std::string_view vectors, std::string_view group) {
  return fmt::format(R"({{"schema":1,"group":"{}","level":"L1","op":"{}","source":"s",)"
                     R"("notes":{{}},"vectors":[{}]}})",
                     group, op, vectors);
}

conform::suite::Suite parsed(std::string_view file) {
  return conform::suite::parse_suite({{"mine", std::string(file)}}, small_index);
}

std::string complaint(std::string_view file) {
  try {
    parsed(file);
    return {};
  } catch (const conform::suite::SuiteError& error) {
    return error.what();
  }
}

std::string complaint(std::string_view op, std::string_view members) {
  return complaint(file_of(op, vector_of(members)));
}

}  // namespace bpetite::test
