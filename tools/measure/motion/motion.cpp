// Measures text in motion, for tools/measure/motion/run: prints a line for each kind of work.
//
//   bpetite_motion RANKS TEXT      append 100 characters to 1000000   p50 2.1 us   p99 5.2 us
//
// The text is repeated to 12 MB, and is used with the profile cl100k.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/canonical.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/open.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>
#include <bpetite/windows.hpp>

#include "conform/suite/split_mix.hpp"

namespace {

using namespace bpetite;

// Microseconds of a call.
double time_of(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

// The least of three calls.
double least_of(const std::function<void()>& call) {
  return std::min({time_of(call), time_of(call), time_of(call)});
}

void print(std::string_view what, std::vector<double> times) {
  std::ranges::sort(times);
  std::cout << fmt::format("{:<44} p50 {:7.2f} us   p99 {:7.2f} us\n", what,
                           times[times.size() / 2], times[times.size() * 99 / 100]);
}

void print_ratio(std::string_view what, double time, double of_encode) {
  std::cout << fmt::format("{:<44} {:.2f} times encode\n", what, time / of_encode);
}

std::size_t scalar_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) ++at;
  return at;
}

void measure_sessions(const Tokenizer& tokenizer, std::string_view text) {
  for (const std::size_t size :
       {std::size_t{10'000}, std::size_t{1'000'000}, std::size_t{10'000'000}}) {
    Session session(tokenizer);
    std::size_t at = scalar_end(text, size);
    session.append(text.substr(0, at));
    for (const std::size_t more : {std::size_t{100}, std::size_t{1}}) {
      std::vector<double> times;
      for (int i = 0; i < 2000; ++i) {
        const std::size_t end = scalar_end(text, at + more);
        times.push_back(time_of([&] { session.append(text.substr(at, end - at)); }));
        at = end;
      }
      print(fmt::format("append {} to {}", more == 1 ? "a character" : "100 characters", size),
            times);
    }
  }
  Session session(tokenizer);
  std::string edited(text.substr(0, scalar_end(text, 1'000'000)));
  session.append(edited);
  conform::suite::SplitMix64 random(1);
  const auto edit_near = [&](std::size_t least, std::size_t range, int count) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
      const std::size_t begin = scalar_end(edited, least + random.next() % range);
      const std::size_t end = scalar_end(edited, begin + random.next() % 3);
      times.push_back(time_of([&] { session.replace(begin, end, "xy"); }));
      edited.replace(begin, end - begin, "xy");
    }
    return times;
  };
  print("edit 1 MB within 4 KiB", edit_near(500'000, 4096, 2000));
  print("edit 1 MB anywhere", edit_near(0, 990'000, 500));
}

void measure_chat(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::string_view> turns;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 128; ++i) {
    const std::size_t end = scalar_end(text, at + 400 + 3 * i);
    turns.push_back(text.substr(at, end - at));
    at = end;
  }
  const double whole = least_of([&] { tokenizer.encode(text.substr(0, at)); });
  const double by_turns = least_of([&] {
    Session session(tokenizer);
    for (const std::string_view turn : turns) session.append(turn);
  });
  print_ratio("a chat of 128 turns, turn by turn", by_turns, whole);
}

void measure_whole(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<TokenId> ids;
  const double encoding = least_of([&] { encode_into(tokenizer, text, ids); });
  print_ratio("a stream, pieces of 64 bytes", least_of([&] {
                Stream stream(tokenizer);
                for (std::size_t at = 0; at < text.size(); at += 64) {
                  stream.push(text.substr(at, 64));
                }
                stream.finish();
              }),
              encoding);
  for (const std::size_t size : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}}) {
    std::vector<TextPart> parts;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = scalar_end(text, std::min(at + size, text.size()));
      const std::string_view part = text.substr(at, end - at);
      parts.push_back(parts.size() % 2 == 0 ? TextPart::trusted(part) : TextPart::untrusted(part));
      at = end;
    }
    print_ratio(fmt::format("parts of {} bytes, trusted and not", size),
                least_of([&] { encode_parts(tokenizer, parts); }), encoding);
  }
  const double checking = least_of([&] { first_divergence(tokenizer, ids); });
  std::cout << fmt::format("{:<44} {:.0f} MB/s\n", "first divergence of canonical ids",
                           static_cast<double>(text.size()) / checking);
  print_ratio("windows of 512", least_of([&] { windows(tokenizer, text, {.most_ids = 512}); }),
              encoding);
}

void measure_counts(const Tokenizer& tokenizer, std::string_view text) {
  const SliceCounts counts(tokenizer, text);
  conform::suite::SplitMix64 random(1);
  std::vector<double> times;
  for (int i = 0; i < 2000; ++i) {
    std::array<std::size_t, 2> ends = {scalar_end(text, random.next() % text.size()),
                                       scalar_end(text, random.next() % text.size())};
    std::ranges::sort(ends);
    times.push_back(time_of([&] { counts.count(ends[0], ends[1]); }));
  }
  print("count of a slice of 1 MB", times);
}

void measure_kept(const Tokenizer& tokenizer) {
  for (const std::size_t capacity : {std::size_t{1000}, std::size_t{1'000'000}}) {
    std::vector<TokenId> ids;
    ids.reserve(capacity);
    std::vector<double> times;
    for (int i = 0; i < 2000; ++i) {
      times.push_back(time_of([&] { encode_into(tokenizer, "hello world", ids); }));
    }
    print(fmt::format("encode_into a kept vector of {} ids", capacity), times);
  }
}

// Texts without safe places, or in which all waits.
void measure_growth(const Tokenizer& tokenizer) {
  for (const std::string_view unit : {"a", " ", "\n", "\u4e2d"}) {
    for (const std::size_t size : {std::size_t{500'000}, std::size_t{2'000'000}}) {
      std::string text;
      while (text.size() < size) text += unit;
      MotionOptions options;
      options.max_pending = 2 * size;
      const double dividing = time_of([&] { windows(tokenizer, text, {.most_ids = 512}); });
      const double streaming = time_of([&] {
        Stream stream(tokenizer, options);
        for (std::size_t at = 0; at < text.size(); at += 64) {
          stream.push(std::string_view(text).substr(at, 64));
        }
        stream.finish();
      });
      std::cout << fmt::format(
          "{:<44} windows {:.3f} s   stream {:.3f} s\n",
          fmt::format("{} bytes of U+{:04X}", size, unit.size() > 1 ? 0x4E2D : int{unit[0]}),
          dividing / 1e6, streaming / 1e6);
    }
  }
}

int measure(const char* ranks, const char* path) {
  OpenOptions options;
  options.profile = "cl100k";
  const Tokenizer tokenizer = open(ranks, options);
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) throw std::runtime_error(fmt::format("{}: no text", path));
  while (text.size() < 12'000'000) text += text;
  const std::string_view all(text);
  measure_sessions(tokenizer, all);
  measure_chat(tokenizer, all);
  measure_whole(tokenizer, all.substr(0, scalar_end(all, 4'000'000)));
  measure_counts(tokenizer, all.substr(0, scalar_end(all, 1'000'000)));
  measure_kept(tokenizer);
  measure_growth(tokenizer);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: bpetite_motion RANKS TEXT\n";
    return 2;
  }
  try {
    return measure(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
