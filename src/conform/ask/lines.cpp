#include "conform/ask/lines.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "conform/drive/bundle.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::ask {
namespace {

using drive::Status;

constexpr int loading_factor = 6;
constexpr drive::Duration to_exit{300};
constexpr std::size_t most_mute_texts = 3;

// A word of the shell.
std::string shell_quoted(std::string_view word) {
  return "'" + suite::replaced_all(word, "'", "'\\''") + "'";
}

Reply parse_reply(const std::string& line) {
  const auto malformed = [&](std::string_view what) {
    return Reply{std::nullopt, Status::protocol, fmt::format("{}: {}", what, utf8::quoted(line))};
  };
  if (utf8::first_ill_formed(line)) return malformed("a line that is not UTF-8");
  const auto parsed = json::parse(line);
  const auto* value = std::get_if<json::Value>(&parsed);
  if (value == nullptr) return malformed("a line that is no JSON");
  if (std::holds_alternative<std::nullptr_t>(value->data)) return Reply{};
  const auto* array = std::get_if<json::Array>(&value->data);
  if (array == nullptr) return malformed("a line that is no array");
  std::vector<TokenId> ids;
  for (const json::Value& item : *array) {
    const auto* id = std::get_if<json::Integer>(&item.data);
    const bool fits = id != nullptr && !id->negative && id->magnitude &&
                      *id->magnitude <= std::numeric_limits<TokenId>::max();
    if (!fits) return malformed("an array of other things than ids");
    ids.push_back(static_cast<TokenId>(*id->magnitude));
  }
  return Reply{std::move(ids), Status::pass, ""};
}

// The last line that it has written for people, after a colon.
std::string last_words(std::string_view errors) {
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  errors.remove_prefix(errors.rfind('\n') + 1);  // npos + 1 is 0
  return errors.empty() ? "" : ": " + utf8::quoted(errors);
}

// The replies to a batch, and the fault that ended it before its end.
struct Batch {
  std::vector<Reply> replies;
  std::optional<Reply> fault;
};

class Lines {
 public:
  Lines(std::string command, drive::Duration timeout, std::function<void()> on_start)
      : command_(std::move(command)), timeout_(timeout), on_start_(std::move(on_start)) {}

  std::vector<Reply> ask(std::span<const std::string> texts) const {
    std::vector<Reply> replies;
    std::size_t size = texts.size();  // of the next batch
    std::size_t faults = 0;
    bool has_written = false;
    while (replies.size() < texts.size()) {
      const std::size_t count = std::min(size, texts.size() - replies.size());
      Batch batch = run(texts.subspan(replies.size(), count));
      const bool has_some = !batch.replies.empty();
      has_written = has_written || has_some;
      for (Reply& reply : batch.replies) replies.push_back(std::move(reply));
      size = texts.size();
      if (!batch.fault) continue;
      // Each start of a program that never writes takes all its time. So one text is sent next.
      const bool is_mute = !has_written && batch.fault->status == Status::timeout;
      if (count > 1) {  // the fault is that of the next text, or of any, if nothing was written
        size = has_some || is_mute ? 1 : count / 2;
        continue;
      }
      if (is_mute) size = 1;
      replies.push_back(*std::move(batch.fault));
      const std::size_t most = is_mute ? most_mute_texts : most_faults;
      if (++faults == most) {
        const Reply unsent{std::nullopt, replies.back().status,
                           fmt::format("not sent after {} faults", most)};
        replies.resize(texts.size(), unsent);
      }
    }
    return replies;
  }

 private:
  Batch run(std::span<const std::string> texts) const {
    const drive::Bundle bundle;
    std::string input;
    for (const std::string& text : texts) input += json::quoted(text) + "\n";
    bundle.put("texts.jsonl", input);
    if (on_start_) on_start_();
    drive::Child child(fmt::format("/bin/sh -c {} < {}", shell_quoted(command_),
                                   shell_quoted((bundle.directory() / "texts.jsonl").string())));
    Batch batch;
    drive::Duration patience = timeout_ * loading_factor;
    while (batch.replies.size() < texts.size()) {
      const drive::Received received = child.receive(patience);
      const auto* line = std::get_if<drive::Line>(&received);
      if (line == nullptr) {
        batch.fault = fault_of(received, child, batch.replies.size(), texts.size());
        return batch;
      }
      batch.replies.push_back(parse_reply(line->text));
      patience = timeout_;
    }
    if (std::holds_alternative<drive::Line>(child.receive(timeout_))) {
      // Nobody knows which line is too many, so none is an answer.
      batch.replies.assign(texts.size(), too_many(batch.replies));
    }
    child.end(to_exit);
    return batch;
  }

  // It names the first line that is no array, such as a greeting.
  static Reply too_many(std::span<const Reply> replies) {
    const auto odd = std::ranges::find_if(
        replies, [](const Reply& reply) { return reply.status != Status::pass; });
    return {std::nullopt, Status::protocol,
            "more lines than texts" + (odd == replies.end() ? "" : "; " + odd->detail)};
  }

  static Reply fault_of(const drive::Received& received, drive::Child& child, std::size_t lines,
                        std::size_t texts) {
    if (std::holds_alternative<drive::TimedOut>(received)) {
      child.end(drive::Duration(0));
      return {std::nullopt, Status::timeout, "no line in time"};
    }
    if (std::holds_alternative<drive::TooLong>(received)) {
      child.end(drive::Duration(0));
      return {std::nullopt, Status::protocol, "a line of more than 4 MiB"};
    }
    const drive::Ending ending = child.end(to_exit);
    const bool is_orderly = ending.kind == drive::Ending::Kind::exited && ending.number == 0;
    return {std::nullopt, is_orderly ? Status::protocol : Status::crash,
            fmt::format("it {} after {} of {} lines{}", ending.text(), lines, texts,
                        last_words(child.errors()))};
  }

  std::string command_;
  drive::Duration timeout_;
  std::function<void()> on_start_;
};

}  // namespace

Program by_lines(const std::string& command, drive::Duration timeout,
                 const std::function<void()>& on_start) {
  return [lines = Lines(command, timeout, on_start)](std::span<const std::string> texts) {
    return lines.ask(texts);
  };
}

}  // namespace bpetite::conform::ask
