// Encodes the beginning of a text, until there are as many ids as are wanted (S28d).
//
//   text      a stretch, a special, a stretch ...      as many as are needed
//   stretch   windows of 32 KB; each ends at a group, so their forms, joined, are the form of all
//   form      up to the last place that is safe to cut; the rest waits for the next window
//
// Without a normalizer a stretch needs no windows: the chunk encoder goes along it, and stops. The
// cost is that of the windows which are encoded, and a search for the end of each stretch.
// props/offsets.cpp holds it against the reference.
#include <algorithm>
#include <string>

#include "engine/encode.hpp"
#include "engine/scan/safe_places.hpp"

namespace bpetite::engine {
namespace {

// The last place of a form from `from` on that is safe to cut; 0 if there is none. Where specials
// are found in the form, a cut is before a blank, which none of them has.
std::size_t last_safe_place(const scan::Cutter& cutter, std::string_view form, std::size_t from,
                            bool only_blanks) {
  for (std::size_t at = form.size(); at-- > std::max<std::size_t>(from, 1);) {
    if ((!only_blanks || form[at] == ' ') && scan::is_safe_place(cutter, form, at)) return at;
  }
  return 0;
}

}  // namespace

std::size_t Encoder::append_windows(ChunkEncoder& encoder, const Wanted& wanted,
                                    std::string_view stretch, FirstSink& sink) const {
  std::string form;
  std::size_t searched = 0;  // before it, there is no safe place in the form
  std::size_t at = 0;
  while (at < stretch.size() && !sink.is_full()) {
    const std::size_t end = nfc_->next_group(stretch, at + options_.window);
    const std::string_view window = stretch.substr(at, end - at);
    const auto changed = normalized(window);
    form += changed ? *changed : window;
    at = end;
    std::size_t safe = form.size();
    if (at < stretch.size()) {
      const bool may_cut = !wanted.normalized.have(' ');
      safe = may_cut ? last_safe_place(cutter_, form, searched, !wanted.normalized.empty()) : 0;
      searched = form.size() - safe;
    }
    append_form(encoder, wanted, std::string_view(form).substr(0, safe), sink);
    form.erase(0, safe);
  }
  return at;
}

std::size_t Encoder::append_first(std::string_view text, FirstSink& sink,
                                  const SpecialChoice& choice) const {
  const Wanted wanted = wanted_in({&text, 1}, choice);
  std::unique_ptr<ChunkEncoder> encoder = take();
  std::size_t at = 0;
  while (at < text.size() && !sink.is_full()) {
    const scan::Specials::Found special = wanted.given.find(text, at);
    const std::string_view stretch = text.substr(at, special.at - at);
    if (nfc_ != nullptr) {
      at += append_windows(*encoder, wanted, stretch, sink);
    } else {
      append_stretch(*encoder, wanted, stretch, sink);
      at = sink.bytes();
    }
    if (sink.is_full() || special.size == 0) break;
    sink.add({&special.id, 1}, special.size);
    at = special.at + special.size;
  }
  give_back(std::move(encoder));
  return at;
}

}  // namespace bpetite::engine
