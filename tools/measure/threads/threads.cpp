// Measures encoding and counting on several threads, for tools/measure/threads/run.
//
//   bpetite_threads RANKS TEXT 1 2      one text into a new vector   1: 600 ms 470 MB/s   2: ...
//
// The text is repeated to 280 MB, and is used with the profile cl100k. Documents are pieces of it
// of 4 KB. Of several rounds the least wall time counts, with the CPU time of all threads in the
// same round. With n threads that work at the same time but for a part s of the CPU time c, in
// which one works alone, the wall time is w = s + (c - s) / n. So s = (n w - c) / (n - 1).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/counting.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/open.hpp>
#include <bpetite/training.hpp>

namespace {

using namespace bpetite;

struct Spent {
  double wall = 0;  // milliseconds
  double cpu = 0;
};

double cpu_now() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

Spent spent_by(const std::function<void()>& call) {
  const double cpu = cpu_now();
  const auto begin = std::chrono::steady_clock::now();
  call();
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count(), cpu_now() - cpu};
}

struct Work {
  std::string_view name;
  std::function<void(unsigned threads)> call;
};

constexpr int rounds = 7;

// All works in turn, so that what else the machine does slows all of them down.
void measure(const std::vector<Work>& works, const std::vector<unsigned>& threads,
             std::size_t bytes) {
  std::vector<std::vector<Spent>> least(works.size(),
                                        std::vector<Spent>(threads.size(), Spent{1e99, 0}));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      for (std::size_t j = 0; j < threads.size(); ++j) {
        const Spent spent = spent_by([&] { works[i].call(threads[j]); });
        if (spent.wall < least[i][j].wall) least[i][j] = spent;
      }
    }
  }
  const double megabytes = static_cast<double>(bytes) / 1e6;
  std::cout << fmt::format("{:<32}{:>8}{:>9}{:>9}{:>8}{:>8}{:>10}\n", "work", "threads", "wall ms",
                           "CPU ms", "MB/s", "alone", "on 16");
  for (std::size_t i = 0; i < works.size(); ++i) {
    for (std::size_t j = 0; j < threads.size(); ++j) {
      const auto [wall, cpu] = least[i][j];
      const double n = threads[j];
      std::string alone;
      std::string on_16;
      if (n > 1) {
        const double serial = std::max(0.0, (n * wall - cpu) / (n - 1));
        alone = fmt::format("{:.1f} %", 100 * serial / cpu);
        on_16 = fmt::format("{:.0f} MB/s", megabytes * 1e3 / (serial + (cpu - serial) / 16));
      }
      std::cout << fmt::format("{:<32}{:>8}{:>9.1f}{:>9.1f}{:>8.0f}{:>8}{:>11}\n",
                               j == 0 ? works[i].name : "", threads[j], wall, cpu,
                               megabytes * 1e3 / wall, alone, on_16);
    }
  }
}

std::vector<std::string_view> documents_of(std::string_view text) {
  constexpr std::size_t size = 4096;
  std::vector<std::string_view> documents;
  while (!text.empty()) {
    std::size_t end = std::min(size, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    documents.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return documents;
}

std::string contents(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: bpetite_threads RANKS TEXT [THREADS...]\n";
    return 2;
  }
  const Tokenizer tokenizer = open(argv[1], {.profile = "cl100k"});
  const std::string once = contents(argv[2]);
  if (once.empty()) throw std::runtime_error("the text is empty");
  std::string text;
  while (text.size() < 280'000'000) text += once;
  const std::vector<std::string_view> documents = documents_of(text);
  std::vector<unsigned> threads;
  for (int i = 3; i < argc; ++i) {
    threads.push_back(static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)));
  }
  if (threads.empty()) threads = {1, 2};

  std::vector<TokenId> kept;
  FlatIds kept_flat;
  const std::vector<Work> works = {
      {"one text, new memory", [&](unsigned n) { encode_parallel(tokenizer, text, n); }},
      {"one text, kept memory", [&](unsigned n) { encode_into(tokenizer, text, kept, n); }},
      {"documents of 4 KB, new memory",
       [&](unsigned n) { encode_batch_flat(tokenizer, documents, n); }},
      {"documents of 4 KB, kept memory",
       [&](unsigned n) { encode_into(tokenizer, documents, kept_flat, n); }},
      {"counting one text",
       [&](unsigned n) {
         ChunkCounter counter({.threads = n, .profile = {.profile = "cl100k"}});
         counter.add_text(text);
       }},
      {"training on documents, 512 tokens",
       [&](unsigned n) { train_texts(documents, 512, {}, n, {.profile = "cl100k"}); }},
  };
  measure(works, threads, text.size());
  return 0;
} catch (const std::exception& error) {
  std::cerr << "bpetite_threads: " << error.what() << '\n';
  return 1;
}
