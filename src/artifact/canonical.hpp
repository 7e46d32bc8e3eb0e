// What both schemas write in the same way (S15).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bpetite::artifact {

// `{"0":[0],"1":[1],"10":[10]}`: the bytes of tokens by their ids, sorted as strings.
std::string written_vocabulary(const std::vector<std::pair<std::size_t, std::string_view>>& tokens);

}  // namespace bpetite::artifact
