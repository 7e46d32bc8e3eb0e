// Sends a vector (a test case) to a program as requests, and turns the answers into an observation
// (VectorExchange). Each operation has its own function. An answer that lacks a member or has a
// member of a wrong type gives the status PROTOCOL to this vector. request_lines writes the
// requests of vectors without a program.
#include "conform/program/exchange.hpp"

#include <fmt/format.h>

#include <utility>

#include <bpetite/errors.hpp>

#include "conform/program/handed_over.hpp"
#include "conform/program/motion_answers.hpp"
#include "conform/suite/left_file.hpp"
#include "conform/suite/sandbox.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::program {
namespace {

constexpr std::size_t longest_in_line = 65536;  // a longer corpus goes by path

json::Object valid(std::string_view name, json::Value value) {
  return {{"result", json::string("valid")}, {std::string(name), std::move(value)}};
}

Observed invalid(const suite::Failure& failure, std::string_view result = "invalid") {
  json::Object object{{"result", json::string(result)}, {"error", json::string(failure.error)}};
  if (failure.step) {
    object.push_back({"step", json::integer(static_cast<std::uint64_t>(*failure.step))});
  }
  return {std::move(object), failure.message};
}

// The answer does not have the form that PROTOCOL.md requires.
Broken ill_formed(std::string_view op, std::string_view what) {
  return {Status::protocol, fmt::format("the answer to {} has no {}", op, what), std::string(op)};
}

const json::Value* hex_of(const json::Object& fields, std::string_view name) {
  const json::Value* value = json::find(fields, name);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
  return text != nullptr && suite::from_hex(*text) ? value : nullptr;
}

// Lower-case hex. Programs may answer in upper case.
json::Value lower(const json::Value& hex) {
  return json::string(suite::to_hex(*suite::from_hex(std::get<std::string>(hex.data))));
}

// The observation of an exchange that ended without an Ok.
template <typename Step>
Observation without_ok(Step step) {
  if (auto* observed = std::get_if<Observed>(&step)) return std::move(*observed);
  if (auto* skip = std::get_if<suite::Skip>(&step)) return std::move(*skip);
  return std::get<Broken>(std::move(step));
}

// Marks an error of an earlier step, so that it does not count as the result of the operation.
template <typename Step>
Observation unprepared(Step step) {
  Observation observation = without_ok(std::move(step));
  if (auto* observed = std::get_if<Observed>(&observation)) {
    observed->result.front().value = json::string("unprepared");
  }
  return observation;
}

}  // namespace

VectorExchange::VectorExchange(const suite::Suite& suite, Program program, const Bundle& bundle)
    : suite_(suite), program_(std::move(program)), bundle_(bundle) {}

Observation VectorExchange::observe(const suite::Vector& vector) {
  patience_ = Duration(1000 * suite::number_member(vector.expect, "within_seconds").value_or(0));

  if (vector.op == "pretokenize") return pretokenize(vector);
  if (vector.op == "encode") return encode(vector);
  if (vector.op == "decode") return decode(vector);
  if (vector.op == "load") return load_and_probe(vector);
  if (vector.op == "save") return save(vector);
  if (vector.op == "render") return render(vector);
  if (suite::is_motion_op(vector.op)) return motion(vector);
  Step step = train(vector, vector.input);
  if (auto* ok = std::get_if<suite::Ok>(&step)) {
    const json::Array* merges = suite::list_member(ok->fields, "merges");
    return merges != nullptr && suite::all_rows(*merges, 2)
               ? Observation(Observed{valid("merges", {*merges}), {}})
               : ill_formed("train", "\"merges\" of pairs");
  }
  return without_ok(std::move(step));
}

VectorExchange::Step VectorExchange::request(std::string_view op, json::Object fields) {
  Reply reply = program_.ask_one(op, std::move(fields), patience_);
  if (auto* broken = std::get_if<Broken>(&reply)) {
    return std::move(*broken);
  }
  auto& answer = std::get<suite::Answer>(reply);
  if (auto* ok = std::get_if<suite::Ok>(&answer)) {
    return std::move(*ok);
  }
  if (auto* skip = std::get_if<suite::Skip>(&answer)) {
    return std::move(*skip);
  }
  const auto& failure = std::get<suite::Failure>(answer);
  if (failure.error == "Unsupported") {
    return suite::Skip{fmt::format("{}: Unsupported: {}", op, failure.message)};
  }
  return invalid(failure);
}

// Loads the artifact of a vector and returns its handle. A named artifact is loaded once; a
// patched one is loaded each time.
VectorExchange::Step VectorExchange::load(const suite::Vector& vector) {
  if (const auto* object = std::get_if<json::Object>(&vector.artifact.data)) {
    if (const std::string* builtin = suite::text_member(*object, "builtin")) {
      handle_ = "builtin " + *builtin;
      return load_once({{"builtin", json::string(*builtin)}});
    }
    if (const auto profile = suite::profile_in(vector.artifact)) {
      return load_profiled(vector, *profile);
    }
    handle_ = "patched";
    const std::string path = fmt::format("artifacts/patched/{}.json", vector.id);
    bundle_.put(path, suite::artifact_bytes(suite_, vector.artifact));
    return request("load", {{"handle", json::string(handle_)}, {"path", json::string(path)}});
  }
  handle_ = std::get<std::string>(vector.artifact.data);
  const std::string path = fmt::format("artifacts/{}.json", handle_);
  if (!loaded_.contains(handle_)) {
    bundle_.put(path, suite::artifact_bytes(suite_, handle_));
  }
  return load_once({{"path", json::string(path)}});
}

VectorExchange::Step VectorExchange::load_once(json::Object fields) {
  const auto [place, is_new] = loaded_.try_emplace(handle_);
  if (is_new) {
    fields.insert(fields.begin(), {"handle", json::string(handle_)});
    place->second = request("load", std::move(fields));
  }
  return place->second;
}

// Loads a vocabulary of a profile.
VectorExchange::Step VectorExchange::load_profiled(const suite::Vector& vector,
                                                   const std::string& profile) {
  const Table table = suite::profiled_table({"artifact", "", vector.artifact});
  auto file = handed_file(table, profile, program_.hello);
  if (!file) return suite::Skip{"it reads no form that holds the vocabulary"};
  Loading loading = loading_of(vector.id, profile, *std::move(file), table);
  bundle_.put(loading.file->first, loading.file->second);
  handle_ = "profile";
  loading.fields.insert(loading.fields.begin(), {"handle", json::string(handle_)});
  return request("load", std::move(loading.fields));
}

VectorExchange::Step VectorExchange::train(const suite::Vector& vector, const json::Object& input) {
  handle_ = "trained";
  json::Object fields{{"handle", json::string(handle_)}};
  if (const json::Value* counts = json::find(input, "counts")) {
    fields.push_back({"counts", *counts});
  } else {
    const std::string corpus = suite::bytes_of(input, "corpus").value_or("");
    if (corpus.size() > longest_in_line) {
      const std::string path = fmt::format("corpora/{}.txt", vector.id);
      bundle_.put(path, corpus);
      fields.push_back({"corpus_path", json::string(path)});
    } else {
      fields.push_back({"corpus_hex", json::string(suite::to_hex(corpus))});
    }
  }
  fields.push_back({"vocab_size", *json::find(input, "vocab_size")});
  return request("train", std::move(fields));
}

Observation VectorExchange::pretokenize(const suite::Vector& vector) {
  const std::string text = suite::bytes_of(vector.input, "text").value_or("");
  Step step = request("pretokenize", {{"text_hex", json::string(suite::to_hex(text))}});
  auto* ok = std::get_if<suite::Ok>(&step);
  if (ok == nullptr) {
    return without_ok(std::move(step));
  }
  const json::Array* chunks = suite::list_member(ok->fields, "chunks_hex");
  if (chunks == nullptr) {
    return ill_formed("pretokenize", "\"chunks_hex\"");
  }
  json::Array lowered;
  for (const json::Value& chunk : *chunks) {
    const json::Object entry{{"hex", chunk}};
    if (hex_of(entry, "hex") == nullptr) {
      return ill_formed("pretokenize", "\"chunks_hex\" of hex strings");
    }
    lowered.push_back(lower(chunk));
  }
  return Observed{valid("chunks_hex", {std::move(lowered)}), {}};
}

Observation VectorExchange::encode(const suite::Vector& vector) {
  if (Step step = load(vector); !std::holds_alternative<suite::Ok>(step)) {
    return unprepared(std::move(step));
  }
  const std::string text = suite::bytes_of(vector.input, "text").value_or("");
  Step step = request("encode", {{"handle", json::string(handle_)},
                                 {"text_hex", json::string(suite::to_hex(text))}});
  auto* ok = std::get_if<suite::Ok>(&step);
  if (ok == nullptr) {
    return without_ok(std::move(step));
  }
  const json::Array* ids = suite::list_member(ok->fields, "ids");
  return ids != nullptr && suite::all_integers(*ids)
             ? Observation(Observed{valid("ids", {*ids}), {}})
             : ill_formed("encode", "\"ids\" of integers");
}

// One call, or a sequence of calls that may fail: {"texts_hex":["61",{"error":"KeyError"}]}.
Observation VectorExchange::decode(const suite::Vector& vector) {
  if (Step step = load(vector); !std::holds_alternative<suite::Ok>(step)) {
    return unprepared(std::move(step));
  }
  const bool sequence = json::find(vector.input, "sequence") != nullptr;
  json::Array texts;
  for (const json::Array& ids : suite::decode_calls(vector.input)) {
    Step step = request("decode", {{"handle", json::string(handle_)}, {"ids", {ids}}});
    if (const auto* ok = std::get_if<suite::Ok>(&step)) {
      const json::Value* text = hex_of(ok->fields, "text_hex");
      if (text == nullptr) {
        return ill_formed("decode", "\"text_hex\" that is hex");
      }
      texts.push_back(lower(*text));
    } else if (const auto* error = std::get_if<Observed>(&step); sequence && error != nullptr) {
      texts.push_back({json::Object{{"error", *json::find(error->result, "error")}}});
    } else {
      return without_ok(std::move(step));
    }
  }
  return Observed{sequence ? valid("texts_hex", {std::move(texts)})
                           : valid("text_hex", std::move(texts.front())),
                  {}};
}

// The mask is a list of as many numbers as there are ids. A completion does not have a mask.
Observation VectorExchange::render(const suite::Vector& vector) {
  if (Step step = load(vector); !std::holds_alternative<suite::Ok>(step)) {
    return unprepared(std::move(step));
  }
  json::Object fields{{"handle", json::string(handle_)}};
  fields.insert(fields.end(), vector.input.begin(), vector.input.end());
  Step step = request("render", std::move(fields));
  auto* ok = std::get_if<suite::Ok>(&step);
  if (ok == nullptr) {
    return without_ok(std::move(step));
  }
  const json::Array* ids = suite::list_member(ok->fields, "ids");
  if (ids == nullptr || !suite::all_integers(*ids))
    return ill_formed("render", "\"ids\" of integers");
  Observed observed{valid("ids", {*ids}), {}};
  if (std::get<bool>(json::find(vector.input, "completion")->data)) return observed;
  const json::Array* mask = suite::list_member(ok->fields, "mask");
  if (mask == nullptr || !suite::all_integers(*mask))
    return ill_formed("render", "\"mask\" of integers");
  observed.result.push_back({"mask", {*mask}});
  return observed;
}

// The request has the members of the input.
Observation VectorExchange::motion(const suite::Vector& vector) {
  if (Step step = load(vector); !std::holds_alternative<suite::Ok>(step)) {
    return unprepared(std::move(step));
  }
  json::Object fields = vector.input;
  fields.insert(fields.begin(), {"handle", json::string(handle_)});
  Step step = request(vector.op, std::move(fields));
  auto* ok = std::get_if<suite::Ok>(&step);
  if (ok == nullptr) return without_ok(std::move(step));
  auto read = read_motion(vector.op, vector.input, ok->fields);
  if (auto* malformed = std::get_if<suite::Malformed>(&read)) {
    return ill_formed(vector.op, malformed->reason);
  }
  json::Object result = std::get<json::Object>(std::move(read));
  result.insert(result.begin(), {"result", json::string("valid")});
  return Observed{std::move(result), {}};
}

// The answer to load is not compared. The ids of a text show whether the right table was loaded.
Observation VectorExchange::load_and_probe(const suite::Vector& vector) {
  Step step = load(vector);
  if (!std::holds_alternative<suite::Ok>(step)) {
    return without_ok(std::move(step));
  }
  Observed observed{{{"result", json::string("valid")}}, {}};
  const json::Value* probe = json::find(vector.expect, "probe");
  if (probe == nullptr || !program_.hello.ops.contains("encode")) {
    return observed;
  }
  const json::Value* text = json::find(std::get<json::Object>(probe->data), "text_hex");
  step = request("encode", {{"handle", json::string(handle_)}, {"text_hex", *text}});
  auto* ok = std::get_if<suite::Ok>(&step);
  if (ok == nullptr) {
    return unprepared(std::move(step));
  }
  const json::Array* ids = suite::list_member(ok->fields, "ids");
  if (ids == nullptr || !suite::all_integers(*ids)) {
    return ill_formed("encode", "\"ids\" of integers");
  }
  observed.result.push_back({"probe", {json::Object{{"text_hex", *text}, {"ids", {*ids}}}}});
  return observed;
}

// Each save gets its own directory below out/, which is checked afterwards.
Observation VectorExchange::save(const suite::Vector& vector) {
  const std::string& setup = *suite::text_member(vector.input, "setup");
  const std::string path = prepare(vector.id, setup);
  const json::Value* corpus = json::find(vector.input, "train");
  Step step =
      corpus == nullptr ? load(vector) : train(vector, std::get<json::Object>(corpus->data));
  if (corpus == nullptr && !std::holds_alternative<suite::Ok>(step)) {
    return unprepared(std::move(step));
  }
  // S24: if training fails, there is nothing to save. Then this error is the result.
  if (std::holds_alternative<suite::Ok>(step)) {
    step = request("save", {{"handle", json::string(handle_)},
                            {"path", json::string(path)},
                            {"overwrite", *json::find(vector.input, "overwrite")}});
  }
  if (std::holds_alternative<suite::Skip>(step) || std::holds_alternative<Broken>(step)) {
    return without_ok(std::move(step));
  }

  // The saved file is the result. Other files in the directory are checked, too.
  Observed observed;
  std::optional<std::string> saved;
  if (auto* error = std::get_if<Observed>(&step)) {
    observed = std::move(*error);
  } else {
    saved = bundle_.get(path);
    if (!saved && suite::went_through_link(bundle_.directory() / "out" / vector.id, setup)) {
      return Observed{{{"result", json::string("saved through the link")}},
                      "the link was followed: it is still there, and its target was written"};
    }
    if (!saved) {
      return Observed{
          {{"result", json::string("nothing saved")}},
          fmt::format("no file: {} is there", suite::kind_of_left(bundle_.directory() / path))};
    }
    observed.result = {{"result", json::string("valid")},
                       {"sha256", json::string(corpus::sha256_hex(*saved))},
                       {"bytes", json::integer(saved->size())}};
  }
  if (const auto fault =
          suite::judge_setup(bundle_.directory() / "out" / vector.id, setup, saved)) {
    observed.result.front().value = json::string("directory");
    observed.message = *fault;
  }
  return observed;
}

// The path to save to. For recorded answers, nothing is prepared and only the name matters.
std::string VectorExchange::prepare(const std::string& id, const std::string& setup) {
  const std::string place = fmt::format("out/{}", id);
  if (already_saved_) {
    const Bundle elsewhere;
    return fmt::format("{}/{}", place, suite::prepare_setup(elsewhere.directory() / "out", setup));
  }
  return fmt::format("{}/{}", place, suite::prepare_setup(bundle_.make_directory(place), setup));
}

// --- Requests without a program. ---
//
// Each request gets a made-up answer, so that the next one follows.

namespace {

// A program with all operations and capabilities.
Hello all_operations() {
  Hello hello;
  hello.name = "any";
  hello.ops.insert(suite::op_names.begin(), suite::op_names.end());
  hello.forms = {"artifact"};
  return hello;
}

// An answer with the members that the exchange needs for the next request.
suite::Answer plausible(std::string_view op) {
  if (op == "encode") return suite::Ok{{{"ids", {json::Array{}}}}};
  if (op == "decode") return suite::Ok{{{"text_hex", json::string("")}}};
  if (op == "render") return suite::Ok{{{"ids", {json::Array{}}}, {"mask", {json::Array{}}}}};
  return suite::Ok{};
}

}  // namespace

std::vector<std::string> request_lines(const suite::Suite& suite,
                                       const std::vector<const suite::Vector*>& vectors,
                                       const Bundle& bundle) {
  std::vector<std::string> lines;
  const Program recorder = one_by_one(all_operations(), [&](const Question& question) -> Reply {
    lines.push_back(suite::to_line({lines.size() + 1, question.op, question.fields}));
    return plausible(question.op);
  });
  recorder.ask_one("hello", hello_fields(suite.version, bundle));
  VectorExchange exchange(suite, recorder, bundle);
  for (const suite::Vector* vector : vectors) {
    exchange.observe(*vector);
  }
  recorder.ask_one("bye", {});
  return lines;
}

}  // namespace bpetite::conform::program
