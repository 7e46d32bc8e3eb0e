// Measures the time and memory of one task. tools/measure/growth/run starts it once for each row of
// its tables.
//
//   bpetite_growth train KIND BYTES SIZE [ARTIFACT]     trains, and saves if ARTIFACT is given
//   bpetite_growth encode KIND BYTES ARTIFACT THREADS   encodes a text, and decodes its ids
//   bpetite_growth load ARTIFACT                        loads, up to the first ids
//   bpetite_growth crafted WHAT BYTES                   cuts a text by patterns or literals that a
//                                                       plain search would try again everywhere
//
// KIND is the kind of text that the program makes. In zipf, words are as frequent as in a language:
// the r-th of 200,000 words has a frequency of about 1/r. In new, no word occurs twice. In long, no
// word occurs twice and each has at least 19 bytes. The program prints pairs "name value" in a
// line, with memory in MiB. `beyond` is the peak memory minus the memory before the task and, when
// encoding, minus the size of the ids.
#include <cmath>
#include <cstdint>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/pattern.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include "conform/suite/split_mix.hpp"

namespace {

using namespace bpetite;

// The processor time of this process, which other processes do not change.
double now() {
  std::timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The value in a line of /proc/self/status, in MiB.
double memory(std::string_view line_begin) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(line_begin)) return std::stod(line.substr(line_begin.size() + 1)) / 1024;
  }
  return 0;
}

double mebibytes(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

// Resets VmHWM, so that it is the peak memory from now on.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

// Appends `letters` small letters. Numbers below 26^letters give different letters.
void spell(std::string& text, std::uint64_t number, std::size_t letters) {
  for (; letters > 0; --letters, number /= 26) text += static_cast<char>('a' + number % 26);
}

// Appends word number i. Its first seven letters differ from those of all other words.
void add_new_word(std::string& text, std::uint64_t i, std::size_t more) {
  constexpr std::uint64_t all = 8'031'810'176;  // 26^7
  spell(text, i * 2654435761U % all, 7);
  spell(text, conform::suite::SplitMix64(i).next(), more + i % 5);
}

std::string text_of(std::string_view kind, std::size_t size) {
  const double words = std::log(200'000.0);
  conform::suite::SplitMix64 random(1);
  std::string text;
  text.reserve(size + 64);
  for (std::uint64_t i = 0; text.size() < size; ++i) {
    if (kind == "zipf") {
      const double share = static_cast<double>(random.next() >> 11) / 9007199254740992.0;
      conform::suite::SplitMix64 word(static_cast<std::uint64_t>(std::exp(share * words)));
      const std::uint64_t letters = 1 + word.next() % 9;
      spell(text, word.next(), letters);
    } else {
      add_new_word(text, i, kind == "long" ? 12 : 0);
    }
    text += i % 13 == 0 ? ".\n" : " ";
  }
  text.resize(size);
  return text;
}

void train(std::string_view kind, std::size_t size, std::uint32_t vocab_size, const char* save_as) {
  const std::string text = text_of(kind, size);
  const double before = memory("VmRSS:");
  forget_peak();
  const double begin = now();
  const Tokenizer tokenizer = Tokenizer::train(text, vocab_size);
  std::cout << "seconds " << now() - begin << " beyond " << memory("VmHWM:") - before << " tokens "
            << tokenizer.vocabulary().size() << "\n";
  if (save_as != nullptr) tokenizer.save(save_as, true);
}

void encode(std::string_view kind, std::size_t size, const char* artifact, unsigned threads) {
  const std::string text = text_of(kind, size);
  const Tokenizer tokenizer = Tokenizer::load(artifact);
  const double before = memory("VmRSS:");  // before the first text, which builds tables
  (void)tokenizer.decode(tokenizer.encode("a"));
  forget_peak();
  const double begin = now();
  const std::vector<TokenId> ids = encode_parallel(tokenizer, text, threads);
  const double end = now();
  const double beyond = memory("VmHWM:") - before - mebibytes(ids.size() * sizeof(TokenId));
  const std::string back = tokenizer.decode(ids);
  std::cout << "seconds " << end - begin << " beyond " << beyond << " ids " << ids.size()
            << " decode " << now() - end << " same " << (back == text ? 1 : 0) << "\n";
}

void load(const char* artifact) {
  const double begin = now();
  const Tokenizer tokenizer = Tokenizer::load(artifact);
  const double end = now();
  (void)tokenizer.encode("Hello world");
  std::cout << "seconds " << end - begin << " first " << now() - end << " peak " << memory("VmHWM:")
            << "\n";
}

std::string letters(std::size_t size) {
  conform::suite::SplitMix64 random(1);
  std::string text;
  while (text.size() < size) text += random.next() % 2 == 0 ? 'a' : 'b';
  return text;
}

// The parts of a text: chunks, or ids.
template <typename Make, typename Cut>
void measure_crafted(const std::string& text, const Make& make, const Cut& cut) {
  const double begin = now();
  const auto made = make();
  const double ready = now();
  const std::size_t parts = cut(made, text);
  std::cout << "open " << ready - begin << " seconds " << now() - ready << " parts " << parts
            << "\n";
}

void cut_by_patterns(const std::vector<std::string>& patterns, std::size_t size) {
  measure_crafted(
      letters(size), [&] { return Pretokenizer::compile(patterns); },
      [](const Pretokenizer& it, const std::string& text) { return it.chunks(text).size(); });
}

void find_literals(const std::vector<std::string>& literals, std::size_t size) {
  const std::vector<std::string_view> texts = {"a"};
  measure_crafted(
      std::string(size, 'a'),
      [&] { return train_texts(texts, 256, {}, 1, {.special_tokens = literals}); },
      [](const Tokenizer& it, const std::string& text) { return it.encode(text).size(); });
}

// Measures a crafted input. For `[ab]{20}a[ab]*c`, the end of a match depends on each of many
// letters before it, so a table cannot give it.
void crafted(std::string_view what, std::size_t size) {
  const std::string unknown = "[ab]{20}a[ab]*c";
  const std::string run(30'000, 'a');
  if (what == "pattern") return cut_by_patterns({unknown + "|[ab]"}, size);
  if (what == "64-patterns") return cut_by_patterns(std::vector(64, unknown), size);
  if (what == "1903-states") return cut_by_patterns({"(?:[ab]{100}){19}a[ab]*c|[ab]"}, size);
  if (what == "literal") return find_literals({run + "b"}, size);
  if (what == "literal-and-letter") return find_literals({run + "b", "a"}, size);
  std::vector<std::string> many;
  for (char c = 'b'; c <= 'z'; ++c) many.push_back(std::string(60, 'a') + c);
  find_literals(many, size);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 2 ? arguments[1] : "";
  const auto number = [&](int i) { return std::stoull(arguments[i]); };
  try {
    if (what == "train" && count >= 5) {
      train(arguments[2], number(3), static_cast<std::uint32_t>(number(4)),
            count > 5 ? arguments[5] : nullptr);
    } else if (what == "encode" && count == 6) {
      encode(arguments[2], number(3), arguments[4], static_cast<unsigned>(number(5)));
    } else if (what == "load" && count == 3) {
      load(arguments[2]);
    } else if (what == "crafted" && count == 4) {
      crafted(arguments[2], number(3));
    } else {
      std::cerr << "usage: bpetite_growth train KIND BYTES SIZE [ARTIFACT]\n"
                   "       bpetite_growth encode KIND BYTES ARTIFACT THREADS\n"
                   "       bpetite_growth load ARTIFACT\n"
                   "       bpetite_growth crafted WHAT BYTES\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << "growth: " << error.what() << "\n";
    return 1;
  }
}
