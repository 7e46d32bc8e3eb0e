// The head of the matrix page: its styles, for light and dark, screens and paper. It has no
// script and downloads nothing.
#pragma once

#include <string_view>

namespace bpetite::conform::report {

inline constexpr std::string_view html_head =
    R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Byte-level BPE: who conforms</title>
<style>
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d5dae0;--paper:#fff;
--tint:#f5f7f9;
--good:#116329;--goodbg:#dafbe1;--bad:#a40e26;--badbg:#ffebe9;--mid:#7d4e00;--midbg:#fff3cf;
--link:#0550ae}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa5b1;--line:#353d47;--paper:#0f1318;
--tint:#181e25;--good:#63d67c;--goodbg:#10301a;--bad:#ff938a;--badbg:#3d1518;--mid:#eac55f;
--midbg:#352a0b;--link:#79b8ff}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:94rem;
margin:0 auto;padding:1.5rem 1rem 4rem}
a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:3px solid var(--link);
outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}
h1{font-size:1.6rem;margin:.2rem 0}h2{font-size:1.25rem;margin:3rem 0 .3rem;padding-top:.6rem;
border-top:2px solid var(--line);scroll-margin-top:3.2rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem;scroll-margin-top:3.2rem}
.soft{color:var(--soft)}small{font-weight:400;color:var(--soft)}
.wide{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.32rem .6rem;border-bottom:1px solid var(--line)}
thead th{background:var(--tint);font-size:.85rem}
tbody th{font-weight:600}
.matrix td a{display:block;text-decoration:none;color:inherit}
.matrix{font-size:.92rem}.matrix th,.matrix td{padding:.3rem .4rem}
.matrix th small{display:block}.matrix .v{white-space:normal;font-size:.82rem}
.v{display:inline-block;border-radius:5px;padding:.05rem .4rem;font-size:.86rem;font-weight:600;
white-space:nowrap}.line{white-space:normal}
section p,section li{max-width:60rem}.findings li{margin:.3rem 0}
.conforms{color:var(--good);background:var(--goodbg)}.fails{color:var(--bad);
background:var(--badbg)}
.as-stated{color:var(--mid);background:var(--midbg)}.not-claimed{color:var(--soft)}
code{font:.82rem/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.35rem .7rem}
details[open]{background:var(--tint)}summary{cursor:pointer}
blockquote{margin:.4rem 0;padding:.2rem .8rem;border-left:3px solid var(--mid)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;padding:0;list-style:none;font-size:.92rem}
dl{display:grid;grid-template-columns:5rem 1fr;gap:.15rem .6rem;margin:.5rem 0}dt{color:var(--soft)}
dd{margin:0}
@media(max-width:70rem){
.matrix thead{display:none}
.matrix,.matrix caption,.matrix tbody,.matrix tr,.matrix th,.matrix td{display:block}
.matrix tr{border:1px solid var(--line);border-radius:6px;margin:.6rem 0;padding:.3rem .5rem}
.matrix th,.matrix td{border:0;padding:.12rem .2rem}
.matrix td{display:flex;gap:.5rem;align-items:baseline}
.matrix td::before{content:attr(data-title);flex:0 0 8.5rem;color:var(--soft);font-size:.85rem}
.matrix td a{display:inline}dl{grid-template-columns:4rem 1fr}}
@media print{details>*{display:revert}.skip{display:none}}
</style></head><body>
<a class="skip" href="#results">To the results</a>
<header><h1>Byte-level BPE: who conforms</h1>
)";

}  // namespace bpetite::conform::report
