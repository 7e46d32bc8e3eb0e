// Decides for each two of many sequences of patterns whether they cut every text in the same way
// (S25o). As a check, cuts short texts by both, and looks for a text shorter than the one that the
// decision names.
//
//   $ echo '[{"name":"a","dialect":"tiktoken","patterns":["a+"]},
//            {"name":"b","dialect":"tiktoken","patterns":["a"]}]' | bpetite_pairs
//   {"a":"a","b":"b","same":false,"text":"aa","cut_a":["aa"],"cut_b":["a","a"],
//    "tried":2,"tried_to":1,"shorter":null}
//
// A line for each pair. `same` is null, with a reason, if the patterns are too large or the
// decision takes too long. `tried` texts of up to `tried_to` scalars (5 at most) were cut by both,
// over one scalar of each class that the two distinguish; `shorter` is one of them that is cut
// differently.
#include <cstddef>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/compile/splitter.hpp"
#include "verify/oracle/representatives.hpp"

namespace {

using namespace bpetite;
using engine::compile::Splitter;

constexpr std::size_t max_length = 5;
constexpr std::size_t max_texts = 3'000'000;

struct Sequence {
  std::string name;
  std::vector<Split> splits;
};

// A member that must be there, as an alternative of Value.
template <class Alternative>
const Alternative& member(const json::Value& object, std::string_view key) {
  const json::Value* const found = json::find(std::get<json::Object>(object.data), key);
  if (found == nullptr) throw std::runtime_error(fmt::format("{} is missing", key));
  return std::get<Alternative>(found->data);
}

std::vector<Sequence> read_sequences(std::istream& input) {
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  const auto parsed = json::parse(text);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw std::runtime_error(fmt::format("byte {}: {}", fault->offset, fault->reason));
  }
  std::vector<Sequence> all;
  for (const json::Value& entry : std::get<json::Array>(std::get<json::Value>(parsed).data)) {
    const bool is_huggingface = member<std::string>(entry, "dialect") == name(Dialect::huggingface);
    const Dialect dialect = is_huggingface ? Dialect::huggingface : Dialect::tiktoken;
    Sequence sequence{member<std::string>(entry, "name"), {}};
    for (const json::Value& pattern : member<json::Array>(entry, "patterns")) {
      sequence.splits.push_back({{std::get<std::string>(pattern.data), dialect, unicode::pinned}});
    }
    all.push_back(sequence);
  }
  return all;
}

std::size_t scalars_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += utf8::scalar_at(text, at).size) ++count;
  return count;
}

// Cuts all texts by both, shortest first.
class Search {
 public:
  Search(const Sequence& a, const Sequence& b) : a_(a.splits), b_(b.splits) {
    std::vector<Split> both = a.splits;
    both.insert(both.end(), b.splits.begin(), b.splits.end());
    for (const char32_t scalar : oracle::representatives(both)) {
      utf8::append(scalars_.emplace_back(), scalar);
    }
  }

  // All texts of up to `most` scalars, as long as they are not more than max_texts.
  void run(std::size_t most) {
    std::size_t texts_of_length = 1;
    while (tried_to_ < most && !shorter_) {
      texts_of_length *= scalars_.size();
      if (tried_ + texts_of_length > max_texts) return;
      std::string text;
      ++tried_to_;
      try_longer(text, tried_to_);
    }
  }

  std::size_t tried() const { return tried_; }
  std::size_t tried_to() const { return tried_to_; }
  const std::optional<std::string>& shorter() const { return shorter_; }

 private:
  void try_longer(std::string& text, std::size_t scalars) {
    if (scalars == 0) {
      ++tried_;
      if (!shorter_ && !is_cut_alike(text)) shorter_ = text;
      return;
    }
    for (const std::string& scalar : scalars_) {
      text += scalar;
      try_longer(text, scalars - 1);
      text.resize(text.size() - scalar.size());
    }
  }

  bool is_cut_alike(std::string_view text) {
    ends_of_a_.clear();
    ends_of_b_.clear();
    a_.chunk_ends(text, 0, text.size(), ends_of_a_);
    b_.chunk_ends(text, 0, text.size(), ends_of_b_);
    return ends_of_a_ == ends_of_b_;
  }

  Splitter a_;
  Splitter b_;
  std::vector<std::string> scalars_;
  std::vector<std::size_t> ends_of_a_;
  std::vector<std::size_t> ends_of_b_;
  std::size_t tried_ = 0;
  std::size_t tried_to_ = 0;
  std::optional<std::string> shorter_;
};

std::string chunks_in_json(const Sequence& sequence, std::string_view text) {
  std::string all;
  for (const std::string_view chunk : Splitter(sequence.splits).chunks(text)) {
    all += (all.empty() ? "" : ",") + json::quoted(chunk);
  }
  return "[" + all + "]";
}

// The answer for a pair, as members of a JSON object.
std::string answer(const Sequence& a, const Sequence& b) {
  const auto comparison = engine::compare::compare(a.splits, b.splits);
  std::size_t most = max_length;
  std::string said;
  if (!comparison.is_same) {
    said = fmt::format(R"("same":null,"reason":{},"searched":{})", json::quoted(comparison.reason),
                       comparison.searched);
    most = std::min(most, comparison.searched);
  } else if (*comparison.is_same) {
    said = R"("same":true)";
  } else {
    said = fmt::format(R"("same":false,"text":{},"cut_a":{},"cut_b":{})",
                       json::quoted(comparison.text), chunks_in_json(a, comparison.text),
                       chunks_in_json(b, comparison.text));
    most = std::min(most, scalars_in(comparison.text) - 1);
  }
  Search search(a, b);
  search.run(most);
  return fmt::format(R"({},"tried":{},"tried_to":{},"shorter":{})", said, search.tried(),
                     search.tried_to(),
                     search.shorter() ? json::quoted(*search.shorter()) : "null");
}

}  // namespace

int main() {
  try {
    const std::vector<Sequence> all = read_sequences(std::cin);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        std::cout << fmt::format("{{\"a\":{},\"b\":{},{}}}\n", json::quoted(all[i].name),
                                 json::quoted(all[j].name), answer(all[i], all[j]))
                  << std::flush;
      }
    }
    return std::cout.flush() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "bpetite_pairs: " << error.what() << '\n';
    return 1;
  }
}
