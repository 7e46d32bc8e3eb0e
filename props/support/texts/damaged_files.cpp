#include "support/texts/damaged_files.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <bpetite/errors.hpp>

#include "artifact/schema2.hpp"
#include "engine/encode.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

// Anywhere, or near the beginning or the end: in between, most files list the 256 bytes.
std::size_t place_in(const std::string& file) {
  const std::size_t near = std::min<std::size_t>(file.size(), 200);
  switch (*number_between(0, 2)) {
    case 0:
      return *number_between<std::size_t>(0, file.size() - 1);
    case 1:
      return *number_between<std::size_t>(0, near - 1);
    default:
      return *number_between<std::size_t>(file.size() - near, file.size() - 1);
  }
}

void damage(std::string& file) {
  const std::size_t at = place_in(file);
  switch (*number_between(0, 6)) {
    case 0:
      file.resize(at);
      break;
    case 1:
    case 2:
      file[at] = static_cast<char>(*number_between(0, 255));
      break;
    case 3:
    case 4:
      file[at] = static_cast<char>(file[at] ^ (1 << *number_between(0, 7)));
      break;
    default: {
      const auto size = std::min(*number_between<std::size_t>(0, 2), file.size() - at);
      const std::string other = file.substr(place_in(file), *number_between<std::size_t>(0, 2));
      file.replace(at, size, other);
    }
  }
}

}  // namespace

std::string damaged(std::string file) {
  for (auto left = *number_between(1, 3); left > 0 && !file.empty(); --left) damage(file);
  return file;
}

bool opens(const std::function<Table()>& read) {
  std::optional<Table> table;
  std::optional<engine::Encoder> encoder;
  try {
    table = read();
    encoder.emplace(*table);  // S25i: the patterns may be too large
  } catch (const Error& error) {
    RC_ASSERT(std::string_view(error.what()).ends_with("]"));
    return false;
  }
  // S55a "A file of Schema v2 gives the same ids as the file that it was made from".
  const std::string written = artifact::serialize_schema2(*table);
  const Table again = interop::read_model(written, "x", nullptr);
  RC_ASSERT(artifact::serialize_schema2(again) == written);
  const bool is_asked = table->profile.added.rule == SpecialRule::refused_unless_allowed;
  for (const auto& choice :
       {SpecialChoice::ordinary(), is_asked ? SpecialChoice::all() : SpecialChoice()}) {
    const std::string_view text = "abc <s> ab<t>12";
    RC_ASSERT(encoder->encode(text, choice) == reference::encode(text, *table, choice));
  }
  return true;
}

}  // namespace bpetite::test
