// Builds the text of each generated file: groups of vectors (test cases), suite.json, the README of
// the crafted artifacts (tokenizer files made for the vectors), vectors.lock and SHA256SUMS. Also
// reads vectors.lock, and computes the digest of the content of a vector.
#include "writing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "conform/suite/test_material.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Vector;

json::Value strings(const std::vector<std::string>& list) {
  json::Array array;
  for (const std::string& text : list) {
    array.push_back(json::string(text));
  }
  return {std::move(array)};
}

json::Value note_json(const conform::suite::Note& note) {
  return {json::Object{{"bug_type", json::string(note.bug_type)},
                       {"description", json::string(note.description)},
                       {"effect", json::string(note.effect)},
                       {"links", strings(note.links)}}};
}

json::Value merges_json(const std::vector<Pair>& merges) {
  json::Array array;
  for (const auto& [left, right] : merges) {
    array.push_back({json::Array{json::integer(left), json::integer(right)}});
  }
  return {std::move(array)};
}

}  // namespace

std::string group_file(const Group& group, const std::vector<conform::suite::Note>& notes) {
  std::set<std::string> flags;
  for (const Vector& vector : group.vectors) {
    flags.insert(vector.flags.begin(), vector.flags.end());
  }

  std::string text = fmt::format(
      "{{\"schema\":1,\"group\":{},\"level\":\"{}\",\"op\":\"{}\","
      "\"source\":\"tools/generate/vectors\",\"notes\":{{",
      json::quoted(group.name),
      conform::suite::level_names.at(static_cast<std::size_t>(group.level)), group.op);
  std::string_view separator = "\n";
  for (const conform::suite::Note& note : notes) {
    if (flags.contains(note.flag)) {
      fmt::format_to(std::back_inserter(text), "{}{}:{}", separator, json::quoted(note.flag),
                     json::serialize(note_json(note)));
      separator = ",\n";
    }
  }
  text += "},\"vectors\":[";
  separator = "\n";
  for (const Vector& vector : group.vectors) {
    text.append(separator).append(json::serialize({vector_json(vector)}));
    separator = ",\n";
  }
  return text + "\n]}\n";
}

json::Object vector_json(const Vector& vector) {
  json::Object object;
  object.push_back({"id", json::string(vector.id)});
  object.push_back({"rev", json::integer(static_cast<std::uint64_t>(vector.rev))});
  object.push_back(
      {"tier", json::string(conform::suite::tier_names.at(static_cast<std::size_t>(vector.tier)))});
  object.push_back({"fr", strings(vector.clauses)});
  object.push_back({"flags", strings(vector.flags)});
  if (!vector.requires_caps.empty()) {
    object.push_back({"requires", strings(vector.requires_caps)});
  }
  object.push_back({"comment", json::string(vector.comment)});
  object.push_back({"input", json::Value{vector.input}});
  if (!std::holds_alternative<std::nullptr_t>(vector.artifact.data)) {
    object.push_back({"artifact", vector.artifact});
  }
  object.push_back({"expect", json::Value{vector.expect}});
  object.push_back({"kills", strings(vector.kills)});
  return object;
}

std::string index_file(const conform::suite::Suite& suite) {
  json::Object clauses;
  for (const auto& [id, title] : suite.clauses) {
    clauses.push_back({id, json::string(title)});
  }
  std::string text =
      fmt::format("{{\"schema\":1,\"suite\":{},\n\"clauses\":{},\n\"artifacts\":{{",
                  json::quoted(suite.version), json::serialize({std::move(clauses)}));
  std::string_view separator = "\n";
  for (const auto& [name, crafted] : suite.artifacts) {
    json::Object entry{{"comment", json::string(crafted.comment)},
                       {"sha256", json::string(crafted.sha256)}};
    if (crafted.reveal_seed) {
      entry.push_back({"reveal_seed", json::integer(*crafted.reveal_seed)});
    } else {
      entry.push_back({"merges", merges_json(crafted.merges)});
    }
    fmt::format_to(std::back_inserter(text), "{}{}:{}", separator, json::quoted(name),
                   json::serialize({std::move(entry)}));
    separator = ",\n";
  }
  return text + "\n}}\n";
}

std::string crafted_readme(const conform::suite::Suite& suite) {
  std::string text =
      "# Crafted artifacts\n\n"
      "Made for the vectors by `tools/generate/vectors` from its catalogue; `suite.json` holds "
      "their merges.\n"
      "Those without a file here are too large: `bpetite conform export` writes them.\n\n"
      "| name | merges | bytes | what it is for |\n|---|---|---|---|\n";
  for (const auto& [name, crafted] : suite.artifacts) {
    fmt::format_to(std::back_inserter(text), "| {}{} | {} | {} | {} |\n", name,
                   crafted.reveal_seed ? "" : ".json", crafted.merges.size(),
                   conform::suite::artifact_bytes(suite, name).size(), crafted.comment);
  }
  return text;
}

std::string content_digest(const Vector& vector) {
  json::Object content{{"op", json::string(vector.op)},
                       {"requires", strings(vector.requires_caps)},
                       {"input", json::Value{vector.input}},
                       {"artifact", vector.artifact},
                       {"expect", json::Value{vector.expect}}};
  return corpus::sha256_hex(json::serialize({std::move(content)}));
}

Lock read_lock(const std::string& text) {
  Lock lock;
  for (const std::string& line : split(text, '\n')) {
    const auto words = split(line, ' ');
    if (words.size() == 3) {
      Locked locked{1, words[2]};
      std::from_chars(words[1].data(), words[1].data() + words[1].size(), locked.rev);
      lock.emplace(words[0], std::move(locked));
    }
  }
  return lock;
}

std::string lock_file(const Lock& lock) {
  std::string text;
  for (const auto& [id, locked] : lock) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", id, locked.rev, locked.digest);
  }
  return text;
}

std::string sums_file(const Outputs& outputs) {
  std::string text;
  for (const auto& [path, content] : outputs) {
    fmt::format_to(std::back_inserter(text), "{}  {}\n", corpus::sha256_hex(content), path);
  }
  return text;
}

}  // namespace bpetite::generate
