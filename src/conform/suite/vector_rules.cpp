// Checks that the members `input` and `artifact` of a vector (a test case) keep the rules, and that
// the input is not larger than `limits` allows (check_question). Also reads the id of a vector
// (slug_in) and a list of merges (merges_in). expectation_rules.cpp checks the member `expect`. The
// functions are in the order of conformance/schema/vector.json.
#include "conform/suite/vector_rules.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>

#include "conform/suite/motion_input.hpp"
#include "conform/suite/names.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::suite {
namespace {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

// The names of all forms of a member with bytes: "text" gives text_hex, text_repeat, ...
std::vector<std::string> forms_of(std::string_view name) {
  std::vector<std::string> forms;
  for (const char* form : {"hex", "repeat", "random", "numbered"}) {
    forms.push_back(fmt::format("{}_{}", name, form));
  }
  return forms;
}

// A sum with a limit. A number that makes the sum exceed the limit is refused, and the error names
// its place.
class Sum {
 public:
  explicit Sum(std::uint64_t limit) : limit_(limit) {}

  // Adds `size` as often as `times` says.
  void add(const PlacedJson& place, std::uint64_t size, std::uint64_t times = 1) {
    if (size != 0 && times > (limit_ - sum_) / size) {
      place.refuse("too much", fmt::format("at most {} in all", limit_));
    }
    sum_ += size * times;
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t limit_;
  std::uint64_t sum_ = 0;
};

void require_pair(const PlacedJson& value, std::string_view required) {
  if (value.array().size() != 2) {
    value.refuse(fmt::format("an array of {}", value.array().size()), required);
  }
}

// --- Recipes. ---

std::uint64_t size_of_repeat(const PlacedJson& runs, std::uint64_t limit) {
  Sum size(limit);
  runs.each([&](const PlacedJson& run) {
    require_pair(run, "bytes in hex and how often");
    const std::string part = run.item(0).bytes();
    if (part.empty()) run.item(0).refuse("no byte", "at least one");
    size.add(run.item(1), part.size(), run.item(1).number(0, any));
  });
  return size.value();
}

std::uint64_t size_of_random(const PlacedJson& recipe, std::uint64_t limit) {
  recipe.allow({"seed", "bytes", "parts"});
  recipe.get("seed").number(0, any);
  const PlacedJson parts = recipe.get("parts");
  if (parts.array().empty()) parts.refuse("no part", "at least one");
  parts.each([&](const PlacedJson& part) {
    if (part.bytes().empty()) part.refuse("no byte", "at least one");
  });
  return recipe.get("bytes").number(0, limit);
}

// A limit for the size of the text: each number is counted with a space and as many digits as the
// last number has.
std::uint64_t size_of_numbered(const PlacedJson& recipe, std::uint64_t limit) {
  recipe.allow({"count", "digits"});
  const std::size_t digits = recipe.get("digits").bytes().size();
  if (digits < 2) recipe.get("digits").refuse(counted(digits, "digit"), "at least two");
  const std::uint64_t count = recipe.get("count").number(0, limit);
  std::uint64_t longest = 2;
  for (std::uint64_t rest = count; rest >= digits; rest /= digits) {
    ++longest;
  }
  Sum size(limit);
  size.add(recipe.get("count"), longest, count);
  return size.value();
}

// The size of the bytes that `input` gives for `name`, in the one form that it uses.
std::uint64_t size_of_bytes(const PlacedJson& input, std::string_view name, std::uint64_t limit) {
  const std::vector<std::string> forms = forms_of(name);
  const std::string_view form = input.one_of({forms.begin(), forms.end()});
  const PlacedJson value = input.get(form);
  if (form == forms[1]) return size_of_repeat(value, limit);
  if (form == forms[2]) return size_of_random(value, limit);
  if (form == forms[3]) return size_of_numbered(value, limit);
  const std::uint64_t size = value.bytes().size();
  if (size > limit) {
    value.refuse(fmt::format("{} bytes", size), fmt::format("at most {}", limit));
  }
  if (const auto mirror = input.find(name)) mirror->text();
  return size;
}

// Allows the members that `input` may have for the bytes of `name`. The readable copy is allowed
// only together with the hex.
void allow_bytes(const PlacedJson& input, std::string_view name,
                 std::vector<std::string_view> others) {
  const std::vector<std::string> forms = forms_of(name);
  others.insert(others.end(), forms.begin(), forms.end());
  if (input.has(forms[0])) others.push_back(name);
  input.allow(others);
}

// --- Inputs. ---

std::uint64_t length_of(const json::Integer& id) {
  return (id.magnitude ? fmt::formatted_size("{}", *id.magnitude) : id.text.size()) + 2;
}

// Adds the ids of one call. The ids may have any size and sign.
void add_ids(const PlacedJson& ids, Sum& length) {
  ids.each([&](const PlacedJson& id) { length.add(id, length_of(id.integer())); });
}

std::uint64_t check_decode_input(const PlacedJson& input) {
  input.allow({"ids", "ids_repeat", "sequence"});
  const std::string_view form = input.one_of({"ids", "ids_repeat", "sequence"});
  const PlacedJson value = input.get(form);
  Sum length(limits::line);
  if (form == "ids") {
    add_ids(value, length);
  } else if (form == "sequence") {
    if (value.array().empty()) value.refuse("no call", "at least one");
    value.each([&](const PlacedJson& call) { add_ids(call, length); });
  } else {
    value.each([&](const PlacedJson& run) {
      require_pair(run, "an id and how often");
      length.add(run, length_of(run.item(0).integer()), run.item(1).number(0, any));
    });
  }
  return length.value();
}

// PROTOCOL.md "Chunks are UTF-8 and not empty". The counts must fit in 64 bits.
std::uint64_t check_counts(const PlacedJson& counts) {
  Sum length(limits::line);
  Sum pairs(any);
  counts.each([&](const PlacedJson& entry) {
    require_pair(entry, "a chunk in hex and how often");
    const std::string chunk = entry.item(0).bytes();
    if (chunk.empty() || utf8::first_ill_formed(chunk)) {
      entry.item(0).refuse(utf8::quoted(chunk), "a chunk of UTF-8, not empty");
    }
    length.add(entry, 2 * chunk.size() + 8 + length_of(entry.item(1).integer()));
    pairs.add(entry.item(1), chunk.size() - 1, entry.item(1).number(0, any));
  });
  return length.value();
}

std::uint64_t check_training(const PlacedJson& input) {
  input.get("vocab_size").integer();  // S16: of any size and sign
  if (const auto counts = input.find("counts")) {
    input.allow({"counts", "vocab_size"});
    return check_counts(*counts);
  }
  allow_bytes(input, "corpus", {"vocab_size", "counts"});
  return size_of_bytes(input, "corpus", limits::corpus);
}

std::uint64_t check_save_input(const PlacedJson& vector, const PlacedJson& input) {
  input.allow({"setup", "overwrite", "train"});
  input.get("setup").choice(setup_names);
  input.get("overwrite").flag();
  const auto train = input.find("train");
  if (train.has_value() == vector.has("artifact")) {
    vector.refuse(train ? "\"train\" and an artifact" : "neither \"train\" nor an artifact",
                  "one of them to be saved");
  }
  return train ? check_training(*train) : 0;
}

// The input of a vector that renders a conversation. The content of the conversation is not
// checked, because some vectors test wrong content.
std::uint64_t check_render_input(const PlacedJson& input) {
  input.allow({"conversation", "special_tokens", "max_tokens", "completion"});
  input.get("max_tokens").number(0, limits::line);
  input.get("completion").flag();
  const PlacedJson specials = input.get("special_tokens");
  for (const auto& [literal, unused] : specials.object()) {
    specials.get(literal).number(0, std::numeric_limits<TokenId>::max());
  }
  Sum length(limits::line);
  length.add(input, json::serialize(input.get("conversation").value()).size());
  return length.value();
}

// --- Artifacts. ---

std::string crafted_name(const Suite& suite, const PlacedJson& name) {
  if (!suite.artifacts.contains(name.text())) {
    name.refuse(utf8::quoted(name.text()), "the name of an artifact of the suite");
  }
  return name.text();
}

// Adds to `size` the largest number of bytes that a patch can add to a file.
void check_patch(const PlacedJson& patch, Sum& size) {
  static constexpr std::array<std::string_view, 7> ops = {
      "text", "text_hex", "append_hex", "truncate", "whole_hex", "wrap_hex", "nest"};
  const std::string_view op = ops.at(patch.get("op").choice(ops));
  const bool hex = op.ends_with("_hex");
  const auto length = [&](const char* name) -> std::uint64_t {
    const PlacedJson value = patch.get(name);
    return hex ? value.bytes().size() : value.text().size();
  };
  if (op == "text" || op == "text_hex" || op == "nest") {
    if (length("from") == 0) patch.get("from").refuse("nothing", "what stands in the file");
  }
  if (op == "truncate") {
    patch.allow({"op", "bytes"});
    patch.get("bytes").number(0, limits::artifact);
  } else if (op == "nest") {
    patch.allow({"op", "from", "open", "close", "depth"});
    size.add(patch, length("open") + length("close"), patch.get("depth").number(0, any));
    patch.get("depth").number(0, limits::artifact);
  } else if (op == "wrap_hex") {
    patch.allow({"op", "before", "after"});
    size.add(patch, length("before") + length("after"));
  } else {
    patch.allow(op.starts_with("text") ? std::vector<std::string_view>{"op", "from", "to"}
                                       : std::vector<std::string_view>{"op", "to"});
    size.add(patch, length("to"));
  }
}

void check_artifact(const Suite& suite, const PlacedJson& artifact) {
  if (std::holds_alternative<std::string>(artifact.value().data)) {
    crafted_name(suite, artifact);
    return;
  }
  if (artifact.has("profile")) {
    profiled_table(artifact);
    return;
  }
  artifact.allow({"base", "merges", "patch"});
  if (artifact.one_of({"base", "merges"}) == "base") {
    crafted_name(suite, artifact.get("base"));
  } else {
    merges_in(artifact.get("merges"));
  }
  if (const auto patch = artifact.find("patch")) {
    const std::size_t count = patch->array().size();
    if (count < 1 || count > limits::patches) {
      patch->refuse(fmt::format("{} patches", count), fmt::format("from 1 to {}", limits::patches));
    }
    Sum size(limits::artifact);
    patch->each([&](const PlacedJson& each) { check_patch(each, size); });
    try {
      artifact_bytes(suite, artifact.value());
    } catch (const ValueError& error) {
      patch->refuse(error.what(), "patches that apply");
    }
  }
}

}  // namespace

std::string slug_in(const PlacedJson& value) {
  if (!is_slug(value.text())) {
    value.refuse(utf8::quoted(value.text()),
                 fmt::format("a-z, 0-9 and single dashes between them, at most {}", longest_slug));
  }
  return value.text();
}

std::vector<Pair> merges_in(const PlacedJson& value) {
  std::vector<Pair> merges;
  std::vector<std::uint64_t> lengths(256, 1);
  Sum bytes(limits::token_bytes);
  value.each([&](const PlacedJson& merge) {
    require_pair(merge, "a pair of ids");
    const auto id = [&](std::size_t side) {
      return static_cast<TokenId>(merge.item(side).number(0, lengths.size() - 1));
    };
    const Pair pair{id(0), id(1)};
    lengths.push_back(lengths[pair.left] + lengths[pair.right]);
    bytes.add(merge, lengths.back());
    merges.push_back(pair);
  });
  return merges;
}

std::uint64_t check_question(const Suite& suite, std::string_view op, const PlacedJson& vector) {
  const PlacedJson input = vector.get("input");
  const bool takes_artifact = op == "encode" || op == "decode" || op == "load" || op == "save" ||
                              op == "render" || is_motion_op(op);
  const auto artifact = vector.find("artifact");
  if (artifact && !takes_artifact) artifact->refuse("an artifact", "none for this operation");
  if (artifact) check_artifact(suite, *artifact);
  if (op == "save") return check_save_input(vector, input);
  if (takes_artifact) vector.get("artifact");
  if (op == "decode") return check_decode_input(input);
  if (op == "render") return check_render_input(input);
  if (is_motion_op(op)) return check_motion_input(op, input);
  if (op == "train") return check_training(input);
  if (op == "load") {
    input.allow({"probe_hex", "probe"});
    if (input.object().empty()) return 0;
    const std::uint64_t size = input.get("probe_hex").bytes().size();
    if (const auto mirror = input.find("probe")) mirror->text();
    return size;
  }
  allow_bytes(input, "text", {});
  return size_of_bytes(input, "text", limits::text);
}

}  // namespace bpetite::conform::suite
