// Defines the profile of StarCoder 2, as its tokenizer.json has it: 38 special tokens, which are
// matched in a text, two patterns, and merging by a list of pairs. The patterns cut one after the
// other: digits one by one, then GPT-2's pattern.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& starcoder() {
  static const Profile profile = [] {
    Profile it;
    it.name = "starcoder";
    it.added = {added_tokens(
                    0,
                    "<|endoftext|> <fim_prefix> <fim_middle> <fim_suffix> <fim_pad> <repo_name> "
                    "<file_sep> <issue_start> <issue_comment> <issue_closed> <jupyter_start> "
                    "<jupyter_text> <jupyter_code> <jupyter_output> <jupyter_script> "
                    "<empty_output> <code_to_intermediate> <intermediate_to_code> <pr> <pr_status> "
                    "<pr_is_merged> <pr_base> <pr_file> <pr_base_code> <pr_diff> <pr_diff_hunk> "
                    "<pr_comment> <pr_event_id> <pr_review> <pr_review_state> <pr_review_comment> "
                    "<pr_in_reply_to_review_id> <pr_in_reply_to_comment_id> "
                    "<pr_diff_hunk_comment_line> <NAME> <EMAIL> <KEY> <PASSWORD>"),
                SpecialRule::matched};
    it.splits = isolated(Dialect::huggingface, {R"(\p{N})", gpt2().splits.front().pattern.text});
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
