// Mutants that load faulty files, or refuse files with another error (FR-29, the 19 steps), L2.
//
//   pattern-type   accepts {"pretokenizer_pattern":null,...} as the right pattern
//
// A lax loader reads a file as if a certain fault were not in it. So most mutants correct this
// fault in the document, and let the reference check the rest.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/mutants/json_text.hpp"
#include "conform/mutants/lax_document.hpp"
#include "conform/mutants/mutants.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::mutants {
namespace {

using artifact::fields;
using artifact::id_of;
using json::Array;
using json::Integer;
using json::Object;
using json::Value;
using lax::as;
using lax::as_it_should_be;
using lax::is_bytes;
using lax::member;
using lax::number_of;
using lax::put;
using lax::with_entries;

// A mutant with its own loading function.
Mutant loading(std::string name, std::string fault, std::string flag,
               std::function<Table(std::string_view file)> load) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L2,
          [load](program::TokenizerParts parts) {
            parts.load = [load](std::string_view file) { return program::Loaded{load(file)}; };
            return parts;
          }};
}

// A mutant that changes the text of the file before the reference loads it.
Mutant reading(std::string name, std::string fault, std::string flag,
               std::function<std::string(std::string_view file)> mend) {
  return loading(std::move(name), std::move(fault), std::move(flag),
                 [mend](std::string_view file) { return artifact::parse(mend(file)); });
}

// A mutant that changes the object of the file before the reference loads it. It may throw an
// error of its own.
Mutant mending(std::string name, std::string fault, std::string flag,
               std::function<Object(Object document)> mend) {
  return loading(std::move(name), std::move(fault), std::move(flag), [mend](std::string_view file) {
    if (!utf8::first_ill_formed(file)) {
      auto parsed = json::parse(file);
      auto* value = std::get_if<Value>(&parsed);
      auto* object = value == nullptr ? nullptr : std::get_if<Object>(&value->data);
      if (object != nullptr) {
        return artifact::parse(json::serialize({mend(std::move(*object))}));
      }
    }
    return artifact::parse(file);
  });
}

// A mutant that changes every value of the document, independent of its meaning.
Mutant mending_values(std::string name, std::string fault, std::string flag,
                      std::function<Value(Value)> mend) {
  return mending(std::move(name), std::move(fault), std::move(flag), [mend](Object document) {
    Value root{std::move(document)};
    std::vector<Value*> open{&root};
    while (!open.empty()) {
      Value& value = *open.back();
      open.pop_back();
      if (auto* array = std::get_if<Array>(&value.data)) {
        for (Value& each : *array) open.push_back(&each);
      } else if (auto* object = std::get_if<Object>(&value.data)) {
        for (auto& [key, each] : *object) open.push_back(&each);
      } else {
        value = mend(std::move(value));
      }
    }
    return std::get<Object>(std::move(root.data));
  });
}

Mutant correcting(std::string name, std::string fault, std::string flag, std::string_view field,
                  std::function<bool(const Value& there)> is_fault) {
  return mending(std::move(name), std::move(fault), std::move(flag),
                 [field, is_fault](Object document) {
                   return lax::corrected(std::move(document), field, is_fault);
                 });
}

bool is_integer(const Value& value) { return std::holds_alternative<Integer>(value.data); }
bool is_string(const Value& value) { return std::holds_alternative<std::string>(value.data); }

bool is_field(std::string_view key) {
  return std::find(fields.begin(), fields.end(), key) != fields.end();
}

// Steps 1 and 2.
std::vector<Mutant> of_json_texts() {
  return {
      reading("file-utf8-dropped", "Step 1: ill-formed bytes of the file are dropped.",
              "InvalidUtf8", [](std::string_view file) { return suite::mended(file, ""); }),
      loading("file-utf8-class", "Step 1: an ill-formed file raises UnicodeDecodeError.",
              "InvalidUtf8",
              [](std::string_view file) {
                if (const auto offset = utf8::first_ill_formed(file)) {
                  throw UnicodeDecodeError("artifact: ill-formed", "FR-29a", *offset);
                }
                return artifact::parse(file);
              }),
      reading("json-first-value", "Step 2: what stands behind the value is not looked at.",
              "ArtifactShape",
              [](std::string_view file) { return std::string(json_text::first_value(file)); }),
      reading("json-left-open", "Step 2: a file that ends too early is closed.", "ArtifactShape",
              [](std::string_view file) { return json_text::closed(file); }),
      reading("json-relaxed", "Step 2: commas, quotes, numbers and comments as in JSON5.",
              "ArtifactShape", [](std::string_view file) { return json_text::relaxed(file); }),
      reading("json-last-wins", "Step 2: of a key that occurs twice the last one is taken.",
              "ArtifactDuplicate",
              [](std::string_view file) { return json_text::one_of_each_key(file, false); }),
      reading("json-first-wins", "Step 2: of a key that occurs twice the first one is taken.",
              "ArtifactDuplicate",
              [](std::string_view file) { return json_text::one_of_each_key(file, true); }),
  };
}

// Steps 3 to 10: the object and its fields.
std::vector<Mutant> of_fields() {
  return {
      loading("no-object-empty", "Step 3: what is no object is taken for an empty one.",
              "ArtifactShape",
              [](std::string_view file) {
                auto parsed = json::parse(file);
                const auto* value = std::get_if<Value>(&parsed);
                const bool other = value != nullptr && !std::holds_alternative<Object>(value->data);
                return artifact::parse(other && !utf8::first_ill_formed(file) ? "{}" : file);
              }),
      mending("version-assumed", "Step 4: a file without schema_version is of version 1.",
              "ArtifactShape",
              [](Object document) {
                if (member(document, "schema_version") == nullptr) {
                  put(document, "schema_version", json::integer(1));
                }
                return document;
              }),
      correcting("version-type", "Step 5: a schema_version of another type passes.",
                 "ArtifactNumber", "schema_version",
                 [](const Value& version) { return !is_integer(version); }),
      correcting("version-any", "Step 6: every version is read as if it were 1.", "ArtifactShape",
                 "schema_version", is_integer),
      mending("fields-assumed", "Step 7: missing fields have the values that they should have.",
              "ArtifactShape",
              [](Object document) {
                if (member(document, "merges") == nullptr) put(document, "merges", {Array{}});
                if (const auto right = as_it_should_be(document)) {
                  for (const auto& [key, value] : *right) {
                    const bool version = key == "schema_version";
                    if (!version && member(document, key) == nullptr) put(document, key, value);
                  }
                }
                return document;
              }),
      mending("fields-ignored", "Step 8: other fields are not looked at.", "ArtifactSubset",
              [](Object document) {
                std::erase_if(document,
                              [](const json::Member& each) { return !is_field(each.key); });
                return document;
              }),
      correcting("pattern-type", "Step 9: a pattern that is no string is taken for none.",
                 "ArtifactPattern", "pretokenizer_pattern",
                 [](const Value& pattern) { return !is_string(pattern); }),
      correcting("pattern-any", "Step 10: the pattern in the file is not compared.",
                 "ArtifactPattern", "pretokenizer_pattern", is_string),
      mending("pattern-trimmed", "Step 10: white space around the pattern is not compared.",
              "ArtifactPattern",
              [](Object document) {
                if (auto* pattern = as<std::string>(document, "pretokenizer_pattern")) {
                  pattern->erase(0, pattern->find_first_not_of(' '));
                  pattern->erase(pattern->find_last_not_of(' ') + 1);
                }
                return document;
              }),
      mending("errors-all-value", "A missing field raises ValueError, not KeyError.",
              "ArtifactShape",
              [](Object document) {
                const bool missing = std::any_of(
                    fields.begin(), fields.end(),
                    [&](std::string_view field) { return member(document, field) == nullptr; });
                if (missing) throw ValueError("artifact: a field is missing");
                return document;
              }),
  };
}

// Steps 11 to 13: merges and their number.
std::vector<Mutant> of_merges() {
  return {
      mending("merges-reshaped", "Step 11: merges are read in whatever shape they come.",
              "ArtifactShape", lax::with_merges_reshaped),
      correcting("size-type", "Step 12: a mergeable_vocab_size of another type passes.",
                 "ArtifactNumber", "mergeable_vocab_size",
                 [](const Value& size) { return !is_integer(size); }),
      correcting("size-any", "Step 13: mergeable_vocab_size is not compared.", "ArtifactVocabulary",
                 "mergeable_vocab_size", is_integer),
  };
}

// Steps 14 to 19: the vocabulary.
std::vector<Mutant> of_vocabularies() {
  return {
      mending("vocab-keys-loose", "Step 14: ids are read by a lax reader of numbers.",
              "ArtifactNumber", lax::with_loose_ids),
      mending("vocab-bytes-loose", "Step 14: bytes are read in whatever form they come.",
              "ArtifactShape", lax::with_loose_bytes),
      mending("vocab-gaps-filled", "Step 15: missing ids are filled in from the merges.",
              "ArtifactIdGap",
              [](Object document) {
                return with_entries(
                    std::move(document),
                    [](std::uint64_t id, std::uint64_t mergeable, const Value* there) {
                      return id < mergeable && there == nullptr;
                    });
              }),
      mending("base-bytes-any", "Step 16: the bytes of the first 256 ids are not compared.",
              "VocabLayout",
              [](Object document) {
                return with_entries(std::move(document),
                                    [](std::uint64_t id, auto, const Value* there) {
                                      return id < 256 && is_bytes(there);
                                    });
              }),
      mending("merged-bytes-any", "Step 17: the bytes of a merged token are not compared.",
              "ArtifactVocabulary",
              [](Object document) {
                return with_entries(
                    std::move(document),
                    [](std::uint64_t id, std::uint64_t mergeable, const Value* there) {
                      return id >= 256 && id < mergeable && is_bytes(there);
                    });
              }),
      mending("merges-forward", "Step 17: a merge of a later token is accepted.",
              "NonTopologicalMerges", lax::with_operands_bounded),
      mending("merges-unknown-key-error", "Step 17: a merge of an unknown token raises KeyError.",
              "NonTopologicalMerges",
              [](Object document) {
                const auto* merges = as<Array>(document, "merges");
                for (std::size_t rank = 0; merges != nullptr && rank < merges->size(); ++rank) {
                  const auto* pair = std::get_if<Array>(&(*merges)[rank].data);
                  for (std::size_t side = 0; pair != nullptr && side < pair->size(); ++side) {
                    if (number_of((*pair)[side]).value_or(0) > 256 + merges->size()) {
                      throw KeyError("artifact: merges");
                    }
                  }
                }
                return document;
              }),
      mending("specials-any", "Step 18: special_tokens are not compared.", "ArtifactVocabulary",
              lax::with_specials_replaced),
      mending("vocab-ids-above", "Step 19: ids above that of the special token are ignored.",
              "ArtifactSubset", lax::without_ids_above),
  };
}

// Integers anywhere in the document, read as a host language reads them.
std::vector<Mutant> of_numbers() {
  const auto of_integers = [](auto change) {
    return [change](Value value) {
      if (auto* integer = std::get_if<Integer>(&value.data)) *integer = change(std::move(*integer));
      return value;
    };
  };
  return {
      mending_values("booleans-as-integers", "true and false are integers.", "ArtifactNumber",
                     [](Value value) {
                       const auto* truth = std::get_if<bool>(&value.data);
                       return truth == nullptr ? value : json::integer(*truth ? 1 : 0);
                     }),
      mending_values("fractions-as-integers", "1.0 and 1e0 are integers.", "ArtifactNumber",
                     [](Value value) {
                       const auto* fraction = std::get_if<json::Fraction>(&value.data);
                       if (fraction == nullptr) return value;
                       const std::string_view text = fraction->text;
                       std::uint64_t number = 0;
                       const auto end =
                           std::from_chars(text.data(), text.data() + text.size(), number).ptr;
                       const std::string_view rest(end, text.data() + text.size());
                       return rest == ".0" || rest == "e0" ? json::integer(number) : value;
                     }),
      mending_values("strings-as-integers", "Digits in quotes are integers.", "ArtifactNumber",
                     [](Value value) {
                       const auto* text = std::get_if<std::string>(&value.data);
                       const auto number = text == nullptr ? std::nullopt : id_of(*text);
                       return number ? json::integer(*number) : value;
                     }),
      mending_values("integers-32-bit", "Integers are cut to 32 bits.", "ArtifactNumber",
                     of_integers([](Integer integer) {
                       if (integer.magnitude) *integer.magnitude &= 0xFFFFFFFFU;
                       return integer;
                     })),
      mending_values("integers-64-bit", "Integers are cut to 64 bits.", "ArtifactNumber",
                     of_integers([](Integer integer) {
                       if (!integer.magnitude) {
                         std::uint64_t number = 0;
                         for (const char c : integer.text) {
                           if (c != '-') number = 10 * number + static_cast<std::uint64_t>(c - '0');
                         }
                         integer.magnitude = number;
                       }
                       return integer;
                     })),
      mending_values("signs-lost", "The sign of an integer is not looked at.", "ArtifactNumber",
                     of_integers([](Integer integer) {
                       integer.negative = false;
                       return integer;
                     })),
  };
}

// The right errors in another order, which files with two faults show.
std::vector<Mutant> of_orders() {
  const auto missing = [](Object& document) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](std::string_view field) { return member(document, field) == nullptr; });
  };
  return {
      mending("fields-before-version", "Step 7 is taken before steps 5 and 6.", "FaultOrder",
              [missing](Object document) {
                if (missing(document)) throw KeyError("artifact: a field is missing");
                return document;
              }),
      mending("extra-before-missing", "Step 8 is taken before step 7.", "FaultOrder",
              [](Object document) {
                const auto extra =
                    std::find_if(document.begin(), document.end(),
                                 [](const json::Member& each) { return !is_field(each.key); });
                const Value* version = member(document, "schema_version");
                if (extra != document.end() && version != nullptr && number_of(*version) == 1U) {
                  throw ValueError("artifact: a field too many");
                }
                return document;
              }),
      mending("extra-before-version", "Step 8 is taken before step 4.", "FaultOrder",
              [](Object document) {
                for (const auto& [key, value] : document) {
                  if (!is_field(key)) throw ValueError("artifact: a field too many");
                }
                return document;
              }),
      mending("missing-at-last", "Step 7 is taken after all the others.", "FaultOrder",
              [](Object document) {
                Object whole = document;
                if (member(whole, "merges") == nullptr) put(whole, "merges", {Array{}});
                if (const auto right = as_it_should_be(whole)) {
                  for (const auto& [key, value] : *right) {
                    if (member(whole, key) == nullptr) put(whole, key, value);
                  }
                }
                artifact::parse(json::serialize({std::move(whole)}));
                return document;
              }),
  };
}

// The right step with another error.
Mutant raising(std::string name, std::string fault, std::string flag, int first, int last,
               std::function<void(const std::string& message)> raise) {
  return loading(std::move(name), std::move(fault), std::move(flag),
                 [first, last, raise](std::string_view file) {
                   auto result = artifact::check(file);
                   const auto* wrong = std::get_if<artifact::Fault>(&result);
                   if (wrong != nullptr && first <= wrong->step && wrong->step <= last) {
                     raise(wrong->message);
                   }
                   return artifact::parse(file);
                 });
}

std::vector<Mutant> of_errors() {
  const auto key_error = [](const std::string& message) { throw KeyError(message); };
  const auto os_error = [](const std::string& message) { throw OSError(message); };
  const auto host_error = [](const std::string& message) { throw std::runtime_error(message); };
  return {
      raising("json-os-error", "Step 2: a file that is no JSON raises OSError.", "ArtifactShape", 2,
              2, os_error),
      raising("version-os-error", "Steps 5 and 6: another version raises OSError.",
              "ArtifactNumber", 5, 6, os_error),
      raising("extra-key-error", "Step 8: a field too many raises KeyError.", "ArtifactSubset", 8,
              8, key_error),
      raising("pattern-key-error", "Steps 9 and 10: another pattern raises KeyError.",
              "ArtifactPattern", 9, 10, key_error),
      raising("merges-host-error", "Step 11: a merge that is no pair ends in the host's own error.",
              "ArtifactShape", 11, 11, host_error),
      raising("size-host-error", "Steps 12 and 13: the size is only asserted.",
              "ArtifactVocabulary", 12, 13, host_error),
      raising("vocab-host-error", "Step 14: a key that is no id ends in the host's own error.",
              "ArtifactShape", 14, 14, host_error),
      raising("vocab-gap-key-error", "Step 15: a missing id raises KeyError.", "ArtifactIdGap", 15,
              15, key_error),
      raising("bytes-key-error", "Steps 16 and 17: other bytes raise KeyError.",
              "ArtifactVocabulary", 16, 17, key_error),
      raising("special-key-error", "Steps 18 and 19: another special token raises KeyError.",
              "ArtifactSubset", 18, 19, key_error),
  };
}

// Too strict loaders, which refuse good files.
std::vector<Mutant> of_layouts() {
  return {
      loading("canonical-only", "Only the canonical bytes are read.", "ArtifactLayout",
              [](std::string_view file) {
                Table table = artifact::parse(file);
                if (artifact::serialize(table) != file) throw ValueError("artifact: layout");
                return table;
              }),
      loading("no-blanks-around", "White space around the value is refused.", "ArtifactLayout",
              [](std::string_view file) {
                if (!file.empty() && (file.front() != '{' || file.back() != '}') &&
                    json::parse(file).index() == 0) {
                  throw ValueError("artifact: white space");
                }
                return artifact::parse(file);
              }),
      loading("no-escapes", "Strings with escapes by number are refused.", "ArtifactLayout",
              [](std::string_view file) {
                Table table = artifact::parse(file);
                if (file.find("\\u") != std::string_view::npos)
                  throw ValueError("artifact: escape");
                return table;
              }),
      loading("no-minus-zero", "-0 is refused.", "ArtifactNumber",
              [](std::string_view file) {
                Table table = artifact::parse(file);
                if (file.find("-0") != std::string_view::npos) throw ValueError("artifact: -0");
                return table;
              }),
      loading("sorted-only", "Keys must be sorted.", "ArtifactLayout",
              [](std::string_view file) {
                Table table = artifact::parse(file);
                if (!json_text::is_sorted(file)) throw ValueError("artifact: not sorted");
                return table;
              }),
  };
}

}  // namespace

std::vector<Mutant> load_mutants() {
  std::vector<Mutant> all;
  for (auto family : {of_json_texts, of_fields, of_merges, of_vocabularies, of_numbers, of_errors,
                      of_orders, of_layouts}) {
    for (Mutant& mutant : family()) {
      all.push_back(std::move(mutant));
    }
  }
  return all;
}

}  // namespace bpetite::conform::mutants