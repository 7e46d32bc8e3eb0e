"""The pages of the matrix for rows with a public vocabulary: their table, in README.md and index.html, and
a report for each library, which its maintainers can be sent as it is.

A report is made of the row results (matrix/rows) and of adapters/findings.json, which has for each finding
a program in adapters/repros. `run_repros` runs them all and compares what they write.
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess

import matrix_rows

ADAPTERS = matrix_rows.ADAPTERS
REPROS = ADAPTERS / "repros"
REPORTS = pathlib.Path("conformance/matrix/libraries")
HEADER = (
    "<p><strong>What a verdict means.</strong> <em>Ids exact</em>: each text asked has the ids that the "
    "specification and the vocabulary's own library give; with a version of Unicode: but for the few "
    "characters that are letters, numbers or marks in one version and not in the other. <em>Ids "
    "differ</em>: some text has other ids, so a model reads something else, and counts are wrong.</p>\n"
    "<p><strong>What to do.</strong> If you use a library: find the row with your vocabulary and the "
    "function that you call, and open its report. If you maintain one: the report has the shortest "
    "input and a program that shows it without our adapter.</p>\n")


def word_of(result):
    """The text and the style of a verdict."""
    text = matrix_rows.verdict(result)
    return text, "conforms" if text.startswith("ids exact") else "fails"


def identified(result):
    """What `conform identify` says, in a few words."""
    lines = dict((line.split(None, 1) + [""])[:2] for line in result["identify"]["lines"][1:])
    name = result["identify"]["lines"][0] if result["identify"]["lines"] else "no answer"
    if name.startswith("none"):
        return f"none; nearest {lines.get('nearest', '?').strip()}"
    others = lines.get("pattern", "").partition("(the same here: ")[2].rstrip(")").split(", ")
    same = ", ".join(other for other in others if other not in ("", name))
    unicode = lines.get("unicode", "").split(" ")[0]
    normalizer = lines.get("normalizer", "none").split(" ")[0]
    parts = [f"{name} (or {same})" if same else name, f"Unicode {unicode}" if unicode else ""]
    if normalizer != "none":
        parts.append(normalizer)
    return ", ".join(part for part in parts if part)


def results():
    """(library, result) of every row that has been judged, in the order of rows.json."""
    for library in matrix_rows.libraries():
        for result in matrix_rows.stored(library):
            yield library, result


def counts(result):
    levels = result["run"]["levels"].values()
    return sum(it.get("PASS", 0) for it in levels), sum(it.get("FAIL", 0) for it in levels)


def version(library):
    return matrix_rows.version_of(library)


def markdown_table():
    rows = list(results())
    lines = ["\n## Libraries with a public vocabulary\n\n"
             f"{len(rows)} rows of {len({library['library'] for library, _ in rows})} libraries. Each "
             "row is one entry point with one vocabulary, judged by `bpetite conform run --tokenizer`; what "
             "`conform identify` makes of it from its ids alone is beside it. A Unicode version behind the "
             "vocabulary's name: everything is right but for characters that this version has as others.\n\n"
             "| library | version | language | entry | vocabulary | verdict | texts right | identified as | "
             "special tokens |\n|---|---|---|---|---|---|---|---|---|\n"]
    for library, result in rows:
        entry, _, name = result["row"].rpartition(" ")
        text, style = word_of(result)
        right, wrong = counts(result)
        cells = [f"[{library['library']}](libraries/{matrix_rows.file_name(library)}.md)", version(library),
                 library["language"], f"`{entry}`", name, text if style == "conforms" else f"**{text}**",
                 f"{right} of {right + wrong}", identified(result), result["run"].get("specials", "")]
        lines.append("| " + " | ".join(cells) + " |\n")
    return "".join(lines)


def html_table():
    text = ("<section style=\"border:0\"><div class=\"wide\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"Verdicts with public vocabularies\"><table class=\"matrix\"><caption>Libraries with a "
            "public vocabulary: each row is one entry point. A verdict leads to the library's report."
            "</caption><thead><tr>")
    titles = ["library", "verdict", "entry", "texts right", "identified as", "special tokens"]
    text += "".join(f"<th scope=\"col\">{title}</th>" for title in titles) + "</tr></thead><tbody>\n"
    for library, result in results():
        words, style = word_of(result)
        page = f"libraries/{matrix_rows.file_name(library)}.md"
        right, wrong = counts(result)
        entry = result["row"].rpartition(" ")[0]
        sign = "&#10003;" if style == "conforms" else "&#10007;"
        cells = [f"<a href=\"{page}\"><span class=\"v {style} line\">{sign} {html.escape(words)}</span></a>",
                 f"<code>{html.escape(entry)}</code>", f"{right}&nbsp;of&nbsp;{right + wrong}",
                 html.escape(identified(result)), html.escape(result["run"].get("specials", ""))]
        text += (f"<tr><th scope=\"row\"><a href=\"{page}\">{html.escape(library['library'])}</a> <small>"
                 f"{html.escape(version(library))} &middot; {library['language']}</small></th>")
        text += "".join(f"<td data-title=\"{title}\">{cell}</td>"
                        for title, cell in zip(titles[1:], cells)) + "</tr>\n"
    return text + "</tbody></table></div></section>\n"


def add_to(page):
    """Puts the meaning of a verdict and the table into the page that `conform matrix` wrote."""
    rows = list(results())
    count = (f"<p class=\"soft\">{len(rows)} rows of {len({it['library'] for it, _ in rows})} libraries with a "
             "public vocabulary; and, with the suite's own tables, ")
    text = page.read_text().replace("<p class=\"soft\">", count, 1)
    text = text.replace("<ul class=\"legend\">", HEADER + "<ul class=\"legend\">", 1)
    page.write_text(text.replace("<main id=\"results\">", "<main id=\"results\">" + html_table(), 1))


def findings():
    return json.loads((ADAPTERS / "findings.json").read_text())


def repro_command(file):
    """How a program of adapters/repros is run, once `tools/matrix` has installed the libraries."""
    path = REPROS / file
    if path.suffix == ".py":
        return ["build/adapters/python/bin/python", path]
    if path.suffix == ".mjs":
        return ["node", f"build/adapters/javascript/{file}"]
    if path.suffix == ".java":
        return ["java", "-cp", "build/adapters/java/*", path]
    if path.suffix == ".go":
        return ["go", "run", "-C", "conformance/adapters/go", os.path.abspath(path)]
    return [f"build/adapters/rust/release/{path.stem}"]


def run_repros(say, names=()):
    """Runs the program of each finding. The names of those that do not write what is stated."""
    wrong = []
    for finding in findings():
        if names and finding["library"] not in names:
            continue
        if finding["repro"].endswith(".mjs"):
            shutil.copy(REPROS / finding["repro"], "build/adapters/javascript")
        command = list(map(str, repro_command(finding["repro"])))
        data = os.environ.get("BPETITE_DATA", os.path.abspath("../shared/data"))
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              timeout=300, env={**os.environ, "BPETITE_DATA": data})
        good = done.stdout == finding["prints"]
        say(f"{finding['repro']}: {'as stated' if good else 'OTHERWISE: ' + done.stdout[:300]}")
        if not good:
            wrong.append(finding["repro"])
    return wrong


def write_reports():
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    found = findings()
    for library in matrix_rows.libraries():
        rows = matrix_rows.stored(library)
        if rows:
            own = [finding for finding in found if finding["library"] == library["library"]]
            (REPORTS / f"{matrix_rows.file_name(library)}.md").write_text(report(library, rows, own))
    for name, number in given_only():
        text = f"# {name} {number}: held against the specification\n{given(name)}"
        (REPORTS / f"{matrix_rows.file_name({'library': name})}.md").write_text(text)


def report(library, rows, found):
    dates = sorted(row["date"] for row in rows)
    text = [f"# {library['library']} {version(library)}: its ids, held against the specification\n\n"
            f"Judged on {dates[-1]} with {library['package']} from its registry, on Linux x86-64. Written by "
            "`tools/matrix`; [what a verdict means](../README.md).\n"]
    if library.get("claims"):
        text.append(f"\n## What is claimed\n{library['claims']}\n")
    text.append("\n## What was asked\nFor each row about a hundred texts, chosen so that each known fault would "
                "change the ids of this vocabulary; if all were right, random texts for some seconds; and a "
                "thousand plain texts: each character up to U+00FF, paragraphs of prose, code and 400 "
                "languages.\n\n"
                "| entry | vocabulary | verdict | texts right | identified as | special tokens |\n"
                "|---|---|---|---|---|---|\n")
    for row in rows:
        entry, _, name = row["row"].rpartition(" ")
        right, wrong = counts(row)
        text.append(f"| `{entry}` | {name} | {word_of(row)[0]} | {right} of {right + wrong} | "
                    f"{identified(row)} | {row['run'].get('specials', '')} |\n")
    text.append("\n## Findings\n")
    if not found:
        text.append("None that we have reproduced by hand.\n" if any(
            word_of(row)[1] == "fails" for row in rows) else "None.\n")
    for number, finding in enumerate(found, 1):
        text.append(finding_text(number, finding))
    text += [differing(rows), plain_texts(rows), given(library["library"])]
    source = ADAPTERS / matrix_rows.SOURCES[library["language"]].format(library["adapter"])
    text.append(f"\n## To see it again\nThe adapter is [{library['adapter']}](../../{os.path.relpath(source, 'conformance')}), "
                f"a few lines. `tools/matrix '{library['library']}' --rows --again` installs the library and judges it, "
                "`tools/matrix --repros` runs the programs above, which do without the adapter.\n")
    return "".join(text)


def finding_text(number, finding):
    program = (REPROS / finding["repro"]).read_text().rstrip()
    kind = {"mjs": "js", "py": "python", "rs": "rust"}.get(finding["repro"].rpartition(".")[2],
                                                           finding["repro"].rpartition(".")[2])
    lines = [f"\n### {number}. {finding['title']}\n"]
    for title in ("input", "want", "got", "harm", "cause", "adapter"):
        if finding.get(title):
            name = {"cause": "likely cause", "adapter": "could it be our adapter"}.get(title, title)
            lines.append(f"- {name}: {finding[title]}\n")
    lines.append(f"\n```{kind}\n{program}\n```\nIt writes:\n```\n{finding['prints'].rstrip()}\n```\n")
    return "".join(lines)


def differing(rows):
    """The texts with other ids, the shortest first, of the first row that has some."""
    for row in rows:
        failures = sorted(row["run"]["failures"], key=lambda it: len(it["text"]))[:8]
        if failures:
            lines = [f"\n## Texts with other ids, in `{row['row']}`\n*Tests* says what the text was chosen for, "
                     "not what went wrong.\n\n| text | tests | want | got |\n|---|---|---|---|\n"]
            for it in failures:
                cells = [f"`{cut(it['text'])}`", it["tests"], f"`{cut(it['want'])}`", f"`{cut(it['got'])}`"]
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n")
            return "".join(lines)
    return ""


def plain_texts(rows):
    """The plain texts with other ids, of each row that has some."""
    lines = []
    for row in rows:
        plain = row.get("plain", {"differ": 0})
        if plain["differ"]:
            first = plain["shortest"][0]
            lines.append(f"- `{row['row']}`: {plain['differ']} of {plain['texts']}; the shortest is "
                         f"`{cut(first['text'])}`\n")
    return "\n## Plain texts with other ids\n" + "".join(lines) if lines else ""


def given(name):
    """What the library does with the suite's tables, and what was found in it by hand before."""
    text = ""
    for path in sorted(pathlib.Path("conformance/matrix").glob("*.json")):
        content = json.loads(path.read_text())
        if content.get("implementation", {}).get("name") == name:
            levels = ", ".join(f"{level} {it['verdict']}" for level, it in content["levels"].items()
                               if it["verdict"] != "not-claimed")
            text = (f"\n## With the suite's tables\n{levels}: each failure is on "
                    f"[the page of the matrix](../index.html), the report is [{path.name}](../{path.name}).\n")
    sections = pathlib.Path("conformance/findings.md").read_text().split("\n### ")[1:]
    known = [section for section in sections
             if any(re.match(re.escape(name) + r" v?\d", part.strip())
                    for part in section.partition(" (")[0].split(", ")) or f", {name} " in section[:80]]
    return text + "".join(f"\n### {section.strip()}\n" for section in known)


def given_only():
    """Libraries without a public vocabulary: trainers, and those that are only given tables."""
    own = {library["library"] for library in matrix_rows.libraries()}
    for library in json.loads((ADAPTERS / "libraries.json").read_text()):
        path = pathlib.Path("conformance/matrix") / f"{library['name']}.json"
        if library["home"] and path.exists():
            it = json.loads(path.read_text())["implementation"]
            if it["name"] not in own:
                yield it["name"], it.get("version", "")


def cut(text):
    return text if len(text) <= 70 else text[:70].rstrip() + " ..."
