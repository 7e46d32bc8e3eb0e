// The exceptions for bad input and for errors of the operating system. All are kinds of Error:
// ValueError, UnicodeDecodeError, KeyError, OSError, FileNotFoundError and FileExistsError. Their
// names are Python's, so error reports are the same in every language (spec/10-interface.md). An
// error has a message, and may have the clause that is broken and a remedy (Remedy), which says
// what the caller can do. words_of has the words for a remedy; Error::reworded replaces them.
//
//   try {
//     auto tokenizer = bpetite::Tokenizer::load("tokenizer.json");
//   } catch (const bpetite::FileNotFoundError& e) {
//     ...                                            // a kind of OSError, which is a kind of Error
//   } catch (const bpetite::Error& e) {
//     std::cerr << e.kind() << ": " << e.what();  // ValueError: artifact: ... [FR-29f, chapter 7]
//   }
//
// A message has the form `area: where: what is wrong, what was required [clause, chapter N]`. Bytes
// from the user are escaped, and cut if they are many. If no clause applies, the brackets are left
// out.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bpetite {

// What a caller can do about an error. The message says it in words that fit every language. A
// program with words of its own (options, arguments) puts them in with Error::reworded.
enum class Remedy : unsigned char {
  none,
  give_profile,   // "give the pattern or name the profile"
  open_ranks,     // "open that file with the profile nanochat"
  allow_special,  // "allow it, or take all of them as ordinary text"
  leave_out,      // "leave it out of the export"
};

// The words for a remedy in the messages of this library.
std::string_view words_of(Remedy remedy) noexcept;

// The root of all errors that bad input can cause.
class Error : public std::runtime_error {
 public:
  // kind     the Python name of the class: "ValueError"
  // message  "artifact: schema_version: 3, required 1 or 2"
  // clause   "FR-29f", or empty if no clause applies
  // remedy   its words are in the message
  Error(std::string_view kind, std::string_view message, std::string_view clause,
        Remedy remedy = Remedy::none);

  // The name of the class, as in Python.
  std::string_view kind() const noexcept { return kind_; }
  // what() without the clause and its chapter, for a message that has another beginning or end.
  std::string_view message() const noexcept;
  // The broken clause of the specification. Empty if no clause applies.
  std::string_view clause() const noexcept { return clause_; }
  // What the caller can do about it.
  Remedy remedy() const noexcept { return remedy_; }
  // The same error with these words for its remedy.
  Error reworded(std::string_view words) const;

 private:
  std::string kind_;
  std::string clause_;
  Remedy remedy_;
};

// A value that is not allowed: vocab_size 255, a damaged artifact (FR-9, FR-29).
class ValueError : public Error {
 public:
  explicit ValueError(std::string_view message, std::string_view clause = "",
                      Remedy remedy = Remedy::none);

 protected:
  ValueError(std::string_view kind, std::string_view message, std::string_view clause);
};

// Bytes that are not UTF-8 (S1, FR-23).
class UnicodeDecodeError : public ValueError {
 public:
  UnicodeDecodeError(std::string_view message, std::string_view clause, std::size_t offset);

  // The offset of the first ill-formed sequence, in bytes from the start of the text.
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
};

// A name or number that does not exist: a token id, a key (FR-22, FR-29).
class KeyError : public Error {
 public:
  explicit KeyError(std::string_view message, std::string_view clause = "");
};

// An error of the operating system without a class of its own below.
class OSError : public Error {
 public:
  explicit OSError(std::string_view message, std::string_view clause = "");

 protected:
  OSError(std::string_view kind, std::string_view message, std::string_view clause);
};

// A file, or the directory in which it should be saved, does not exist (FR-28).
class FileNotFoundError : public OSError {
 public:
  explicit FileNotFoundError(std::string_view message, std::string_view clause = "");
};

// A file exists, and overwriting was not requested (FR-27).
class FileExistsError : public OSError {
 public:
  explicit FileExistsError(std::string_view message, std::string_view clause = "");
};

}  // namespace bpetite
