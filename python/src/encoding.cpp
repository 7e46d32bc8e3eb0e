// Encodes texts from Python into lists of ids and arrays of numpy, one text or many. Also counts
// ids, gives each id with its place in the text, and cuts a text into chunks.
//
//   Core.encode("hi", None, None)      [104, 105]
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>

#include "arrow.hpp"
#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core.hpp"
#include "ids.hpp"
#include "text.hpp"
#include "wanted_specials.hpp"

namespace bpetite::python {
namespace {

// The ids of one text, without the lock of the interpreter.
std::vector<TokenId> ids_of(const Tokenizer& tokenizer, std::string_view text,
                            const WantedSpecials& wanted, unsigned threads = 1) {
  const nb::gil_scoped_release released;
  if (!wanted.is_plain()) return wanted.encode_cut(tokenizer, text);
  if (threads <= 1) return bpetite::encode(tokenizer, text, wanted.choice());
  return encode_parallel(tokenizer, text, threads, wanted.choice());
}

// The ids of all texts, one behind the other.
FlatIds flat_ids_of(const Tokenizer& tokenizer, std::span<const std::string_view> texts,
                    const WantedSpecials& wanted, unsigned threads) {
  const nb::gil_scoped_release released;
  if (wanted.is_plain()) return encode_batch_flat(tokenizer, texts, threads, wanted.choice());
  FlatIds flat;
  for (const std::string_view text : texts) {
    const auto ids = wanted.encode_cut(tokenizer, text);
    flat.ids.insert(flat.ids.end(), ids.begin(), ids.end());
    flat.ends.push_back(flat.ids.size());
  }
  return flat;
}

// The ids, and the place where those of each text begin.
nb::object arrays_of(FlatIds flat) {
  std::vector<std::int64_t> offsets(flat.ends.size() + 1);
  std::ranges::copy(flat.ends, offsets.begin() + 1);
  return nb::make_tuple(array_of(std::move(flat.ids)), array_of(std::move(offsets)));
}

}  // namespace

nb::object Core::encode(nb::handle text, nb::handle allowed, nb::handle disallowed) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  return numbers_.list_of(ids_of(tokenizer_, given, wanted));
}

nb::object Core::encode_to_numpy(nb::handle text, nb::handle allowed, nb::handle disallowed,
                                 unsigned threads) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  return array_of(ids_of(tokenizer_, given, wanted, threads));
}

nb::object Core::encode_batch(nb::handle texts, nb::handle allowed, nb::handle disallowed,
                              unsigned threads) const {
  const Texts given(texts);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  const FlatIds flat = flat_ids_of(tokenizer_, given.views(), wanted, threads);
  nb::list lists;
  for (std::size_t i = 0; i < flat.size(); ++i) lists.append(numbers_.list_of(flat[i]));
  return lists;
}

nb::object Core::encode_batch_flat(nb::handle texts, nb::handle allowed, nb::handle disallowed,
                                   unsigned threads) const {
  const Texts given(texts);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  return arrays_of(flat_ids_of(tokenizer_, given.views(), wanted, threads));
}

nb::object Core::encode_arrow(nb::handle array, nb::handle allowed, nb::handle disallowed,
                              unsigned threads, bool skips_nulls) const {
  const ArrowTexts given(array, skips_nulls ? Nulls::empty : Nulls::refused);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  try {
    return arrays_of(flat_ids_of(tokenizer_, given.views(), wanted, threads));
  } catch (const UnicodeDecodeError&) {
    given.throw_ill_formed();
  }
}

std::size_t Core::count(nb::handle text, nb::handle allowed, nb::handle disallowed) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  const nb::gil_scoped_release released;
  if (!wanted.is_plain()) return wanted.encode_cut(tokenizer_, given).size();
  return count_ids(tokenizer_, given, wanted.choice());
}

nb::object Core::offsets(nb::handle text, nb::handle allowed, nb::handle disallowed,
                         bool in_bytes) const {
  const Text given(text);
  const WantedSpecials wanted(tokenizer_, allowed, disallowed);
  const OffsetUnit unit = in_bytes ? OffsetUnit::bytes : OffsetUnit::scalars;
  IdsWithOffsets found;
  {
    const nb::gil_scoped_release released;
    found = wanted.is_plain() ? encode_with_offsets(tokenizer_, given, wanted.choice(), unit)
                              : wanted.encode_cut_with_offsets(tokenizer_, given, unit);
  }
  nb::list places;
  for (const Span& span : found.spans) places.append(nb::make_tuple(span.begin, span.end));
  return nb::make_tuple(numbers_.list_of(found.ids), places);
}

nb::object Core::chunks(nb::handle text) const {
  const Text given(text);
  nb::list list;
  const auto& profile = TokenizerAccess::table(tokenizer_).profile;
  for (const std::string_view chunk : backend::pretokenize(given, profile)) list.append(chunk);
  return list;
}

}  // namespace bpetite::python
