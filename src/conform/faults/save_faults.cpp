// Lists the faults in saving an artifact, the file of a tokenizer (spec/07-artifact.md S15,
// spec/08-save.md, level L4 of the kit): the file has other bytes, an existing file is wrongly
// overwritten, kept, emptied or appended to, a missing directory is made, a temporary file is left,
// or OSError is raised in place of a more exact error. Each fault has a change of the reference
// that makes it.
//
//   reference         {"mergeable_vocab_size":257,"merges":[[97,98]],...}
//   save-with-spaces  {"mergeable_vocab_size": 257, "merges": [[97, 98]], ...}
#include <algorithm>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/faults/fault.hpp"
#include "core/file.hpp"
#include "core/json.hpp"

namespace bpetite::conform::faults {
namespace {

namespace fs = std::filesystem;

// Writes the canonical text in another form.
PartsEdit writing(std::function<std::string(std::string)> change) {
  return [change](program::TokenizerParts parts) {
    parts.serialize = [change, serialize = parts.serialize](const program::Loaded& loaded) {
      return change(serialize(loaded));
    };
    return parts;
  };
}

// Writes other members, or another order of members.
PartsEdit with_object(std::function<json::Object(json::Object)> change) {
  return writing([change](const std::string& text) {
    auto document = std::get<json::Value>(json::parse(text));
    return json::serialize({change(std::get<json::Object>(std::move(document.data)))});
  });
}

using Save = std::function<void(const fs::path& path, std::string_view bytes, bool overwrite)>;
PartsEdit saving(Save save) {
  return [save](program::TokenizerParts parts) {
    parts.save = save;
    return parts;
  };
}

// Raises OSError in place of the error of this kind.
PartsEdit complaining(std::string_view kind) {
  return saving([kind](const fs::path& path, std::string_view bytes, bool overwrite) {
    try {
      file::save_atomically(path, bytes, overwrite);
    } catch (const OSError& error) {
      if (error.kind() == kind) throw OSError(error.what());
      throw;
    }
  });
}

json::Value& member_of(json::Object& object, std::string_view key) {
  return std::find_if(object.begin(), object.end(),
                      [&](const json::Member& each) { return each.key == key; })
      ->value;
}

// The text with signs outside strings replaced.
std::string outside_strings(std::string_view text,
                            const std::function<std::string(char sign)>& form_of) {
  std::string result;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    in_string = in_string != (text[i] == '"' && (i == 0 || text[i - 1] != '\\'));
    result += in_string ? std::string(1, text[i]) : form_of(text[i]);
  }
  return result;
}

std::string with_spaces(std::string_view text) {
  return outside_strings(text, [](char sign) {
    return sign == ',' || sign == ':' ? fmt::format("{} ", sign) : std::string(1, sign);
  });
}

std::string indented(std::string_view text) {
  std::size_t depth = 0;
  return outside_strings(text, [&depth](char sign) {
    depth += sign == '{' || sign == '[' ? 1U : 0U;
    depth -= sign == '}' || sign == ']' ? 1U : 0U;
    const std::string line = fmt::format("\n{:{}}", "", 2 * depth);
    if (sign == ',' || sign == '{' || sign == '[') return fmt::format("{}{}", sign, line);
    if (sign == '}' || sign == ']') return fmt::format("{}{}", line, sign);
    return sign == ':' ? std::string(": ") : std::string(1, sign);
  });
}

// Escapes < and > as JSON encoders for HTML do.
std::string html_safe(std::string text) {
  std::string result;
  for (const char c : text) {
    result += c == '<' || c == '>' ? fmt::format("\\u{:04x}", static_cast<unsigned>(c))
                                   : std::string(1, c);
  }
  return result;
}

// Sorts ids as numbers, not as strings: 2 before 10.
json::Object numeric_order(json::Object object) {
  auto& vocab = std::get<json::Object>(member_of(object, "vocab").data);
  std::sort(vocab.begin(), vocab.end(), [](const json::Member& a, const json::Member& b) {
    return a.key.size() != b.key.size() ? a.key.size() < b.key.size() : a.key < b.key;
  });
  return object;
}

json::Object version_first(json::Object object) {
  std::stable_partition(object.begin(), object.end(),
                        [](const json::Member& each) { return each.key == "schema_version"; });
  return object;
}

json::Object without_special_bytes(json::Object object) {
  const auto& specials = std::get<json::Object>(member_of(object, "special_tokens").data);
  const std::string id = json::serialize(specials.front().value);
  std::erase_if(std::get<json::Object>(member_of(object, "vocab").data),
                [&](const json::Member& each) { return each.key == id; });
  return object;
}

json::Object size_with_special(json::Object object) {
  auto& size = std::get<json::Integer>(member_of(object, "mergeable_vocab_size").data);
  size.magnitude = *size.magnitude + 1;
  return object;
}

json::Object merges_as_strings(json::Object object) {
  for (json::Value& merge : std::get<json::Array>(member_of(object, "merges").data)) {
    const auto& pair = std::get<json::Array>(merge.data);
    merge = json::string(fmt::format("{} {}", json::serialize(pair[0]), json::serialize(pair[1])));
  }
  return object;
}

json::Object merges_sorted(json::Object object) {
  auto& merges = std::get<json::Array>(member_of(object, "merges").data);
  std::sort(merges.begin(), merges.end(), [](const json::Value& a, const json::Value& b) {
    return json::serialize(a) < json::serialize(b);
  });
  return object;
}

json::Object with_name(json::Object object) {
  object.push_back({"writer", json::string("bpetite")});
  return object;
}

json::Object pattern_by_name(json::Object object) {
  member_of(object, "pretokenizer_pattern") = json::string("gpt2");
  return object;
}

void in_place(const fs::path& path, std::string_view bytes, bool overwrite) {
  file::check_destination(path, overwrite);
  std::fstream(path, std::ios::binary | std::ios::out | std::ios::app) << bytes;
}

}  // namespace

std::vector<Fault> save_faults() {
  return {
      {"save-newline", "A line end stands behind the value.", "SaveBytes", L4,
       writing([](const std::string& text) { return text + "\n"; })},
      {"save-with-spaces", "A space stands behind each comma and colon.", "SaveBytes", L4,
       writing(with_spaces)},
      {"save-indented", "The value is written over several lines.", "SaveBytes", L4,
       writing(indented)},
      {"save-html-safe", "< and > are written as escapes.", "SaveBytes", L4, writing(html_safe)},
      {"save-bom", "The file begins with a byte order mark.", "SaveBytes", L4,
       writing([](const std::string& text) { return "\ufeff" + text; })},
      {"save-numeric-order", "The ids of vocab are sorted as numbers.", "SaveBytes", L4,
       with_object(numeric_order)},
      {"save-unsorted", "The fields are not sorted.", "SaveBytes", L4, with_object(version_first)},
      {"save-without-special", "vocab lacks the special token.", "SaveBytes", L4,
       with_object(without_special_bytes)},
      {"save-size-with-special", "mergeable_vocab_size counts the special token.", "SaveBytes", L4,
       with_object(size_with_special)},
      {"save-merges-strings", "Merges are written as strings.", "SaveBytes", L4,
       with_object(merges_as_strings)},
      {"save-merges-sorted", "Merges are sorted, and their ranks lost.", "SaveBytes", L4,
       with_object(merges_sorted)},
      {"save-extra-field", "A field more is written.", "SaveBytes", L4, with_object(with_name)},
      {"save-pattern-name", "The name of the pattern is written, not its text.", "SaveBytes", L4,
       with_object(pattern_by_name)},
      {"overwrites", "A file that is there is overwritten unasked.", "SaveProtocol", L4,
       saving([](const fs::path& path, std::string_view bytes, bool) {
         file::save_atomically(path, bytes, true);
       })},
      {"never-overwrites", "A file that is there is never overwritten.", "SaveProtocol", L4,
       saving([](const fs::path& path, std::string_view bytes, bool) {
         file::save_atomically(path, bytes, false);
       })},
      {"appends", "The new bytes are written behind the old ones.", "SaveProtocol", L4,
       saving(in_place)},
      {"makes-parent", "A missing directory is made.", "SaveProtocol", L4,
       saving([](const fs::path& path, std::string_view bytes, bool overwrite) {
         fs::create_directories(path.parent_path());
         file::save_atomically(path, bytes, overwrite);
       })},
      {"leaves-temporary", "The temporary file is left beside the artifact.", "SaveProtocol", L4,
       saving([](const fs::path& path, std::string_view bytes, bool overwrite) {
         file::save_atomically(path, bytes, overwrite);
         std::ofstream(path.string() + ".tmp") << bytes;
       })},
      {"empty-while-saving", "A file that is refused is emptied before.", "SaveProtocol", L4,
       saving([](const fs::path& path, std::string_view bytes, bool overwrite) {
         if (fs::is_regular_file(fs::symlink_status(path))) std::ofstream(path, std::ios::trunc);
         file::save_atomically(path, bytes, overwrite);
       })},
      {"exists-os-error", "A file in the way raises OSError, not FileExistsError.", "SaveProtocol",
       L4, complaining("FileExistsError")},
      {"missing-os-error", "A missing directory raises OSError, not FileNotFoundError.",
       "SaveProtocol", L4, complaining("FileNotFoundError")},
  };
}

}  // namespace bpetite::conform::faults
