// Shrinks a failing case (shrink): makes each part smaller, in rounds, until a round changes
// nothing or a limit is reached. Describes how the case became small (course_of). Also removes
// merges from a list (with_merges_at), with a table from old ids to new ids, translates ids
// (renumbered), and finds the merges that can apply to a text (merges_within).
#include "conform/search/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "conform/search/cases.hpp"
#include "conform/search/shrink_motion.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::search {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_rounds = 4;

class Shrinking {
 public:
  Shrinking(const suite::Suite& suite, const suite::Vector& vector, const StillFails& still_fails,
            const ShrinkLimits& limits)
      : suite_(suite),
        still_fails_(still_fails),
        limits_(limits),
        end_(Clock::now() + limits.time),
        best_(vector) {
    asked_.insert(key_of(vector));
  }

  Shrunk run() {
    changed_ = true;
    for (int round = 0; changed_ && round < most_rounds && !tired(); ++round) {
      changed_ = false;
      shrink_once();
    }
    return {std::move(best_), queries_, !tired()};
  }

 private:
  // Identifies a case by the input and the artifact. Its name and comments do not matter.
  static std::string key_of(const suite::Vector& vector) {
    return json::serialize({json::Array{{vector.input}, vector.artifact}});
  }

  bool tired() const { return queries_ >= limits_.queries || Clock::now() >= end_; }

  // Tries a candidate that was not tried before. If it fails, it becomes the best so far.
  bool accepts(suite::Vector candidate) {
    if (tired() || !asked_.insert(key_of(candidate)).second) {
      return false;
    }
    std::optional<bool> fails;
    try {
      fails = still_fails_(candidate);
    } catch (const Error&) {
      return false;  // the candidate makes no sense: a patch does not apply
    }
    queries_ += fails ? 1U : 0U;
    if (!fails.value_or(false)) {
      return false;
    }
    best_ = std::move(candidate);
    changed_ = true;
    return true;
  }

  void shrink_once() {
    fewer_patches();
    no_profile();
    no_merges();
    if (suite::is_motion_op(best_.op)) {
      shrink_motion({best_,
                     [this](suite::Vector candidate) { return accepts(std::move(candidate)); },
                     [this] { return tired(); }});
    }
    if (best_.op != "replace") {  // its edits have places in the text
      shorter_text(best_.input, "text",
                   [](suite::Vector& vector) -> json::Object& { return vector.input; });
    }
    shorter_text(best_.input, "probe",
                 [](suite::Vector& vector) -> json::Object& { return vector.input; });
    fewer_calls();
    fewer_merges();
    suite::Vector copy = best_;
    shorter_text(corpus_input(copy), "corpus", corpus_input);
    fewer_counts();
    smaller_size();
    smaller_patches();
  }

  // --- Texts. ---

  using Where = std::function<json::Object&(suite::Vector&)>;

  void shorter_text(const json::Object& input, std::string_view name, const Where& where) {
    const auto text = suite::bytes_of(input, name);
    if (!text) {
      return;
    }
    const auto with = [&](const std::vector<std::string>& units) {
      suite::Vector candidate = best_;
      std::string joined;
      for (const std::string& unit : units) {
        joined += unit;
      }
      put_bytes(where(candidate), name, joined);
      return candidate;
    };
    const auto current = [&] {
      return suite::units_of(suite::bytes_of(where(best_), name).value());
    };
    simplify_all(current(), with);
    fewer_units(current(), with);
    simplify_each(current(), with);
  }

  template <typename With>
  void fewer_units(const std::vector<std::string>& units, const With& with) {
    const auto fails = [&](const Places& places) {
      std::vector<std::string> kept;
      for (const std::size_t place : places) {
        kept.push_back(units[place]);
      }
      return accepts(with(kept));
    };
    fewest(units.size(), {fails, [this] { return tired(); }});
  }

  // Replaces all units at once, first by "a", then each unit by the plainest of its kind. If only
  // the length matters, removing any unit afterwards gives the same text, and a text is tried only
  // once.
  template <typename With>
  void simplify_all(const std::vector<std::string>& units, const With& with) {
    if (units.size() < 2 || accepts(with(std::vector<std::string>(units.size(), "a")))) {
      return;
    }
    std::vector<std::string> plain = units;
    for (std::string& unit : plain) {
      const auto simpler = simpler_than(unit);
      constexpr std::size_t own_kind = 3;  // after "a", " " and "\n", which all kinds have
      if (simpler.size() > own_kind) unit = simpler[own_kind];
    }
    accepts(with(plain));
  }

  template <typename With>
  void simplify_each(std::vector<std::string> units, const With& with) {
    for (std::size_t i = 0; i < units.size() && !tired(); ++i) {
      for (const std::string& simpler : simpler_than(units[i])) {
        std::vector<std::string> changed = units;
        changed[i] = simpler;
        if (accepts(with(changed))) {
          units = std::move(changed);
          break;
        }
      }
    }
  }

  // --- Lists in JSON: ids, calls, counts, patches. ---

  using Put = std::function<void(suite::Vector&, json::Array)>;

  void fewer_items(const json::Array& items, const Put& put) {
    const auto fails = [&](const Places& places) {
      json::Array kept;
      for (const std::size_t place : places) {
        kept.push_back(items[place]);
      }
      suite::Vector candidate = best_;
      put(candidate, std::move(kept));
      return accepts(std::move(candidate));
    };
    fewest(items.size(), {fails, [this] { return tired(); }});
  }

  void fewer_calls() {
    if (best_.op != "decode") {
      return;
    }
    if (const json::Array* sequence = suite::list_member(best_.input, "sequence")) {
      const json::Array calls = *sequence;
      const auto put_calls = [](suite::Vector& vector, json::Array some) {
        vector.input = {{"sequence", {std::move(some)}}};
      };
      put_calls(best_, calls);
      fewer_items(calls, put_calls);
      fewer_columns();
      const std::size_t left = suite::list_member(best_.input, "sequence")->size();
      for (std::size_t call = 0; call < left; ++call) {
        fewer_ids([call](suite::Vector& vector) -> json::Array& {
          auto& all = std::get<json::Array>(vector.input.front().value.data);
          return std::get<json::Array>(all[call].data);
        });
      }
      return;
    }
    // Writes ids_repeat as a list, from which single ids can be removed.
    best_.input = {{"ids", {suite::decode_calls(best_.input).front()}}};
    fewer_ids([](suite::Vector& vector) -> json::Array& {
      return std::get<json::Array>(vector.input.front().value.data);
    });
  }

  // If all calls have the same length, removes the ids at the same places from each of them.
  void fewer_columns() {
    const json::Array calls = *suite::list_member(best_.input, "sequence");
    const auto ids_of = [](const json::Value& call) -> const json::Array& {
      return std::get<json::Array>(call.data);
    };
    const std::size_t size = ids_of(calls.front()).size();
    const bool even = std::all_of(calls.begin(), calls.end(), [&](const json::Value& call) {
      return ids_of(call).size() == size;
    });
    if (calls.size() < 2 || !even) {
      return;
    }
    const auto fails = [&](const Places& places) {
      json::Array shorter;
      for (const json::Value& call : calls) {
        json::Array kept;
        for (const std::size_t place : places) {
          kept.push_back(ids_of(call)[place]);
        }
        shorter.push_back({std::move(kept)});
      }
      suite::Vector candidate = best_;
      candidate.input = {{"sequence", {std::move(shorter)}}};
      return accepts(std::move(candidate));
    };
    fewest(size, {fails, [this] { return tired(); }});
  }

  // Removes ids of a call, then replaces each by the id of "a".
  void fewer_ids(const std::function<json::Array&(suite::Vector&)>& call) {
    fewer_items(json::Array(call(best_)),
                [&](suite::Vector& vector, json::Array ids) { call(vector) = std::move(ids); });
    for (std::size_t i = 0; i < call(best_).size() && !tired(); ++i) {
      suite::Vector candidate = best_;
      call(candidate)[i] = json::integer('a');
      accepts(std::move(candidate));
    }
  }

  void fewer_counts() {
    const json::Array* counts = suite::list_member(best_.input, "counts");
    if (counts == nullptr) {
      return;
    }
    fewer_items(json::Array(*counts), [](suite::Vector& vector, json::Array kept) {
      put_member(vector.input, "counts", {std::move(kept)});
    });
    for (std::size_t i = 0; i < suite::list_member(best_.input, "counts")->size(); ++i) {
      const auto count_of = [i](suite::Vector& vector) -> json::Value& {
        for (json::Member& member : vector.input) {
          if (member.key != "counts") continue;
          return std::get<json::Array>(std::get<json::Array>(member.value.data)[i].data)[1];
        }
        return vector.artifact;  // internal: called only for vectors with counts
      };
      const auto& integer = std::get<json::Integer>(count_of(best_).data);
      lowest(1, integer.magnitude.value_or(1), [&](std::uint64_t count) {
        suite::Vector candidate = best_;
        count_of(candidate) = json::integer(count);
        return accepts(std::move(candidate));
      });
    }
  }

  // --- Numbers. ---

  void smaller_size() {
    const auto size = suite::number_member(corpus_input(best_), "vocab_size");
    if (!size || *size <= 256) {
      return;
    }
    lowest(256, *size, [&](std::uint64_t smaller) {
      suite::Vector candidate = best_;
      put_member(corpus_input(candidate), "vocab_size", json::integer(smaller));
      return accepts(std::move(candidate));
    });
  }

  // --- The artifact. ---

  // Tries the pattern of the vectors in place of a profile, and fewer added tokens.
  void no_profile() {
    if (!suite::profile_in(best_.artifact)) return;
    suite::Vector plain = best_;
    std::erase_if(std::get<json::Object>(plain.artifact.data),
                  [](const json::Member& member) { return member.key != "merges"; });
    if (accepts(plain)) return;
    const json::Array* const added =
        suite::list_member(std::get<json::Object>(best_.artifact.data), "added");
    if (added == nullptr) return;
    fewer_items(json::Array(*added), put_added);
    fewer_properties();
  }

  static void put_added(suite::Vector& vector, json::Array added) {
    put_member(std::get<json::Object>(vector.artifact.data), "added", {std::move(added)});
  }

  void fewer_properties() {
    const auto added = [this] {
      return *suite::list_member(std::get<json::Object>(best_.artifact.data), "added");
    };
    for (std::size_t i = 0; i < added().size(); ++i) {
      for (const char* const property : {"special", "lstrip", "rstrip", "single_word"}) {
        json::Array fewer = added();
        std::erase_if(std::get<json::Object>(fewer[i].data),
                      [&](const json::Member& member) { return member.key == property; });
        suite::Vector candidate = best_;
        put_added(candidate, std::move(fewer));
        accepts(std::move(candidate));
      }
    }
  }

  // Tries the table without merges first, because most faults that a text shows do not need merges.
  void no_merges() {
    const bool is_encoded = best_.op == "encode" || suite::is_motion_op(best_.op);
    if (!is_encoded || !suite::merges_of(suite_, best_.artifact)) {
      return;
    }
    suite::Vector candidate = best_;
    put_merges(candidate, {});
    accepts(std::move(candidate));
  }

  void fewer_merges() {
    const auto merges = suite::merges_of(suite_, best_.artifact);
    if (!merges || merges->empty()) {
      return;
    }
    const suite::Vector before = best_;
    const auto with = [&](const Places& places) {
      const FewerMerges fewer = with_merges_at(*merges, places);
      suite::Vector candidate = before;
      put_merges(candidate, fewer.merges);
      if (candidate.op == "decode") {
        const bool sequence = suite::list_member(before.input, "sequence") != nullptr;
        json::Array calls;
        for (const json::Array& call : suite::decode_calls(before.input)) {
          calls.push_back({renumbered(call, *merges, fewer)});
        }
        candidate.input = sequence ? json::Object{{"sequence", {std::move(calls)}}}
                                   : json::Object{{"ids", std::move(calls.front())}};
      }
      renumber_motion(candidate, *merges, fewer);
      return candidate;
    };

    // Tries no merges, then only the merges that can apply. Then removes merges one by one.
    if (accepts(with({}))) {
      return;
    }
    std::string text;
    for (const std::string& part : texts_of(before)) text += part;
    Places places = merges_within(*merges, text);
    const bool is_encoded = before.op == "encode" || suite::is_motion_op(before.op);
    if (!is_encoded || !accepts(with(places))) {
      places.clear();
      for (std::size_t rank = 0; rank < merges->size(); ++rank) {
        places.push_back(rank);
      }
    }
    const auto fails = [&](const Places& some) {
      Places kept;
      for (const std::size_t place : some) {
        kept.push_back(places[place]);
      }
      return accepts(with(kept));
    };
    fewest(places.size(), {fails, [this] { return tired(); }});
  }

  // Translates the ids of a case about text in motion, and those of added tokens.
  static void renumber_motion(suite::Vector& vector, const std::vector<Pair>& merges,
                              const FewerMerges& fewer) {
    const auto renumber = [&](json::Object& object, std::string_view name) {
      const json::Value* const id = json::find(object, name);
      if (id == nullptr || !json::is_integer(*id)) return;
      put_member(object, name, renumbered({*id}, merges, fewer).front());
    };
    if (vector.op == "canonical") {
      const json::Array ids = *suite::list_member(vector.input, "ids");
      put_member(vector.input, "ids", {renumbered(ids, merges, fewer)});
    }
    if (vector.op == "parts") {
      json::Array parts = *suite::list_member(vector.input, "parts");
      for (json::Value& part : parts) renumber(std::get<json::Object>(part.data), "token");
      put_member(vector.input, "parts", {std::move(parts)});
    }
    if (!suite::profile_in(vector.artifact)) return;
    const json::Array* const listed =
        suite::list_member(std::get<json::Object>(vector.artifact.data), "added");
    if (listed == nullptr) return;
    json::Array added = *listed;
    for (json::Value& token : added) renumber(std::get<json::Object>(token.data), "id");
    put_added(vector, std::move(added));
  }

  void fewer_patches() {
    const json::Array patches = patches_of(best_);
    if (patches.size() > 1) fewer_items(patches, put_patches);
  }

  // Makes the text of a patch smaller: fewer scalars, fewer bytes of hex, a smaller depth.
  void smaller_patches() {
    for (std::size_t i = 0; i < patches_of(best_).size(); ++i) {
      const json::Array patches = patches_of(best_);
      const auto& patch = std::get<json::Object>(patches[i].data);
      const auto with = [&, i](std::string_view name, json::Value value) {
        json::Array changed = patches_of(best_);
        put_member(std::get<json::Object>(changed[i].data), name, std::move(value));
        suite::Vector candidate = best_;
        put_patches(candidate, std::move(changed));
        return candidate;
      };
      for (const char* name : {"to", "before", "after"}) {
        const std::string* text = suite::text_member(patch, name);
        const std::string* op = suite::text_member(patch, "op");
        if (text == nullptr || op == nullptr) continue;
        const bool hex = op->ends_with("_hex");
        const auto bytes = hex ? suite::from_hex(*text) : std::optional(*text);
        fewer_units(suite::units_of(bytes.value_or("")),
                    [&](const std::vector<std::string>& units) {
                      std::string joined;
                      for (const std::string& unit : units) {
                        joined += unit;
                      }
                      return with(name, json::string(hex ? suite::to_hex(joined) : joined));
                    });
      }
      if (const auto depth = suite::number_member(patch, "depth")) {
        lowest(0, *depth,
               [&](std::uint64_t less) { return accepts(with("depth", json::integer(less))); });
      }
    }
  }

  const suite::Suite& suite_;
  const StillFails& still_fails_;
  const ShrinkLimits limits_;
  const Clock::time_point end_;
  suite::Vector best_;
  std::set<std::string> asked_;
  std::size_t queries_ = 0;
  bool changed_ = false;
};

}  // namespace

Shrunk shrink(const suite::Suite& suite, const suite::Vector& vector, const StillFails& still_fails,
              const ShrinkLimits& limits) {
  return Shrinking(suite, vector, still_fails, limits).run();
}

std::string course_of(const suite::Suite& suite, const suite::Vector& before,
                      const Shrunk& shrunk) {
  const std::string from = size_of(suite, before);
  std::string to = size_of(suite, shrunk.vector);
  // The noun is written once if it is the same: "1,000 scalars to 3", but "3 bytes to 1 scalar".
  const auto kind_of = [](std::string_view size) {
    const std::size_t space = std::min(size.find(' '), size.size());
    return size.substr(space,
                       size.ends_with('s') ? size.size() - 1 - space : std::string_view::npos);
  };
  if (kind_of(from) == kind_of(to)) to.resize(std::min(to.find(' '), to.size()));
  return fmt::format(
      "shrunk from {} to {} in {}{}", from, to,
      shrunk.queries == 1 ? "1 query" : suite::counted(shrunk.queries, "") + " queries",
      shrunk.finished ? "" : ", at the limit");
}

namespace {

constexpr TokenId first_merged = 256;

std::optional<TokenId> new_id(TokenId old, const FewerMerges& fewer) {
  return old < first_merged ? std::optional(old) : fewer.new_ids[old - first_merged];
}

}  // namespace

FewerMerges with_merges_at(const std::vector<Pair>& merges, const Places& places) {
  FewerMerges fewer;
  auto next = places.begin();
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    const bool kept = next != places.end() && *next == rank;
    if (kept) ++next;
    const auto left = new_id(merges[rank].left, fewer);
    const auto right = new_id(merges[rank].right, fewer);
    if (kept && left && right) {
      fewer.new_ids.emplace_back(first_merged + static_cast<TokenId>(fewer.merges.size()));
      fewer.merges.push_back({*left, *right});
    } else {
      fewer.new_ids.emplace_back(std::nullopt);
    }
  }
  return fewer;
}

json::Array renumbered(const json::Array& ids, const std::vector<Pair>& old,
                       const FewerMerges& fewer) {
  const std::size_t total = first_merged + old.size();
  const std::size_t gone = old.size() - fewer.merges.size();
  json::Array result;
  for (const json::Value& value : ids) {
    // A stack of ids that remain to be replaced. Of the two parts of a token the left one is on
    // top.
    std::vector<json::Value> rest{value};
    while (!rest.empty()) {
      const json::Value top = rest.back();
      rest.pop_back();
      const auto& integer = std::get<json::Integer>(top.data);
      if (integer.negative || !integer.magnitude || *integer.magnitude < first_merged) {
        result.push_back(top);
      } else if (*integer.magnitude >= total) {
        result.push_back(json::integer(*integer.magnitude - gone));
      } else if (const auto id = new_id(static_cast<TokenId>(*integer.magnitude), fewer)) {
        result.push_back(json::integer(*id));
      } else {
        const Pair& parts = old[*integer.magnitude - first_merged];
        rest.push_back(json::integer(parts.right));
        rest.push_back(json::integer(parts.left));
      }
    }
  }
  return result;
}

Places merges_within(const std::vector<Pair>& merges, std::string_view text) {
  const Table table = suite::judged_table(merges);
  Places places;
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    if (text.find(table.tokens[first_merged + rank]) != std::string_view::npos) {
      places.push_back(rank);
    }
  }
  return places;
}

}  // namespace bpetite::conform::search
