// The engine as the benchmark asks for it: one line a question, fields split by tabs.
//
//   bpetite_bench NAME VOCABULARY PATTERN THREADS
//
//   load                   ok  seconds  peak memory in MiB        the vocabulary, and a first text
//   enc FILE SIZE          ok  wall seconds  CPU seconds  1       SIZE 0: one text; else documents
//   dec FILE SIZE          ok  wall seconds  CPU seconds  whether the text came back
//   sha FILE SIZE          ok  number of ids  their SHA-256, as 32-bit little-endian numbers
//   train FILE SIZE        ok  wall seconds  CPU seconds  SHA-256 of the new tokens  peak in MiB
//
// NAME is ours, or ours:kept to encode into room that is there before the time begins, on one
// thread. VOCABULARY is a rank file, PATTERN gpt2 or cl100k.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>

#include "conform/suite/digest.hpp"
#include "conform/suite/protocol.hpp"
#include "core/file.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/machine/parallel.hpp"
#include "engine/scan/utf8.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"

namespace {

using namespace bpetite;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The most memory that this process had. (getrusage knows that of its parent, too.)
long peak_mebibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6)) / 1024;
  }
  return 0;
}

// Documents of about `size` bytes, cut where scalars begin; the whole text for 0.
std::vector<std::string_view> documents(std::string_view text, std::size_t size) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    std::size_t end = size == 0 ? text.size() : std::min(size, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    all.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return all;
}

class Worker {
 public:
  Worker(std::string_view name, std::string vocabulary, std::string_view pattern, unsigned threads)
      : vocabulary_(std::move(vocabulary)),
        keeps_(name == "ours:kept"),
        threads_(threads),
        profile_(*profiles::find(pattern)) {}

  std::string answer(const std::string& line) {
    std::istringstream fields(line);
    std::string what;
    std::string path;
    std::size_t size = 0;
    fields >> what >> path >> size;
    if (what == "load") return load();
    if (what == "train") return train(text_of(path), static_cast<TokenId>(size));
    const std::vector<std::string_view> texts = documents(text_of(path), size);
    if (what == "sha") {
      const std::vector<TokenId> all = encoded(texts);
      const std::string_view bytes(reinterpret_cast<const char*>(all.data()),
                                   all.size() * sizeof(TokenId));
      return fmt::format("ok\t{}\t{}", all.size(), conform::suite::sha256_hex(bytes));
    }
    const std::vector<TokenId> ids = what == "dec" ? encoded(texts) : std::vector<TokenId>();
    if (keeps_) make_room(texts);
    const double begin = seconds();
    const double cpu = cpu_seconds();
    bool right = true;
    std::string text;
    std::vector<TokenId> flat;
    std::vector<std::vector<TokenId>> results;
    if (what == "dec") {
      text = decoder_->decode(ids);
    } else if (keeps_) {
      encode_into_kept(texts);
    } else if (threads_ == 1) {
      flat = encode_flat(texts);
    } else {
      results = encode_all(texts);
    }
    const double wall = seconds() - begin;
    const double used = cpu_seconds() - cpu;
    if (what == "dec") right = text == text_of(path);
    return fmt::format("ok\t{:.6f}\t{:.6f}\t{}", wall, used, right ? 1 : 0);
  }

 private:
  std::string load() {
    const double begin = seconds();
    table_ = interop::read_tiktoken(file::read(vocabulary_), profile_);
    encoder_.emplace(*table_);
    encode("Hello world");
    const double wall = seconds() - begin;
    decoder_.emplace(*table_);
    return fmt::format("ok\t{:.6f}\t{}", wall, peak_mebibytes());
  }

  // From the text in memory to the merges, of the pattern v1. The digest is of the bytes of the new
  // tokens in hex, one a line: peers do not tell their merges in the same words.
  std::string train(std::string_view text, TokenId vocab_size) {
    const double begin = seconds();
    const double cpu = cpu_seconds();
    const Tokenizer tokenizer = Tokenizer::train(text, vocab_size);
    const double wall = seconds() - begin;
    const double used = cpu_seconds() - cpu;
    std::string listed;
    for (const std::string& token : tokenizer.vocabulary().subspan(256)) {
      listed += conform::suite::to_hex(token) + "\n";
    }
    return fmt::format("ok\t{:.6f}\t{:.6f}\t{}\t{}", wall, used, conform::suite::sha256_hex(listed),
                       peak_mebibytes());
  }

  std::vector<TokenId> encode(std::string_view text, unsigned threads = 1) const {
    check(text);
    return encoder_->encode(text, threads);
  }

  std::vector<std::vector<TokenId>> encode_all(std::span<const std::string_view> texts) const {
    std::vector<std::vector<TokenId>> results(texts.size());
    if (texts.size() == 1) {
      results.front() = encode(texts.front(), threads_);
      return results;
    }
    engine::for_each_slice(texts, threads_, [&](std::size_t from, std::size_t count) {
      for (const std::string_view text : texts.subspan(from, count)) check(text);
      encoder_->encode(texts.subspan(from, count), std::span(results).subspan(from, count));
    });
    return results;
  }

  // The ids of all texts one behind the other, as the peers' calls for many texts give them.
  std::vector<TokenId> encode_flat(std::span<const std::string_view> texts) const {
    if (texts.size() == 1) return encode(texts.front());
    std::vector<TokenId> ids;
    std::vector<std::size_t> ends;
    append_all(texts, ids, ends);
    return ids;
  }

  // What is kept is there before: as many ids as any text of this size may have.
  void make_room(std::span<const std::string_view> texts) {
    std::size_t bytes = 0;
    for (const std::string_view text : texts) bytes += text.size();
    kept_.resize(std::max(kept_.size(), bytes));
  }

  // One text goes into the room itself, of many the ids are added to it.
  std::span<const TokenId> encode_into_kept(std::span<const std::string_view> texts) {
    if (texts.size() == 1) {
      check(texts.front());
      engine::SpanSink sink(kept_);
      encoder_->append(texts.front(), sink);
      return std::span(kept_).first(sink.size());
    }
    kept_.clear();
    kept_ends_.clear();
    append_all(texts, kept_, kept_ends_);
    return kept_;
  }

  void append_all(std::span<const std::string_view> texts, std::vector<TokenId>& ids,
                  std::vector<std::size_t>& ends) const {
    engine::VectorSink sink(ids);
    for (const std::string_view text : texts) sink.expect(text.size());
    engine::for_each_slice(texts, 1, [&](std::size_t from, std::size_t count) {
      for (const std::string_view text : texts.subspan(from, count)) check(text);
      encoder_->append(texts.subspan(from, count), sink, ends);
    });
  }

  static void check(std::string_view text) {
    if (engine::first_ill_formed(text)) throw ValueError("bench: the text is not UTF-8", "");
  }

  std::vector<TokenId> encoded(const std::vector<std::string_view>& texts) {
    std::vector<TokenId> all;
    if (keeps_) {
      make_room(texts);
      const auto ids = encode_into_kept(texts);
      all.assign(ids.begin(), ids.end());
    } else if (threads_ == 1) {
      all = encode_flat(texts);
    } else {
      for (const auto& ids : encode_all(texts)) all.insert(all.end(), ids.begin(), ids.end());
    }
    return all;
  }

  const std::string& text_of(const std::string& path) {
    const auto found = texts_.find(path);
    return found != texts_.end() ? found->second
                                 : texts_.emplace(path, file::read(path)).first->second;
  }

  std::string vocabulary_;
  bool keeps_;
  unsigned threads_;
  std::vector<TokenId> kept_;
  std::vector<std::size_t> kept_ends_;
  Profile profile_;
  std::optional<Table> table_;
  std::optional<engine::Encoder> encoder_;
  std::optional<engine::Decoder> decoder_;
  std::map<std::string, std::string> texts_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::cerr << "usage: bpetite_bench NAME VOCABULARY PATTERN THREADS\n";
    return 2;
  }
  Worker worker(arguments[1], arguments[2], arguments[3],
                static_cast<unsigned>(std::max(1, std::stoi(arguments[4]))));
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << worker.answer(line) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "err\t" << error.what() << std::endl;
    }
  }
}
