// Makes small files of gzip and zstd for the tests of corpora. Some were made by these programs,
// others are put together here, from blocks that are not compressed.
//
//   gzip_member("ab")             1f 8b 08 ... "ab" and its checksum
//   zstd_frame("ab")              28 b5 2f fd ... "ab"
//   zstd_repeated(3 << 30)        a file of 96 KiB that becomes 3 GiB
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bpetite::test {

// A text, and what `gzip -9n` and `zstd -19 --check` made of it.
inline constexpr std::string_view theses =
    "the theme of the thesis is the other one; then the rest of the theses";
std::string theses_by_gzip();
std::string theses_by_zstd();

// A member of gzip with one block that is not compressed, of at most 65,535 bytes.
std::string gzip_member(std::string_view content);

// A frame of zstd with one block that is not compressed, of at most 2^17 bytes.
std::string zstd_frame(std::string_view content);
// A frame that is to be skipped. Its first byte is 50 to 5f.
std::string zstd_skipped(unsigned first, std::string_view bytes);
// The beginning of a frame with a window of 2^`window_log` bytes, and nothing else.
std::string zstd_header(unsigned window_log);
// The beginning of a block: of bytes as they are, or of one byte many times.
enum class ZstdBlock : unsigned { raw = 0, repeated = 1 };
std::string zstd_block(ZstdBlock kind, std::size_t size, bool last);
// A small file with a large content: `a`, a multiple of 2^17 times.
std::string zstd_repeated(std::uint64_t size);

}  // namespace bpetite::test
