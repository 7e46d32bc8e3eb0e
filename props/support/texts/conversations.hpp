// Makes random conversations: any, those that end with a message of the assistant, and those with
// one fault. Also gives their JSON, and the table (or its rank file) that they are rendered with.
//
//   conversation()        {"messages":[{"role":"user","content":"abab"}, ...]}
//   bad_conversation()    one with a fault, and its JSON pointer: "/messages/1/role"
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <rapidcheck.h>

#include <bpetite/messages.hpp>

#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite {
void showValue(const Conversation& conversation, std::ostream& os);
}

namespace bpetite::test {

// A table with the bytes, some tokens of letters and blanks, and the nine special tokens of
// nanochat.
Table nanochat_table();
// The same as the lines of a rank file.
std::string nanochat_ranks();

// A conversation with or without a message of the system, with parts of every kind, and with texts
// that spell special tokens. The last message may be of either role.
rc::Gen<Conversation> conversation();
// A conversation whose last message is the assistant's, and not the only one.
rc::Gen<Conversation> answered_conversation();

// The conversation in JSON, as an object or as an array of messages, the members of each object in
// any order, with others between them.
json::Value json_of(const Conversation& conversation);

struct BadConversation {
  json::Value json;
  std::string pointer;  // of its one fault
  std::string clause;   // S57e, S57f or S57g
};
rc::Gen<BadConversation> bad_conversation();
void showValue(const BadConversation& bad, std::ostream& os);

}  // namespace bpetite::test
