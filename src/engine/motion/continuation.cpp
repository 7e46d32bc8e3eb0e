// Says whether ids can go on (continuation): reads the bytes of the ids between special ones by a
// Stream, and looks at the last ids with an OpenTail. If they cannot go on, finds the first id with
// which they cannot.
//
//   ids 10 10 300 (special)      the text of 10 10 ends before 300, and has another id: no. Which
//                                of the three? 10 and 10 10 can go on, so it is the index 2
#include "engine/motion/continuation.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "engine/motion/canonical.hpp"
#include "engine/motion/open_tail.hpp"
#include "engine/motion/stream.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::motion {
namespace {

using Ids = std::span<const TokenId>;
using Answer = Continuation::Answer;

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
constexpr std::size_t most_tried = 256;                  // texts that may follow
constexpr std::size_t most_read = std::size_t{1} << 22;  // bytes of the tail and of these texts

std::size_t same_ids(Ids a, Ids b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// The ids of added tokens, ascending: all, or the special ones.
std::vector<TokenId> added_ids(const Table& table, bool is_all) {
  std::vector<TokenId> ids;
  for (const SpecialToken& token : table.specials) {
    if (is_all || token.is_special) ids.push_back(token.id);
  }
  return ids;
}

// Whether only the table of the pattern, the merges and simple literals decide the ids of a text.
// Then open_ends() finds all ways to cut the end of a text (S63g).
bool is_simple(const Encoder& encoder, bool finds_specials) {
  const Table& table = encoder.table();
  return encoder.cutter().compiled().table() != nullptr && !table.profile.drops_missing_bytes &&
         std::ranges::none_of(table.specials, [&](const SpecialToken& token) {
           return (finds_specials || !token.is_special) &&
                  (token.lstrip || token.rstrip || token.single_word || token.normalized ||
                   decoded_bytes(token, table) != token.literal);
         });
}

// The question about the first ids: how they can go on; or only whether the answer is "no", for
// which no text that may follow is encoded.
enum class Question { how, is_no };

// The answer for some ids. For a "no" also how many of the first ids surely can go on (`sure`), and
// how many are the ids of their text if nothing follows (`same`), mostly about as many as can go
// on.
struct Finding {
  Continuation found;
  std::size_t sure = 0;
  std::size_t same = 0;
};

// The ids of one text, behind which more may follow.
class OpenIds {
 public:
  OpenIds(const Encoder& encoder, const Decoder& decoder, Ids ids, CanonicalAs as)
      : encoder_(encoder),
        decoder_(decoder),
        ids_(ids),
        finds_specials_(as == CanonicalAs::one_string &&
                        encoder.table().profile.added.rule != SpecialRule::never),
        is_simple_(is_simple(encoder, finds_specials_)),
        added_(added_ids(encoder.table(), true)),
        begun_{Stream(encoder, choice(), no_limit), {}, 0} {}

  // The answer for all ids, as if they were the whole list.
  Continuation continuation() const;

 private:
  // A stream that has read the bytes of the first ids, and what it gave.
  struct Begun {
    Stream stream;
    std::vector<TokenId> given;
    std::size_t ids;
  };

  SpecialChoice choice() const {
    if (!finds_specials_) return SpecialChoice::ordinary();
    const bool is_matched = encoder_.table().profile.added.rule == SpecialRule::matched;
    return is_matched ? SpecialChoice() : SpecialChoice::all();
  }
  std::optional<std::size_t> first_not_text() const;
  Begun begun_with(std::size_t count) const;
  Finding of_first(std::size_t count, const Begun& begun, Question question) const;
  Finding find(Ids left, const Stream& stream, Question question) const;

  const Encoder& encoder_;
  const Decoder& decoder_;
  Ids ids_;
  bool finds_specials_;
  bool is_simple_;
  std::vector<TokenId> added_;
  Begun begun_;  // with none
};

// The index of the first id with which the bytes cannot begin any text.
std::optional<std::size_t> OpenIds::first_not_text() const {
  const std::string text = decoder_.join(ids_);
  const auto fault = scan::first_ill_formed(text);
  if (!fault || utf8::is_cut_scalar(std::string_view(text).substr(*fault))) return std::nullopt;
  std::size_t end = 0;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    end += decoder_.bytes_of(ids_[i]).size();
    if (end <= *fault) continue;
    const std::string_view bytes = std::string_view(text).substr(*fault, end - *fault);
    if (!utf8::is_cut_scalar(bytes)) return i;
  }
  return std::nullopt;  // internal: all ids together have the fault
}

OpenIds::Begun OpenIds::begun_with(std::size_t count) const {
  Begun begun = begun_;
  begun.stream.push(decoder_.join(ids_.first(count)), begun.given);
  begun.ids = count;
  return begun;
}

// The answer for the first `count` ids. Their bytes must begin a text, and the ids that `begun` has
// read must be able to go on.
Finding OpenIds::of_first(std::size_t count, const Begun& begun, Question question) const {
  const Ids ids = ids_.first(count);
  Begun all = begun;
  all.stream.push(decoder_.join(ids.subspan(begun.ids)), all.given);
  // Ids that are final are those of every text (S60a).
  const std::size_t same = same_ids(all.given, ids);
  if (same < std::min(all.given.size(), count)) return {{Answer::no, {}, 0}, same, same};
  Finding finding = find(ids.subspan(same), all.stream, question);
  return {std::move(finding.found), same, same + finding.same};
}

// The answer for the ids that the stream has not given yet.
Finding OpenIds::find(Ids left, const Stream& stream, Question question) const {
  const std::string text = decoder_.join(left);
  std::size_t tried = 0;
  std::size_t same = left.size();  // not known if the text ends inside a scalar
  const auto goes_on = [&](std::string_view more) {
    if (question == Question::is_no) return true;  // it may
    ++tried;
    const bool is_too_much = tried * (text.size() + more.size()) > most_read + 4 * text.size();
    if (tried > most_tried || is_too_much) return false;
    Stream whole = stream;
    std::vector<TokenId> ids;
    try {
      whole.push(more, ids);
      whole.finish(ids);
    } catch (const Error&) {  // it is not a text
      return false;
    }
    const std::size_t same_now = same_ids(left, ids);
    if (more.empty()) same = same_now;
    return same_now == left.size();
  };
  const auto answer = [&](Answer found, std::string following = {}) {
    return Finding{{found, std::move(following), 0}, 0, same};
  };
  if (question == Question::how && goes_on({})) return answer(Answer::yes);
  const std::string_view cut_scalar = cut_scalar_of(text);
  const bool has_added = std::ranges::any_of(
      left, [this](TokenId id) { return std::ranges::binary_search(added_, id); });
  if (!left.empty() && !has_added) {
    // The literal, or a longer one, becomes an added token, and the ids have no added token.
    if (is_simple_ && stream.has_waiting_literal()) return answer(Answer::no);
    if (is_simple_ && stream.has_space_before(text)) return answer(Answer::no);
    const std::string_view whole =
        std::string_view(text).substr(0, text.size() - cut_scalar.size());
    // A part of a normal form is in normal form.
    const bool is_form = !encoder_.normalized(whole).has_value();
    if (is_simple_ && !is_form) return answer(Answer::no);
    const bool has_table = encoder_.cutter().compiled().table() != nullptr;
    if (has_table && is_form && whole.starts_with(stream.cuts().text())) {
      OpenCuts cuts = stream.cuts();
      cuts.read(whole.substr(cuts.text().size()));
      Continuation found = OpenTail(encoder_, left, text, cuts).find(goes_on);
      if (is_simple_ || found.answer == Answer::yes) return {std::move(found), 0, same};
    }
  }
  if (question == Question::is_no) return answer(Answer::unknown);
  // Some texts of up to two characters.
  for (const std::string& completion : completions_of(cut_scalar)) {
    for (const std::string_view first :
         {"", "m", "1", " ", "\n", "!", "'", "\xC3\xA9", "\xE4\xB8\x80", "\xCC\x81"}) {
      for (const std::string_view second : {"", "m", " ", "!"}) {
        std::string more = completion;
        more.append(first).append(second);
        if (goes_on(more)) return answer(Answer::yes, std::move(more));
      }
    }
  }
  return answer(Answer::unknown);
}

Continuation OpenIds::continuation() const {
  std::size_t cannot = ids_.size();  // this many of the first ids cannot go on
  std::size_t can = 0;               // this many are not known to be unable to go on
  const auto not_text = first_not_text();
  const Finding whole = of_first(not_text.value_or(cannot), begun_, Question::how);
  if (not_text && whole.found.answer != Answer::no) return {Answer::no, {}, *not_text};
  if (whole.found.answer != Answer::no) return whole.found;
  if (not_text) cannot = *not_text;
  can = whole.sure;
  const Begun begun = begun_with(can);
  const auto is_no = [&](std::size_t count) {
    const bool is = of_first(count, begun, Question::is_no).found.answer == Answer::no;
    (is ? cannot : can) = count;
    return is;
  };
  // The index is mostly near the first id that differs if nothing follows.
  const std::size_t near = std::clamp(whole.same, can, cannot - 1);
  for (std::size_t more = 1; near + more < cannot && !is_no(near + more);) more *= 2;
  for (std::size_t less = 0; can + less < near && is_no(near - less);) less = less * 2 + 1;
  while (cannot - can > 1) is_no(can + (cannot - can) / 2);
  return {Answer::no, {}, can};
}

// The first text part that a special id ends and whose ids are others, as a range of the ids; or
// nullopt if there is none. The last of the ids is a special one.
std::optional<Span> first_wrong_part(const Encoder& encoder, const Decoder& decoder, Ids ids,
                                     const std::vector<TokenId>& special) {
  const auto is_special = [&](TokenId id) { return std::ranges::binary_search(special, id); };
  std::optional<Span> wrong;
  while (!ids.empty()) {
    const auto found = divergence(encoder, decoder, ids, CanonicalAs::parts);
    if (!found) break;
    // If encoding gives more ids for a part, they differ first at the special id behind it.
    Span part{found->index, found->index};
    while (!is_special(ids[part.end])) ++part.end;
    while (part.begin > 0 && !is_special(ids[part.begin - 1])) --part.begin;
    wrong = part;
    // S63c: parts that are not UTF-8 are found first, whatever comes before.
    if (found->cause != DivergenceCause::not_text) break;
    ids = ids.first(part.begin);
  }
  return wrong;
}

}  // namespace

Continuation continuation(const Encoder& encoder, const Decoder& decoder, Ids ids, CanonicalAs as) {
  decoder.joined_size(ids);  // KeyError for an unknown id
  Span last{0, ids.size()};
  if (as == CanonicalAs::parts) {
    const std::vector<TokenId> special = added_ids(encoder.table(), false);
    while (last.begin < last.end) {
      if (std::ranges::binary_search(special, ids[last.end - 1])) break;
      --last.end;
    }
    last = {last.end, ids.size()};
    // S63f "behind its last text part": those before it end with their special ids.
    if (const auto part = first_wrong_part(encoder, decoder, ids.first(last.begin), special)) {
      const Ids wrong = ids.subspan(part->begin, part->end - part->begin);
      const Continuation found = OpenIds(encoder, decoder, wrong, as).continuation();
      return {Answer::no, {}, found.answer == Answer::no ? part->begin + found.index : part->end};
    }
  }
  Continuation found = OpenIds(encoder, decoder, ids.subspan(last.begin), as).continuation();
  if (found.answer == Answer::no) found.index += last.begin;
  return found;
}

}  // namespace bpetite::engine::motion
