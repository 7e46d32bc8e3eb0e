// Asks a program that reads texts line by line and writes their ids, without the protocol
// (by_lines). Runs the command with a file of texts for each batch, and reads a reply from each
// line of output. After a failure, it sends smaller batches, or one text. Failures count if a
// single text was sent, or if all lines were wrong. After eight that count, or three if the program
// has never written a line in time, it does not send the other texts.
#include "conform/program/lines.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "conform/program/bundle.hpp"
#include "conform/program/child.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::program {
namespace {

constexpr int loading_factor = 6;
constexpr Duration to_finish{300};
constexpr std::size_t most_mute_texts = 3;

Broken fault(Status status, std::string detail) { return {status, std::move(detail), "encode"}; }

Reply parse_reply(const std::string& line) {
  const auto malformed = [&](std::string_view what) {
    return fault(Status::protocol, fmt::format("{}: {}", what, utf8::quoted(line)));
  };
  if (utf8::first_ill_formed(line)) return malformed("a line that is not UTF-8");
  auto parsed = json::parse(line);
  auto* value = std::get_if<json::Value>(&parsed);
  if (value == nullptr) return malformed("a line that is not JSON");
  if (std::holds_alternative<std::nullptr_t>(value->data)) return suite::Failure{};
  const auto* array = std::get_if<json::Array>(&value->data);
  if (array == nullptr) return malformed("a line that is not an array");
  if (!suite::token_ids(*array)) return malformed("an array of other things than ids");
  return suite::Ok{{{"ids", std::move(*value)}}};
}

// A colon and the last line that the program wrote to stderr. Empty if it wrote nothing.
std::string last_words(std::string_view errors) {
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  errors.remove_prefix(errors.rfind('\n') + 1);  // npos + 1 is 0
  return errors.empty() ? "" : ": " + utf8::quoted(errors);
}

// The replies to a batch, and the failure that ended the batch early, if any.
struct Batch {
  std::vector<Reply> replies;
  std::optional<Broken> fault;
};

class Lines {
 public:
  Lines(std::string command, Duration timeout) : command_(std::move(command)), timeout_(timeout) {}

  std::vector<Reply> ask(std::span<const Question> questions) {
    std::vector<std::string> texts;
    for (const Question& question : questions) {
      const std::string* hex = suite::text_member(question.fields, "text_hex");
      texts.push_back(suite::from_hex(*hex).value());
    }
    std::vector<Reply> replies;
    std::size_t size = texts.size();  // the size of the next batch
    std::size_t faults = 0;
    bool has_written = false;
    while (replies.size() < texts.size()) {
      const std::size_t count = std::min(size, texts.size() - replies.size());
      Batch batch = run(std::span(texts).subspan(replies.size(), count));
      const bool has_some = !batch.replies.empty();
      // Each line that it wrote before it ended was wrong. It may do so for thousands of texts.
      const bool is_vain = has_some && std::ranges::all_of(batch.replies, [](const Reply& reply) {
                             return std::holds_alternative<Broken>(reply);
                           });
      has_written = has_written || has_some;
      for (Reply& reply : batch.replies) replies.push_back(std::move(reply));
      size = texts.size();
      if (!batch.fault) continue;
      // Each start of a program that never writes uses its whole time limit. So one text is sent
      // next.
      const bool is_mute = !has_written && batch.fault->status == Status::timeout;
      if (count > 1) {  // the next text may be the cause, or a later one
        size = has_some || is_mute ? 1 : count / 2;
        if (!is_vain) continue;
      } else {
        if (is_mute) size = 1;
        replies.push_back(*std::move(batch.fault));
      }
      const std::size_t most = is_mute ? most_mute_texts : most_faults;
      if (++faults == most) {
        replies.resize(texts.size(), fault(std::get<Broken>(replies.back()).status,
                                           fmt::format("not sent after {} faults", most)));
      }
    }
    return replies;
  }

  int starts() const { return starts_; }

 private:
  Batch run(std::span<const std::string> texts) {
    const Bundle bundle;
    std::string input;
    for (const std::string& text : texts) input += json::quoted(text) + "\n";
    bundle.put("texts.jsonl", input);
    ++starts_;
    Child child(fmt::format("/bin/sh -c {} < {}", suite::shell_quoted(command_),
                            suite::shell_quoted((bundle.directory() / "texts.jsonl").string())));
    Batch batch;
    Duration patience = timeout_ * loading_factor;
    while (batch.replies.size() < texts.size()) {
      const Received received = child.receive(patience);
      const auto* line = std::get_if<Line>(&received);
      if (line == nullptr) {
        batch.fault = fault_of(received, child, batch.replies.size(), texts.size());
        return batch;
      }
      batch.replies.push_back(parse_reply(line->text));
      patience = timeout_;
    }
    if (std::holds_alternative<Line>(child.receive(timeout_))) {
      // Nobody knows which line is too many, so no line counts as an answer.
      batch.replies.assign(texts.size(), too_many(batch.replies));
    }
    child.end(to_finish);
    return batch;
  }

  // The failure of a program with too many lines. Names the first line that is not an array, such
  // as a greeting.
  static Broken too_many(std::span<const Reply> replies) {
    const auto odd = std::ranges::find_if(
        replies, [](const Reply& reply) { return std::holds_alternative<Broken>(reply); });
    const std::string why = odd == replies.end() ? "" : "; " + std::get<Broken>(*odd).detail;
    return fault(Status::protocol, "more lines than texts" + why);
  }

  static Broken fault_of(const Received& received, Child& child, std::size_t lines,
                         std::size_t texts) {
    if (std::holds_alternative<TimedOut>(received)) {
      child.end(Duration(0));
      return fault(Status::timeout, "no line in time");
    }
    if (std::holds_alternative<TooLong>(received)) {
      child.end(Duration(0));
      return fault(Status::protocol, "a line of more than 4 MiB");
    }
    const Ending ending = child.end(to_finish);
    const bool is_orderly = ending.kind == Ending::Kind::exited && ending.number == 0;
    return fault(is_orderly ? Status::protocol : Status::crash,
                 fmt::format("it {} after {} of {}{}", ending.text(), lines, counted(texts, "line"),
                             last_words(child.errors())));
  }

  std::string command_;
  Duration timeout_;
  int starts_ = 0;
};

}  // namespace

Program by_lines(const std::string& command, Duration timeout) {
  const auto lines = std::make_shared<Lines>(command, timeout);
  return {{},
          [lines](std::span<const Question> questions) { return lines->ask(questions); },
          [lines] { return lines->starts(); }};
}

}  // namespace bpetite::conform::program
