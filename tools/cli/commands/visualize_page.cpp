// Writes the tokens of conversations as an HTML page, for light and dark screens and for paper: a
// heading for each conversation, and its rows, whose colour says whether the assistant is trained
// on them. The page has no script and downloads nothing.
#include <fmt/format.h>

#include "cli/commands/visualize.hpp"
#include "cli/terminal/readable.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

constexpr std::string_view head =
    R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conversations as tokens</title>
<style>
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d5dae0;--paper:#fff;
--good:#116329;--goodbg:#dafbe1;--bad:#a40e26;--badbg:#ffebe9}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa5b1;--line:#353d47;--paper:#0f1318;
--good:#63d67c;--goodbg:#10301a;--bad:#ff938a;--badbg:#3d1518}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;
margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.4rem;margin:.2rem 0}
h2{font-size:1rem;margin:2rem 0 .4rem;padding-top:.6rem;border-top:1px solid var(--line)}
p{color:var(--soft);margin:.3rem 0}
.row{font:.9rem/1.9 ui-monospace,monospace;display:grid;grid-template-columns:1.4rem 1fr}
.row>b{font-weight:400;color:var(--soft)}
.token{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;border-radius:4px;
padding:.1rem .2rem;margin-right:2px;border:1px solid var(--line);box-decoration-break:clone;
-webkit-box-decoration-break:clone}
.trained{color:var(--good);background:var(--goodbg);border-bottom:2px solid var(--good)}
.untrained{color:var(--bad);background:var(--badbg)}
.special{font-weight:700}
small{color:var(--soft);font-size:.72rem;font-weight:400;margin-left:.25rem}
</style></head><body>
)";

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string token_of(const ShownToken& token, std::optional<bool> is_trained, bool with_id) {
  return fmt::format(R"(<span class="token{}{}" title="id {}">{}{}</span>)",
                     !is_trained   ? ""
                     : *is_trained ? " trained"
                                   : " untrained",
                     token.is_special ? " special" : "", token.id, escaped(token.text),
                     with_id ? fmt::format("<small>{}</small>", token.id) : "");
}

std::string row_of(const ShownRow& row, bool with_ids) {
  std::string tokens;
  for (const ShownToken& token : row.tokens) tokens += token_of(token, row.is_trained, with_ids);
  return fmt::format("<div class=\"row\"><b>{}</b><div>{}</div></div>\n",
                     !row.is_trained   ? ""
                     : *row.is_trained ? "+"
                                       : "\u2212",
                     tokens);
}

std::string explanation(const std::vector<ShownConversation>& conversations) {
  if (conversations.empty()) return "";
  if (!conversations.front().trained) {
    return "<p>The assistant goes on behind the last token.</p>\n";
  }
  return "<p><span class=\"token trained\">green</span> with + and a line below: the assistant is "
         "trained on it. <span class=\"token untrained\">red</span> with \u2212: it is not.</p>\n";
}

}  // namespace

std::string page_of(const std::vector<ShownConversation>& conversations, bool with_ids) {
  std::string page = std::string(head) + "<h1>" + counted(conversations.size(), "conversation") +
                     " as tokens</h1>\n" + explanation(conversations);
  for (const ShownConversation& conversation : conversations) {
    page += fmt::format("<h2>{}</h2>\n", heading_of(conversation));
    for (const ShownRow& row : conversation.rows) page += row_of(row, with_ids);
  }
  return page + "</body></html>\n";
}

}  // namespace bpetite::cli
