// Reads the file of a model (ModelFile). Of a GGUF file, it reads only the beginning with all
// values before the tensors (S54d).
//
//   model.gguf     GGUF 3 | values | tensors      5,000,000,000 bytes; 8,000,000 are read
#pragma once

#include <string>

#include "core/file.hpp"

namespace bpetite::interop {

struct ModelFile {
  std::string bytes;
  bool is_front = false;  // these are the first bytes of a GGUF file, and the rest was not read
};

// Throws the errors of file::read. If a GGUF file is faulty, bytes after its fault may be read too.
ModelFile read_model_file(file::Input input);

}  // namespace bpetite::interop
