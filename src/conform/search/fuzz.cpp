// Fuzzes a program through the protocol (fuzz): sends random cases, up to 1,500 to one process, and
// shrinks failures in other processes. Finds the earlier cases that a failure needs, tries simpler
// operations, and counts failures with the same cause as one finding. Where answers cannot be
// compared, checks laws that hold for every tokenizer (fuzz_laws.hpp). Also has the loop of all
// fuzzing, which ends at the limits of the options or when a step ends it (fuzz_until).
#include "conform/search/fuzz.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <set>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/judge/repro.hpp"
#include "conform/search/cases.hpp"
#include "conform/search/fuzz_cases.hpp"
#include "conform/search/fuzz_laws.hpp"
#include "conform/search/trial.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::search {
namespace {

using Clock = std::chrono::steady_clock;

// A new process starts after this many cases. So a failure can only depend on these cases.
constexpr std::size_t cases_a_process = 1500;
// Limits for each manner of failing: the most failures that are shrunk, and the most causes that
// are reported. Different faults seldom fail in the same manner, and one fault often shrinks to two
// cases.
constexpr std::size_t attempts_a_manner = 6;
constexpr std::size_t causes_a_manner = 3;

std::uint64_t ms_since(Clock::time_point begin) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<program::Duration>(Clock::now() - begin).count());
}

// The kinds of the scalars in a text, each run of one kind once: "  ab1" and " x22" have the same
// shape.
std::string shape_of(const suite::Vector& vector) {
  std::string shape;
  for (const std::string& text : texts_of(vector)) {
    for (const std::string& unit : suite::units_of(text)) {
      const auto simpler = simpler_than(unit);
      const std::string kind = simpler.size() > 3 ? simpler[3] : unit;
      if (!shape.ends_with(kind)) shape += kind;
    }
  }
  return shape;
}

std::string key_of(std::string_view op, const Manner& manner) {
  return fmt::format("{} {} {} {} {}", op, name(manner.status), manner.due, manner.answered,
                     manner.step);
}

class Fuzzer {
 public:
  Fuzzer(const suite::Suite& suite, const FuzzOptions& options)
      : suite_(suite),
        options_(options),
        oracle_(reference_oracle(suite_)),
        driver_(suite_, {options.command, options.timeout}) {
    report_.command = suite::text_of(options.command);
    report_.builtin = options.builtin;
    report_.seed = options.seed;
  }

  FuzzReport run() {
    if (!driver_.start()) {
      return not_driven();
    }
    report_.hello = driver_.hello();
    CaseMaker maker(suite_, report_.hello, options_.seed, options_.levels);
    LawBook laws(suite_, report_.hello, options_.builtin, options_.seed);
    fuzz_until(options_, [&](std::size_t) -> FuzzStep {
      const bool goes_on = step(maker, laws);
      return {1, report_.findings.size(), goes_on};
    });
    if (!is_driven_) return not_driven();
    driver_.stop();
    count();
    return std::move(report_);
  }

 private:
  // Sends a case, or checks a law. Returns false if the program does not start any more, or has
  // nothing that can be tested.
  bool step(CaseMaker& maker, LawBook& laws) {
    const bool by_law = laws.applies() && (!options_.builtin.empty() || report_.cases % 2 == 1);
    const suite::Vector vector = by_law ? suite::Vector() : maker.next();
    if (!by_law && vector.op.empty() && !laws.applies()) {
      report_.partial = "the program has no operation that fuzzing uses, of a level that it claims";
      return false;
    }
    ++report_.cases;
    if (by_law || vector.op.empty()) {
      law_case(laws);
    } else {
      is_driven_ = one_case(vector);
      if (!is_driven_) return false;
    }
    if (earlier_.size() >= cases_a_process) {
      driver_.stop();
      earlier_.clear();
      maker.forget();
    }
    if (options_.progress) {
      count();
      options_.progress(report_);
    }
    return true;
  }

  void count() {
    report_.elapsed_ms = ms_since(begin_);
    report_.starts = driver_.session().starts();
  }

  FuzzReport not_driven() {
    const std::string why = driver_.why_not_started();
    report_.partial = why.empty() ? "it does not start" : why;
    count();
    return std::move(report_);
  }

  // Sends and judges a case. Returns false if the program does not start any more.
  bool one_case(const suite::Vector& vector) {
    ++report_.by_op[vector.op];
    CaseTrial trial(driver_, oracle_);
    const auto manner = trial.manner_of(vector);
    if (manner) settle(vector, *manner);
    if (driver_.session().running()) {
      earlier_.push_back(vector);
      return true;
    }
    earlier_.clear();
    return driver_.start();
  }

  // --- A failure becomes a new finding, or is counted with an old one. ---

  void settle(const suite::Vector& vector, Manner manner) {
    const std::uint64_t found_ms = ms_since(begin_);
    const auto begin = Clock::now();
    const std::string rough = key_of(vector.op, manner);
    if (const auto known = by_manner_.find(rough);
        known != by_manner_.end() &&
        (known->second.size() >= causes_a_manner || attempts_[rough] >= attempts_a_manner)) {
      ++report_.findings[*known->second.begin()].seen;
      return;
    }
    ++attempts_[rough];

    FuzzFinding finding;
    finding.number = report_.cases;
    finding.found_ms = found_ms;
    finding.status = manner.status;
    program::Driver driver(suite_,
                           {options_.command, deadline_for(manner.status, options_.timeout)});
    suite::Vector smallest = vector;
    finding.steps = smaller(driver, smallest, manner, finding);
    finding.op = smallest.op;
    finding.steps.push_back(smallest);
    tell(driver, finding);
    finding.shrunk_ms = ms_since(begin);
    const std::string fine = fmt::format("{} {} {}", key_of(smallest.op, manner),
                                         shape_of(smallest), finding.steps.size() > 1);
    keep(std::move(finding), rough, fine);
  }

  // Shrinks a failing case. Returns the earlier cases that it needs. Most failures do not need any.
  std::vector<suite::Vector> smaller(program::Driver& driver, suite::Vector& vector, Manner& manner,
                                     FuzzFinding& finding) {
    const suite::Vector original = vector;
    std::vector<suite::Vector> before;
    CaseTrial alone(driver, oracle_);
    alone.alone_after({});
    bool by_itself = alone.manner_of(vector) == manner;
    if (!by_itself) {
      auto needed = needed_before(driver, oracle_, earlier_, vector, manner, options_.limits);
      if (!needed) {
        finding.status = program::Status::nondeterministic;
        finding.detail = "sent again after the same cases, it did not fail in this way";
        return before;
      }
      before = *std::move(needed);
      by_itself = joined_into(vector, manner, before, alone);
    }
    if (by_itself) {
      before.clear();
    } else {
      alone.alone_after(before);
      finding.status = program::Status::state_leak;
    }
    Shrunk shrunk = shrink_case(driver, alone, vector, manner, by_itself);
    if (by_itself) lower(driver, vector, manner, shrunk);
    finding.status = by_itself ? manner.status : finding.status;
    finding.queries = shrunk.queries;
    finding.course = course_of(suite_, original, shrunk);
    return before;
  }

  // Replaces several cases by one, if this case alone fails.
  bool joined_into(suite::Vector& vector, Manner& manner, const std::vector<suite::Vector>& before,
                   CaseTrial& alone) const {
    for (const suite::Vector& candidate : joined(before, vector)) {
      if (const auto whole = alone.manner_of(candidate)) {
        vector = candidate;
        manner = *whole;
        return true;
      }
    }
    return false;
  }

  // Shrinks with one process. If the result does not fail in a new process, shrinks again with a
  // new process for each candidate.
  Shrunk shrink_case(program::Driver& driver, CaseTrial& alone, suite::Vector& vector,
                     const Manner& manner, bool may_share) const {
    Shrunk shrunk;
    if (may_share) {
      CaseTrial shared(driver, oracle_);
      shrunk = shrink(suite_, vector, shared.like(manner), options_.limits);
    }
    if (!may_share || alone.manner_of(shrunk.vector) != manner) {
      const std::size_t asked = shrunk.queries;
      shrunk = shrink(suite_, vector, alone.like(manner), options_.limits);
      shrunk.queries += asked;
    }
    vector = shrunk.vector;
    return shrunk;
  }

  // Tries simpler operations, because encoding and training split texts, too. If one fails, it
  // becomes the finding.
  void lower(program::Driver& driver, suite::Vector& vector, Manner& manner, Shrunk& shrunk) const {
    for (const suite::Vector& candidate : simpler_cases(vector, manner)) {
      if (!report_.hello.ops.contains(candidate.op)) continue;
      CaseTrial alone(driver, oracle_);
      alone.alone_after({});
      const auto simpler = alone.manner_of(candidate);
      if (!simpler || simpler->status == program::Status::unicode_delta) continue;
      vector = candidate;
      manner = *simpler;
      const std::size_t asked = shrunk.queries;
      shrunk = shrink_case(driver, alone, vector, manner, true);
      shrunk.queries += asked;
      return;
    }
  }

  static std::vector<suite::Vector> simpler_cases(const suite::Vector& vector,
                                                  const Manner& manner) {
    std::vector<suite::Vector> cases;
    const auto add = [&](std::string_view op, const json::Object& input) {
      suite::Vector simpler;
      simpler.id = vector.id;
      simpler.op = op;
      simpler.level = level_of(op);
      simpler.input = input;
      cases.push_back(std::move(simpler));
    };
    suite::Vector copy = vector;
    const json::Object& inner = corpus_input(copy);
    const auto corpus = suite::bytes_of(inner, "corpus");
    const auto text = vector.op == "load" ? suite::bytes_of(vector.input, "probe")
                                          : suite::bytes_of(vector.input, "text");
    for (const auto& bytes : {text, corpus}) {
      if (!bytes || vector.op == "pretokenize" || suite::is_motion_op(vector.op)) continue;
      json::Object input;
      put_bytes(input, "text", *bytes);
      add("pretokenize", input);
      if (vector.op == "load" && manner.due == "valid") {
        add("encode", input);
        cases.back().artifact = vector.artifact;
        put_patches(cases.back(), {});
      }
    }
    if (vector.op == "save" && corpus) add("train", inner);
    if (suite::is_motion_op(vector.op) && !suite::profile_in(vector.artifact)) {
      std::string whole;
      for (const std::string& part : texts_of(vector)) whole += part;
      json::Object input;
      put_bytes(input, "text", whole);
      add("encode", input);
      cases.back().artifact = vector.artifact;
    }
    return cases;
  }

  // Fills in the description of a finding.
  void tell(program::Driver& driver, FuzzFinding& finding) {
    suite::Vector& last = finding.steps.back();
    for (suite::Vector& step : finding.steps) {
      inline_artifact(step);
      step.level = level_of(step.op);
      step.clauses = {std::string(clause_of(step.op))};
      step.expect = oracle_(step);
    }
    if (!finding.course.empty()) {
      CaseTrial trial(driver, oracle_);
      trial.alone_after({finding.steps.begin(), finding.steps.end() - 1});
      const auto manner = trial.manner_of(last);
      finding.want = trial.judgement().want;
      finding.got = trial.judgement().got;
      finding.detail = trial.judgement().detail;
      if (!manner) finding.detail = "if the tables are loaded again each time, it does not fail";
    }
    finding.what = described(suite_, last);
    if (finding.steps.size() > 1) {
      finding.what +=
          fmt::format(", after {}: {}", suite::counted(finding.steps.size() - 1, "other case"),
                      described(suite_, finding.steps.front()));
    }
    if (finding.steps.size() == 1)
      finding.repro = judge::repro_of_case(suite_, last, options_.command);
  }

  void inline_artifact(suite::Vector& vector) const {
    const auto* name = std::get_if<std::string>(&vector.artifact.data);
    const auto merges = name == nullptr ? std::nullopt : suite::merges_of(suite_, vector.artifact);
    if (merges) put_merges(vector, *merges);
  }

  void keep(FuzzFinding finding, const std::string& rough, const std::string& fine) {
    const suite::Vector& smallest = finding.steps.back();
    const std::string text = json::serialize({json::Array{{smallest.input}, smallest.artifact}});
    finding.id = fmt::format("fuzz-{}-{}", finding.op, corpus::sha256_hex(text).substr(0, 8));
    for (std::size_t i = 0; i < finding.steps.size(); ++i) {
      const bool last = i + 1 == finding.steps.size();
      finding.steps[i].id = last ? finding.id : fmt::format("{}-before-{}", finding.id, i + 1);
      finding.steps[i].comment =
          fmt::format("Found by conform fuzz, seed {}, case {}", options_.seed, finding.number);
    }
    by_manner_[rough].insert(count_or_add(fine, std::move(finding)));
  }

  // Adds a finding, or counts it if its cause is known. Returns its index.
  std::size_t count_or_add(const std::string& cause, FuzzFinding finding) {
    const auto [place, is_new] = by_cause_.try_emplace(cause, report_.findings.size());
    if (!is_new) {
      ++report_.findings[place->second].seen;
      return place->second;
    }
    report_.findings.push_back(std::move(finding));
    if (options_.found) options_.found(report_.findings.back());
    return place->second;
  }

  void law_case(LawBook& laws) {
    ++report_.by_op["law"];
    const std::uint64_t found_ms = ms_since(begin_);
    if (auto finding = laws.try_one(driver_, options_)) {
      finding->number = report_.cases;
      finding->found_ms = found_ms;
      const std::string cause = fmt::format("law {} {}", finding->law, name(finding->status));
      count_or_add(cause, *std::move(finding));
    }
  }

  suite::Suite suite_;  // also has the tables of the cases
  const FuzzOptions& options_;
  Oracle oracle_;
  program::Driver driver_;
  const Clock::time_point begin_ = Clock::now();
  FuzzReport report_;
  bool is_driven_ = true;
  std::vector<suite::Vector> earlier_;  // the cases of the current process
  std::map<std::string, std::size_t> attempts_;
  std::map<std::string, std::set<std::size_t>> by_manner_;  // indices of findings by rough cause
  std::map<std::string, std::size_t> by_cause_;
};

}  // namespace

void fuzz_until(const FuzzOptions& options, const std::function<FuzzStep(std::size_t most)>& step) {
  const auto begin = Clock::now();
  std::size_t cases = 0;
  FuzzStep last;
  while (last.goes_on && cases < options.cases && last.findings < options.findings &&
         Clock::now() - begin < options.time && !(options.interrupted && options.interrupted())) {
    last = step(options.cases - cases);
    cases += last.cases;
  }
}

FuzzReport fuzz(const suite::Suite& suite, const FuzzOptions& options) {
  return Fuzzer(suite, options).run();
}

}  // namespace bpetite::conform::search
