// From outcomes to the lines of a report: what a failure shows beside its status.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/judge/schedule.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform {

// A report with the results of these places; what is known only after the run is left empty.
Report report_of(const Suite& suite, const RunOptions& options,
                 const std::vector<std::size_t>& places, const std::vector<Outcome>& outcomes,
                 const Hello& hello);

// Writes down what the program says of itself.
void introduce(Report& report, const Hello& hello);

// Where in the text two results part: "chunk 3 of 9, bytes 11..13"; empty where that means nothing.
std::string place_of(const Suite& suite, const Vector& vector, const json::Object& want,
                     const json::Object& got);

// The scalars whose class differs between two versions, as ranges: "U+0C5C", "U+1C89..U+1C8A".
std::vector<std::string> differing_scalars(unicode::Version one, unicode::Version other);

}  // namespace bpetite::conform
