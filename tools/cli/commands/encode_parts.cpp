// bpetite encode --parts: encodes each line of a file of JSON Lines as a text that is put together
// from parts, some trusted and some not (S66b). The text of a user yields no special token.
//
//   {"parts":[{"template":"<|user|>"},{"text":"<|end|>"},{"token":"<|end|>"}]}
//
// "<|user|>" and the last part are special tokens here, and the second part is seven characters.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>
#include <bpetite/parts.hpp>

#include "bpetite/access.hpp"
#include "cli/commands/encode.hpp"
#include "cli/options/texts.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/parts.hpp"
#include "core/utf8.hpp"
#include "engine/machine/parallel.hpp"
#include "reference/parts.hpp"

namespace bpetite::cli {
namespace {

// The parts of a line, which own their texts. The ids of token parts may be of any size and sign:
// the parts end before the first id that does not fit in 32 bits, and `unknown` is this id.
struct LineOfParts {
  struct Part {
    TextPart::Kind kind;
    std::string text;
    std::optional<TokenId> id;
  };
  std::vector<Part> parts;
  std::optional<Number> unknown;

  std::vector<TextPart> views() const {
    std::vector<TextPart> views;
    for (const Part& part : parts) views.push_back({part.kind, part.text, part.id});
    return views;
  }
};

ValueError bad_line(std::string_view what, std::string_view required) {
  return ValueError(fmt::format("{}, required {}", what, required), "S66b");
}

// A part is an object with one member, so that a mistyped name is an error, and never makes a
// trusted part of one that is not.
const json::Member& only_member(const json::Value& value, std::size_t number) {
  const auto* const object = std::get_if<json::Object>(&value.data);
  if (object == nullptr || object->size() != 1) {
    throw bad_line(fmt::format("{}: {}", area_of_part(number),
                               object == nullptr ? "not an object"
                               : object->empty() ? "no member"
                                                 : "several members"),
                   R"(one of "text", "template", "token")");
  }
  return object->front();
}

// Appends the part that a value of the array is.
void append_part(const json::Value& value, LineOfParts& line) {
  const std::size_t number = line.parts.size();
  const auto& [kind, content] = only_member(value, number);
  if (kind != "text" && kind != "template" && kind != "token") {
    throw bad_line(fmt::format("{}: {}", area_of_part(number), utf8::quoted(kind)),
                   R"(one of "text", "template", "token")");
  }
  const bool is_token = kind == "token";
  if (const auto* const id = std::get_if<json::Integer>(&content.data); id != nullptr && is_token) {
    const Number named = number_of(*id);
    if (named.value) {
      line.parts.push_back({TextPart::Kind::token, "", named.value});
    } else {
      line.unknown = named;
    }
    return;
  }
  const auto* const text = std::get_if<std::string>(&content.data);
  if (text == nullptr) {
    throw bad_line(fmt::format("{}: {}: not a string", area_of_part(number), kind),
                   is_token ? "a literal or an id" : "a string");
  }
  line.parts.push_back({is_token         ? TextPart::Kind::token
                        : kind == "text" ? TextPart::Kind::text
                                         : TextPart::Kind::template_,
                        *text,
                        {}});
}

LineOfParts parts_of(std::string_view written) {
  constexpr std::string_view required = R"(an object with an array "parts")";
  auto parsed = json::parse(written);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
    throw bad_line(fmt::format("byte {}: {}", fault->offset, fault->reason), required);
  }
  const auto* const object = std::get_if<json::Object>(&std::get<json::Value>(parsed).data);
  if (object == nullptr) throw bad_line("not an object", required);
  const json::Value* const member = json::find(*object, "parts");
  const auto* const array = member == nullptr ? nullptr : std::get_if<json::Array>(&member->data);
  if (array == nullptr) {
    throw bad_line(member == nullptr ? R"(no "parts")" : R"("parts" is not an array)", required);
  }
  LineOfParts line;
  for (const json::Value& value : *array) {
    append_part(value, line);
    if (line.unknown) break;
  }
  return line;
}

std::vector<TokenId> ids_of_line(const Tokenizer& tokenizer, std::string_view written,
                                 const PartsOptions& options, bool by_reference) {
  const LineOfParts line = parts_of(written);
  const std::vector<TextPart> parts = line.views();
  std::vector<TokenId> ids =
      by_reference ? reference::encode_parts(parts, TokenizerAccess::table(tokenizer), options).ids
                   : encode_parts(tokenizer, parts, options);
  if (line.unknown) {
    throw KeyError(fmt::format("{}: no added token has the id {}", area_of_part(parts.size()),
                               shown(*line.unknown)),
                   "S62i");
  }
  return ids;
}

// The message of an error, with the line that it is about.
std::string message_for(std::size_t line, const Error& error) {
  constexpr std::string_view area = "encode: ";
  std::string_view message = error.message();
  if (message.starts_with(area)) message.remove_prefix(area.size());
  return fmt::format("{}line {}: {}", area, line, message);
}

}  // namespace

PartsOptions parts_options(const Arguments& arguments) {
  const std::string seams = arguments.value("--seams").value_or("joined");
  if (seams != "joined" && seams != "cut") {
    throw UsageError(
        fmt::format("encode: --seams: {} is none of joined, cut", utf8::quoted(seams)));
  }
  return {seams == "cut" ? Seams::cut : Seams::joined, arguments.given("--strict")};
}

void encode_lines_of_parts(const Arguments& arguments, const Tokenizer& tokenizer,
                           unsigned threads) {
  const std::vector<BatchText> lines = json_lines(arguments.required("--parts"));
  const PartsOptions options = parts_options(arguments);
  const bool by_reference = arguments.given("--reference");
  std::vector<std::string> results(lines.size());
  engine::machine::for_each_index(lines.size(), threads, [&](std::size_t i) {
    const std::size_t number = lines[i].number;
    try {
      const std::vector<TokenId> ids =
          ids_of_line(tokenizer, lines[i].written, options, by_reference);
      results[i] = arguments.given("--count") ? fmt::format("{}\n", ids.size())
                                              : write_ids(ids, Format::json);
    } catch (const KeyError& error) {
      throw KeyError(message_for(number, error), error.clause());
    } catch (const ValueError& error) {
      throw ValueError(message_for(number, error), error.clause());
    }
  });
  write_result(fmt::format("{}", fmt::join(results, "")));
}

}  // namespace bpetite::cli
