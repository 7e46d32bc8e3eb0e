// `IdStream` reads ids as they arrive, for `decode --stream`, without waiting for the end of the
// pipe.
//
//   [256,257]\n99\n      256, 257, then 99: a line has an id, or an array of them
//   00 01 01 01          256, 257 as raw numbers of 16 bits
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/ids.hpp"
#include "core/file.hpp"

namespace bpetite::cli {

class IdStream {
 public:
  // `source` begins messages: "decode: \"-\"".
  IdStream(file::Input input, Format format, std::string source);

  // Returns the next ids, one or more, as soon as they have arrived. Empty at the end. Throws
  // ValueError for a line that is not an id (S57r). The ids before it were returned.
  std::vector<Number> next();

 private:
  std::size_t ready();
  std::vector<Number> take(std::size_t size);
  void read_more();

  file::Input input_;
  Format format_;
  std::string source_;
  std::string held_;          // the bytes that were read;
  std::size_t at_ = 0;        // up to here they were returned,
  std::size_t searched_ = 0;  // and up to here there is no line feed
  std::size_t line_ = 0;
  bool is_end_ = false;
};

}  // namespace bpetite::cli
