// A program that runs the library, its C interface and its command line while memory runs out, at
// each place at which they ask for memory. It replaces malloc, the functions beside it, and mmap by
// functions that can fail.
//
//   $ bpetite_no_memory once       the allocation at the place fails, and no other
//   encode, decode: 61 places, 0 bad
//   ...
//   $ bpetite_no_memory from-there  every allocation from the place on fails
//   $ bpetite_no_memory once 300    at most about 300 places of each step are tried
//
// Each place is tried in a child process. There the work must report a MemoryError, or give the
// right result if it can do without that memory. Then memory is there again, and the same work on
// the same objects must give the right result.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/bpetite.h>
#include <bpetite/encoding.hpp>
#include <bpetite/export.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/open.hpp>
#include <bpetite/pattern.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "support/programs/process.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> allocations = 0;
std::atomic<std::int64_t> failing = never;  // the place
std::atomic<bool> all_later_fail = false;

bool fails() {
  const std::int64_t place = allocations++;
  return place == failing || (all_later_fail && place > failing);
}

// The result of `allocate`, or null if this allocation has to fail.
template <typename Allocate>
void* unless_it_fails(const Allocate& allocate) {
  if (!fails()) return allocate();
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

// These functions replace those of glibc, and call them by their second names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  return unless_it_fails([&] { return __libc_malloc(size); });
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return unless_it_fails([&] { return __libc_calloc(count, size); });
}

void* realloc(void* memory, std::size_t size) noexcept {
  return unless_it_fails([&] { return __libc_realloc(memory, size); });
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return unless_it_fails([&] { return __libc_memalign(alignment, size); });
}

// engine/machine/large_pages.cpp asks the system for memory directly.
void* mmap(void* where, std::size_t size, int protection, int flags, int file,
           off_t offset) noexcept {
  if (fails()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the address comes as a number
  return reinterpret_cast<void*>(syscall(SYS_mmap, where, size, protection, flags, file, offset));
}
}

namespace {

using namespace bpetite;
namespace fs = std::filesystem;

// Work is prepared with enough memory, and then done without it.
using Work = std::function<std::string()>;
struct Step {
  std::string_view name;
  std::function<Work()> prepare;
};

constexpr std::string_view text =
    "the cat sat on the mat, and the other cat sat there: \xC3\xA9t\xC3\xA9 "
    "\xD0\xBA\xD0\xBE\xD1\x82 \xD0\xBA\xD0\xBE\xD1\x82 12345";

// A long text that is mostly beyond ASCII, so that the scanners leave it to the compiled patterns.
std::string long_text() {
  std::string all;
  while (all.size() < 5000) all += text.substr(text.find(':'));
  return all;
}

std::string shown(std::span<const TokenId> ids) {
  std::uint64_t sum = 0;
  for (const TokenId id : ids) sum = sum * 1000003 + id;
  return fmt::format("{} ids, {:x}", ids.size(), sum);
}

// Makes the models that the steps open. This runs in a child, so that this process has not used the
// library.
void make_models() {
  const Tokenizer tokenizer = Tokenizer::train(text, 270);
  tokenizer.save("model.json");
  export_to(tokenizer, ExportFormat::huggingface, "hf");
  std::ofstream("ranks.tiktoken") << test::rank_file_of_bytes() << test::rank_line("th", 256)
                                  << test::rank_line("the", 257);
}

// The name of an error of C, which is freed.
std::string name_of(bpetite_error* error) {
  std::string name = bpetite_error_name(error);
  bpetite_error_free(error);
  return name;
}

// What C calls in turn, until one call is an error: returns the name of that error, or "".
using CallsOfC = std::vector<std::function<bpetite_error*()>>;
std::string first_error(const CallsOfC& calls) {
  for (const auto& call : calls) {
    if (bpetite_error* const error = call()) return name_of(error);
  }
  return "";
}

// Edits a session, which stays the same for all attempts. Between two edits its ids must be those
// of its text, also after a MemoryError.
std::string edit_in_c(const bpetite_tokenizer* tokenizer, bpetite_session* session) {
  bpetite_patch patch{};
  const auto check = [&] {
    const char* whole = nullptr;
    const TokenId* ids = nullptr;
    std::size_t size = 0;
    std::size_t count = 0;
    std::vector<TokenId> wanted(bpetite_session_text_size(session));
    const std::string error =
        first_error({[&] { return bpetite_session_text(session, &whole, &size); },
                     [&] {
                       return bpetite_encode(tokenizer, whole, size, BPETITE_ORDINARY,
                                             wanted.data(), wanted.size(), &count);
                     }});
    if (!error.empty()) return error;
    wanted.resize(count);
    bpetite_error_free(bpetite_session_ids(session, &ids, &count));
    return std::string(std::ranges::equal(wanted, std::span(ids, count)) ? "" : "other ids");
  };
  std::string error = check();
  for (const auto& edit :
       CallsOfC{[&] { return bpetite_session_truncate(session, 0, &patch); },
                [&] { return bpetite_session_append(session, text.data(), text.size(), &patch); },
                [&] { return bpetite_session_replace(session, 4, 7, "dog", 3, &patch); },
                [&] {
                  return bpetite_session_replace(session, 0, 4, text.data(), text.size(), &patch);
                }}) {
    if (error.empty()) error = first_error({edit});
    const std::string now = check();
    if (now == "other ids" || error.empty()) error = now;
  }
  const std::size_t size = bpetite_session_text_size(session);
  return error.empty() ? fmt::format("{} bytes, {}", size, shown({patch.ids, patch.count})) : error;
}

// Pushes the pieces of a text. A piece that memory was missing for is pushed again.
std::string push_in_c(const bpetite_tokenizer* tokenizer) {
  bpetite_stream* stream = nullptr;
  std::string error =
      name_of(bpetite_stream_new(tokenizer, BPETITE_ORDINARY, BPETITE_MAX_PENDING, &stream));
  std::array<TokenId, 200> all{};
  std::size_t size = 0;
  for (std::size_t at = 0; at <= text.size() && error.empty(); at += 7) {
    const TokenId* ids = nullptr;
    std::size_t count = 0;
    const auto push = [&] {
      const std::string_view piece = text.substr(at, 7);
      return piece.size() < 7
                 ? bpetite_stream_finish(stream, &ids, &count)
                 : bpetite_stream_push(stream, piece.data(), piece.size(), &ids, &count);
    };
    if (!name_of(push()).empty()) error = name_of(push());
    std::copy_n(ids, count, all.begin() + static_cast<std::ptrdiff_t>(size));
    size += count;
  }
  bpetite_stream_free(stream);
  return error.empty() ? shown({all.data(), size}) : error;
}

// What C gives into the space of the caller.
std::string other_calls_of_c(const bpetite_tokenizer* tokenizer) {
  const std::array<bpetite_part, 2> parts = {
      {{BPETITE_TEMPLATE, text.data(), 20, 0}, {BPETITE_TEXT, text.data(), text.size(), 0}}};
  std::array<TokenId, 200> ids{};
  std::array<bpetite_part_span, 200> spans{};
  std::array<bpetite_window, 100> windows{};
  std::size_t count = 0;
  std::size_t window_count = 0;
  std::size_t slice = 0;
  std::size_t index = 0;
  std::size_t byte = 0;
  int cause = -1;
  int answer = -1;
  bpetite_slice_counts* counts = nullptr;
  const std::string error = first_error(
      {[&] {
         return bpetite_encode_parts(tokenizer, parts.data(), parts.size(), BPETITE_JOINED, 0,
                                     ids.data(), spans.data(), ids.size(), &count);
       },
       [&] {
         return bpetite_divergence(tokenizer, ids.data(), count, BPETITE_AS_PARTS, &cause, &index,
                                   &byte);
       },
       [&] {
         return bpetite_continuation(tokenizer, ids.data(), count, BPETITE_AS_PARTS, &answer,
                                     nullptr, 0, &slice, &index);
       },
       [&] {
         return bpetite_windows(tokenizer, text.data(), text.size(), BPETITE_ORDINARY, 20, 3,
                                BPETITE_AT_SAFE, windows.data(), windows.size(), &window_count);
       },
       [&] {
         return bpetite_slice_counts_new(tokenizer, text.data(), text.size(), BPETITE_ORDINARY,
                                         &counts);
       },
       [&] { return bpetite_slice_counts_count(counts, 5, 30, &slice); },
       [&] {
         return bpetite_count_up_to(tokenizer, text.data(), text.size(), BPETITE_ORDINARY, 9,
                                    &byte);
       }});
  bpetite_slice_counts_free(counts);
  return error.empty() ? fmt::format("{} {} {} {} {}", shown({ids.data(), count}), cause,
                                     window_count, slice, byte)
                       : error;
}

// Does the work with a tokenizer and a session of C that are not freed: the child ends. A stream
// has encoded before, so that the places are those of the work.
Work in_c(std::function<std::string(bpetite_tokenizer*, bpetite_session*)> work) {
  bpetite_tokenizer* tokenizer = nullptr;
  bpetite_session* session = nullptr;
  const std::string error = first_error(
      {[&] { return bpetite_open("model.json", nullptr, &tokenizer); },
       [&] {
         return bpetite_session_new(tokenizer, BPETITE_ORDINARY, BPETITE_MAX_PENDING, &session);
       }});
  if (!error.empty()) std::abort();
  push_in_c(tokenizer);
  return [=] { return work(tokenizer, session); };
}

Work with(Tokenizer tokenizer, std::function<std::string(const Tokenizer&)> work) {
  return [tokenizer = std::move(tokenizer), work = std::move(work)] { return work(tokenizer); };
}

// What the command line writes for these arguments. Its outputs go to files, which needs no
// allocation. It closes its standard output, so the files are opened for each call.
std::string by_command_line(std::span<const char* const> arguments) {
  const auto opened = [](const char* name, int standard) {
    const int file = ::open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, standard) < 0) std::abort();
    return file;
  };
  const std::array files = {opened("err", STDERR_FILENO), opened("out", STDOUT_FILENO)};
  cli::run([] { return cli::program({cli::encode_command()}); }, arguments);
  std::array<char, 200> buffer{};
  std::string_view written;
  for (const int file : files) {
    const ssize_t size = pread(file, buffer.data(), buffer.size(), 0);
    if (written.empty() && size > 0) written = {buffer.data(), static_cast<std::size_t>(size)};
    close(file);
  }
  if (written.starts_with("bpetite: MemoryError: ")) throw std::bad_alloc();
  return std::string(written);
}

const std::vector<Step> steps = {
    {"open an artifact",
     [] { return [] { return shown(Tokenizer::load("model.json").encode("cat")); }; }},
    {"open a tokenizer.json", [] { return [] { return shown(open("hf").encode("cat")); }; }},
    {"open ranks with a pattern",
     [] {
       return [] {
         return shown(
             open("ranks.tiktoken", {.patterns = {"\\w+|\\s+|[^\\w\\s]"}}).encode("the cat"));
       };
     }},
    {"encode, decode",
     [] {
       return with(Tokenizer::load("model.json"), [](const Tokenizer& tokenizer) {
         return tokenizer.decode(tokenizer.encode(text));
       });
     }},
    {"encode what the scanners leave",
     [] {
       return with(open("ranks.tiktoken", {.profile = "cl100k"}),
                   [all = long_text()](const Tokenizer& tokenizer) {
                     return shown(tokenizer.encode(all));
                   });
     }},
    {"encode on two threads",
     [] {
       return with(open("ranks.tiktoken", {.profile = "cl100k"}), [](const Tokenizer& tokenizer) {
         const std::vector<std::string_view> texts(40, text);
         std::string all;
         for (const auto& ids : encode_batch(tokenizer, texts, 2)) all += shown(ids).substr(0, 9);
         return all;
       });
     }},
    {"offsets",
     [] {
       return with(Tokenizer::load("model.json"), [](const Tokenizer& tokenizer) {
         const auto [ids, spans] = encode_with_offsets(tokenizer, text);
         return fmt::format("{} {}", shown(ids), spans.back().end);
       });
     }},
    {"train", [] { return [] { return shown(Tokenizer::train(text, 270).encode(text)); }; }},
    {"export",
     [] {
       return with(Tokenizer::load("model.json"), [](const Tokenizer& tokenizer) {
         return fmt::format(
             "{}", export_files(tokenizer, ExportFormat::huggingface).front().bytes.size());
       });
     }},
    {"C",
     [] {
       return [] {
         bpetite_tokenizer* tokenizer = nullptr;
         std::array<std::uint32_t, 100> ids{};
         std::size_t count = 0;
         bpetite_error* error = bpetite_open("model.json", nullptr, &tokenizer);
         if (error == nullptr) {
           error = bpetite_encode(tokenizer, text.data(), text.size(), BPETITE_ORDINARY, ids.data(),
                                  ids.size(), &count);
         }
         std::string result =
             error == nullptr ? fmt::format("{}", count) : bpetite_error_name(error);
         bpetite_error_free(error);
         bpetite_tokenizer_free(tokenizer);
         return result;
       };
     }},
    {"C, a session", [] { return in_c(edit_in_c); }},
    {"C, a stream",
     [] {
       return in_c(
           [](bpetite_tokenizer* tokenizer, bpetite_session*) { return push_in_c(tokenizer); });
     }},
    {"C, parts and windows",
     [] {
       return in_c([](bpetite_tokenizer* tokenizer, bpetite_session*) {
         return other_calls_of_c(tokenizer);
       });
     }},
    {"the command line",
     [] {
       return [] {
         return by_command_line(
             std::to_array<const char*>({"encode", "--model", "hf", "--text", "the cat"}));
       };
     }},
    {"the command line, wrong usage",
     [] {
       return [] {
         return by_command_line(
             std::to_array<const char*>({"encode", "--model", "hf", "--models"}));
       };
     }},
};

std::string attempt(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return "MemoryError";
  }
}

// The approximate number of places of a step, and at how many of them the result is wrong.
struct Swept {
  std::int64_t places = 0;
  std::int64_t bad = 0;
};

Swept sweep(const Step& step, bool all_later, std::int64_t most) {
  const auto in_child = [&](std::int64_t place) {
    return test::outcome_in_child(
        [] {},
        [&] {
          const Work work = step.prepare();
          all_later_fail = all_later;
          const std::int64_t before = allocations;
          failing = place == never ? never : before + place;
          const std::string first = attempt(work);
          const bool was_reached = allocations > failing;
          failing = never;
          all_later_fail = false;
          if (place == never) return fmt::format("{}|{}", allocations - before, first);
          return fmt::format("{}|{}|{}", was_reached ? "reached" : "beyond", first, attempt(work));
        });
  };
  const std::string whole = in_child(never);
  const std::string right = whole.substr(whole.find('|') + 1);
  const std::int64_t stride = std::max<std::int64_t>(1, std::atol(whole.c_str()) / most);
  Swept swept;
  if (right == "MemoryError" || right.starts_with("child ended")) {
    fmt::print("{}: with enough memory: {}\n", step.name, right);
    return {0, 1};
  }
  for (;; swept.places += stride) {
    const std::string found = in_child(swept.places);
    if (found == fmt::format("beyond|{}|{}", right, right)) return swept;
    if (found == fmt::format("reached|MemoryError|{}", right)) continue;
    if (found == fmt::format("reached|{}|{}", right, right)) continue;
    fmt::print("{}: place {}: {}, required {}\n", step.name, swept.places, found, right);
    std::fflush(stdout);  // or each child would print it again
    ++swept.bad;
    if (found.starts_with("beyond")) return swept;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc >= 2 ? argv[1] : "";
  const std::int64_t most = argc == 3 ? std::atol(argv[2]) : never;
  if ((mode != "once" && mode != "from-there") || most < 1) {
    fmt::print(stderr, "usage: bpetite_no_memory (once | from-there) [PLACES]\n");
    return 2;
  }
  const test::TemporaryDirectory directory;
  fs::current_path(directory.path());
  const std::string made = test::outcome_in_child([] {}, [] { return test::outcome(make_models); });
  if (made != "done") {
    fmt::print("the models: {}\n", made);
    return 1;
  }
  std::int64_t bad = 0;
  for (const Step& step : steps) {
    const Swept swept = sweep(step, mode == "from-there", most);
    fmt::print("{}: {} places, {} bad\n", step.name, swept.places, swept.bad);
    std::fflush(stdout);
    bad += swept.bad;
  }
  return bad == 0 ? 0 : 1;
}
