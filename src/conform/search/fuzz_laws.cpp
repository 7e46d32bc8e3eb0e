// Checks the laws of fuzz_laws.hpp, which hold for every tokenizer: a text is encoded and decoded
// to itself, it gives the same ids again, and its ids are those of its chunks, or of its first
// special token and the texts before and after it. Takes one random text after the other, and
// shrinks a text that breaks a law (LawBook). The vocabulary is a built-in one, or the program
// trains one first.
#include "conform/search/fuzz_laws.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

#include "conform/search/cases.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {
namespace {

using Clock = std::chrono::steady_clock;

// A program without a loader trains its vocabulary on this corpus.
constexpr std::string_view lesson =
    "the cat sat on the mat and the cats sat on the mats; 12 of them said it's 12.\n\n  the end";
constexpr std::uint64_t lesson_size = 300;

// A broken law: what the law requires, and what was observed.
struct Breach {
  std::string_view law;
  program::Status status = program::Status::fail;
  std::string want;
  std::string got;
  std::string detail;
};

// The program with its vocabulary. A broken conversation also breaks a law.
class Subject {
 public:
  // `prepared` is the number of the start whose process already has the vocabulary. Loading one may
  // take seconds.
  Subject(program::Driver& driver, const std::string& builtin, int& prepared)
      : driver_(driver), builtin_(builtin), prepared_(prepared) {}

  std::optional<Breach> breach_of(const std::string& text) {
    breach_.reset();
    const auto whole = encode(text);
    if (!whole) {
      return breach_;
    }
    if (!round_trip(text, *whole) || !special(text, *whole) || !chunks(text, *whole)) {
      return breach_;
    }
    const auto again = encode(text);
    if (again && text_of(*again) != text_of(*whole)) differs("determinism", *whole, *again);
    return breach_;
  }

 private:
  using Ids = json::Array;

  bool round_trip(const std::string& text, const Ids& ids) {
    if (!has("decode")) {
      return true;
    }
    const auto ok = ask("round-trip", "decode", {{"ids", {ids}}});
    const std::string* hex = ok ? suite::text_member(*ok, "text_hex") : nullptr;
    if (hex == nullptr) {
      return !breach_;
    }
    if (suite::from_hex(*hex) == text) {
      return true;
    }
    breach_ = {"round-trip", program::Status::fail, fmt::format("[{}]", suite::to_hex(text)),
               fmt::format("[{}]", *hex), "decode(encode(t)) is not t"};
    return false;
  }

  // S10: a special token in a text becomes its id, and the text before it is encoded alone. Skipped
  // if the literal does not have an id of its own.
  bool special(const std::string& text, const Ids& whole) {
    const std::size_t at = text.find(end_of_text);
    const auto id = at == std::string::npos ? std::nullopt : encode(std::string(end_of_text));
    if (!id || id->size() != 1) {
      return !breach_;
    }
    auto joined = encode(text.substr(0, at));
    const auto rest = encode(text.substr(at + end_of_text.size()));
    if (!joined || !rest) {
      return false;
    }
    joined->push_back(id->front());
    joined->insert(joined->end(), rest->begin(), rest->end());
    if (text_of(*joined) != text_of(whole)) differs("special", *joined, whole);
    return !breach_;
  }

  // S4a, S4b, with the program's own chunks. A chunk that is split further when it is alone is
  // skipped.
  bool chunks(const std::string& text, const Ids& whole) {
    if (!has("pretokenize") || text.find(end_of_text) != std::string::npos) {
      return true;
    }
    const auto pieces = chunks_of(text);
    Ids joined;
    std::string glued;
    for (const std::string& piece : pieces.value_or(std::vector<std::string>())) {
      const auto ids = encode(piece);
      const auto alone = chunks_of(piece);
      if (!ids || !alone) return false;
      if (alone->size() != 1) return true;
      glued += piece;
      joined.insert(joined.end(), ids->begin(), ids->end());
    }
    if (pieces && (text_of(joined) != text_of(whole) || glued != text))
      differs("chunks", joined, whole);
    return !breach_;
  }

  bool has(std::string_view op) { return driver_.hello().ops.contains(op); }

  static std::string text_of(const Ids& ids) { return json::serialize({ids}); }

  void differs(std::string_view law, const Ids& want, const Ids& got) {
    breach_ = {law, program::Status::fail, text_of(want), text_of(got), {}};
  }

  std::optional<Ids> encode(const std::string& text) {
    const auto ok = ask("answer", "encode", {{"text_hex", json::string(suite::to_hex(text))}});
    const json::Array* ids = ok ? suite::list_member(*ok, "ids") : nullptr;
    return ids == nullptr ? std::nullopt : std::optional(*ids);
  }

  std::optional<std::vector<std::string>> chunks_of(const std::string& text) {
    const auto ok = ask("answer", "pretokenize", {{"text_hex", json::string(suite::to_hex(text))}});
    const json::Array* array = ok ? suite::list_member(*ok, "chunks_hex") : nullptr;
    if (array == nullptr) {
      return std::nullopt;
    }
    std::vector<std::string> chunks;
    for (const json::Value& chunk : *array) {
      const auto* hex = std::get_if<std::string>(&chunk.data);
      chunks.push_back(hex == nullptr ? "" : suite::from_hex(*hex).value_or(""));
    }
    return chunks;
  }

  // The members of an ok answer. A well-formed text must not cause an error, so an error breaks the
  // law. A skip does not.
  std::optional<json::Object> ask(std::string_view law, std::string_view op, json::Object fields) {
    if (!prepare()) {
      return std::nullopt;
    }
    put_member(fields, "handle", json::string("law"));
    return answered(law, op, std::move(fields));
  }

  std::optional<json::Object> answered(std::string_view law, std::string_view op,
                                       json::Object fields) {
    const program::Reply reply = driver_.session().ask(op, std::move(fields));
    if (const auto* broken = std::get_if<program::Broken>(&reply)) {
      breach_ = {law, broken->status, "an answer", "", broken->detail};
      return std::nullopt;
    }
    const auto& answer = std::get<suite::Answer>(reply);
    if (const auto* failure = std::get_if<suite::Failure>(&answer);
        failure != nullptr && failure->error != "Unsupported") {
      breach_ = {law, program::Status::fail, "an answer", failure->error, failure->message};
    }
    const auto* ok = std::get_if<suite::Ok>(&answer);
    return ok == nullptr ? std::nullopt : std::optional(ok->fields);
  }

  // Makes a new process load or train its vocabulary.
  bool prepare() {
    if (driver_.session().running() && driver_.session().starts() == prepared_) {
      return true;
    }
    if (!driver_.start()) {
      return false;
    }
    const json::Object load{{"handle", json::string("law")}, {"builtin", json::string(builtin_)}};
    const json::Object train{{"handle", json::string("law")},
                             {"corpus_hex", json::string(suite::to_hex(lesson))},
                             {"vocab_size", json::integer(lesson_size)}};
    const bool is_ready = builtin_.empty() ? answered("answer", "train", train).has_value()
                                           : answered("answer", "load", load).has_value();
    if (is_ready) prepared_ = driver_.session().starts();
    return is_ready;
  }

  program::Driver& driver_;
  const std::string& builtin_;
  int& prepared_;
  std::optional<Breach> breach_;
};

}  // namespace

LawBook::LawBook(const suite::Suite& suite, const program::Hello& hello, std::string builtin,
                 std::uint64_t seed)
    : suite_(suite), builtin_(std::move(builtin)), random_(seed), texts_(suite) {
  const bool learns = hello.ops.contains("train") && !hello.ops.contains("load");
  applies_ = hello.ops.contains("encode") && (!builtin_.empty() || learns);
}

std::optional<FuzzFinding> LawBook::try_one(program::Driver& driver, const FuzzOptions& options) {
  const std::string text = random_.one_in(8) ? texts_.long_chunk(random_) : texts_.text(random_);
  Subject subject(driver, builtin_, prepared_);
  const auto breach = subject.breach_of(text);
  if (!breach) {
    return std::nullopt;
  }
  const auto begin = Clock::now();
  suite::Vector vector;
  vector.op = "encode";
  put_bytes(vector.input, "text", text);
  if (!builtin_.empty()) vector.artifact = {json::Object{{"builtin", json::string(builtin_)}}};
  const auto still = [&](const suite::Vector& candidate) -> std::optional<bool> {
    const auto other = subject.breach_of(suite::bytes_of(candidate.input, "text").value_or(""));
    return other && other->law == breach->law && other->status == breach->status;
  };
  const Shrunk shrunk = shrink(suite_, vector, still, options.limits);
  const std::string smallest = suite::bytes_of(shrunk.vector.input, "text").value_or("");
  const Breach last = subject.breach_of(smallest).value_or(*breach);

  FuzzFinding finding;
  finding.id = fmt::format("fuzz-law-{}", last.law);
  finding.op = "encode";
  finding.status = last.status;
  finding.law = last.law;
  finding.what = described(suite_, shrunk.vector);
  finding.want = last.want;
  finding.got = last.got;
  finding.detail = last.detail;
  finding.course = course_of(suite_, vector, shrunk);
  finding.queries = shrunk.queries;
  finding.shrunk_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<program::Duration>(Clock::now() - begin).count());
  return finding;
}

}  // namespace bpetite::conform::search
