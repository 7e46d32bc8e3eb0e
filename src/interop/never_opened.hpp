// Files that are never opened, known by their bytes (S51c).
//
//   80 04 ... 2E              a pickle of Python, which can run any program: nanochat's
//   tokenizer.pkl 0A 0E 0A 05 <unk> 15      a model of SentencePiece, which is no byte-level BPE
#pragma once

#include <string_view>

namespace bpetite::interop {

// Whether a file begins and ends as pickles of the protocols 2 to 5 do.
bool is_pickle(std::string_view file);

// Whether a file begins with a piece of SentencePiece: its text, and its score.
bool is_sentencepiece(std::string_view file);

// ValueError for either. `source` names the file.
void check_may_open(std::string_view file, std::string_view source);

// ValueError, which says how to write the ranks of a pickle to a file that can be opened.
[[noreturn]] void refuse_pickle(std::string_view source);

}  // namespace bpetite::interop
