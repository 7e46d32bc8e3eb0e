// A JSON array of strings, for the files of this folder: ["a","b"].
#pragma once

#include <string>
#include <vector>

namespace bpetite::conform::plain {

std::string list_of(const std::vector<std::string>& items);

}  // namespace bpetite::conform::plain
