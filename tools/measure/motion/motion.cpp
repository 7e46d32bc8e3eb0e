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
#include <limits>
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

void print(std::string_view what, std::vector<double> times) {
  std::ranges::sort(times);
  std::cout << fmt::format("{:<44} p50 {:7.2f} us   p99 {:7.2f} us\n", what,
                           times[times.size() / 2], times[times.size() * 99 / 100]);
}

// Calls both by turns, so that what else the machine does slows both down.
void print_ratio(std::string_view what, const std::function<void()>& call,
                 const std::function<void()>& encode) {
  std::vector<double> ratios;
  double least_of_encode = std::numeric_limits<double>::max();
  double least = least_of_encode;
  for (int i = 0; i < 15; ++i) {
    const double of_encode = time_of(encode);
    const double time = time_of(call);
    ratios.push_back(time / of_encode);
    least_of_encode = std::min(least_of_encode, of_encode);
    least = std::min(least, time);
  }
  std::ranges::sort(ratios);
  std::cout << fmt::format("{:<44} p50 {:5.2f} times encode   least {:5.2f}\n", what,
                           ratios[ratios.size() / 2], least / least_of_encode);
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

void measure_chat(const Tokenizer& tokenizer, std::string_view text, std::size_t turn_size) {
  std::vector<std::string_view> turns;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 128; ++i) {
    const std::size_t end = scalar_end(text, at + turn_size);
    turns.push_back(text.substr(at, end - at));
    at = end;
  }
  print_ratio(
      fmt::format("a chat of 128 turns of {} bytes", turn_size),
      [&] {
        Session session(tokenizer);
        for (const std::string_view turn : turns) session.append(turn);
      },
      [&] { tokenizer.encode(text.substr(0, at)); });
}

void measure_whole(const Tokenizer& tokenizer, std::string_view text) {
  const auto encode = [&] { tokenizer.encode(text); };
  for (const std::size_t size : {std::size_t{64}, std::size_t{65'536}, text.size()}) {
    print_ratio(
        fmt::format("a stream, pieces of {} bytes", size),
        [&] {
          Stream stream(tokenizer);
          for (std::size_t at = 0; at < text.size(); at += size) {
            stream.push(text.substr(at, size));
          }
          stream.finish();
        },
        encode);
  }
  print_ratio(
      fmt::format("append {} bytes to a session", text.size()),
      [&] { Session(tokenizer).append(text); }, encode);
  for (const std::size_t size : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}}) {
    std::vector<TextPart> parts;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = scalar_end(text, std::min(at + size, text.size()));
      const std::string_view part = text.substr(at, end - at);
      parts.push_back(parts.size() % 2 == 0 ? TextPart::trusted(part) : TextPart::untrusted(part));
      at = end;
    }
    print_ratio(
        fmt::format("parts of {} bytes, trusted and not", size),
        [&] { encode_parts(tokenizer, parts); }, encode);
  }
  const std::vector<TokenId> ids = tokenizer.encode(text);
  const double checking = time_of([&] { first_divergence(tokenizer, ids); });
  std::cout << fmt::format("{:<44} {:.0f} MB/s\n", "first divergence of canonical ids",
                           static_cast<double>(text.size()) / checking);
  print_ratio(
      "windows of 512", [&] { windows(tokenizer, text, {.most_ids = 512}); }, encode);
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
  for (const std::size_t size : {std::size_t{100}, std::size_t{400}, std::size_t{2000}}) {
    measure_chat(tokenizer, all, size);
  }
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
