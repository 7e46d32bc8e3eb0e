// The embedded artifacts of conformance/profiles (suite/suite_files.hpp).
#pragma once

#include <span>

#include "conform/suite/suite_files.hpp"

namespace bpetite::conform::small {

std::span<const suite::EmbeddedFile> small_files();

}  // namespace bpetite::conform::small
