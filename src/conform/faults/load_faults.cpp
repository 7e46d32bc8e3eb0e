// Lists the faults in loading an artifact, the file of a saved tokenizer (FR-29, level L2 of the
// kit): a program accepts faulty files, refuses them with another error or after checks in another
// order, or refuses good files. Each fault has a change of the reference that makes it.
//
//   pattern-type   accepts {"pretokenizer_pattern":null,...} as the right pattern
//
// A lax loader reads a file as if a certain defect were not in it. So most faults correct this
// defect in the document, and let the reference check the rest.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/faults/fault.hpp"
#include "conform/faults/lax_json.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using artifact::fields;
using artifact::id_of;
using json::Array;
using json::Integer;
using json::is_integer;
using json::Object;
using json::Value;
using lax::as;
using lax::as_it_should_be;
using lax::is_bytes;
using lax::member;
using lax::number_of;
using lax::put;
using lax::with_entries;

using Mend = std::function<Object(Object document)>;

PartsEdit loading(std::function<Table(std::string_view file)> load) {
  return [load](program::TokenizerParts parts) {
    parts.load = [load](std::string_view file) { return program::Loaded{load(file)}; };
    return parts;
  };
}

// Changes the text of the file before the reference loads it.
PartsEdit reading(std::function<std::string(std::string_view file)> mend) {
  return loading([mend](std::string_view file) { return artifact::parse(mend(file)); });
}

// Changes the object of the file before the reference loads it. `mend` may throw an error.
PartsEdit mending(Mend mend) {
  return loading([mend](std::string_view file) {
    if (!utf8::first_ill_formed(file)) {
      auto parsed = json::parse(file);
      auto* value = std::get_if<Value>(&parsed);
      auto* object = value == nullptr ? nullptr : std::get_if<Object>(&value->data);
      if (object != nullptr) return artifact::parse(json::serialize({mend(std::move(*object))}));
    }
    return artifact::parse(file);
  });
}

// Changes every value of the document, independent of its meaning.
PartsEdit mending_values(std::function<Value(Value)> mend) {
  return mending([mend](Object document) {
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

// Replaces a faulty field by the right one before the reference loads the document.
PartsEdit correcting(std::string_view field, std::function<bool(const Value& there)> is_fault) {
  return mending([field, is_fault](Object document) {
    return lax::corrected(std::move(document), field, is_fault);
  });
}

// Replaces the faulty entries of the vocabulary by the right ones.
PartsEdit correcting_entries(lax::EntryFault is_fault) {
  return mending(
      [is_fault](Object document) { return with_entries(std::move(document), is_fault); });
}

// Refuses a file at the right step, but with another error.
template <typename Raised>
PartsEdit raising(int first, int last) {
  return loading([first, last](std::string_view file) {
    auto result = artifact::check(file);
    const auto* wrong = std::get_if<artifact::Fault>(&result);
    if (wrong != nullptr && first <= wrong->step && wrong->step <= last) {
      throw Raised(wrong->message);
    }
    return artifact::parse(file);
  });
}

// Refuses files that the reference loads, if the condition holds.
PartsEdit refusing(std::function<bool(std::string_view file, const Table& table)> is_refused) {
  return loading([is_refused](std::string_view file) {
    Table table = artifact::parse(file);
    if (is_refused(file, table)) throw ValueError("artifact: layout");
    return table;
  });
}

bool is_string(const Value& value) { return std::holds_alternative<std::string>(value.data); }

bool is_field(std::string_view key) {
  return std::find(fields.begin(), fields.end(), key) != fields.end();
}

// Steps 1 and 2: the text of the file.
std::vector<Fault> of_json_texts() {
  return {
      {"file-utf8-dropped", "Step 1: ill-formed bytes of the file are dropped.", "InvalidUtf8", L2,
       reading([](std::string_view file) { return suite::mended(file, ""); })},
      {"file-utf8-class", "Step 1: an ill-formed file raises UnicodeDecodeError.", "InvalidUtf8",
       L2, loading([](std::string_view file) {
         if (const auto offset = utf8::first_ill_formed(file)) {
           throw UnicodeDecodeError("artifact: ill-formed", "FR-29a", *offset);
         }
         return artifact::parse(file);
       })},
      {"json-first-value", "Step 2: what stands behind the value is not looked at.",
       "ArtifactShape", L2,
       reading([](std::string_view file) { return std::string(json_text::first_value(file)); })},
      {"json-left-open", "Step 2: a file that ends too early is closed.", "ArtifactShape", L2,
       reading([](std::string_view file) { return json_text::closed(file); })},
      {"json-relaxed", "Step 2: commas, quotes, numbers and comments as in JSON5.", "ArtifactShape",
       L2, reading([](std::string_view file) { return json_text::relaxed(file); })},
      {"json-last-wins", "Step 2: of a key that occurs twice the last one is taken.",
       "ArtifactDuplicate", L2,
       reading([](std::string_view file) { return json_text::one_of_each_key(file, false); })},
      {"json-first-wins", "Step 2: of a key that occurs twice the first one is taken.",
       "ArtifactDuplicate", L2,
       reading([](std::string_view file) { return json_text::one_of_each_key(file, true); })},
  };
}

// Steps 3 to 10: the object and its fields.
std::vector<Fault> of_fields() {
  return {
      {"no-object-empty", "Step 3: what is no object is taken for an empty one.", "ArtifactShape",
       L2, loading([](std::string_view file) {
         auto parsed = json::parse(file);
         const auto* value = std::get_if<Value>(&parsed);
         const bool other = value != nullptr && !std::holds_alternative<Object>(value->data);
         return artifact::parse(other && !utf8::first_ill_formed(file) ? "{}" : file);
       })},
      {"version-assumed", "Step 4: a file without schema_version is of version 1.", "ArtifactShape",
       L2, mending([](Object document) {
         if (member(document, "schema_version") == nullptr) {
           put(document, "schema_version", json::integer(1));
         }
         return document;
       })},
      {"version-type", "Step 5: a schema_version of another type passes.", "ArtifactNumber", L2,
       correcting("schema_version", [](const Value& version) { return !is_integer(version); })},
      {"version-any", "Step 6: every version is read as if it were 1.", "ArtifactShape", L2,
       correcting("schema_version", is_integer)},
      {"fields-assumed", "Step 7: missing fields have the values that they should have.",
       "ArtifactShape", L2, mending([](Object document) {
         if (member(document, "merges") == nullptr) put(document, "merges", {Array{}});
         if (const auto right = as_it_should_be(document)) {
           for (const auto& [key, value] : *right) {
             const bool version = key == "schema_version";
             if (!version && member(document, key) == nullptr) put(document, key, value);
           }
         }
         return document;
       })},
      {"fields-ignored", "Step 8: other fields are not looked at.", "ArtifactSubset", L2,
       mending([](Object document) {
         std::erase_if(document, [](const json::Member& each) { return !is_field(each.key); });
         return document;
       })},
      {"pattern-type", "Step 9: a pattern that is no string is taken for none.", "ArtifactPattern",
       L2,
       correcting("pretokenizer_pattern",
                  [](const Value& pattern) { return !is_string(pattern); })},
      {"pattern-any", "Step 10: the pattern in the file is not compared.", "ArtifactPattern", L2,
       correcting("pretokenizer_pattern", is_string)},
      {"pattern-trimmed", "Step 10: white space around the pattern is not compared.",
       "ArtifactPattern", L2, mending([](Object document) {
         if (auto* pattern = as<std::string>(document, "pretokenizer_pattern")) {
           pattern->erase(0, pattern->find_first_not_of(' '));
           pattern->erase(pattern->find_last_not_of(' ') + 1);
         }
         return document;
       })},
      {"errors-all-value", "A missing field raises ValueError, not KeyError.", "ArtifactShape", L2,
       mending([](Object document) {
         const bool missing = std::any_of(
             fields.begin(), fields.end(),
             [&](std::string_view field) { return member(document, field) == nullptr; });
         if (missing) throw ValueError("artifact: a field is missing");
         return document;
       })},
  };
}

// Steps 11 to 13: merges and their number.
std::vector<Fault> of_merges() {
  return {
      {"merges-reshaped", "Step 11: merges are read in whatever shape they come.", "ArtifactShape",
       L2, mending(lax::with_merges_reshaped)},
      {"size-type", "Step 12: a mergeable_vocab_size of another type passes.", "ArtifactNumber", L2,
       correcting("mergeable_vocab_size", [](const Value& size) { return !is_integer(size); })},
      {"size-any", "Step 13: mergeable_vocab_size is not compared.", "ArtifactVocabulary", L2,
       correcting("mergeable_vocab_size", is_integer)},
  };
}

// Steps 14 to 19: the vocabulary.
std::vector<Fault> of_vocabularies() {
  return {
      {"vocab-keys-loose", "Step 14: ids are read by a lax reader of numbers.", "ArtifactNumber",
       L2, mending(lax::with_loose_ids)},
      {"vocab-bytes-loose", "Step 14: bytes are read in whatever form they come.", "ArtifactShape",
       L2, mending(lax::with_loose_bytes)},
      {"vocab-gaps-filled", "Step 15: missing ids are filled in from the merges.", "ArtifactIdGap",
       L2, correcting_entries([](std::uint64_t id, std::uint64_t mergeable, const Value* there) {
         return id < mergeable && there == nullptr;
       })},
      {"base-bytes-any", "Step 16: the bytes of the first 256 ids are not compared.", "VocabLayout",
       L2, correcting_entries([](std::uint64_t id, auto, const Value* there) {
         return id < 256 && is_bytes(there);
       })},
      {"merged-bytes-any", "Step 17: the bytes of a merged token are not compared.",
       "ArtifactVocabulary", L2,
       correcting_entries([](std::uint64_t id, std::uint64_t mergeable, const Value* there) {
         return id >= 256 && id < mergeable && is_bytes(there);
       })},
      {"merges-forward", "Step 17: a merge of a later token is accepted.", "NonTopologicalMerges",
       L2, mending(lax::with_operands_bounded)},
      {"merges-unknown-key-error", "Step 17: a merge of an unknown token raises KeyError.",
       "NonTopologicalMerges", L2, mending([](Object document) {
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
       })},
      {"specials-any", "Step 18: special_tokens are not compared.", "ArtifactVocabulary", L2,
       mending(lax::with_specials_replaced)},
      {"vocab-ids-above", "Step 19: ids above that of the special token are ignored.",
       "ArtifactSubset", L2, mending(lax::without_ids_above)},
  };
}

// Reads integers anywhere in the document as some programming language does.
std::vector<Fault> of_numbers() {
  const auto of_integers = [](auto change) {
    return [change](Value value) {
      if (auto* integer = std::get_if<Integer>(&value.data)) *integer = change(std::move(*integer));
      return value;
    };
  };
  return {
      {"booleans-as-integers", "true and false are integers.", "ArtifactNumber", L2,
       mending_values([](Value value) {
         const auto* truth = std::get_if<bool>(&value.data);
         return truth == nullptr ? value : json::integer(*truth ? 1 : 0);
       })},
      {"fractions-as-integers", "1.0 and 1e0 are integers.", "ArtifactNumber", L2,
       mending_values([](Value value) {
         const auto* fraction = std::get_if<json::Fraction>(&value.data);
         if (fraction == nullptr) return value;
         const std::string_view text = fraction->text;
         std::uint64_t number = 0;
         const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
         const std::string_view rest(end, text.data() + text.size());
         return rest == ".0" || rest == "e0" ? json::integer(number) : value;
       })},
      {"strings-as-integers", "Digits in quotes are integers.", "ArtifactNumber", L2,
       mending_values([](Value value) {
         const auto* text = std::get_if<std::string>(&value.data);
         const auto number = text == nullptr ? std::nullopt : id_of(*text);
         return number ? json::integer(*number) : value;
       })},
      {"integers-32-bit", "Integers are cut to 32 bits.", "ArtifactNumber", L2,
       mending_values(of_integers([](Integer integer) {
         if (integer.magnitude) *integer.magnitude &= 0xFFFFFFFFU;
         return integer;
       }))},
      {"integers-64-bit", "Integers are cut to 64 bits.", "ArtifactNumber", L2,
       mending_values(of_integers([](Integer integer) {
         if (!integer.magnitude) {
           std::uint64_t number = 0;
           for (const char c : integer.text) {
             if (c != '-') number = 10 * number + static_cast<std::uint64_t>(c - '0');
           }
           integer.magnitude = number;
         }
         return integer;
       }))},
      {"signs-lost", "The sign of an integer is not looked at.", "ArtifactNumber", L2,
       mending_values(of_integers([](Integer integer) {
         integer.negative = false;
         return integer;
       }))},
  };
}

// Makes the checks in another order. Files with two defects show it.
std::vector<Fault> of_orders() {
  const auto missing = [](Object& document) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](std::string_view field) { return member(document, field) == nullptr; });
  };
  return {
      {"fields-before-version", "Step 7 is taken before steps 5 and 6.", "FaultOrder", L2,
       mending([missing](Object document) {
         if (missing(document)) throw KeyError("artifact: a field is missing");
         return document;
       })},
      {"extra-before-missing", "Step 8 is taken before step 7.", "FaultOrder", L2,
       mending([](Object document) {
         const auto extra =
             std::find_if(document.begin(), document.end(),
                          [](const json::Member& each) { return !is_field(each.key); });
         const Value* version = member(document, "schema_version");
         if (extra != document.end() && version != nullptr && number_of(*version) == 1U) {
           throw ValueError("artifact: a field too many");
         }
         return document;
       })},
      {"extra-before-version", "Step 8 is taken before step 4.", "FaultOrder", L2,
       mending([](Object document) {
         for (const auto& [key, value] : document) {
           if (!is_field(key)) throw ValueError("artifact: a field too many");
         }
         return document;
       })},
      {"missing-at-last", "Step 7 is taken after all the others.", "FaultOrder", L2,
       mending([](Object document) {
         Object whole = document;
         if (member(whole, "merges") == nullptr) put(whole, "merges", {Array{}});
         if (const auto right = as_it_should_be(whole)) {
           for (const auto& [key, value] : *right) {
             if (member(whole, key) == nullptr) put(whole, key, value);
           }
         }
         artifact::parse(json::serialize({std::move(whole)}));
         return document;
       })},
  };
}

// Refuses files at the right steps, but with other errors.
std::vector<Fault> of_errors() {
  return {
      {"json-os-error", "Step 2: a file that is no JSON raises OSError.", "ArtifactShape", L2,
       raising<OSError>(2, 2)},
      {"version-os-error", "Steps 5 and 6: another version raises OSError.", "ArtifactNumber", L2,
       raising<OSError>(5, 6)},
      {"extra-key-error", "Step 8: a field too many raises KeyError.", "ArtifactSubset", L2,
       raising<KeyError>(8, 8)},
      {"pattern-key-error", "Steps 9 and 10: another pattern raises KeyError.", "ArtifactPattern",
       L2, raising<KeyError>(9, 10)},
      {"merges-host-error", "Step 11: a merge that is no pair ends in the host's own error.",
       "ArtifactShape", L2, raising<std::runtime_error>(11, 11)},
      {"size-host-error", "Steps 12 and 13: the size is only asserted.", "ArtifactVocabulary", L2,
       raising<std::runtime_error>(12, 13)},
      {"vocab-host-error", "Step 14: a key that is no id ends in the host's own error.",
       "ArtifactShape", L2, raising<std::runtime_error>(14, 14)},
      {"vocab-gap-key-error", "Step 15: a missing id raises KeyError.", "ArtifactIdGap", L2,
       raising<KeyError>(15, 15)},
      {"bytes-key-error", "Steps 16 and 17: other bytes raise KeyError.", "ArtifactVocabulary", L2,
       raising<KeyError>(16, 17)},
      {"special-key-error", "Steps 18 and 19: another special token raises KeyError.",
       "ArtifactSubset", L2, raising<KeyError>(18, 19)},
  };
}

// Loaders that are too strict, and refuse good files.
std::vector<Fault> of_layouts() {
  const auto has = [](std::string_view text) {
    return [text](std::string_view file, const Table&) {
      return file.find(text) != std::string_view::npos;
    };
  };
  return {
      {"canonical-only", "Only the canonical bytes are read.", "ArtifactLayout", L2,
       refusing([](std::string_view file, const Table& table) {
         return artifact::serialize(table) != file;
       })},
      {"no-blanks-around", "White space around the value is refused.", "ArtifactLayout", L2,
       loading([](std::string_view file) {
         if (!file.empty() && (file.front() != '{' || file.back() != '}') &&
             json::parse(file).index() == 0) {
           throw ValueError("artifact: white space");
         }
         return artifact::parse(file);
       })},
      {"no-escapes", "Strings with escapes by number are refused.", "ArtifactLayout", L2,
       refusing(has("\\u"))},
      {"no-minus-zero", "-0 is refused.", "ArtifactNumber", L2, refusing(has("-0"))},
      {"sorted-only", "Keys must be sorted.", "ArtifactLayout", L2,
       refusing([](std::string_view file, const Table&) { return !json_text::is_sorted(file); })},
  };
}

}  // namespace

std::vector<Fault> load_faults() {
  std::vector<Fault> all;
  for (const auto family : {of_json_texts, of_fields, of_merges, of_vocabularies, of_numbers,
                            of_errors, of_orders, of_layouts}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  return all;
}

}  // namespace bpetite::conform::faults
