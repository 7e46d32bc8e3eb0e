// The versions of the suite of vectors (test cases): reads the last one from versions.lock,
// computes the next one, and writes the version and the digest into pages that show them. A suite
// with another digest has another version.
//
//   versions.lock     a line for each version: 1.1.0 e5c85e0e...
//   stamped(page)     the page with the newest version and digest in place of older ones
#pragma once

#include <string>
#include <string_view>

namespace bpetite::generate {

struct Version {
  std::string name;    // "1.1.0"
  std::string digest;  // that of the suite
};

// The last line of versions.lock. The first version follows 0.9.0.
Version last_version(std::string_view versions);

// "1.2.0" after "1.1.0".
std::string next_version(std::string_view version);

// Replaces the version and the digest of the suite where a page shows requests and reports:
// "suite":"1.0.0", and suite 1.0.0 (digest).
std::string stamped(const std::string& page, const std::string& version, const std::string& digest);

}  // namespace bpetite::generate
