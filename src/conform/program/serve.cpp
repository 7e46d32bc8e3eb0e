// Answers requests of the protocol with an implementation of a tokenizer (Server). Each of the
// larger operations has its own function. An exception becomes an error answer. Also makes a table
// from the file of a vocabulary that is sent with its profile: an artifact, a tokenizer.json or a
// rank file (read_handed).
#include "conform/program/serve.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "conform/program/motion_answers.hpp"
#include "conform/suite/names.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/file.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"

namespace bpetite::conform::program {
namespace {

// A request without a member that its operation needs. The runner has made the mistake, so the
// class of the answer is Internal.
struct BadRequest {
  std::string message;
};

const json::Value& field(const suite::Request& request, std::string_view name) {
  const json::Value* value = json::find(request.fields, name);
  if (value == nullptr) {
    throw BadRequest{fmt::format("{} needs \"{}\"", request.op, name)};
  }
  return *value;
}

template <typename T>
const T& field_as(const suite::Request& request, std::string_view name) {
  const T* value = std::get_if<T>(&field(request, name).data);
  if (value == nullptr) {
    throw BadRequest{fmt::format("{}: \"{}\" is of another type", request.op, name)};
  }
  return *value;
}

std::string sent_bytes(const suite::Request& request, std::string_view name) {
  auto bytes = suite::from_hex(field_as<std::string>(request, name));
  if (!bytes) {
    throw BadRequest{fmt::format("{}: \"{}\" is not hex", request.op, name)};
  }
  return *std::move(bytes);
}

std::vector<SpecialToken> specials_of(const suite::Request& request) {
  std::vector<SpecialToken> tokens;
  for (const auto& [literal, id] : field_as<json::Object>(request, "special_tokens")) {
    const auto* const integer = std::get_if<json::Integer>(&id.data);
    if (integer == nullptr) {
      throw BadRequest{
          fmt::format("{}: an id of \"special_tokens\" is not an integer", request.op)};
    }
    tokens.push_back({literal, suite::vocab_size_of(*integer)});
  }
  return tokens;
}

suite::Ok ok(std::string name, json::Value value) {
  suite::Ok answer;
  answer.fields.push_back({std::move(name), std::move(value)});
  return answer;
}

}  // namespace

Table read_handed(std::string_view file, std::string_view form, std::string_view profile,
                  const std::vector<SpecialToken>& specials) {
  if (form == "artifact") return backend::read_artifact(file);
  if (form == "tokenizer.json") return backend::read_model(file, form, nullptr);
  if (form != "ranks") {
    throw ValueError(fmt::format("load: {} is not a form of a vocabulary", utf8::quoted(form)));
  }
  Profile named = interop::profile_named(profile);
  named.added.tokens.clear();
  for (const auto& token : specials) named.added.tokens.push_back({token.literal, token.id});
  return backend::read_model(file, form, &named);
}

Server::Server(Implementation implementation, std::map<std::string, Loaded> builtins)
    : implementation_(std::move(implementation)), builtins_(std::move(builtins)) {}

std::string Server::answer(std::string_view line) {
  const auto parsed = suite::parse_request(line);
  if (const auto* malformed = std::get_if<suite::Malformed>(&parsed)) {
    return suite::to_line(0, suite::Failure{"Internal", malformed->reason, {}});
  }
  const auto& request = std::get<suite::Request>(parsed);
  return suite::to_line(request.id, answer(request));
}

suite::Answer Server::answer(const suite::Request& request) {
  try {
    return perform(request);
  } catch (const suite::SuiteError& error) {  // the request breaks a rule
    return suite::Failure{"Internal", error.what(), {}};
  } catch (const Error& error) {
    return suite::Failure{std::string(error.kind()), error.what(), {}};
  } catch (const BadRequest& bad) {
    return suite::Failure{"Internal", bad.message, {}};
  } catch (const std::exception& error) {
    return suite::Failure{"Internal", error.what(), {}};
  }
}

suite::Answer Server::perform(const suite::Request& request) {
  if (request.op == "hello") return hello(request);
  if (request.op == "load") return load(request);
  if (request.op == "train") return train(request);
  if (request.op == "save") return save(request);
  if (request.op == "encode") {
    return ok("ids", suite::ids_value(
                         implementation_.encode(sent_bytes(request, "text_hex"), loaded(request))));
  }
  if (request.op == "decode") {
    const auto ids = implementation_.read_ids(field_as<json::Array>(request, "ids"));
    return ok("text_hex",
              json::string(suite::to_hex(implementation_.decode(ids, loaded(request)))));
  }
  if (request.op == "render") return render(request);
  if (suite::is_motion_op(request.op)) {
    return suite::Ok{
        motion_answer(request.op, request.fields, implementation_.motion, loaded(request))};
  }
  if (request.op == "pretokenize") {
    std::vector<std::string> chunks = implementation_.pretokenize(sent_bytes(request, "text_hex"));
    for (std::string& chunk : chunks) {
      chunk = suite::to_hex(chunk);
    }
    return ok("chunks_hex", suite::strings_value(chunks));
  }
  if (request.op == "reset") {
    handles_.clear();
    return suite::Ok{};
  }
  if (request.op == "bye") {
    done_ = true;
    return suite::Ok{};
  }
  return suite::Failure{"Unsupported", "no operation " + request.op, {}};
}

suite::Answer Server::hello(const suite::Request& request) {
  if (const json::Value* bundle = json::find(request.fields, "bundle")) {
    if (const auto* path = std::get_if<std::string>(&bundle->data)) {
      bundle_ = *path;
    }
  }
  suite::Ok answer;
  answer.fields.push_back({"name", json::string(implementation_.name)});
  answer.fields.push_back({"version", json::string("1.0.0")});
  answer.fields.push_back({"language", json::string("c++")});
  answer.fields.push_back({"protocol", json::integer(suite::protocol_version)});
  std::vector<std::string> ops = {"load", "encode",      "decode", "train",
                                  "save", "pretokenize", "render"};
  ops.insert(ops.end(), suite::motion_ops.begin(), suite::motion_ops.end());
  answer.fields.push_back({"ops", suite::strings_value(ops)});
  answer.fields.push_back({"caps", suite::strings_value(implementation_.caps)});
  answer.fields.push_back({"unicode", json::string(implementation_.unicode)});
  if (implementation_.reads_profiles) {
    const auto names = suite::small_vocabularies();
    answer.fields.push_back({"profiles", suite::strings_value({names.begin(), names.end()})});
    answer.fields.push_back(
        {"forms", suite::strings_value({suite::form_names.begin(), suite::form_names.end()})});
    answer.fields.push_back({"normalizer_unicode", json::string(unicode::name(unicode::pinned))});
  }
  return answer;
}

suite::Answer Server::load(const suite::Request& request) {
  const auto& handle = field_as<std::string>(request, "handle");
  if (json::find(request.fields, "builtin") != nullptr) {
    const auto found = builtins_.find(field_as<std::string>(request, "builtin"));
    if (found == builtins_.end()) {
      return suite::Failure{"Unsupported", "no such built-in vocabulary", {}};
    }
    handles_.insert_or_assign(handle, found->second);
  } else {
    const std::string bytes = file::read(path_in(request, "path"));
    handles_.insert_or_assign(
        handle, json::find(request.fields, "profile") == nullptr
                    ? implementation_.load(bytes)
                    : implementation_.adopt(read_handed(
                          bytes, field_as<std::string>(request, "form"),
                          field_as<std::string>(request, "profile"), specials_of(request))));
  }
  return ok("mergeable_vocab_size", json::integer(handles_.at(handle).table.tokens.size()));
}

suite::Answer Server::train(const suite::Request& request) {
  const auto& handle = field_as<std::string>(request, "handle");
  const TokenId vocab_size = suite::vocab_size_of(field_as<json::Integer>(request, "vocab_size"));
  const auto train = [&]() -> Loaded {
    if (json::find(request.fields, "counts") != nullptr) {
      std::vector<CountedText> counts;
      for (const json::Value& entry : field_as<json::Array>(request, "counts")) {
        const auto* pair = std::get_if<json::Array>(&entry.data);
        const auto* hex = pair != nullptr && pair->size() == 2
                              ? std::get_if<std::string>(&(*pair)[0].data)
                              : nullptr;
        const auto* count = hex != nullptr ? std::get_if<json::Integer>(&(*pair)[1].data) : nullptr;
        const auto bytes = hex != nullptr ? suite::from_hex(*hex) : std::nullopt;
        if (!bytes || count == nullptr || count->negative || !count->magnitude) {
          throw BadRequest{"train: \"counts\" holds something other than [hex, count]"};
        }
        counts.emplace_back(*bytes, *count->magnitude);
      }
      return implementation_.train_counts(counts, vocab_size);
    }
    const std::string corpus = json::find(request.fields, "corpus_path") != nullptr
                                   ? file::read(path_in(request, "corpus_path"), file::any_size)
                                   : sent_bytes(request, "corpus_hex");
    return implementation_.train(corpus, vocab_size);
  };
  const auto place = handles_.insert_or_assign(handle, train()).first;
  return ok("merges", suite::merges_value(place->second.table.merges));
}

suite::Answer Server::render(const suite::Request& request) {
  Rendering asked;
  asked.conversation = json::serialize(field(request, "conversation"));
  asked.special_tokens = specials_of(request);
  asked.max_tokens = field_as<json::Integer>(request, "max_tokens").magnitude.value_or(SIZE_MAX);
  asked.is_completion = field_as<bool>(request, "completion");
  const RenderedConversation tokens = implementation_.render(asked, loaded(request));
  suite::Ok answer = ok("ids", suite::ids_value(tokens.ids));
  if (!asked.is_completion) {
    json::Array mask;
    for (const std::uint8_t is_trained : tokens.mask) mask.push_back(json::integer(is_trained));
    answer.fields.push_back({"mask", {std::move(mask)}});
  }
  return answer;
}

suite::Answer Server::save(const suite::Request& request) {
  const json::Value* overwrite = json::find(request.fields, "overwrite");
  const bool* flag = overwrite == nullptr ? nullptr : std::get_if<bool>(&overwrite->data);
  implementation_.save(path_in(request, "path"), implementation_.serialize(loaded(request)),
                       flag != nullptr && *flag);
  return suite::Ok{};
}

std::filesystem::path Server::path_in(const suite::Request& request, std::string_view name) const {
  const auto& path = field_as<std::string>(request, name);
  if (!suite::stays_inside(path)) {
    throw BadRequest{fmt::format("{}: \"{}\" leads out of the bundle", request.op, name)};
  }
  return bundle_ / path;
}

const Loaded& Server::loaded(const suite::Request& request) const {
  const auto found = handles_.find(field_as<std::string>(request, "handle"));
  if (found == handles_.end()) {
    throw BadRequest{request.op + ": nothing is loaded under that handle"};
  }
  return found->second;
}

}  // namespace bpetite::conform::program
