// Runs pieces of work on several threads: one piece for each index (for_each_index), or for each
// slice of about 128 KB of a list of texts (for_each_slice). slice_places() gives the places of
// these slices. If some of the pieces throw, the error is the same on any number of threads. Each
// thread may have something of its own for all its pieces (for_each_index_by).
//
//   for_each_index(3, 2, work)      work(0), work(1) and work(2), on two threads
//   work(1) and work(2) throw       the error is that of work(1)
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace bpetite::engine::machine {

// Calls work(own, i) for each i below `count`, in ascending order, on at most `threads` threads,
// including the caller. `own` is what begin() gives to each thread that gets an index. There are
// fewer threads if the system gives no more. If some calls throw, the exception of the lowest i is
// thrown, after all threads have ended. A call below it is never left out.
template <typename Begin, typename Work>
void for_each_index_by(std::size_t count, unsigned threads, const Begin& begin, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> failed = count;  // no index from here on is begun
  std::vector<std::exception_ptr> errors(count);
  const auto run = [&] {
    std::size_t i = next++;
    if (i >= failed) return;
    try {
      auto own = begin();
      for (; i < failed; i = next++) work(own, i);
    } catch (...) {
      errors[i] = std::current_exception();
      std::size_t lowest = failed;
      while (i < lowest && !failed.compare_exchange_weak(lowest, i)) {
      }
    }
  };
  std::vector<std::jthread> others;
  try {
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(run);
  } catch (const std::system_error&) {
    // The system gives no more threads. Those that exist do the work.
  }
  run();
  others.clear();  // waits for them
  if (failed < count) std::rethrow_exception(errors[failed]);
}

// Calls work(i) in the same way.
template <typename Work>
void for_each_index(std::size_t count, unsigned threads, const Work& work) {
  for_each_index_by(
      count, threads, [] { return nullptr; }, [&](std::nullptr_t, std::size_t i) { work(i); });
}

// Cuts a list of texts into slices of about 128 KB, since short texts are encoded together. Returns
// where each slice begins, and where the last one ends.
inline std::vector<std::size_t> slice_places(std::span<const std::string_view> texts) {
  constexpr std::size_t slice_bytes = std::size_t{1} << 17;
  std::vector<std::size_t> places = {0};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    bytes += texts[i].size();
    if (bytes >= slice_bytes || i + 1 == texts.size()) {
      places.push_back(i + 1);
      bytes = 0;
    }
  }
  return places;
}

// Calls work(from, count) for each of these slices. Threads and exceptions as above.
template <typename Work>
void for_each_slice(std::span<const std::string_view> texts, unsigned threads, const Work& work) {
  const std::vector<std::size_t> places = slice_places(texts);
  for_each_index(places.size() - 1, threads,
                 [&](std::size_t i) { work(places[i], places[i + 1] - places[i]); });
}

}  // namespace bpetite::engine::machine
