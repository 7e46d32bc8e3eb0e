// Decompresses corpora by zlib and libzstd. A file of gzip is a sequence of members, and a file of
// zstd a sequence of frames. In a loop, a part (a member or a frame) is recognised by its first
// bytes and decompressed to its end; after it there is another one, or the end of the file.
//
//   1f 8b ... | 1f 8b ... |                       two members of gzip
//   52 2a 4d 18 ... | 28 b5 2f fd ... |           two frames of zstd; the first has no content
//
// Memory: a buffer of the file, and what the libraries need, 32 KiB for gzip and at most 2^27 bytes
// for zstd. The content goes into the caller's block, so that its size costs time only.
#include "corpus/compressed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#ifdef BPETITE_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef BPETITE_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"

namespace bpetite::corpus {
namespace {

constexpr std::size_t file_buffer = std::size_t{1} << 17;
// Enough to recognise any part.
constexpr std::size_t magic_size = 4;

bool begins_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

// A frame with content, or one that is skipped: any of 16 first bytes, 50 to 5f.
bool begins_zstd(std::string_view bytes) {
  constexpr std::string_view skippable = "\x2a\x4d\x18";
  return bytes.starts_with("\x28\xb5\x2f\xfd") ||
         (bytes.size() >= magic_size && (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
          bytes.substr(1).starts_with(skippable));
}

#ifdef BPETITE_HAS_ZLIB
Input::Decompress gzip_decompress() {
  constexpr int gzip_with_largest_window = 16 + MAX_WBITS;
  const std::shared_ptr<z_stream> stream(new z_stream{}, [](z_stream* ended) {
    inflateEnd(ended);
    delete ended;
  });
  if (inflateInit2(stream.get(), gzip_with_largest_window) != Z_OK) throw std::bad_alloc();

  return [stream](std::string_view from, char* into, std::size_t size) {
    constexpr std::size_t at_once = std::size_t{1} << 30;  // zlib counts in 32 bits
    size = std::min(size, at_once);
    // zlib does not write to its input.
    stream->next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(from.data()));
    stream->avail_in = static_cast<uInt>(from.size());
    stream->next_out = reinterpret_cast<Bytef*>(into);
    stream->avail_out = static_cast<uInt>(size);
    const int result = inflate(stream.get(), Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();

    Input::Step step;
    step.taken = from.size() - stream->avail_in;
    step.made = size - stream->avail_out;
    step.ended = result == Z_STREAM_END;
    if (step.ended) inflateReset(stream.get());
    // Z_BUF_ERROR: no step was possible, since bytes are missing.
    if (!step.ended && result != Z_OK && result != Z_BUF_ERROR) {
      step.fault = fmt::format("is damaged: {}", stream->msg != nullptr ? stream->msg : "not gzip");
    }
    return step;
  };
}
#endif

#ifdef BPETITE_HAS_ZSTD
// S41h "A frame of zstd with a window above 2^27 bytes is refused"
constexpr int window_log_max = 27;

Input::Decompress zstd_decompress() {
  const std::shared_ptr<ZSTD_DCtx> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, window_log_max);

  return [context](std::string_view from, char* into, std::size_t size) {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{into, size, 0};
    const std::size_t result = ZSTD_decompressStream(context.get(), &out, &in);

    Input::Step step{in.pos, out.pos, result == 0, std::nullopt};
    if (ZSTD_isError(result) == 0) return step;
    switch (ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_frameParameter_windowTooLarge:
        step.fault =
            fmt::format("has a window above 2^{0} bytes, required 2^{0} at most", window_log_max);
        step.clause = "S41h";
        break;
      default:
        step.fault = fmt::format("is damaged: {}", ZSTD_getErrorName(result));
    }
    return step;
  };
}
#endif

// A function for each form, or none if this build has no library for it.
Input::Decompress decompress_of([[maybe_unused]] bool is_gzip) {
#ifdef BPETITE_HAS_ZLIB
  if (is_gzip) return gzip_decompress();
#endif
#ifdef BPETITE_HAS_ZSTD
  if (!is_gzip) return zstd_decompress();
#endif
  return {};
}

}  // namespace

std::string_view Ahead::bytes(std::size_t least) {
  if (buffer_.empty()) buffer_.resize(file_buffer);
  if (end_ - begin_ < least) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  while (end_ < least && !ended_) {
    const std::size_t count = file_.read_some(buffer_.data() + end_, buffer_.size() - end_);
    end_ += count;
    read_ += count;
    ended_ = count == 0;
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t Ahead::read(char* into, std::size_t size) {
  const std::size_t known = std::min(size, end_ - begin_);
  if (known > 0) std::memcpy(into, buffer_.data() + begin_, known);
  take(known);
  if (known == size || ended_) return known;
  const std::size_t count = file_.read(into + known, size - known);
  read_ += count;
  ended_ = count < size - known;
  return known + count;
}

bool is_compressed(std::string_view first) { return begins_gzip(first) || begins_zstd(first); }

Input::Input(file::Input input, std::string place)
    : file_(std::move(input)), place_(std::move(place)) {}

std::size_t Input::read(char* into, std::size_t size) {
  if (form_ == Form::unknown) begin();
  return form_ == Form::plain ? file_.read(into, size) : read_parts(into, size);
}

void Input::begin() {
  const std::string_view bytes = file_.bytes(magic_size);
  form_ = begins_gzip(bytes) ? Form::gzip : begins_zstd(bytes) ? Form::zstd : Form::plain;
  if (form_ == Form::plain) return;
  decompress_ = decompress_of(form_ == Form::gzip);
  if (!decompress_) {
    throw ValueError(fmt::format("{}: this build cannot read {}, required a build with {}", place_,
                                 name(), form_ == Form::gzip ? "zlib" : "libzstd"),
                     "S41g");
  }
}

std::size_t Input::read_parts(char* into, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    if (!in_part_ && !begins_part()) break;
    in_part_ = true;
    const std::string_view bytes = file_.bytes(1);
    const Step step = decompress_(bytes, into + done, size - done);
    // How far the library has read depends on the blocks. Where the part begins does not.
    if (step.fault) {
      fail(fmt::format("the {} at byte {} {}", part_name(), part_begin_, *step.fault), step.clause);
    }
    file_.take(step.taken);
    done += step.made;
    in_part_ = !step.ended;
    if (step.ended || step.made > 0 || step.taken > 0) continue;
    assert_internal(bytes.empty(), "a library takes none of the bytes that it is given");
    fail(fmt::format("the file ends at byte {}, in the {} at byte {}", file_.offset(), part_name(),
                     part_begin_));
  }
  return done;
}

// Whether another part begins here. If not, the file ends here.
bool Input::begins_part() {
  const std::string_view bytes = file_.bytes(magic_size);
  part_begin_ = file_.offset();
  if (bytes.empty()) return false;
  if (form_ == Form::gzip ? begins_gzip(bytes) : begins_zstd(bytes)) return true;
  fail(fmt::format("no {0} begins at byte {1}, required a {0} or the end", part_name(),
                   part_begin_));
}

void Input::fail(std::string_view what, const char* clause) const {
  throw ValueError(fmt::format("{}: {}: {}", place_, name(), what), clause);
}

}  // namespace bpetite::corpus
