// Compares hypotheses with the program's answers: failures first, and short inputs before long
// ones, which rules out most hypotheses early.
#include "conform/diagnose/recognise.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "conform/judge/judge.hpp"
#include "conform/mutants/suspect.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::diagnose {
namespace {

std::size_t bytes_in(const suite::Vector& vector) {
  std::size_t bytes = 0;
  for (const std::string_view name : {"text", "corpus"}) {
    bytes += suite::bytes_of(vector.input, name).value_or("").size();
  }
  return bytes;
}

bool is_refusal(const json::Object& result) {
  const std::string* kind = suite::text_member(result, "result");
  return kind != nullptr && *kind == "invalid";
}

bool tells_the_same(const json::Object& guessed, const json::Object& observed, bool any_error) {
  if (any_error && is_refusal(guessed) && is_refusal(observed)) return true;
  return judge::compare(observed, guessed) == drive::Status::pass;
}

// One suspect for all hypotheses. Loaded artifacts stay loaded, since no hypothesis loads them
// differently.
class Guesses {
 public:
  explicit Guesses(const suite::Suite& suite) : suspect_(suite, forwarding()) {}

  mutants::Suspect& as(const Hypothesis& hypothesis) {
    *current_ = hypothesis.make();
    return suspect_;
  }

 private:
  answer::Implementation forwarding() const {
    answer::Implementation it = answer::reference_implementation();
    it.pretokenize = [now = current_](std::string_view text) { return now->pretokenize(text); };
    it.load = [now = current_](std::string_view artifact) { return now->load(artifact); };
    it.encode = [now = current_](std::string_view text, const answer::Loaded& loaded) {
      return now->encode(text, loaded);
    };
    it.train = [now = current_](std::string_view corpus, TokenId vocab_size) {
      return now->train(corpus, vocab_size);
    };
    it.train_counts = [now = current_](std::span<const answer::CountedText> counts,
                                       TokenId vocab_size) {
      return now->train_counts(counts, vocab_size);
    };
    return it;
  }

  std::shared_ptr<answer::Implementation> current_ = std::make_shared<answer::Implementation>();
  mutants::Suspect suspect_;
};

bool answers_alike(mutants::Suspect& suspect, const Evidence& evidence, bool any_error) {
  const drive::Observation observation = suspect.observe(*evidence.vector);
  const auto* observed = std::get_if<drive::Observed>(&observation);
  return observed != nullptr && tells_the_same(observed->result, *evidence.observed, any_error);
}

}  // namespace

bool is_askable(const suite::Vector& vector) {
  return json::find(vector.expect, "within_seconds") == nullptr && bytes_in(vector) <= 200'000;
}

Recognition recognise(const suite::Suite& suite, std::span<const Hypothesis> hypotheses,
                      std::vector<Evidence> evidence, bool any_error) {
  std::erase_if(evidence, [](const Evidence& it) { return !is_askable(*it.vector); });
  std::vector<std::pair<std::size_t, Evidence>> by_size;
  for (const Evidence& it : evidence) {
    by_size.emplace_back(bytes_in(*it.vector), it);
  }
  std::stable_sort(by_size.begin(), by_size.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.failed ? 0 : 1, a.first) <
           std::pair(b.second.failed ? 0 : 1, b.first);
  });
  const auto passed = std::find_if(by_size.begin(), by_size.end(),
                                   [](const auto& it) { return !it.second.failed; });
  const auto failures = static_cast<std::size_t>(passed - by_size.begin());

  Guesses guesses(suite);
  Recognition best;
  std::size_t most = std::max<std::size_t>((failures + 1) / 2, 1);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    mutants::Suspect& suspect = guesses.as(hypotheses[i]);
    std::vector<const suite::Vector*> explained;
    std::size_t left = failures;
    for (auto it = by_size.begin(); it != passed && explained.size() + left >= most; ++it, --left) {
      if (answers_alike(suspect, it->second, any_error)) explained.push_back(it->second.vector);
    }
    const bool enough = explained.size() >= most;
    const bool fits = enough && std::all_of(passed, by_size.end(), [&](const auto& it) {
                        return answers_alike(suspect, it.second, any_error);
                      });
    if (!fits) continue;
    if (explained.size() > most || best.hypotheses.empty()) {
      most = explained.size();
      best = {{}, std::move(explained)};
    }
    best.hypotheses.push_back(i);
  }
  return best;
}

std::vector<const suite::Vector*> explained_by(const suite::Suite& suite,
                                               const Hypothesis& hypothesis,
                                               const std::vector<Evidence>& evidence,
                                               bool any_error) {
  Guesses guesses(suite);
  mutants::Suspect& suspect = guesses.as(hypothesis);
  std::vector<const suite::Vector*> explained;
  for (const Evidence& it : evidence) {
    const bool alike = it.failed && is_askable(*it.vector) && answers_alike(suspect, it, any_error);
    if (alike) explained.push_back(it.vector);
  }
  return explained;
}

}  // namespace bpetite::conform::diagnose
