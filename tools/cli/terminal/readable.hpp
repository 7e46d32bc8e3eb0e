// Makes bytes and lists of ids readable for people, and measures how wide a text is on a terminal.
//
//   readable("\xc3\xa9\xc3\n")     "é\xc3\n" in quotes
//   columns_of("中")               2
//   id_list({256, 99})             [256,99]
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <bpetite/ids.hpp>

namespace bpetite::cli {

// Bytes in quotes, as core/wording/shown.hpp shows them. Three dots after the closing quote show
// that they are cut after `most` columns.
std::string readable(std::string_view bytes, std::size_t most = 60);

// The number of columns of a line of well-formed text on a terminal. A mark has 0 columns, an
// ideograph 2.
std::size_t columns_of(std::string_view text);

// A list of ids, "[256,99]". After two hundred ids it gives only the number of the others.
std::string id_list(std::span<const TokenId> ids);

}  // namespace bpetite::cli
