// Asking mutants in process, with what they share remembered.
#include "conform/kills.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>

#include "conform/bundle.hpp"
#include "conform/claims.hpp"
#include "conform/conduct.hpp"
#include "conform/judge.hpp"
#include "conform/serve.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform {
namespace {

// The answer to `key` if it was asked before, else that of `find`. What is an error is not kept.
template <typename Known, typename Find>
const auto& recalled(Known& known, std::string key, Find find) {
  const auto there = known.find(key);
  return there != known.end() ? there->second : known.emplace(std::move(key), find()).first->second;
}

// A function of a text, with its answers so far.
template <typename Answer, typename Function>
auto remembered(Function function) {
  return [function, known = std::make_shared<std::unordered_map<std::string, Answer>>()](
             std::string_view text) {
    return recalled(*known, std::string(text), [&] { return function(text); });
  };
}

// The ids of chunks under a table. Tables are few, and told apart by their merges.
class ChunkMemory {
 public:
  std::vector<TokenId> ids(std::string_view chunk, const Table& table) {
    return recalled(chunks_of(table), std::string(chunk), [&] { return encode_(chunk, table); });
  }

  explicit ChunkMemory(decltype(Parts::encode_chunk) encode) : encode_(std::move(encode)) {}

 private:
  using Chunks = std::unordered_map<std::string, std::vector<TokenId>>;

  Chunks& chunks_of(const Table& table) {
    const auto known = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const auto& each) { return each.first == table.merges; });
    if (known != tables_.end()) return known->second;
    tables_.emplace_back(table.merges, Chunks{});
    return tables_.back().second;
  }

  decltype(Parts::encode_chunk) encode_;
  std::vector<std::pair<std::vector<Pair>, Chunks>> tables_;
};

std::string key_of(const std::vector<reference::CountedChunk>& chunks, std::size_t planned) {
  std::string key = fmt::format("{}", planned);
  for (const auto& [ids, count] : chunks) {
    fmt::format_to(std::back_inserter(key), ";{}:{}", count, fmt::join(ids, ","));
  }
  return key;
}

// The parts of the reference, those that cost much with a memory.
Parts with_memory(Parts parts) {
  parts.pretokenize = remembered<std::vector<std::string>>(parts.pretokenize);
  parts.load = remembered<Loaded>(parts.load);
  parts.encode_chunk = [memory = std::make_shared<ChunkMemory>(parts.encode_chunk)](
                           std::string_view chunk, const Table& table) {
    return memory->ids(chunk, table);
  };
  parts.learn_merges =
      [learn = parts.learn_merges,
       known = std::make_shared<std::unordered_map<std::string, std::vector<Pair>>>()](
          const std::vector<reference::CountedChunk>& chunks, std::size_t planned) {
        return recalled(*known, key_of(chunks, planned), [&] { return learn(chunks, planned); });
      };
  return parts;
}

// The operations that a change of the parts can make a difference to: for the others a mutant gives
// the answers of the reference. A part was left alone if it is a function of the same type.
class Reach {
 public:
  Reach(const Parts& before, const Parts& after) {
    const auto other = [&](auto part) {
      return (before.*part).target_type() != (after.*part).target_type();
    };
    const bool load = other(&Parts::load);
    const bool chunks = other(&Parts::read) || other(&Parts::pretokenize);
    const bool encode =
        load || chunks || other(&Parts::cut) || other(&Parts::split) || other(&Parts::encode_chunk);
    const bool train = chunks || other(&Parts::planned_merges) || other(&Parts::texts) ||
                       other(&Parts::count_chunks) || other(&Parts::learn_merges);
    const bool save = other(&Parts::serialize) || other(&Parts::save);
    reached_ = {{"pretokenize", chunks},
                {"encode", encode},
                {"decode", load || other(&Parts::read_ids) || other(&Parts::decode)},
                {"load", encode},
                {"train", train},
                {"save", load || train || save}};
  }

  bool includes(const std::string& op) const { return reached_.at(op); }

 private:
  std::map<std::string, bool> reached_;
};

// Whether a kind of fault, or a vector, is about length.
bool is_about_length(std::string_view flag) {
  static constexpr std::array<std::string_view, 4> flags = {"AlgorithmSwitch", "EngineLimit",
                                                            "LongInput", "SuperlinearInput"};
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

// Whether a mutant is asked a vector that counts for this level. One with a time limit is about
// time, which no mutant takes.
bool is_asked(const Vector& vector, Level level, const Mutant& mutant, Extent extent) {
  const bool is_long = std::any_of(vector.flags.begin(), vector.flags.end(), is_about_length);
  const bool is_quick = vector.tier == Tier::required && level <= mutant.level &&
                        (!is_long || is_about_length(mutant.flag));
  return json::find(vector.expect, "within_seconds") == nullptr &&
         (extent == Extent::all || is_quick);
}

// What a mutant says in hello: that it can do all.
Hello hello_of(const Implementation& implementation, bool shows_chunks) {
  Hello hello;
  hello.ops = {"load", "encode", "decode", "train", "save"};
  if (shows_chunks) hello.ops.insert("pretokenize");
  hello.caps.insert(implementation.caps.begin(), implementation.caps.end());
  hello.unicode = unicode::name(unicode::pinned);
  return hello;
}

// A mutant as if it were a process of its own.
class Suspect {
 public:
  Suspect(const Suite& suite, Implementation implementation, bool shows_chunks)
      : hello_(hello_of(implementation, shows_chunks)),
        server_(std::move(implementation)),
        conductor_(suite, hello_, bundle_,
                   [this](std::string_view op, json::Object fields, Duration) {
                     return server_.answer(Request{1, std::string(op), std::move(fields)});
                   }) {
    server_.answer(
        Request{1, "hello", {{"bundle", json::string(bundle_.directory().generic_string())}}});
  }

  const Hello& hello() const { return hello_; }

  bool fails(const Vector& vector) {
    return judge(vector, conductor_.conduct(vector), hello_).status != Status::pass;
  }

 private:
  Hello hello_;
  Bundle bundle_;
  Server server_;
  Conductor conductor_;
};

Fate fate_of(const Suite& suite, const Mutant& mutant, const Parts& parts, Extent extent) {
  // A fault of the chunks must show without them too: it is also asked as a program that has no
  // pretokenize, where L0 is judged through encode.
  const Parts changed = mutant.change(parts);
  const Reach reach(parts, changed);
  const Implementation implementation = assembled(changed);
  Suspect suspect(suite, implementation, true);
  Suspect silent(suite, implementation, false);
  Fate fate{mutant, {}, 0, std::nullopt};
  for (std::size_t i = 0; i < suite.vectors.size(); ++i) {
    const Vector& vector = suite.vectors[i];
    const bool through_encode = level_for(vector, suspect.hello()) != vector.level;
    Suspect& asked = through_encode && mutant.level == Level::L0 ? silent : suspect;
    const Level level = level_for(vector, asked.hello());
    const bool ask = reach.includes(vector.op) && is_asked(vector, level, mutant, extent);
    if (!ask || !asked.fails(vector)) continue;
    fate.killed_by.push_back(i);
    if (vector.tier == Tier::required) {
      ++fate.required;
      fate.lowest = std::min(level, fate.lowest.value_or(level));
    }
  }
  return fate;
}

json::Value ids_of(const Suite& suite, const Fate& fate) {
  json::Array ids;
  for (const std::size_t place : fate.killed_by) {
    ids.push_back(json::string(suite.vectors[place].id));
  }
  return {std::move(ids)};
}

}  // namespace

std::vector<Fate> fates(const Suite& suite, const std::vector<Mutant>& some, Extent extent) {
  const Parts parts = with_memory(reference_parts());
  std::vector<Fate> all;
  for (const Mutant& mutant : some) {
    all.push_back(fate_of(suite, mutant, parts, extent));
  }
  return all;
}

// Nothing is left alone: all parts are set beside none at all.
Fate fate_of_reference(const Suite& suite) {
  const Mutant none{"none", "", "", Level::L0, [](const Parts&) { return reference_parts(); }};
  return fate_of(suite, none, Parts{}, Extent::all);
}

std::map<std::string, std::vector<std::string>> kills_of(const Suite& suite,
                                                         const std::vector<Fate>& fates) {
  std::map<std::string, std::vector<std::string>> kills;
  for (const Fate& fate : fates) {
    for (const std::size_t place : fate.killed_by) {
      kills[suite.vectors[place].id].push_back(fate.mutant.name);
    }
  }
  return kills;
}

std::string registry_file(const Suite& suite, const std::vector<Fate>& fates) {
  std::string text = "{\"schema\":1,\"mutants\":[";
  std::string_view separator = "\n";
  for (const Fate& fate : fates) {
    const Mutant& mutant = fate.mutant;
    json::Object entry{
        {"name", json::string(mutant.name)},
        {"fault", json::string(mutant.fault)},
        {"flag", json::string(mutant.flag)},
        {"level", json::string(level_names.at(static_cast<std::size_t>(mutant.level)))},
        {"killed_by", ids_of(suite, fate)}};
    text.append(separator).append(json::serialize({std::move(entry)}));
    separator = ",\n";
  }
  return text + "\n]}\n";
}

}  // namespace bpetite::conform
