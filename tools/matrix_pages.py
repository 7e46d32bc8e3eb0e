"""Writes the pages of the matrix from results.json: README.md, index.html, and a report for each
library in libraries/, which its maintainers can be sent as it is.

A report has the findings of the library, which are in adapters/findings.json and in findings.md,
and its programs (matrix_programs.py).
"""
import html
import json
import os
import pathlib
import re

import matrix_programs
import matrix_results
import matrix_rows
from matrix_results import (COLUMNS, file_name, gives_other_ids, is_exact, is_in_class,
                            is_unanswered)

ADAPTERS = matrix_rows.ADAPTERS
MATRIX = pathlib.Path("conformance/matrix")
STYLE = pathlib.Path(__file__).resolve().parent / "matrix.css"
HARM = {"wrong-result": "other ids, text or file", "no-result": "refuses, dies or hangs",
        "wrong-error": "another error"}
POINTS = {"input": "input", "want": "want", "got": "got", "harm": "harm", "cause": "likely cause",
          "source": "source", "adapter": "could it be our adapter", "vectors": "vectors"}
COMMON = {"common": "In common", "always": "Always"}
CODE = {"javascript": "js"}  # what Markdown calls a language
SHOWN = 6  # vectors of a finding that index.html shows with what was wanted and got
INTRODUCTION = """Written by `tools/matrix`. It tests real libraries at pinned versions, each through a
small [adapter](../adapters/README.md). `index.html` in this folder shows every failure, and each library
has its report here. All are made from `results.json`. **fails (n)**: n required vectors fail. *as stated
(n)*: the library differs only where its documentation says so. *conforms* is for the pinned class,
`gpt2, pairs, Unicode 16.0`; *in its class* for the one that the verdict names (FR-32i).
"""


def read_table(name):
    return json.loads((ADAPTERS / name).read_text())


def write_all():
    pages = made(matrix_results.read())
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in set((MATRIX / "libraries").glob("*.md")) - set(pages):
        path.unlink()


def made(results):
    """The text of each page, by its path."""
    pages = {MATRIX / "README.md": markdown(results), MATRIX / "index.html": web_page(results)}
    libraries = {it["library"]: it for it in matrix_rows.libraries()}
    others = [it["name"] for it in results["given"].values() if it["name"] not in libraries]
    for name in [*libraries, *others]:
        path = MATRIX / "libraries" / f"{file_name(name)}.md"
        assert path not in pages, f"{name} has the page of another library"
        pages[path] = report(name, libraries.get(name, {}), results)
    return pages


# --- What all pages say. ---

KIT_SINCE = "2026-11-27"  # since then every program is asked the basis (S71b)


def is_of_earlier_kit(row):
    return row["date"] < KIT_SINCE


def earlier_words(rows):
    """A sentence about the rows that an earlier kit judged, or nothing."""
    earlier = [row for row in rows if is_of_earlier_kit(row)]
    if not earlier:
        return ""
    most = max(row["right"] + row["wrong"] for row in earlier)
    return (f"{len(earlier)} of {len(rows)} rows were judged before {KIT_SINCE}. They were asked "
            f"at most {most} texts, once, and no long ones.")



def statement_for(name, flag, vector):
    """What the library itself says of a failure: {"says": ...}, or None."""
    for it in read_table("stated.json").get(name, []):
        if flag in it.get("flags", []) or any(
                vector == id or (id.endswith("*") and vector.startswith(id[:-1]))
                for id in it.get("ids", [])):
            return it
    return None


def statement_of(it, finding):
    """What the library says of all failures of a finding, or None."""
    says = [statement_for(it["name"], flag, id) for id, (flag, *_) in finding["vectors"].items()]
    return says[0] if all(says) else None


def cell_of(it, column):
    """The style and the words of a verdict of a column."""
    verdict, failed = it["columns"].get(column, ["not claimed", 0])
    if verdict != "fails":
        is_other = verdict == "conforms" and not it["is_pinned"]
        return (verdict.replace("not judged", "not claimed").replace(" ", "-"),
                "in its class" if is_other else verdict)
    flags = {id: "" for id in it["without_finding"].get(column, [])}
    for finding in it["findings"]:
        if finding["column"] == column and finding["tier"] == "required":
            flags |= {id: flag for id, (flag, *_) in finding["vectors"].items()}
    is_stated = failed > 0 and all(statement_for(it["name"], flag, id)
                                   for id, flag in flags.items())
    return ("as-stated", f"as stated ({failed})") if is_stated else ("fails", f"fails ({failed})")


def sorted_findings(it):
    """The worst harm first."""
    return sorted(it["findings"], key=lambda finding: (
        list(HARM).index(finding["harm"]), COLUMNS.index(finding["column"]),
        finding["tier"] != "required", finding["cause"] or finding["tests"]))


def tier_words(finding):
    return "" if finding["tier"] == "required" else f" ({finding['tier']})"


def cause_words(finding):
    return (finding["cause"] or finding.get("law")
            or f"not explained; tests {finding['tests'] or 'several things'}")


def seen_by_hand(it, finding):
    """What the library did without our adapter. An entry may refer to another: as DecodeErrors."""
    seen = read_table("seen.json").get(it["name"], {})
    texts = {}
    for flag in sorted({flag for flag, *_ in finding["vectors"].values()} & set(seen)):
        other = re.fullmatch(r"as (\w+)(.*)", seen[flag])
        text = seen[other[1]] + other[2] if other else seen[flag]
        texts[text] = None
    return "; ".join(texts)


def headline(it):
    """The style and the words of the verdict of a library that is given the suite's tables."""
    styles = {cell_of(it, column)[0] for column in COLUMNS}
    if it["verdict"].endswith("not judged"):
        return "not-claimed", it["verdict"]
    if "ids differ" in it["verdict"] and "fails" not in styles:
        return "as-stated", it["verdict"].replace("ids differ", "ids differ as stated")
    return ("conforms" if " exact:" in it["verdict"] else "fails"), it["verdict"]


def findings_of(name):
    """What was found in a library: of each finding the title, its points, and its program."""
    found = []
    for it in read_table("findings.json"):
        if it["library"] == name:
            points = [(words, it[key]) for key, words in POINTS.items() if it.get(key)]
            found.append({"title": it["title"], "points": points, "program": it["program"]})
    for section in pathlib.Path("conformance/findings.md").read_text().split("\n### ")[1:]:
        head, _, rest = " ".join(section.split()).partition(": ")
        title, *points = rest.split(" - ")
        libraries = head.partition(" (")[0].split(", ")
        if any(re.fullmatch(re.escape(name) + r" v?[\d.]+", it) for it in libraries):
            found.append({"title": title[:1].upper() + title[1:], "program": "",
                          "points": [point.split(": ", 1) for point in points]})
    return found


def sum_of(rows):
    """How many rows are exact, exact in their class, without an answer for some text, and wrong."""
    in_class = sum(map(is_in_class, rows))
    counts = {"exact": sum(map(is_exact, rows)) - in_class, "in their class": in_class,
              "without an answer for some text": sum(map(is_unanswered, rows)),
              "with other ids": sum(map(gives_other_ids, rows))}
    return ", ".join(f"{count} {words}" for words, count in counts.items())


def verdict_words(row):
    """The verdict of the command line, which says "ids differ" for a text without an answer, too."""
    unanswered = f"without an answer for {row['wrong']} of the texts"
    return row["verdict"].replace("ids differ", unanswered) if is_unanswered(row) else row["verdict"]


def style_of(row):
    return "conforms" if is_exact(row) else "as-stated" if is_unanswered(row) else "fails"


def public_rows(results):
    """(library, its entry, row) of every row."""
    return [(name, it, row) for name, it in results["public"].items() for row in it["rows"]]


def counted(row):
    return f"{row['right']} of {row['right'] + row['wrong']}"


# --- README.md. ---

def table_line(cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def table_head(titles):
    return table_line(titles) + "|" + "---|" * len(titles) + "\n"


def code(text, length=60):
    """A short result as code. A long one is cut."""
    text = text.replace("`", "'").replace("\n", " ")
    return f"`{text[:length].rstrip()}{' ...' if len(text) > length else ''}`" if text else ""


def markdown(results):
    rows = public_rows(results)
    text = (f"# Which libraries conform\n\n**{len(rows)} entry points of {len(results['public'])} "
            f"libraries: {sum_of([row for *_, row in rows])}.** "
            f"{earlier_words([row for *_, row in rows])}\n\n" + INTRODUCTION
            + "\n## Libraries with a public vocabulary\n\nEach row is one entry point with one "
            "vocabulary. The verdict is the last line of `bpetite conform run --tokenizer`, and "
            "*identified as* is what `conform identify` makes of the ids alone. If another Unicode "
            "version is all that differs from the file, the verdict names it, and the row is *in "
            "its class*.\n\n"
            + table_head(["library", "version", "language", "entry", "verdict", "texts right",
                          "identified as", "special tokens"]))
    for name, it, row in rows:
        text += table_line([
            f"[{name}](libraries/{file_name(name)}.md)", it["version"], it["language"],
            f"`{row['row'].rpartition(' ')[0]}`",
            verdict_words(row) if is_exact(row) else f"**{verdict_words(row)}**", counted(row),
            row["identified"], row["specials"]])
    waiting = [it["library"] for it in matrix_rows.libraries()
               if it["library"] not in results["public"]]
    if waiting:
        links = ", ".join(f"[{name}](libraries/{file_name(name)}.md)" for name in waiting)
        text += f"\nNot judged yet: {links}.\n"
    text += ("\n## Libraries that are given the suite's tables\n\n"
             + table_head(["implementation", "version", "language", "verdict", *COLUMNS]))
    for it in results["given"].values():
        cells = [cell_of(it, column)[1].replace("fails", "**fails**") for column in COLUMNS]
        text += table_line([f"[{it['name']}](libraries/{file_name(it['name'])}.md)", it["version"],
                            it["language"], headline(it)[1], *cells])
    return text + markdown_findings(results)


def markdown_findings(results):
    """A table row for each finding: its cause if that is confirmed, or what the vectors test."""
    text = ("\n## Every failure\n\nA cause is named if it is confirmed: a tokenizer with that fault "
            "gives the library's answers, right and wrong ones ([INTERPRETING.md](../INTERPRETING.md#causes)). "
            "Where windows are not explained, the row says which law of S64e they break. "
            "Other failures are not explained, and grouped by what their vectors test "
            "([CATALOGUE.md](../CATALOGUE.md)). *Seen* is what the library did when we called it by "
            "hand, without the adapter.\n\n"
            + table_head(["library", "column", "harm", "cause", "vectors", "for instance", "want",
                          "got", "seen"]))
    for it in results["given"].values():
        for finding in sorted_findings(it):
            id, (_, want, got) = next(iter(finding["vectors"].items()))
            statement = statement_of(it, finding)
            text += table_line([
                it["name"], finding["column"], finding["harm"], cause_words(finding),
                f"{len(finding['vectors'])}{tier_words(finding)}", f"`{id}`", code(want), code(got),
                f"as stated: {statement['says']}" if statement else seen_by_hand(it, finding)])
    return text


# --- index.html. ---

LEGEND = (
    "<p><strong>What a verdict means.</strong> <em>Ids exact</em>: each text asked has the ids that the "
    "specification and the vocabulary's own library give; with a version of Unicode: but for the few "
    "characters that are letters, numbers or marks in one version and not in the other. <em>Ids "
    "differ</em>: some text has other ids, so a model reads something else, and counts are wrong.</p>\n"
    "<p><strong>What to do.</strong> If you use a library: find the row with your vocabulary and the "
    "function that you call, and open its report. If you maintain one: the report has the shortest "
    "input and a program that shows it without our adapter.</p>\n"
    "<ul class=\"legend\"><li><span class=\"v conforms\">&#10003; conforms</span> every required vector "
    "as wanted</li><li><span class=\"v conforms\">&#10003; in its class</span> the same, for the class "
    "that its verdict names: the profile, how pairs are looked up, and the Unicode version</li>"
    "<li><span class=\"v as-stated\">&#8776; as stated</span> differs only in ways that the library "
    "itself states</li><li><span class=\"v fails\">&#10007; fails (n)</span> n required vectors</li>"
    "<li><span class=\"v not-claimed\">&ndash; not claimed</span> has no such operation</li></ul>")
SIGNS = {"conforms": "&#10003;", "fails": "&#10007;", "as-stated": "&#8776;", "not-claimed": "&ndash;"}


def escaped(text, length=400):
    return html.escape(text if len(text) <= length else text[:length] + " ...")


def mark(style, words):
    return f"<span class=\"v line {style}\">{SIGNS[style]}&nbsp;{escaped(words)}</span>"


def web_table(label, titles, rows):
    """Each row has cells of HTML. The first is its head."""
    head = "".join(f"<th scope=\"col\">{title}</th>" for title in titles)
    body = "".join(
        f"<tr><th scope=\"row\">{first}</th>" + "".join(
            f"<td data-title=\"{title}\">{cell}</td>" for title, cell in zip(titles[1:], cells))
        + "</tr>\n" for first, *cells in rows)
    return (f"<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">"
            f"<table class=\"matrix\"><caption>{label}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>\n{body}</tbody></table></div>\n")


def web_page(results):
    public, given_ones = public_rows(results), list(results["given"].values())
    rows = [row for *_, row in public]
    newest = max([row["date"] for row in rows] + [it["date"] for it in given_ones])
    suite, digest = max(it["suite"] for it in given_ones)
    title = "Byte-level BPE: who conforms"
    return (
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        f"<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n"
        f"{STYLE.read_text()}</style></head><body>\n"
        f"<a class=\"skip\" href=\"#results\">To the results</a>\n<header><h1>{title}</h1>\n"
        f"<p><strong>{len(public)} entry points of {len(results['public'])} libraries: "
        f"{sum_of(rows)}.</strong> Suite {suite}, on {newest}. {earlier_words(rows)}</p></header>\n"
        "<main id=\"results\">\n" + web_public(public) + LEGEND
        + f"<p class=\"soft\">{len(given_ones)} implementations are given the suite's own tables, "
        f"with the vectors of digest <code>{digest}</code>.</p>\n"
        + web_table("Libraries that are given the suite's tables. A verdict leads to the failures.",
                    ["library", "verdict", *COLUMNS], [web_row(it) for it in given_ones])
        + "".join(web_library(name, it) for name, it in results["public"].items())
        + "".join(web_section(it) for it in given_ones) + "</main></body></html>\n")


def web_public(rows):
    cells = []
    for name, it, row in rows:
        page = f"#public-{file_name(name)}"
        cells.append([
            f"<a href=\"{page}\">{escaped(name)}</a> <small>{escaped(it['version'])} &middot; "
            f"{it['language']}</small>", f"<a href=\"{page}\">{mark(style_of(row), verdict_words(row))}</a>",
            f"<code>{escaped(row['row'].rpartition(' ')[0])}</code>",
            counted(row).replace(" ", "&nbsp;"), escaped(row["identified"]), escaped(row["specials"])])
    return web_table("Libraries with a public vocabulary: each row is one entry point.",
                     ["library", "verdict", "entry", "texts right", "identified as",
                      "special tokens"], cells)


def web_library(name, it):
    """The findings of a library with a public vocabulary."""
    text = (f"<section><h2 id=\"public-{file_name(name)}\">{escaped(name)} <small>"
            f"{escaped(it['version'])} &middot; {it['language']}</small></h2>\n<p>"
            f"{sum_of(it['rows'])}. <a href=\"libraries/{file_name(name)}.md\">The report</a>, with "
            "what was asked and a program. <a class=\"soft\" href=\"#results\">To the table</a></p>\n")
    for finding in findings_of(name):
        points = "".join(f"<dt>{escaped(words)}</dt><dd>{web_code(value)}</dd>"
                         for words, value in finding["points"])
        text += (f"<details><summary><strong>{web_code(finding['title'])}</strong></summary>\n"
                 f"<dl>{points}</dl></details>\n")
    return text + "</section>\n"


def web_code(text):
    """A text with code between backticks."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(text))


def web_headline(it):
    return mark(*headline(it))


def web_row(it):
    anchor = file_name(it["name"])
    cells = [mark(*cell_of(it, column)) for column in COLUMNS]
    return [f"<a href=\"#{anchor}\">{escaped(it['name'])}</a> <small>{escaped(it['version'])} &middot; "
            f"{it['language']}</small>", web_headline(it),
            *(f"<a href=\"#{anchor}\">{cell}</a>" for cell in cells)]


def web_section(it):
    """All failures of a library."""
    text = (f"<section><h2 id=\"{file_name(it['name'])}\">{escaped(it['name'])} <small>"
            f"{escaped(it['version'])} &middot; {it['language']} &middot; judged on {it['date']}, "
            f"suite {it['suite'][0]}</small></h2>\n<p>{web_headline(it)} "
            "<a class=\"soft\" href=\"#results\">To the table</a></p>\n")
    for cause in it["causes"]:
        text += (f"<p>Confirmed for {', '.join(cause['ops'])}: <strong>"
                 f"{escaped(' or '.join(cause['rules']))}</strong>. {escaped(cause['says'])}</p>\n")
    for version, count in it["deltas"].items():
        own = ", the version that it names" if version == it["unicode"] else ""
        text += f"<p>{count} results are those of Unicode {version}{own}.</p>\n"
    return text + "".join(web_finding(it, finding) for finding in sorted_findings(it)) + "</section>\n"


def web_finding(it, finding):
    statement, seen = statement_of(it, finding), seen_by_hand(it, finding)
    title = (f"confirmed: <strong>{escaped(finding['cause'])}</strong>" if finding["cause"]
             else f"<strong>{cause_words(finding)}</strong>")
    text = (f"<details><summary><span class=\"v {'as-stated' if statement else 'fails'}\">"
            f"{len(finding['vectors'])}</span> {finding['column']}{tier_words(finding)}: {title} "
            f"<small>{HARM[finding['harm']]}</small></summary>\n")
    if statement:
        link = statement.get("link", "")
        source = f" <a href=\"{escaped(link)}\">source</a>" if link.startswith("https://") else ""
        text += (f"<p>Stated by the library: {escaped(statement['says'])}.{source}</p>\n"
                 f"<blockquote><code>{escaped(statement.get('quote', ''))}</code></blockquote>\n")
    for words, value in (("They test", finding["tests"]), ("Shrunk", finding["shrunk"]),
                         ("Seen without our adapter", seen)):
        text += f"<p>{words}: {escaped(value)}</p>\n" if value else ""
    shown = list(finding["vectors"].items())
    for id, (_, want, got) in shown[:SHOWN]:
        text += (f"<dl><dt>vector</dt><dd><code>{id}</code></dd><dt>want</dt><dd><code>"
                 f"{escaped(want)}</code></dd><dt>got</dt><dd><code>{escaped(got)}</code></dd></dl>\n")
    others = "".join(f" <code>{id}</code>" for id, _ in shown[SHOWN:])
    return text + (f"<p>And{others}</p>\n" if others else "") + "</details>\n"


# --- The report of a library. ---

def number_of_texts(rows):
    counts = sorted(row["right"] + row["wrong"] for row in rows)
    return f"{counts[0]:,}" if counts[0] == counts[-1] else f"{counts[0]:,} to {counts[-1]:,}"


def asked(rows):
    """What each row was asked, how far its texts grew, and whether it keeps state."""
    earlier = [row for row in rows if is_of_earlier_kit(row)]
    text = "\n## What was asked\n"
    if earlier:
        names = ", ".join(f"`{row['row']}`" for row in earlier)
        text += (f"{names}: {number_of_texts(earlier)} texts, once, which show known faults. "
                 f"These rows were judged before {KIT_SINCE}, when no program was asked the texts "
                 "of S71b to S71d.\n")
    rows = [row for row in rows if not is_of_earlier_kit(row)]
    if not rows:
        return text
    text += (f"\n{number_of_texts(rows)} texts for each {'other ' if earlier else ''}row, twice, in "
            "two orders: special tokens in each position, characters of every kind, texts of growing "
            "length, and texts that show known faults ([S71b](../../../spec/21-vocabularies.md)). "
            "Plain paragraphs of prose, code and six languages: "
            f"{max(row['plain']['texts'] for row in rows)}. If all were right, random texts for {matrix_rows.FUZZ_SECONDS} seconds.\n")
    lines = {}
    for row in rows:
        for words in [f"lengths: {row['lengths'] or 'not asked'}", *others_than_ids(row)]:
            lines.setdefault(words, []).append(row["row"])
    return text + "".join(f"\n- {', '.join(f'`{name}`' for name in names)}: {words}\n"
                          for words, names in lines.items())


def others_than_ids(row):
    """How many texts have no answer, and the statuses other than FAIL."""
    counts = {name: count for name, count in row["statuses"].items() if name != "FAIL"}
    if row["without_ids"]:
        counts["texts without an answer:"] = row["without_ids"]
    return [", ".join(f"{name} {count}" for name, count in counts.items())] if counts else []


def report(name, library, results):
    """The report of a library. `library` is its entry in rows.json, which may be empty."""
    it = results["public"].get(name, {"rows": []})
    given_to = next((it for it in results["given"].values() if it["name"] == name), {})
    programs = [it for it in matrix_programs.programs() if it["library"] == name]
    version = given_to["version"] if given_to else matrix_rows.version_of(library)
    dates = [row["date"] for row in it["rows"]] or [given_to.get("date", "")]
    title = "its ids, compared" if it["rows"] else "compared"
    text = [f"# {name} {version}: {title} with the specification\n\n"]
    if it["rows"]:
        text.append(f"**Entry points: {sum_of(it['rows'])}.**\n\n")
    judged = f"Judged on {max(dates)}" if max(dates) else "Not judged with this suite yet"
    text.append(f"{judged}; {matrix_programs.package_of(name)} from its registry, "
                "on Linux x86-64. Written by `tools/matrix`; [what a verdict means](../README.md).\n")
    if library.get("claims"):
        text.append(f"\n## What is claimed\n{library['claims']}\n")
    if it["rows"]:
        text.append(verdicts(it["rows"]) + asked(it["rows"]))
    text.append(findings_text(name, it["rows"], programs))
    text += [differing(it["rows"]), plain_texts(it["rows"]), given(given_to)]
    if it["rows"]:
        source = ADAPTERS / matrix_rows.SOURCES[library["language"]].format(library["adapter"])
        text.append(f"\n## To see it again\nThe adapter is [{library['adapter']}]"
                    f"(../../{os.path.relpath(source, 'conformance')}), a few lines. "
                    f"`tools/matrix '{name}' --rows --again` installs the library and judges it.")
        text.append(f" `tools/verify/pages '{name}'` runs the programs above, which do without the "
                    "adapter.\n" if programs else "\n")
    return "".join(text)


def verdicts(rows):
    text = "\n## Verdicts\n" + table_head(["entry", "verdict", "texts right", "identified as",
                                          "special tokens"])
    for row in rows:
        text += table_line([f"`{row['row'].rpartition(' ')[0]}`", verdict_words(row), counted(row),
                            row["identified"], row["specials"]])
    for words in dict.fromkeys(row["class"] for row in rows if is_in_class(row)):
        text += f"\nOnly the version of Unicode differs: {words}.\n"
    return text


def findings_text(name, rows, programs):
    """The findings of a library, each with its program; and its other programs."""
    found = findings_of(name)
    text = ["\n## Findings\n"]
    if not found:
        is_clean = rows and all(map(is_exact, rows))
        text.append("None.\n" if is_clean else "None that we reproduced by hand.\n")
    shown = set()
    for number, finding in enumerate(found, 1):
        text.append(f"\n### {number}. {finding['title']}\n")
        text += [f"- {words}: {value}\n" for words, value in finding["points"]]
        program = next((it for it in programs if it["program"] == finding["program"]), None)
        if program and program["program"] not in shown:
            text.append(program_text(program))
        elif program:
            text.append("\nThe program above shows it, too.\n")
        shown.add(finding["program"])
    for program in programs:
        if program["program"] not in shown:
            text.append("\n## A program\n" + program_text(program))
    return "".join(text)


def program_text(program):
    """How the program is installed and run, its source, and what it writes."""
    file = program["program"]
    language = matrix_programs.language_of(program)
    source = (matrix_programs.SOURCES / file).read_text().rstrip()
    files = [matrix_programs.file_name(name) for name in program.get("files", [])]
    commands = "\n".join([*matrix_programs.install_lines(program),
                          matrix_programs.run_line(program, files)])
    pom = f"```xml\n{matrix_programs.pom(program)}```\n" if language == "java" else ""
    return (f"\nIn an empty directory, with `{file}`{' and `pom.xml`' if pom else ''} below. "
            f"{matrix_programs.vocabulary_words(program)}\n```sh\n{commands}\n```\n{pom}"
            f"```{CODE.get(language, language)}\n{source}\n```\nIt writes:\n"
            f"```\n{program['prints'].rstrip()}\n```\n")


def differing(rows):
    """The texts with other ids, of the first row of each vocabulary that has some."""
    text, seen = "", set()
    for row in rows:
        name = row["row"].rpartition(" ")[2]
        if is_exact(row) or not row["failures"] or name in seen:
            continue
        seen.add(name)
        words = "without an answer" if is_unanswered(row) else "with other ids"
        text += f"\n## Texts {words}, in `{row['row']}`\n"
        text += "".join(f"{title}: {row[key]}.\n\n" for key, title in COMMON.items()
                        if row[key])
        text += ("*Tests* says what the text was chosen for, not what went wrong.\n\n"
                 + table_head(["text", "tests", "want", "got"]))
        for it in row["failures"]:
            status = it["status"].replace("FAIL", "")
            texts = [code(it[key], 70) for key in ("text", "smaller") if it[key]]
            text += table_line([", and ".join(texts), it["tests"], code(it["want"], 70),
                                f"{status} {code(it['got'], 70)}".strip()])
    return text


def plain_texts(rows):
    """The plain texts with other ids, of each row that has some."""
    lines = [f"- `{row['row']}`: {plain['differ']} of {plain['texts']}; the shortest is "
             f"{code(plain['shortest'][0]['text'], 70)}\n"
             for row in rows for plain in [row["plain"]] if plain["differ"]]
    return "\n## Plain texts with other ids\n" + "".join(lines) if lines else ""


def given(it):
    """What the library does with the suite's tables."""
    if not it:
        return ""
    cells = ", ".join(f"{column} {words}" for column in COLUMNS
                      for words in [cell_of(it, column)[1]] if words != "not claimed")
    return (f"\n## With the suite's tables\nSuite {it['suite'][0]}: {headline(it)[1]}. {cells}: each "
            "failure is on "
            f"[the page of the matrix](../index.html#{file_name(it['name'])}).\n")
