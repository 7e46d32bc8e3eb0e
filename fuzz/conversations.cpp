// Reads any bytes as a file of conversations, and renders each by the reference and by the engine,
// whole and for a completion, with a limit for the ids. Both must give the same ids and masks, or
// the same error. Input that is not a conversation must give a ValueError. The mutator changes a
// value of the parsed document.
//
//   {"messages":[{"role":"user"}]}     one value replaced     {"messages":[{"role":"assistant"}]}
#include <string>
#include <variant>

#include <bpetite/conversation.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "harness.hpp"
#include "mutators.hpp"
#include "profiles/profiles.hpp"
#include "reference/conversation.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace {

using namespace bpetite;

Table table() {
  Table made = test::by_ranks({"ab", " a", "\n\n", "<|"});
  made.profile = profiles::nanochat();
  made.specials = special_tokens(made.profile.added, static_cast<TokenId>(made.tokens.size()));
  return made;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutate_json(data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Tokenizer tokenizer = TokenizerAccess::make(table());
  const Table& plain = TokenizerAccess::table(tokenizer);
  const std::string_view file = fuzz::bytes_of(data, size);
  const std::size_t most = size % 64;
  for (const auto& [line, json] : conversation_texts(file)) {
    const auto read =
        fuzz::result_of<ValueError>([&, text = json] { return read_conversation(text); });
    const auto* const conversation = std::get_if<Conversation>(&read);
    if (conversation == nullptr) continue;
    const auto tokens =
        fuzz::result_of<ValueError>([&] { return render(tokenizer, *conversation, most); });
    assert_internal(tokens == fuzz::result_of<ValueError>(
                                  [&] { return reference::render(*conversation, most, plain); }),
                    "the engine and the reference render it differently");
    if (const auto* const rendered = std::get_if<RenderedConversation>(&tokens)) {
      assert_internal(rendered->ids.size() == rendered->mask.size() && rendered->ids.size() <= most,
                      "the mask has another length");
      fuzz::remember_opened(file);
    }
    assert_internal(fuzz::result_of<ValueError>([&] {
                      return render_for_completion(tokenizer, *conversation, most);
                    }) == fuzz::result_of<ValueError>([&] {
                      return reference::render_for_completion(*conversation, most, plain);
                    }),
                    "the engine and the reference differ for a completion");
  }
  return 0;
}
