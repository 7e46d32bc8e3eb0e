// Reads the file of a model: all of it, or of a GGUF file only what is before its tensors (S54d).
//
//   model.gguf     GGUF 3 | values | tensors      5,000,000,000 bytes; 8,000,000 are read
#pragma once

#include <string>

#include "core/file.hpp"

namespace bpetite::interop {

struct ModelFile {
  std::string bytes;
  bool is_front = false;  // of a GGUF file: what follows them was not read
};

// The errors of file::read. A faulty GGUF file may be read further than its fault.
ModelFile read_model_file(file::Input input);

}  // namespace bpetite::interop
