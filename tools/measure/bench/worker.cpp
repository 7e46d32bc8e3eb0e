// Runs this library for the benchmark, only through its public headers: loads a vocabulary,
// encodes, decodes, counts ids, finds offsets, and trains. The benchmark sends questions as lines
// whose fields are separated by tabs; an answer has the time and whether the result is right.
//
//   bpetite_bench NAME VOCABULARY PROFILE THREADS
//
//   load                   ok  seconds  peak memory in MiB        the vocabulary, and a first text
//   enc FILE SIZE          ok  wall seconds  CPU seconds  1       SIZE 0: one text; else documents
//   each FILE SIZE         the same with a call for each document
//   bytes FILE SIZE        the same with offsets in bytes; 1 if they fit ids and text, else 0
//   scalars FILE SIZE      the same with offsets in scalars
//   count FILE SIZE        the same with the number of ids alone; 1 if it is right, else 0
//   dec FILE SIZE          ok  wall seconds  CPU seconds  1 if decoding gave the text, else 0
//   lossy FILE SIZE        the same with U+FFFD for bytes that are not UTF-8
//   sha FILE SIZE          ok  number of ids  their SHA-256, as 32-bit little-endian numbers
//   train FILE VOCABULARY_SIZE [PROFILE]
//                          ok  wall seconds  CPU seconds  SHA-256 of the new tokens  peak in MiB
//
// NAME is `ours`, or `ours:kept`, which encodes on one thread into a buffer that is allocated
// before the time starts. VOCABULARY may be a rank file, with a PROFILE such as cl100k. Then
// special tokens are ordinary text. Or VOCABULARY is a tokenizer.json, and PROFILE is the word
// tokenizer.json. Then its added tokens are matched. The peers do the same.
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
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

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/open.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

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

// The peak memory of this process. (getrusage would include that of its parent.)
long peak_mebibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6)) / 1024;
  }
  return 0;
}

// Documents of about `size` bytes, cut between scalars. For size 0, the whole text.
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

std::string hex(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return hex(std::string(digest.begin(), digest.begin() + size));
}

// Reads a file in one piece, so that no freed memory is left which the first timed call could use
// again.
std::string read(const std::string& path) {
  std::string all(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(all.data(), static_cast<std::streamsize>(all.size()));
  return all;
}

std::size_t scalar_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

// Whether spans cover `size` bytes or scalars without a gap, and in ascending order.
bool cover(std::span<const Span> spans, std::size_t size) {
  Span last;
  for (const Span& span : spans) {
    if (span.begin < last.begin || span.begin > last.end || span.end < last.end) return false;
    last = span;
  }
  return last.end == size;
}

// The result of a question. It is freed after the time was measured.
struct Made {
  std::string text;
  std::vector<TokenId> ids;
  FlatIds flat;
  std::vector<std::vector<TokenId>> lists;
  std::vector<IdsWithOffsets> places;
  std::size_t count = 0;
};

class Worker {
 public:
  Worker(std::string_view name, std::string vocabulary, std::string profile, unsigned threads)
      : vocabulary_(std::move(vocabulary)),
        profile_(std::move(profile)),
        has_model_(profile_ == "tokenizer.json"),
        keeps_(name == "ours:kept"),
        threads_(threads),
        specials_(has_model_ ? SpecialChoice{} : SpecialChoice::ordinary()) {}

  std::string answer(const std::string& line) {
    std::istringstream fields(line);
    std::string what;
    std::string path;
    std::size_t size = 0;
    std::string profile;
    fields >> what >> path >> size >> profile;
    if (what == "load") return load();
    if (what == "train") return train(text_of(path), static_cast<TokenId>(size), profile);
    const std::vector<std::string_view> texts = documents(text_of(path), size);
    if (what == "sha") {
      const std::vector<TokenId> all = encoded(texts);
      const std::string_view bytes(reinterpret_cast<const char*>(all.data()),
                                   all.size() * sizeof(TokenId));
      return fmt::format("ok\t{}\t{}", all.size(), sha256_hex(bytes));
    }
    const bool decodes = what == "dec" || what == "lossy";
    const std::vector<TokenId> ids = decodes ? encoded(texts) : std::vector<TokenId>();
    decode_bytes(*tokenizer_, {});  // makes the decoder now, outside of all measured times
    if (keeps_) enlarge_kept(texts);
    const double begin = seconds();
    const double cpu = cpu_seconds();
    const Made made = decodes ? decoded(what, ids) : made_of(what, texts);
    const double wall = seconds() - begin;
    const double used = cpu_seconds() - cpu;
    const bool right = decodes ? made.text == text_of(path) : is_right(what, texts, made);
    return fmt::format("ok\t{:.6f}\t{:.6f}\t{}", wall, used, right ? 1 : 0);
  }

 private:
  // qwen2 is used without its normalizer, so only its pattern is given.
  OpenOptions options() const {
    if (has_model_) return {};
    if (profile_ != "qwen2") return {.profile = profile_};
    return {.patterns = {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N})"
                         R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"}};
  }

  std::string load() {
    const double begin = seconds();
    tokenizer_ = open(vocabulary_, options());
    bpetite::encode(*tokenizer_, "Hello world", specials_);
    const double wall = seconds() - begin;
    return fmt::format("ok\t{:.6f}\t{}", wall, peak_mebibytes());
  }

  // The result of a question about encoding.
  Made made_of(std::string_view what, std::span<const std::string_view> texts) {
    Made made;
    if (what == "enc") {
      encode_at_once(texts, made);
    } else if (what == "each") {
      for (const std::string_view text : texts) encode_alone(text, made);
    } else if (what == "count") {
      for (const std::string_view text : texts)
        made.count += count_ids(*tokenizer_, text, specials_);
    } else {
      const OffsetUnit unit = what == "bytes" ? OffsetUnit::bytes : OffsetUnit::scalars;
      for (const std::string_view text : texts) {
        if (keeps_) {
          encode_with_offsets(*tokenizer_, text, kept_places_, specials_, unit);
        } else {
          made.places.push_back(encode_with_offsets(*tokenizer_, text, specials_, unit));
        }
      }
    }
    return made;
  }

  void encode_at_once(std::span<const std::string_view> texts, Made& made) {
    if (keeps_) {
      encode_into_kept(texts);
    } else if (texts.size() == 1) {
      made.ids = encode_parallel(*tokenizer_, texts.front(), threads_, specials_);
    } else if (threads_ == 1) {
      made.flat = encode_batch_flat(*tokenizer_, texts, 1, specials_);
    } else {
      made.lists = encode_batch(*tokenizer_, texts, threads_, specials_);
    }
  }

  void encode_alone(std::string_view text, Made& made) {
    if (keeps_) {
      encode_into(*tokenizer_, text, std::span(kept_.ids), specials_);
    } else {
      made.lists.push_back(bpetite::encode(*tokenizer_, text, specials_));
    }
  }

  Made decoded(std::string_view what, std::span<const TokenId> ids) const {
    Made made;
    made.text = what == "dec" ? tokenizer_->decode(ids)
                              : bpetite::decode(*tokenizer_, ids, IllFormed::replaced);
    return made;
  }

  // Whether offsets and counts agree with the ids. (The ids are compared with those of the peers.)
  bool is_right(std::string_view what, const std::vector<std::string_view>& texts,
                const Made& made) {
    if (what == "count") return made.count == encoded(texts).size();
    if (what != "bytes" && what != "scalars") return true;
    const bool in_bytes = what == "bytes";
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t size = in_bytes ? texts[i].size() : scalar_count(texts[i]);
      if (keeps_) {
        encode_with_offsets(*tokenizer_, texts[i], kept_places_, specials_,
                            in_bytes ? OffsetUnit::bytes : OffsetUnit::scalars);
      }
      const auto& [ids, spans] = keeps_ ? kept_places_ : made.places[i];
      if (ids != bpetite::encode(*tokenizer_, texts[i], specials_)) return false;
      if (spans.size() != ids.size() || !cover(spans, size)) return false;
    }
    return true;
  }

  // Trains with the pattern of the profile, which is that of v1 if it is empty. The time starts
  // when the text is in memory. The digest covers the bytes of the new tokens, in hex and one on
  // each line, because peers give merges in other forms.
  std::string train(std::string_view text, TokenId vocab_size, const std::string& profile) {
    const double begin = seconds();
    const double cpu = cpu_seconds();
    const Tokenizer tokenizer =
        train_texts({&text, 1}, vocab_size, {}, threads_, {.profile = profile});
    const double wall = seconds() - begin;
    const double used = cpu_seconds() - cpu;
    std::string listed;
    for (const std::string& token : tokenizer.vocabulary().subspan(256)) {
      listed += hex(token) + "\n";
    }
    return fmt::format("ok\t{:.6f}\t{:.6f}\t{}\t{}", wall, used, sha256_hex(listed),
                       peak_mebibytes());
  }

  // Enlarges the kept buffer so that the ids of these texts fit.
  void enlarge_kept(std::span<const std::string_view> texts) {
    std::size_t bytes = 0;
    for (const std::string_view text : texts) bytes += text.size();
    kept_.ids.resize(std::max(kept_.ids.size(), bytes));
  }

  // Encodes into the kept buffer. The ids of many texts are written one after the other.
  std::span<const TokenId> encode_into_kept(std::span<const std::string_view> texts) {
    if (texts.size() == 1) {
      const std::span<TokenId> kept(kept_.ids);
      return kept.first(encode_into(*tokenizer_, texts.front(), kept, specials_));
    }
    encode_into(*tokenizer_, texts, kept_, specials_);
    return kept_.ids;
  }

  std::vector<TokenId> encoded(const std::vector<std::string_view>& texts) {
    if (keeps_) {
      enlarge_kept(texts);
      const auto ids = encode_into_kept(texts);
      return {ids.begin(), ids.end()};
    }
    if (texts.size() == 1) {
      return encode_parallel(*tokenizer_, texts.front(), threads_, specials_);
    }
    return encode_batch_flat(*tokenizer_, texts, threads_, specials_).ids;
  }

  const std::string& text_of(const std::string& path) {
    const auto found = texts_.find(path);
    return found != texts_.end() ? found->second : texts_.emplace(path, read(path)).first->second;
  }

  std::string vocabulary_;
  std::string profile_;
  bool has_model_;
  bool keeps_;
  unsigned threads_;
  SpecialChoice specials_;
  FlatIds kept_;
  IdsWithOffsets kept_places_;
  std::optional<Tokenizer> tokenizer_;
  std::map<std::string, std::string> texts_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::cerr << "usage: bpetite_bench NAME VOCABULARY PROFILE THREADS\n";
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
