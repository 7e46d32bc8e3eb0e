"""apply_chat_template(parts=True): the text is that of transformers, and no value of a conversation
becomes a special token, whatever the template does with it."""
import copy
import importlib.util
import itertools
import json
import pathlib
import pickle
import random
import re

import pytest

transformers = pytest.importorskip("transformers")
pytest.importorskip("tokenizers")
sandbox = pytest.importorskip("jinja2.sandbox")

import bpetite  # noqa: E402
from bpetite import errors  # noqa: E402
from bpetite._chat_parts import literal_across, with_names  # noqa: E402
from bpetite.transformers import BpetiteTokenizerFast, use_bpetite  # noqa: E402

SPECIALS = ["<s>", "</s>", "<|im_start|>", "<|im_end|>", "[INST]", "[/INST]", "<|user|>", "<|end|>",
            "<start_of_turn>", "<end_of_turn>", "<｜User｜>", "<｜Assistant｜>"]
# Templates of models, which the package trl has as files.
TRL = importlib.util.find_spec("trl")
FILES = sorted(pathlib.Path(TRL.origin).parent.glob("chat_templates/*.jinja")) if TRL else []

CONVERSATIONS = [
    [{"role": "user", "content": "  the cat\n"}, {"role": "assistant", "content": "sat "},
     {"role": "user", "content": ""}],
    [{"role": "system", "content": "the mat"}, {"role": "user", "content": "cat"},
     {"role": "assistant", "content": "", "tool_calls": [
         {"id": "abcdefghi", "type": "function",
          "function": {"name": "look",
                       "arguments": {"at": "mat", "times": 5, "how": ["é", True]}}}]},
     {"role": "tool", "name": "look", "tool_call_id": "abcdefghi", "content": "a cat"},
     {"role": "assistant", "content": "<think>a cat</think>mat", "reasoning_content": "cat"},
     {"role": "user", "content": "cat"}],
    [{"role": "user", "content": [{"type": "text", "text": "the "}, {"type": "text",
                                                                     "text": "cat"}]}]]
TOOLS = [{"type": "function", "function": {
    "name": "look", "description": "the cat", "parameters": {
        "type": "object", "properties": {"at": {"type": "string", "description": "mat",
                                                "enum": ["cat", "mat"]}}, "required": ["at"]}}}]

# In the manner of models: what stands in the text, what is added, joined and looked up.
IN_THE_MANNER_OF = {
    "ChatML": "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + "
              "'<|im_end|>' + '\n' }}{% endfor %}{% if add_generation_prompt %}"
              "{{ '<|im_start|>assistant\n' }}{% endif %}",
    "Llama 2": "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}"
               "{{ '[INST] ' ~ m.content.strip() ~ ' [/INST]' }}{% else %}"
               "{{ ' ' + m.content | trim + ' ' + eos_token }}{% endif %}{% endfor %}",
    "Phi 3": "{% for m in messages %}<|user|>\n{{ m.content }}<|end|>\n{% endfor %}",
    "Gemma": "{{ bos_token }}{% for m in messages %}{% set role = 'model' if m.role == 'assistant'"
             " else m.role %}<start_of_turn>{{ role }}\n{{ m.content | trim }}<end_of_turn>\n"
             "{% endfor %}",
    "DeepSeek": "{% set ns = namespace(system='', turn=false) %}{% for m in messages %}"
                "{% if m.role == 'system' %}{% set ns.system = ns.system + m.content %}"
                "{% endif %}{% endfor %}{{ bos_token }}{{ ns.system }}{% for m in messages %}"
                "{% if m.role == 'user' %}<｜User｜>{{ m.content }}"
                "{% elif m.role == 'assistant' %}<｜Assistant｜>"
                "{{ m.content.split('</think>')[-1] }}{{ eos_token }}{% endif %}{% endfor %}",
    "Qwen with tools": "{% if tools %}<|im_start|>system\n<tools>{% for tool in tools %}"
                       "{{ '\n' }}{{ tool | tojson }}{% endfor %}\n</tools><|im_end|>\n{% endif %}"
                       "{% for m in messages %}<|im_start|>{{ m.role }}\n"
                       "{% if m.content is string %}{{ m.content }}{% endif %}"
                       "{% for call in m.tool_calls or [] %}<tool_call>\n"
                       "{\"name\": \"{{ call.function.name }}\", \"arguments\": "
                       "{{ call.function.arguments | tojson | safe }}}\n</tool_call>{% endfor %}"
                       "<|im_end|>\n{% endfor %}",
    "with a macro": "{% macro turn(role, text, end='<|im_end|>') %}<|im_start|>{{ role }}\n"
                    "{{ text }}{{ end }}{{ caller() if caller }}{% endmacro %}"
                    "{% for m in messages %}{{ turn(m.role, m.content) }}{% endfor %}"
                    "{% call turn('x', 'y') %}<s>{{ messages[0].role }}{% endcall %}",
}


def tokenizer_of(folder, specials=SPECIALS, change=None):
    made = bpetite.Tokenizer.train("the cat sat on the mat, user assistant system " * 3, 290,
                                   profile="cl100k", special_tokens=specials)
    made.with_tokens(["<think>"], special=False).export("hf", folder)
    file = folder / "tokenizer.json"
    if change is not None:
        document = json.loads(file.read_text())
        change(document)
        file.write_text(json.dumps(document))
    return BpetiteTokenizerFast(tokenizer_file=str(file), bos_token="<s>", eos_token="</s>",
                                pad_token="<|im_end|>")


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    return tokenizer_of(tmp_path_factory.mktemp("chat"))


def model_of(tokenizer):
    return tokenizer._tokenizer.bpetite_model()[0]


def special_ids(tokenizer, ids):
    known = set(model_of(tokenizer).special_tokens.values())
    return [id for id in ids if id in known]


def parts_of(tokenizer, messages, template, **given):
    return parts_and_ids(tokenizer, messages, template, **given)[0]


def parts_and_ids(tokenizer, messages, template, **given):
    """The parts and their ids, after the checks that hold for each template and conversation."""
    given = {"chat_template": template, **given}
    parts = tokenizer.apply_chat_template(messages, tokenize=False, parts=True, **given)
    text = tokenizer.apply_chat_template(messages, tokenize=False, **given)
    assert "".join(part for _, part in parts) == text
    assert all(part for _, part in parts)
    assert all(a != b for (a, _), (b, _) in zip(parts, parts[1:]))
    ids = tokenizer.apply_chat_template(messages, parts=True, return_dict=False, **given)
    assert ids == model_of(tokenizer).encode_parts(parts)
    # Of the special tokens, those that the runs of the template spell, in their order.
    literals = "|".join(map(re.escape, sorted(model_of(tokenizer).special_tokens, key=len)[::-1]))
    assert special_ids(tokenizer, ids) == [
        model_of(tokenizer).special_tokens[found] for kind, part in parts if kind == "template"
        for found in re.findall(literals, part)]
    return parts, ids


def each_string(value, change):
    """Changes each string in a value, also keys of dicts whose values are no schema of a tool."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: each_string(item, change) for key, item in value.items()}
    return [each_string(item, change) for item in value] if isinstance(value, list) else value


# --- Templates. ---

def cases_of(text, tokenizer):
    """Each conversation that the template takes, with and without tools."""
    for messages in CONVERSATIONS:
        for given in ({}, {"tools": TOOLS}, {"add_generation_prompt": True},
                      {"documents": [{"title": "cat", "text": "mat"}]}):
            try:
                tokenizer.apply_chat_template(messages, chat_template=text, tokenize=False, **given)
            except Exception:  # noqa: BLE001, S112: a template refuses roles, or has no tools
                continue
            yield messages, given


@pytest.mark.parametrize("name", IN_THE_MANNER_OF)
def test_a_template_in_the_manner_of_a_model(tokenizer, name):
    each_template(tokenizer, IN_THE_MANNER_OF[name])


@pytest.mark.skipif(not FILES, reason="trl, which has chat templates, is not there")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_template_of_a_model(tmp_path, file):
    text = file.read_text()
    found = re.findall(r"<\|\w+\|>|<[｜▁\w]+｜>|\[/?[A-Z_]+\]", text)
    specials = sorted({*SPECIALS, *found} - {"<|endoftext|>"})
    each_template(tokenizer_of(tmp_path, specials=specials), text)


def each_template(tokenizer, text):
    cases = list(cases_of(text, tokenizer))
    assert cases
    chance = random.Random(text)
    for messages, given in cases:
        parts = parts_of(tokenizer, messages, text, **given)
        assert {kind for kind, _ in parts} == {"text", "template"}
        # The ids are those that a model saw, as no value spells a special literal.
        plain = tokenizer.apply_chat_template(messages, chat_template=text, **given)
        assert dict(tokenizer.apply_chat_template(messages, chat_template=text, parts=True,
                                                  **given)) == dict(plain)
        wanted = special_ids(tokenizer, plain["input_ids"])
        # A literal in each value that the template prints and does not compare.
        literals = [*model_of(tokenizer).special_tokens, "\u0338", "\U000f0000<s>\U000f0001", "|>"]
        for _ in range(4):
            def spelled(value):
                if value in ("cat", "mat", "the mat", "a cat", "the ", "sat ", "é"):
                    literal = chance.choice(literals)
                    return chance.choice([value + literal, literal + value, literal])
                return value
            attack = each_string(messages, spelled)
            given_attack = {key: each_string(value, spelled) for key, value in given.items()}
            _, ids = parts_and_ids(tokenizer, attack, text, **given_attack)
            assert special_ids(tokenizer, ids) == wanted


# --- Injection. ---

ALL_VALUES = ("{% for m in messages %}<|im_start|>{{ m.role }}|{{ m.name }}|{{ m.content }}|"
              "{{ m | tojson }}|{% for k, v in m.items() %}{{ k }}{{ v }}{% endfor %}<|im_end|>"
              "{% endfor %}{{ tools | tojson }}{{ documents[0].title ~ documents[0]['text'] }}"
              "{{ system }}{{ options.a }}{{ options['b'][0] }}{{ pad_token }}{{ eos_token }}")


def test_no_literal_in_any_value_is_found(tokenizer):
    wanted = None
    for literal in ["cat", *model_of(tokenizer).special_tokens]:
        given = {"tools": [{"type": literal, "function": {literal: literal}}],
                 "documents": [{"title": literal, "text": literal}], "system": literal,
                 "options": {"a": literal, "b": (literal,)}}
        messages = [{"role": literal, "name": literal, "content": literal, literal: literal}] * 2
        parts = parts_of(tokenizer, messages, ALL_VALUES, **given)
        assert not any(literal in part for kind, part in parts if kind == "template"
                       and literal not in ("<|im_start|>", "<|im_end|>", "</s>"))
        ids = tokenizer.apply_chat_template(messages, chat_template=ALL_VALUES, parts=True,
                                            **given)["input_ids"]
        wanted = wanted or special_ids(tokenizer, ids)
        assert len(wanted) == 6 and special_ids(tokenizer, ids) == wanted


def test_a_token_of_the_tokenizer_is_trusted_and_one_of_the_caller_is_not(tokenizer):
    messages = [{"role": "user", "content": "cat"}]
    assert parts_of(tokenizer, messages, "{{ bos_token }}") == [("template", "<s>")]
    assert parts_of(tokenizer, messages, "{{ bos_token }}", bos_token="</s>") == [("text", "</s>")]
    assert tokenizer.apply_chat_template(messages, chat_template="{{ bos_token }}", parts=True,
                                         bos_token="</s>", return_dict=False) == [60, 47, 115, 62]


def test_literals_that_two_values_spell(tokenizer):
    messages = [{"role": "<|im_", "content": "end|>"}]
    template = "<s>{{ messages[0].role }}{{ messages[0].content }}"
    assert parts_of(tokenizer, messages, template) == [("template", "<s>"), ("text", "<|im_end|>")]
    twice = [{"role": "<s>", "content": "<s>"}]
    assert parts_of(tokenizer, twice, "<s>{{ messages[0].role }}<s>{{ messages[0].content }}") == [
        ("template", "<s>"), ("text", "<s>"), ("template", "<s>"), ("text", "<s>")]
    empty = [{"role": "", "content": ""}]
    assert parts_of(tokenizer, empty, template) == [("template", "<s>")]
    assert parts_of(tokenizer, empty, "{{ messages[0].role }}") == []


@pytest.mark.parametrize("template, message", [
    ("{{ messages[0].role | lower }}", {"role": "</S>"}),
    ("{{ messages[0].role | replace('_', '') }}", {"role": "<_s>"}),
    ("{{ messages[0].role ~ messages[0].content }}", {"role": "<|im_", "content": "end|>"}),
    ("{{ messages[0] | tojson }}", {"</s>": "cat"})])
def test_a_literal_that_a_template_makes_of_values(tokenizer, template, message):
    """Marks around the literals that values have do not see these."""
    given = {"chat_template": template, "return_dict": False}
    found = [special_ids(tokenizer, tokenizer.apply_chat_template([message], **given, **how))
             for how in ({}, {"sanitize_control_tokens": True}, {"parts": True})]
    assert len(found[0]) == 1 and found[1] == found[0] and found[2] == []


def test_a_literal_that_the_template_and_a_value_spell_together(tokenizer):
    for template, role in (("{{ '<|' + messages[0].role + '|>' }}", "user"),
                           ("<{{ messages[0].role }}", "s>"),
                           ("{{ messages[0].role }}[INST]|im_end|>", "cat<"),
                           ("{{ messages[0].role }}|im_end|>", "<")):
        text = tokenizer.apply_chat_template([{"role": role}], chat_template=template,
                                             tokenize=False)
        is_one = any(literal in text for literal in ("<|user|>", "<s>", "<|im_end|>"))
        for tokenize in (False, True):
            if is_one:
                with pytest.raises(errors.ValueError, match="whose special token it is") as found:
                    tokenizer.apply_chat_template([{"role": role}], chat_template=template,
                                                  parts=True, tokenize=tokenize)
                assert found.value.clause == "S62e"
        assert is_one or parts_of(tokenizer, [{"role": role}], template)
    # One that is not special is not found, as in parts that are given.
    assert parts_of(tokenizer, [{"role": "think"}], "<{{ messages[0].role }}>") == [
        ("template", "<"), ("text", "think"), ("template", ">")]


def test_literals_across_seams():
    for parts, wanted in (([], None), ([("text", "<s>")], None),
                          ([("template", "a<"), ("text", "s>b")], "<s>"),
                          ([("template", "<"), ("text", "s"), ("template", ">")], "<s>"),
                          ([("template", "<s>"), ("text", "<s>")], None),
                          ([("template", "<s>x"), ("text", "<s>")], None),
                          ([("template", "aba"), ("text", "ba")], "aba")):
        assert literal_across(parts, ["<s>", "aba", "x"]) == wanted
    assert literal_across([("text", "a"), ("template", "b")], []) is None
    # Wherever the seam divides it, and whatever stands around it: only its own characters count.
    literals = ["<|im_end|>", "<s>", "[/"]
    for literal in literals:
        for cut in range(len(literal) + 1):
            for before, behind in (("", ""), ("ab" * 9, ""), ("", "ab" * 9), ("<", ">"),
                                   ("ab" * 9, "ab" * 9)):
                parts = [("text", before + literal[:cut]), ("template", literal[cut:] + behind)]
                wanted = literal if 0 < cut < len(literal) else None
                assert literal_across(parts, literals) == wanted, parts
                third = [("template", "ab" * 9), *parts, ("text", "ab" * 9)]
                assert literal_across(third, literals) == wanted, third


def test_a_mark_behind_a_token_of_the_template(tmp_path):
    def normalized(document):
        document["normalizer"] = {"type": "NFC"}  # as Qwen 2 has
        for token in document["added_tokens"]:
            token["normalized"] = token["content"].isascii()

    ours = tokenizer_of(tmp_path, change=normalized)
    messages, template = [{"role": "user", "content": "\u0338cat"}], "<s>{{ messages[0].content }}"
    plain = ours.apply_chat_template(messages, chat_template=template, return_dict=False)
    assert special_ids(ours, plain) == []  # the mark takes the token away
    ids = ours.apply_chat_template(messages, chat_template=template, return_dict=False, parts=True)
    assert special_ids(ours, ids) == [ours.bos_token_id]
    messages = [{"role": "user", "content": "e"}, {"role": "user", "content": "\u0301"}]
    parts_of(ours, messages, "<s>{{ messages[0].content ~ messages[1].content }}")


# --- What templates do with values. ---

VALUES = {"a": "  cat<s> sat ", "b": "MAT", "empty": "", "n": 5, "f": 1.5, "yes": True,
          "many": ["x<s>", "y", 3], "map": {"k<s>": "v", "z": [1, None]}, "lines": "p\nq\r\n\nr"}
FOLLOWED = [
    ("{{ a | trim }}", "[cat<s> sat]"), ("{{ a.strip() }}|", "[cat<s> sat]|"),
    ("{{ ('<s>' ~ a ~ '<s>') | trim }}", "<s>[  cat<s> sat ]<s>"),
    ("{{ ('  <s>' + a) | trim }}", "<s>[  cat<s> sat]"),
    ("{{ a.replace('cat', '</s>') }}", "[  ]</s>[<s> sat ]"),
    ("{{ 'x-y' | replace('-', a) }}", "x[  cat<s> sat ]y"),
    ("{{ 'x-y-z' | replace('-', b, none) }}{{ 'x-y-z' | replace('-', b, 1) }}",
     "x[MAT]y[MAT]zx[MAT]y-z"),
    ("{{ (b ~ '<s>') | replace('', '.') }}", ".[M].[A].[T].<.s.>."),
    ("{{ a.split('<s>')[-1] ~ '<s>' }}", "[ sat ]<s>"), ("{{ a.split()[0] }}", "[cat<s>]"),
    ("{{ (a + '</s>').rsplit(' ', 1) | join('<s>') }}", "[  cat<s> sat]<s></s>"),
    ("{{ ('<s>' ~ b) | upper }}{{ b | lower }}", "<S>[MATmat]"),
    ("{{ b | capitalize }}{{ b | title }}{{ 'ab' | title }}", "[MatMat]Ab"),
    ("{% for c in b + '<s>' %}{{ c }}{% endfor %}", "[MAT]<s>"),
    ("{{ (b ~ '<s>') | list | join('.') }}", "[M].[A].[T].<.s.>"),
    ("{{ (b ~ '<s>') | reverse }}{{ b | first }}{{ ('<s>' ~ b) | last }}", ">s<[TAMMT]"),
    ("{{ b[1:] }}{{ ('<s>' ~ b)[2:5] }}{{ b[0] }}", "[AT]>[MAM]"),
    ("{{ many | join('<s>') }}", "[x<s>]<s>[y]<s>[3]"), ("{{ many | join }}", "[x<s>y3]"),
    ("{{ [b, '</s>'] | join(a) }}", "[MAT  cat<s> sat ]</s>"),
    ("{{ '<s>%s-%d' | format(a, n) }}", "<s>[  cat<s> sat ]-[5]"),
    ("{{ '%s<s>' % b }}{{ '%(k)s' | format(k=b) }}", "[MAT]<s>[MAT]"),
    ("{{ '{}<s>{x}'.format(b, x=a) }}", "[MAT]<s>[  cat<s> sat ]"),
    ("{{ '{0}-{1!s}{2:>4}{{'.format(b, '</s>', n) }}", "[MAT]-</s>[   5]{"),
    ("{{ '{k}<s>'.format_map({'k': b}) }}{{ '{m[z][0]}'.format(m=map) }}", "[MAT]<s>[1]"),
    ("{{ b * 2 ~ '<s>' * 2 }}", "[MATMAT]<s><s>"),
    ("{{ b ~ n ~ f ~ yes ~ none ~ '<s>' }}{{ n + 1 }}{{ n }}", "[MAT51.5TrueNone]<s>[65]"),
    ("{{ missing }}{{ missing ~ '<s>' }}{{ missing | default(b) }}", "<s>[MAT]"),
    ("{{ map | tojson }}", '[{"k<s>": "v", "z": [1, null]}]'),
    ("{{ {'<s>': b, 'q': [a | length, '\"']} | tojson }}",
     '[{"]<s>[": "MAT", "]q[": [13, "]\\"["]}]'),
    ("{{ ['<s>'] | tojson }}", '["<s>"]'), ("{{ {} | tojson }}", "[{}]"),
    ("{{ {'<s>': b} | tojson(indent=2) }}", '[{\n  "]<s>[": "MAT"\n}]'),
    ("{{ ['<s>', 'q'] | tojson(separators=(b, ':')) }}", '[["]<s>["MAT"]q["]]'),
    ("{{ {'<s>': 'q'} | tojson(indent=b) }}", '[{\nMAT"]<s>[": "]q["\n}]'),
    ("{{ {'<s>': 'q'} | tojson(indent=' ', separators=(';', ':')) }}", '{\n "<s>":"q"\n}'),
    ("{% set j = joiner() %}{{ ['<s>', j(), b] | tojson }}", '[["]<s>[", "", "MAT"]]'),
    ("{{ '<s>x'.translate({120: none}) }}{{ b.translate({77: 109}) }}", "<s>[mAT]"),
    ("{{ b.known is defined }}{% for part in b.parts %}x{% endfor %}<s>", "[False]<s>"),
    ("{{ map }}{{ many }}", "[{'k<s>': 'v', 'z': [1, None]}['x<s>', 'y', 3]]"),
    ("{{ many | string }}{{ n | string ~ '<s>' }}", "[['x<s>', 'y', 3]5]<s>"),
    ("{% set x = a | trim %}{% set y %}<s>{{ x }}{% endset %}{{ y }}{{ y | length }}",
     "<s>[cat<s> sat13]"),
    ("{% set ns = namespace(text='<s>') %}{% for i in many %}{% set ns.text = ns.text ~ i %}"
     "{% endfor %}{{ ns.text }}", "<s>[x<s>y3]"),
    ("{% macro m(x, y='<s>') %}{{ y }}{{ x }}{% endmacro %}{{ m(b) }}{{ m('</s>', b) | trim }}",
     "<s>[MATMAT]</s>"),
    ("{% filter upper %}a{{ b | lower }}{% endfilter %}", "A[MAT]"),
    ("{% filter indent(2) %}<s>\n{{ lines }}{% endfilter %}", "<s>[\n  p\n  q\n\n  r]"),
    ("{{ lines | indent(width='<s>', first=true) }}", "<s>[p\n]<s>[q\n\n]<s>[r]"),
    ("{{ lines | indent(1, blank=true) }}", "[p\n q\n \n r]"),
    ("{{ lines.splitlines() | join('<s>') }}", "[p]<s>[q]<s><s>[r]"),
    ("{% generation %}<s>{{ b }}{% endgeneration %}", "<s>[MAT]"),
    ("{% for k, v in map | items %}{{ k }}<s>{% endfor %}{% for k in map %}{{ k }}{% endfor %}",
     "[k<s>]<s>[z]<s>[k<s>z]"),
    ("{{ map.keys() | list | join }}{{ (map | dictsort)[0][0] }}{{ map['k<s>'] }}", "[k<s>zk<s>v]"),
    ("{{ {'MAT': '<s>'}[b] }}{{ 'yes' if b == 'MAT' and b in ['MAT'] and 'A' in b }}", "<s>yes"),
    ("{{ 'yes' if b is string and b is sameas b and b is not mapping and b is upper }}", "yes"),
    ("{{ [b, '<s>'] | sort | join }}{{ ['MAT', b] | unique | join }}"
     "{{ [b] | map('lower') | join }}",
     "<s>[MAT]MAT[mat]"),
    ("{{ [{'r': b}, {'r': '<s>'}] | map(attribute='r') | join }}", "[MAT]<s>"),
    ("{{ ([{'r': b}] | selectattr('r', 'equalto', 'MAT') | first).r }}", "[MAT]"),
    ("{{ ('<s>' ~ a) | truncate(9, true) }}{{ b | center(5) }}{{ b.ljust(5) }}",
     "<s>[  c... MAT MAT  ]"),
    ("{{ b.partition('A')[0] ~ '<s>' ~ b.removeprefix('M').removesuffix('T') }}", "[M]<s>[A]"),
    ("{{ a | escape }}{{ a | urlencode }}{{ 'é ' | urlencode }}",
     "[  cat&lt;s&gt; sat %20%20cat%3Cs%3E%20sat%20]%C3%A9%20"),
    ("{{ b | safe ~ '<s>' }}{{ (a | safe).strip() }}", "[MAT]<s>[cat<s> sat]"),
    ("{{ (many | batch(2) | list)[0] | join }}{{ b | wordcount }}", "[x<s>y1]"),
    ("{{ loop }}{% for i in many %}{{ loop.index }}{{ loop.cycle('<s>', b) }}{% endfor %}",
     "[1]<s>[2MAT3]<s>"),
    ("{% for x in [[b, ['<s>']]] recursive %}{{ x if x is string else loop(x) }}{% endfor %}",
     "[MAT]<s>"),
    ("{{ strftime_now('<s>') }}{{ strftime_now(b) }}", "<s>[MAT]"),
    ("{% block x %}<s>{{ b }}{% endblock %}{{ self.x() }}", "<s>[MAT]<s>[MAT]"),
    ("{{ '5' | int + 1 }}{{ n | float }}{{ b | attr('upper') is callable }}", "[65.0True]"),
    ("{# a comment #}{% raw %}{{ <s> }}{% endraw %}  {{- b -}}  x", "{{ <s> }}[MAT]x"),
    ("{% for m in messages %}{% if m.role == 'user' %}{{ '<s>' }}{% break %}{% endif %}"
     "{% endfor %}",
     "<s>")]


@pytest.mark.parametrize("template, wanted", FOLLOWED)
def test_an_operation_is_followed(tokenizer, template, wanted):
    """What is not trusted stands in square brackets here. No value has one, unless it is printed
    as a list, where they are a bracket in brackets."""
    parts = parts_of(tokenizer, [{"role": "user", "content": "cat"}], template, **VALUES)
    assert "".join(part if kind == "template" else f"[{part}]" for kind, part in parts) == wanted


@pytest.mark.parametrize("template, says", [
    ("{{ ('<s>' ~ b) | urlencode }}", "line 1 of the template: urlencode has text of the template"),
    ("\n\n{{ ('<s>' ~ b) | pprint }}", "line 3 of the template: pprint"),
    ("{% set x = ('<s>' ~ b) | wordwrap(2) %}", "wordwrap"),
    ("{{ 'x y' | wordwrap(1, true, b) }}", "wordwrap"),
    ("{{ 'x y' | wordwrap(1, wrapstring=b) }}", "wordwrap"),
    ("{{ ['<s>', b] }}", "to print it"), ("{{ ['<s>', 5] }}", "to print it"),
    ("{{ ('%s' ~ b) % '<s>' }}", "%"), ("{{ (b ~ '%s') | format('<s>') }}", "%"),
    ("{{ ('{}' ~ b).format('<s>') }}", "format"), ("{{ '{:>9}'.format('<s>' ~ b) }}", "format"),
    ("{{ ('<s>' ~ b).expandtabs() }}", "expandtabs"), ("{{ b.zfill(5) ~ ('<s>' ~ b).zfill(9) }}",
                                                      "zfill"),
    ("{{ b.encode().decode() }}", "'MAT' comes from an operation that is not followed"),
    ("{{ '<s>'.encode().decode() }}", "'<s>' comes from"), ("{{ b.encode() }}", "comes from"),
    ("{{ ('x' ~ b.encode().decode()) | trim }}", "comes from"),
    ("{% set j = joiner() %}{{ j() }}{{ j() }}", "', ' comes from"),
    ("{{ dict(a=1) | list | join }}", "'a' comes from"), ("{{ dict(a=1) | tojson }}", "tojson"),
    ("{% autoescape true %}{{ b }}{% endautoescape %}", "autoescape"),
    ("{{ (b | e) + '<s>' }}", "does not give the text that it gives without"),
    ("{{ range(99999) | random }}", "does not give the text"),
    ("{{ {'<s>': b} | tojson(separators=('\"', ':')) }}", "tojson"),
    ("{{ {'<s>': '</s>'} | tojson(separators=(b ~ '\"', ':')) }}", "tojson"),
    ("{{ 'x'.translate('x'.maketrans('x', b[0])) }}", "translate"),
    ("{{ 'x'.translate({120: n}) }}", "translate"),
    ("{{ '{0:>{1}}'.format('<s>', n) }}", "format")])
def test_what_cannot_be_told_is_refused(tokenizer, template, says):
    messages = [{"role": "user", "content": "cat"}]
    assert isinstance(tokenizer.apply_chat_template(messages, chat_template=template,
                                                    tokenize=False, **VALUES), str)
    for tokenize in (False, True):
        with pytest.raises(errors.ValueError, match=re.escape(says)) as found:
            tokenizer.apply_chat_template(messages, chat_template=template, parts=True,
                                          tokenize=tokenize, **VALUES)
        assert found.value.clause == "S62e" and str(found.value).startswith("apply_chat_template: ")


FILTERS = sorted(sandbox.ImmutableSandboxedEnvironment().filters)
METHODS = sorted(name for name in dir(str) if not name.startswith("_"))
# As a template writes them: the positional arguments, and the named ones.
ARGUMENTS = [("[]", "{}"), ("[v]", "{}"), ("[w]", "{}"), ("[n]", "{}"), ("[v, w]", "{}"),
             ("[w, v]", "{}"), ("[n, v]", "{}"), ("[v, n]", "{}"), ("[n, n]", "{}"),
             ("['_']", "{}"), ("['_', v]", "{}"), ("[v, '_']", "{}"), ("[n, true, v]", "{}"),
             ("[n, true, '_']", "{}"), ("[]", "{'x': v}"), ("[[v]]", "{}"), ("[{'_': v}]", "{}"),
             ("[{945: v, 95: v}]", "{}"), ("[[v, '_'], v]", "{}")]
SUBJECTS = ["v", "'_' ~ v", "[v, '_']", "{v: '_'}", "map", "'%s_{}'", "n"]
BEHIND = ["made", "made | list | join", "made | tojson"]


def choice_of(name, expressions):
    """Sets `name` to one of the expressions, by its number in `at`."""
    tests = "".join("{%% %s at['%s'] == %d %%}{%% set %s = %s %%}" % (
        "elif" if number else "if", name, number, name, each)
        for number, each in enumerate(expressions))
    return tests + "{% endif %}"


CHOICES = (choice_of("subject", SUBJECTS) + choice_of("values", [each for each, _ in ARGUMENTS]) +
           choice_of("named", [each for _, each in ARGUMENTS]))


@pytest.mark.parametrize("name", [*FILTERS, *(f".{name}" for name in METHODS)])
def test_no_operation_makes_a_value_trusted(tokenizer, name):
    """Whatever a filter or a method does with a value, what is trusted has nothing of it. A value
    is Greek, or has a 4 or a 9, and what stands in the template is not and has none.

    One template has all cases of an operation, since to compile a template takes much longer than
    to render it."""
    values = {"v": "αΩ ς\nβγ", "w": "α", "n": 4, "map": {"αβ": ["γ", 9]}}
    operation = f"subject | {name}" if name[0] != "." else f"subject{name}"
    template = CHOICES + "{% set made = " + operation + "(*values, **named) %}" + (
        choice_of("printed", BEHIND) + "{{ printed }}")
    messages, outcomes = [{"role": "user"}], {"followed": 0, "refused": 0}
    for subject, arguments in itertools.product(range(len(SUBJECTS)), range(len(ARGUMENTS))):
        for behind in range(len(BEHIND)):
            at = {"subject": subject, "values": arguments, "named": arguments, "printed": behind}
            given = {"chat_template": template, "tokenize": False, "at": at, **values}
            try:
                text = tokenizer.apply_chat_template(messages, **given)
            except Exception:  # noqa: BLE001
                break
            try:
                parts = tokenizer.apply_chat_template(messages, parts=True, **given)
            except errors.ValueError as error:
                assert error.clause == "S62e"
                outcomes["refused"] += 1
                continue
            outcomes["followed"] += 1
            assert "".join(part for _, part in parts) == text or name == "random"
            trusted = "".join(part for kind, part in parts if kind == "template")
            assert not re.search(r"[\u0370-\u03ff49]|%C|CE|\\\\u03", trusted), (at, parts)
    assert outcomes["followed"] or name in (".encode", "map", "sum", "xmlattr"), outcomes


def test_an_error_of_marked_values_alone_is_a_value_error(tokenizer, monkeypatch):
    def fails(*_):
        raise KeyError("here")

    monkeypatch.setattr("bpetite._marked.Marked.strip", fails)
    given = {"chat_template": "\n<s>{{ b | trim }}", "tokenize": False, **VALUES}
    with pytest.raises(errors.ValueError, match="line 2 of the template: with marked values, it "
                       "raises KeyError: 'here'") as found:
        tokenizer.apply_chat_template([{"role": "user"}], parts=True, **given)
    assert found.value.clause == "S62e"


@pytest.mark.parametrize("times, is_told", [("1222", True), ("1234", False)])
def test_the_time_may_change_between_the_renderings_once(tokenizer, monkeypatch, times, is_told):
    left = list(times)

    class Clock:
        def now(self):
            return self

        def strftime(self, form):
            return left.pop(0)

    monkeypatch.setattr("transformers.utils.chat_template_utils.datetime", Clock())
    given = {"chat_template": "{{ strftime_now('%S') }}", "tokenize": False, "parts": True}
    if is_told:
        assert tokenizer.apply_chat_template([{"role": "user"}], **given) == [("template", "2")]
    else:
        with pytest.raises(errors.ValueError, match="does not give the text") as found:
            tokenizer.apply_chat_template([{"role": "user"}], **given)
        assert found.value.clause == "S62e"


def test_what_transformers_raises_comes_first(tokenizer):
    for template in ("{{ raise_exception('no') }}", "{{ a.b.c }}", "{{ b.__class__.x }}",
                     "{% if %}", "{{ b | nope }}", "{{ [].append(b) }}", "{{ b + 5 }}",
                     "{% include 'x' %}"):
        found = []
        for parts in ({}, {"parts": True}):
            with pytest.raises(Exception) as raised:
                tokenizer.apply_chat_template([{"role": "user"}], chat_template=template, **VALUES,
                                              **parts)
            found.append((raised.type, str(raised.value)))
        assert found[0] == found[1]


# --- What is given back. ---

CHATML = IN_THE_MANNER_OF["ChatML"].replace(
    "m['content'] +", "'' }}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}"
    "{% endgeneration %}{% else %}{{ m.content }}{% endif %}{{")
CHAT = [{"role": "user", "content": "the cat"}, {"role": "assistant", "content": "sat on the mat"}]
LONG = [*CHAT, {"role": "user", "content": "é😀 the mat"},
        {"role": "assistant", "content": " a"}]


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("options", [
    {}, {"return_dict": False}, {"add_generation_prompt": True}, {"continue_final_message": True},
    {"padding": True}, {"padding": "max_length", "max_length": 64}, {"return_tensors": "np"},
    {"truncation": True, "max_length": 9}, {"truncation": True, "max_length": 9, "padding": True},
    {"return_tensors": "np", "padding": True}, {"return_assistant_tokens_mask": True},
    {"return_assistant_tokens_mask": True, "truncation": True, "max_length": 20},
    {"return_assistant_tokens_mask": True, "return_tensors": "np", "padding": True},
    {"tokenizer_kwargs": {"return_offsets_mapping": True, "return_length": True}},
    {"tokenizer_kwargs": {"return_offsets_mapping": True, "pad_to_multiple_of": 8},
     "padding": True, "truncation": True, "max_length": 32},
    {"tokenizer_kwargs": {"return_special_tokens_mask": True, "return_token_type_ids": True,
                          "return_attention_mask": False}}])
def test_results_have_the_forms_of_transformers(tokenizer, options, side):
    ours = copy.deepcopy(tokenizer)
    ours.chat_template, ours.padding_side, ours.truncation_side = CHATML, side, side
    for chat in (CHAT, LONG, [CHAT, LONG], [LONG]):
        if options.get("return_tensors") and len(chat) == 2 and chat[0] is CHAT and not options.get(
                "padding"):
            continue
        plain, found = (ours.apply_chat_template(chat, **options, **parts)
                        for parts in ({}, {"parts": True}))
        assert type(found) is type(plain)
        if isinstance(plain, list):
            assert found == plain
            continue
        assert list(found) == list(plain)
        for key, value in plain.items():
            assert type(found[key]) is type(value)
            assert (found[key] == value).all() if options.get("return_tensors") else (
                found[key] == value), key


def test_parts_and_how_they_are_encoded(tokenizer):
    messages = [{"role": "user", "content": "e<think>"}]
    given = {"chat_template": "<s>th{{ messages[0].content }}", "parts": True}
    parts = [("template", "<s>th"), ("text", "e<think>")]
    assert tokenizer.apply_chat_template(messages, tokenize=False, **given) == parts
    assert tokenizer.apply_chat_template([messages] * 2, tokenize=False, **given) == [parts] * 2
    for how in ({}, {"strict": True}, {"seams": "cut"}, {"strict": True, "seams": "cut"}):
        ids = tokenizer.apply_chat_template(messages, return_dict=False, **given, **how)
        assert ids == model_of(tokenizer).encode_parts(parts, **how)
        assert (model_of(tokenizer).added_tokens["<think>"] in ids) == ("strict" not in how)
        assert (ids[1:2] == model_of(tokenizer).encode("the")) == ("seams" not in how)


def test_a_result_of_parts(tokenizer):
    found = tokenizer.apply_chat_template(CHAT, chat_template=CHATML, parts=True)
    encoding = found.encodings[0]
    assert len(encoding) == len(found["input_ids"]) and encoding.n_sequences == 1
    assert "_Encoding" in repr(encoding)
    again = pickle.loads(pickle.dumps(found)).encodings[0]
    assert (again.ids, again.offsets) == (encoding.ids, encoding.offsets)
    for asked in (lambda: found.tokens(), lambda: found.word_ids(), lambda: encoding.pad(99),
                  lambda: encoding.truncate(2)):
        with pytest.raises(errors.ValueError, match="a result of parts"):
            asked()


def test_what_cannot_be_together(tokenizer):
    for given, says in ((
            {"sanitize_control_tokens": True}, "sanitize_control_tokens"),
            ({"seams": "loose"}, "joined or cut"),
            ({"tokenizer_kwargs": {"text_pair": "cat"}}, "cannot be used with"),
            ({"tokenizer_kwargs": {"split_special_tokens": True}}, "cannot be used with"),
            ({"truncation": True, "max_length": 4, "tokenizer_kwargs": {
                "return_overflowing_tokens": True}}, "a result of parts")):
        with pytest.raises(errors.ValueError, match=says):
            tokenizer.apply_chat_template(CHAT, chat_template=CHATML, parts=True, **given)
    with pytest.raises(UnicodeEncodeError):
        tokenizer.apply_chat_template([{"role": "user", "content": "\ud800"}], parts=True,
                                      chat_template=CHATML)
    for given in ({"strict": True}, {"seams": "cut"}):
        with pytest.raises(errors.ValueError, match="need parts=True"):
            tokenizer.apply_chat_template(CHAT, chat_template=CHATML, **given)
    with pytest.raises(BaseException, match="stride"):
        tokenizer.apply_chat_template(CHAT, chat_template=CHATML, parts=True, truncation=True,
                                      max_length=2, tokenizer_kwargs={"stride": 2})


def test_a_tokenizer_that_bpetite_cannot_take(tmp_path):
    def dropout(document):
        document["model"]["dropout"] = 0.5

    ours = tokenizer_of(tmp_path, change=dropout)
    with pytest.raises(errors.ValueError, match="needs bpetite: .*dropout"):
        ours.apply_chat_template(CHAT, chat_template=CHATML, parts=True)
    plain = transformers.PreTrainedTokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"))
    assert use_bpetite(plain) is plain and isinstance(
        plain.apply_chat_template(CHAT, chat_template=CHATML, tokenize=False), str)
    with pytest.raises(errors.ValueError, match="needs bpetite: .*dropout"):
        plain.apply_chat_template(CHAT, chat_template=CHATML, parts=True)


def test_a_class_or_a_version_that_does_something_else(tokenizer):
    class Other(BpetiteTokenizerFast):
        def apply_chat_template(self, *args, **kwargs):
            return super().apply_chat_template(*args, **kwargs)

    ours = Other(tokenizer_object=tokenizer.backend_tokenizer._original)
    assert ours.apply_chat_template(CHAT, chat_template=CHATML, tokenize=False)
    with pytest.raises(errors.ValueError, match="calls render_jinja_template; this one does not"):
        ours.apply_chat_template(CHAT, chat_template=CHATML, parts=True)
    with pytest.raises(errors.ValueError, match="calls nothing_such"):
        with_names(test_literals_across_seams, nothing_such=None)
    with pytest.raises(errors.ValueError, match="len of transformers, which calls x"):
        with_names(len, x=None)


def test_copies(tokenizer):
    for ours in (copy.deepcopy(tokenizer), pickle.loads(pickle.dumps(tokenizer))):
        ours.chat_template = "{{ messages[0].content }}<s>"
        found = ours.apply_chat_template([{"role": "user", "content": "<s>"}], parts=True,
                                         tokenize=False)
        assert found == [("text", "<s>"), ("template", "<s>")]
