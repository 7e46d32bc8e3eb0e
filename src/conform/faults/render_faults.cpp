// Lists the faults in rendering conversations (spec/19-conversations.md, level L5 of the kit) to
// ids and to a mask, which marks the ids that a model is trained on: faults in the mask, in the
// texts and tokens of a conversation, in its messages, in the JSON that is read, and at its ends
// (the first token, the limit of tokens, and the token that a completion ends with). Each fault has
// a change of the reference that makes it.
//
//   user "a", assistant "b"     reference              mask 0 0 0 0 0 1 1
//                               render-end-untrained        0 0 0 0 0 1 0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::faults {
namespace {

using Parts = std::vector<reference::RenderedPart>;

// Changes the stretches of a conversation.
PartsEdit rendering(std::function<void(Parts&)> change) {
  return [change](program::TokenizerParts parts) {
    parts.render_parts = [change, render = parts.render_parts](const Conversation& conversation,
                                                               bool is_completion) {
      Parts stretches = render(conversation, is_completion);
      change(stretches);
      return stretches;
    };
    return parts;
  };
}

// Changes the messages before they are rendered.
PartsEdit reading(std::function<void(std::vector<Message>&)> change) {
  return [change](program::TokenizerParts parts) {
    parts.read_conversation = [change, read = parts.read_conversation](std::string_view json) {
      Conversation conversation = read(json);
      change(conversation.messages);
      return conversation;
    };
    return parts;
  };
}

// Finishes the tokens differently.
using Finish = std::function<RenderedConversation(RenderedConversation, const program::Rendering&)>;
PartsEdit finishing(
    std::function<RenderedConversation(const Finish&, RenderedConversation, program::Rendering)>
        change) {
  return [change](program::TokenizerParts parts) {
    parts.finish_tokens = [change, finish = Finish(parts.finish_tokens)](
                              RenderedConversation tokens, const program::Rendering& asked) {
      return change(finish, std::move(tokens), asked);
    };
    return parts;
  };
}

bool is_token(const reference::RenderedPart& part, std::string_view literal) {
  return part.is_special && part.text == literal;
}

// Sets the mask of the stretches for which `holds` is true.
PartsEdit masking(bool is_trained, std::function<bool(const Parts&, std::size_t place)> holds) {
  return rendering([is_trained, holds](Parts& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (holds(parts, i)) parts[i].is_trained = is_trained;
    }
  });
}

// Whether there is a text at this place, directly after the special token `literal`.
bool is_said_after(const Parts& parts, std::size_t place, std::string_view literal) {
  return !parts[place].is_special && place > 0 && is_token(parts[place - 1], literal);
}

std::vector<Fault> of_masks() {
  return {
      {"render-start-trained", "<|assistant_start|> is trained.", "RenderMask", L5,
       masking(true, [](const Parts& parts,
                        std::size_t i) { return is_token(parts[i], "<|assistant_start|>"); })},
      {"render-end-untrained", "<|assistant_end|> is not trained.", "RenderMask", L5,
       masking(false, [](const Parts& parts,
                         std::size_t i) { return is_token(parts[i], "<|assistant_end|>"); })},
      {"render-user-trained", "What the user says is trained.", "RenderMask", L5,
       masking(true, [](const Parts& parts,
                        std::size_t i) { return is_said_after(parts, i, "<|user_start|>"); })},
      {"render-special-untrained", "No special token is trained.", "RenderMask", L5,
       masking(false, [](const Parts& parts, std::size_t i) { return parts[i].is_special; })},
      {"render-code-untrained", "What Python is to run is not trained.", "RenderMask", L5,
       masking(false, [](const Parts& parts,
                         std::size_t i) { return is_said_after(parts, i, "<|python_start|>"); })},
      {"render-output-trained", "What Python answers is trained.", "RenderMask", L5,
       masking(true, [](const Parts& parts,
                        std::size_t i) { return is_said_after(parts, i, "<|output_start|>"); })},
      {"render-output-tokens-trained", "The tokens around an output are trained.", "RenderMask", L5,
       masking(true,
               [](const Parts& parts, std::size_t i) {
                 return is_token(parts[i], "<|output_start|>") ||
                        is_token(parts[i], "<|output_end|>");
               })},
      {"render-last-message-only", "Only the last message is trained.", "RenderMask", L5,
       masking(false,
               [](const Parts& parts, std::size_t i) {
                 const auto from = parts.begin() + static_cast<std::ptrdiff_t>(i) + 1;
                 return std::any_of(from, parts.end(), [](const reference::RenderedPart& part) {
                   return is_token(part, "<|user_start|>");
                 });
               })},
  };
}

void drop_tokens(Parts& parts, std::string_view first, std::string_view second) {
  std::erase_if(parts, [&](const reference::RenderedPart& part) {
    return is_token(part, first) || is_token(part, second);
  });
}

// Joins neighbouring texts with the same mask to one text.
void join_texts(Parts& parts) {
  Parts joined;
  for (reference::RenderedPart& part : parts) {
    if (!part.is_special && !joined.empty() && !joined.back().is_special) {
      joined.back().text += part.text;
    } else {
      joined.push_back(std::move(part));
    }
  }
  parts = std::move(joined);
}

// Turns literals in a text into special tokens.
void find_literals(Parts& parts) {
  Parts found;
  for (const reference::RenderedPart& part : parts) {
    std::string_view rest = part.text;
    for (std::size_t at = 0;
         !part.is_special && (at = rest.find("<|user_end|>")) != std::string_view::npos;) {
      found.push_back({std::string(rest.substr(0, at)), false, part.is_trained});
      found.push_back({"<|user_end|>", true, part.is_trained});
      rest.remove_prefix(at + 12);
    }
    found.push_back({std::string(rest), part.is_special, part.is_trained});
  }
  parts = std::move(found);
}

std::vector<Fault> of_parts() {
  return {
      {"render-parts-joined", "Neighbouring texts are joined before they are encoded.",
       "RenderParts", L5, rendering(join_texts)},
      {"render-text-special", "A literal in a text becomes a special token.", "RenderInjection", L5,
       rendering(find_literals)},
      {"render-output-as-code", "An output is between the tokens of what Python runs.",
       "RenderParts", L5, rendering([](Parts& parts) {
         for (reference::RenderedPart& part : parts) {
           if (is_token(part, "<|output_start|>")) part.text = "<|python_start|>";
           if (is_token(part, "<|output_end|>")) part.text = "<|python_end|>";
         }
       })},
      {"render-code-bare", "What Python runs has no tokens around it.", "RenderParts", L5,
       rendering([](Parts& parts) { drop_tokens(parts, "<|python_start|>", "<|python_end|>"); })},
      {"render-stripped", "Spaces around a text are dropped.", "RenderParts", L5,
       rendering([](Parts& parts) {
         for (reference::RenderedPart& part : parts) {
           part.text.erase(0, part.text.find_first_not_of(" \n"));
           part.text.erase(part.text.find_last_not_of(" \n") + 1);
         }
       })},
      {"render-empty-dropped", "A message without a token between its own is left out.",
       "RenderParts", L5, rendering([](Parts& parts) {
         Parts kept;
         for (const reference::RenderedPart& part : parts) {
           if (!part.is_special && part.text.empty()) continue;
           const bool is_empty = is_token(part, "<|user_end|>") && !kept.empty() &&
                                 is_token(kept.back(), "<|user_start|>");
           const bool says_nothing = is_token(part, "<|assistant_end|>") && !kept.empty() &&
                                     is_token(kept.back(), "<|assistant_start|>");
           if (is_empty || says_nothing) {
             kept.pop_back();
           } else {
             kept.push_back(part);
           }
         }
         parts = std::move(kept);
       })},
  };
}

// Joins the message of the system and that of the user with another text between them.
PartsEdit joining(std::string between) {
  return reading([between](std::vector<Message>& messages) {
    if (messages.size() < 2 || messages[0].role != Role::system) return;
    auto* const said = std::get_if<std::string>(&messages[1].content);
    if (messages[1].role != Role::user || said == nullptr) return;
    *said = std::get<std::string>(messages[0].content) + between + *said;
    messages.erase(messages.begin());
  });
}

std::vector<Fault> of_messages() {
  return {
      {"render-system-one-newline", "One line feed is behind the system's text.", "RenderSystem",
       L5, joining("\n")},
      {"render-system-no-newline", "Nothing is between the system's text and the user's.",
       "RenderSystem", L5, joining("")},
      {"render-system-dropped", "The system's message is left out.", "RenderSystem", L5,
       reading([](std::vector<Message>& messages) {
         if (messages.size() > 1 && messages[0].role == Role::system &&
             messages[1].role == Role::user) {
           messages.erase(messages.begin());
         }
       })},
      {"render-turns-unchecked", "Who speaks twice is taken for two.", "RenderOrder", L5,
       reading([](std::vector<Message>& messages) {
         const std::size_t first = !messages.empty() && messages[0].role == Role::system ? 1 : 0;
         for (std::size_t i = first; i < messages.size(); ++i) {
           messages[i].role = (i - first) % 2 == 0 ? Role::user : Role::assistant;
         }
       })},
  };
}

// Reads another JSON in place of the given one.
PartsEdit lax(std::vector<std::pair<std::string, std::string>> edits) {
  return [edits](program::TokenizerParts parts) {
    parts.read_conversation = [edits, read = parts.read_conversation](std::string_view json) {
      std::string text(json);
      for (const auto& [from, to] : edits) text = suite::replaced_all(text, from, to);
      return read(text);
    };
    return parts;
  };
}

std::vector<Fault> of_forms() {
  return {
      {"render-unknown-part", "A part of an unknown type is taken for text.", "RenderForm", L5,
       lax({{"\"type\":\"image\"", "\"type\":\"text\""},
            {"\"type\":\"Text\"", "\"type\":\"text\""},
            {"\"type\":\"tool\"", "\"type\":\"text\""}})},
      {"render-null-content", "A content that is null is the empty text.", "RenderForm", L5,
       lax({{"\"content\":null", "\"content\":\"\""}})},
      {"render-unknown-role", "Who is neither user nor system is the assistant.", "RenderForm", L5,
       lax({{"\"role\":\"tool\"", "\"role\":\"assistant\""},
            {"\"role\":\"model\"", "\"role\":\"assistant\""}})},
  };
}

std::vector<Fault> of_ends() {
  return {
      {"render-uncut", "No conversation is cut.", "RenderLimit", L5,
       finishing([](const Finish& finish, RenderedConversation tokens, program::Rendering asked) {
         asked.max_tokens = SIZE_MAX;
         return finish(std::move(tokens), asked);
       })},
      {"render-last-kept", "Of a long conversation the last tokens are kept.", "RenderLimit", L5,
       finishing(
           [](const Finish& finish, RenderedConversation tokens, const program::Rendering& asked) {
             if (tokens.ids.size() > asked.max_tokens) {
               const auto drop = static_cast<std::ptrdiff_t>(tokens.ids.size() - asked.max_tokens);
               tokens.ids.erase(tokens.ids.begin(), tokens.ids.begin() + drop);
               tokens.mask.erase(tokens.mask.begin(), tokens.mask.begin() + drop);
             }
             return finish(std::move(tokens), asked);
           })},
      {"render-completion-within", "The token that a completion ends with counts.", "RenderLimit",
       L5,
       finishing([](const Finish& finish, RenderedConversation tokens, program::Rendering asked) {
         if (asked.is_completion && asked.max_tokens > 0) --asked.max_tokens;
         return finish(std::move(tokens), asked);
       })},
      {"render-completion-bare", "A completion does not end with <|assistant_start|>.",
       "RenderLimit", L5,
       finishing([](const Finish& finish, RenderedConversation tokens, program::Rendering asked) {
         asked.is_completion = false;
         return finish(std::move(tokens), asked);
       })},
      {"render-bos-dropped", "Nothing begins the conversation.", "RenderLimit", L5,
       finishing(
           [](const Finish& finish, RenderedConversation tokens, const program::Rendering& asked) {
             tokens.ids.erase(tokens.ids.begin());
             tokens.mask.erase(tokens.mask.begin());
             return finish(std::move(tokens), asked);
           })},
  };
}

}  // namespace

std::vector<Fault> render_faults() {
  std::vector<Fault> all;
  for (const auto family : {of_masks, of_parts, of_messages, of_forms, of_ends}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  return all;
}

}  // namespace bpetite::conform::faults
