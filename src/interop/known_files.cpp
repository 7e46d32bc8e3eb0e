// Finds the profile of a public rank file, or of GPT-2's two files. Compares the size of a file,
// and then its CRC-32, with those of each public file in a list.
#include "interop/known_files.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/crc32.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::interop {
namespace {

struct KnownFile {
  std::size_t size;
  std::uint32_t checksum;
  const Profile& (*profile)();
};

// Rank files that OpenAI publishes, or that are in the packages that chapter 13 names.
constexpr std::array<KnownFile, 7> rank_files = {{
    {835554, 0xB23BC7C5, profiles::r50k},
    {1681126, 0xB99E2E8D, profiles::cl100k},
    {3613922, 0x2B33BBC2, profiles::o200k},
    {2183982, 0xEE75D4D1, profiles::llama3},
    {3622230, 0xF3B19D5F, profiles::llama4},
    {2561218, 0x63C96333, profiles::qwen2},
    {4579414, 0x22211184, profiles::qwen3_5},
}};
// OpenAI's encoder.json, and the vocab.json that other libraries make from it.
constexpr std::array<KnownFile, 2> gpt2_vocabularies = {{
    {1243332, 0x9FE24556, profiles::gpt2},
    {1042301, 0x6E35860C, profiles::gpt2},
}};
constexpr KnownFile gpt2_merges = {456318, 0xCF4B72C4, profiles::gpt2};

bool is_file(const KnownFile& known, std::string_view file) {
  if (file.size() != known.size) return false;
  Crc32 crc;
  crc.add(file);
  return crc.value() == known.checksum;
}

}  // namespace

const Profile* profile_of_ranks(std::string_view file) {
  for (const KnownFile& known : rank_files) {
    if (is_file(known, file)) return &known.profile();
  }
  return nullptr;
}

const Profile* profile_of_gpt2(std::string_view vocabulary, std::string_view merges) {
  const bool has_names = std::ranges::any_of(
      gpt2_vocabularies, [&](const KnownFile& known) { return is_file(known, vocabulary); });
  return has_names && is_file(gpt2_merges, merges) ? &profiles::gpt2() : nullptr;
}

}  // namespace bpetite::interop
