// Declares `spec_files`, which returns the chapters of spec/. They are embedded in the program for
// `bpetite spec`.
#pragma once

#include <span>

#include "conform/suite/suite_files.hpp"

namespace bpetite::cli {

std::span<const conform::suite::EmbeddedFile> spec_files();

}  // namespace bpetite::cli
