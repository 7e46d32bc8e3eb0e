// What is thrown for bad input. The names are Python's, so that a report about a tokenizer reads
// the same in every language (spec/10-interface.md).
//
//   try {
//     auto tokenizer = bpetite::Tokenizer::load("tokenizer.json");
//   } catch (const bpetite::FileNotFoundError& e) {
//     ...                                            // a kind of OSError, which is a kind of Error
//   } catch (const bpetite::Error& e) {
//     std::cerr << e.kind() << ": " << e.what();     // "ValueError: artifact: ... [FR-29f]"
//   }
//
// A message reads `area: where: what is wrong, what was required [clause]`. Bytes of the user in it
// are escaped and cut. The clause is absent where none applies.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bpetite {

// The root of all errors that bad input can cause.
class Error : public std::runtime_error {
 public:
  // kind     the Python name of the class: "ValueError"
  // message  "artifact: schema_version: 2, required 1"
  // clause   "FR-29f", or empty where no clause applies
  Error(std::string_view kind, std::string_view message, std::string_view clause);

  // The name of the class, as in Python.
  std::string_view kind() const noexcept { return kind_; }
  // The clause of the specification that was broken; empty where none applies.
  std::string_view clause() const noexcept { return clause_; }

 private:
  std::string kind_;
  std::string clause_;
};

// A value that is not acceptable: vocab_size 255, a damaged artifact (FR-9, FR-29).
class ValueError : public Error {
 public:
  explicit ValueError(std::string_view message, std::string_view clause = "");

 protected:
  ValueError(std::string_view kind, std::string_view message, std::string_view clause);
};

// Bytes that are not UTF-8 (S1, FR-23).
class UnicodeDecodeError : public ValueError {
 public:
  UnicodeDecodeError(std::string_view message, std::string_view clause, std::size_t offset);

  // Where the first ill-formed sequence begins, in bytes from the start of the text.
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
};

// Something that was asked for by name or number does not exist: a token id, a key (FR-22, FR-29).
class KeyError : public Error {
 public:
  explicit KeyError(std::string_view message, std::string_view clause = "");
};

// The operating system refused (anything that has no class of its own below).
class OSError : public Error {
 public:
  explicit OSError(std::string_view message, std::string_view clause = "");

 protected:
  OSError(std::string_view kind, std::string_view message, std::string_view clause);
};

// A file, or the directory it should go to, does not exist (FR-28).
class FileNotFoundError : public OSError {
 public:
  explicit FileNotFoundError(std::string_view message, std::string_view clause = "");
};

// A file is in the way, and overwriting was not asked for (FR-27).
class FileExistsError : public OSError {
 public:
  explicit FileExistsError(std::string_view message, std::string_view clause = "");
};

}  // namespace bpetite
