// Answers the requests of bpetite-iut/1 with a tokenizer in C++.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <bpetite/canonical.hpp>
#include <bpetite/session.hpp>
#include <bpetite/tokenizer.hpp>
#include <nlohmann/json.hpp>

namespace {

using bpetite::Tokenizer;
using nlohmann::json;

std::filesystem::path bundle;
std::map<std::string, Tokenizer> loaded;  // by handle

std::string unhex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

std::string to_hex(const std::string& bytes) {
  std::string hex;
  for (const char character : bytes) {
    const auto byte = static_cast<unsigned char>(character);
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// A number above 32 bits becomes the largest one, which is an unknown id and too large a size.
std::uint32_t number(const json& value) {
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() < UINT32_MAX;
  return fits ? value.get<std::uint32_t>() : UINT32_MAX;
}

std::vector<std::uint32_t> numbers(const json& values) {
  std::vector<std::uint32_t> all;
  for (const json& value : values) all.push_back(number(value));
  return all;
}

json patch_json(const bpetite::Patch& patch) {
  return {{"kept", patch.kept}, {"gone", patch.gone}, {"ids", patch.ids}};
}

json answer(const std::string& op, const json& ask) {
  if (op == "hello") {
    bundle = ask["bundle"].get<std::string>();
    return {
        {"name", "tiny.cpp"},
        {"version", "1"},
        {"language", "c++"},
        {"protocol", 1},
        {"ops", {"load", "encode", "decode", "train", "save", "append", "replace", "canonical"}},
        {"caps", json::array({"pair-keyed", "same-bytes"})},
        {"unicode", "16.0.0"}};
  }
  if (op == "reset") loaded.clear();
  if (op == "reset" || op == "bye") return json::object();

  const std::string handle = ask.value("handle", "");
  if (op == "load") {
    loaded.insert_or_assign(handle, Tokenizer::load(bundle / ask["path"].get<std::string>()));
    return json::object();
  }
  if (op == "train") {
    const std::string corpus = ask.contains("corpus_hex")
                                   ? unhex(ask["corpus_hex"])
                                   : read(bundle / ask["corpus_path"].get<std::string>());
    const auto place =
        loaded.insert_or_assign(handle, Tokenizer::train(corpus, number(ask["vocab_size"])));
    json merges = json::array();
    for (const auto& [left, right] : place.first->second.merges()) merges.push_back({left, right});
    return {{"merges", merges}};
  }
  if (op == "encode") return {{"ids", loaded.at(handle).encode(unhex(ask["text_hex"]))}};
  if (op == "decode") {
    return {{"text_hex", to_hex(loaded.at(handle).decode(numbers(ask["ids"])))}};
  }
  if (op == "save") {
    loaded.at(handle).save(bundle / ask["path"].get<std::string>(), ask["overwrite"].get<bool>());
    return json::object();
  }
  if (op == "append" || op == "replace") {
    bpetite::Session session(loaded.at(handle));
    json patches = json::array();
    if (op == "append") {
      for (const json& text : ask["texts_hex"]) {
        patches.push_back(patch_json(session.append(unhex(text))));
      }
    } else {
      session.append(unhex(ask["text_hex"]));
      for (const json& edit : ask["edits"]) {
        patches.push_back(patch_json(session.replace(edit[0], edit[1], unhex(edit[2]))));
      }
    }
    return {{"patches", patches}};
  }
  if (op == "canonical") {
    const auto as =
        ask["as"] == "parts" ? bpetite::CanonicalAs::parts : bpetite::CanonicalAs::one_string;
    const auto index = bpetite::first_divergence(loaded.at(handle), numbers(ask["ids"]), as);
    if (!index) return {{"canonical", true}};
    return {{"canonical", false}, {"index", *index}};
  }
  throw bpetite::Error("Unsupported", op, "");
}

}  // namespace

int main() {
  std::string op;
  for (std::string line; op != "bye" && std::getline(std::cin, line);) {
    const json ask = json::parse(line);
    op = ask["op"];
    json reply = {{"id", ask["id"]}};
    try {
      reply["ok"] = answer(op, ask);
    } catch (const bpetite::Error& error) {
      reply["error"] = {{"class", error.kind()}, {"message", error.what()}};
    } catch (const std::exception& error) {
      reply["error"] = {{"class", "Internal"}, {"message", error.what()}};
    }
    std::cout << reply << std::endl;
  }
}
