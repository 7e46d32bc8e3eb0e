"""Renders a chat template of transformers, and says which of its text is the template's own and
which came from the conversation.

    texts, _ = render({"bos_token"}, {"conversations": [messages], "chat_template": text, ...})
    parts_of(texts[0])      # [("template", "<|user|>"), ("text", "Hello"), ("template", "<|end|>")]

The template runs in the environment of Jinja that transformers makes for it, except that all texts
are `Marked`: the texts that stand in the template and the special tokens of the tokenizer as
TEMPLATE, all other values as TEXT. The joined text is compared with what transformers renders.
"""
from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

import jinja2
from jinja2 import compiler, filters, nodes, sandbox
from transformers.utils import chat_template_utils

from . import errors as _errors
from ._marked import (TEMPLATE, TEXT, Marked, Refused, in_json, joined, known, marked_values,
                      origins_of, printed, same, uniform)

# Filters that give numbers, or some of the values that they get.
_FILTERS_OF_VALUES = frozenset(
    "abs attr batch count d default dictsort first float groupby int items last length list map "
    "max min random reject rejectattr reverse round select selectattr slice sort sum unique "
    "wordcount".split())


def with_names(function: Callable[..., Any], **names: Any) -> Callable[..., Any]:
    """The same function, for which these names of its module mean something else. ValueError: it
    does not use them, as in another version of transformers."""
    code = getattr(function, "__code__", None)
    for name in names:
        if code is None or name not in code.co_names:
            raise _errors.ValueError(
                f"apply_chat_template: parts=True needs {function.__qualname__} of transformers, "
                f"which calls {name}; this one does not")
    made = types.FunctionType(code, {**function.__globals__, **names}, function.__name__,
                              function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def render(trusted: Set[str], given: Mapping[str, Any]) -> tuple[list[Marked], list]:
    """What render_jinja_template of transformers gives for the same arguments, with marked texts.

    trusted: the names of the arguments that the tokenizer brings, such as "bos_token".

    ValueError: the origin of some text is not known; or the rendered text is not that of
    transformers. An error that transformers raises comes first."""
    marking = with_names(chat_template_utils.render_jinja_template,
                         _compile_jinja_template=lambda text: _Template(text, trusted))
    for _ in range(2):  # a template may print the time, and then the two texts may differ once
        plain, generations = chat_template_utils.render_jinja_template(**given)
        marked, _ = marking(**{**given, "return_assistant_tokens_mask": False})
        if all(type(text) is Marked for text in marked) and marked == plain:
            return marked, generations
    raise _errors.ValueError("apply_chat_template: with marked values, this template does not give "
                             "the text that it gives without", "S62e")


class _Template:
    """A template, as render_jinja_template uses it."""

    def __init__(self, text: str, trusted: Set[str]) -> None:
        self._text = text
        self._trusted = trusted

    def render(self, **values: Any) -> Marked:
        try:
            marked = {name: marked_values(value, TEMPLATE if name in self._trusted else TEXT)
                      for name, value in values.items()}
            # internal: each value that is printed was asked for its origins (_finalized).
            return known(_compiled(self._text).render(marked))
        except Refused as refused:
            raise _errors.ValueError(f"apply_chat_template: {_line(refused)}: {refused}",
                                     "S62e") from None
        except AssertionError:  # internal: an operation of _marked is wrong
            raise
        except Exception as error:  # transformers rendered the same values without one
            raise _errors.ValueError(
                f"apply_chat_template: {_line(error)}: with marked values, it raises "
                f"{type(error).__name__}: {error}", "S62e") from error


def _line(error: Exception) -> str:
    """The line of the template, which Jinja puts in place of that of its compiled code."""
    found, at = "the template", error.__traceback__
    while at is not None:
        if at.tb_frame.f_globals.get("__jinja_exception__") is not None:
            found = f"line {at.tb_lineno} of the template"
        at = at.tb_next
    return found


@functools.lru_cache
def _compiled(text: str) -> jinja2.Template:
    theirs = chat_template_utils._compile_jinja_template(text).environment
    return _Environment(theirs).from_string(text)


class _CodeGenerator(compiler.CodeGenerator):
    """Makes each text that stands in the template a `Marked`."""

    def visit_Const(self, node: nodes.Const, frame: compiler.Frame) -> None:
        if isinstance(node.value, str):
            self.write(f"environment.template_text({node.value!r})")
        else:
            super().visit_Const(node, frame)

    def visit_TemplateData(self, node: nodes.TemplateData, frame: compiler.Frame) -> None:
        self.write(f"environment.template_text({node.data!r})")

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.template_text({''.join(group)!r})"

    def visit_Concat(self, node: nodes.Concat, frame: compiler.Frame) -> None:
        self.write("environment.concat((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")

    def visit_ScopedEvalContextModifier(self, node: Any, frame: compiler.Frame) -> None:
        raise Refused("{% autoescape %} is not followed")


class _Environment(sandbox.ImmutableSandboxedEnvironment):
    """The environment of transformers, in which texts keep their origins."""

    code_generator_class = _CodeGenerator

    def __init__(self, theirs: jinja2.Environment) -> None:
        super().__init__(trim_blocks=theirs.trim_blocks, lstrip_blocks=theirs.lstrip_blocks,
                         extensions=[type(each) for each in theirs.extensions.values()],
                         optimized=False, finalize=_finalized)
        self.tests.update(theirs.tests)
        self.globals.update(theirs.globals)
        self.globals["strftime_now"] = functools.partial(_time, theirs.globals["strftime_now"])
        for name, filter in theirs.filters.items():
            self.filters[name] = filter if name in _FILTERS_OF_VALUES else _of_one_origin(name,
                                                                                          filter)
        self.filters.update(_FILTERS)
        self.filters["tojson"] = functools.partial(_to_json, theirs.filters["tojson"])

    template_text = staticmethod(functools.lru_cache(4096)(
        lambda text: Marked(text, TEMPLATE * len(text))))

    @staticmethod
    def concat(values: Iterable[Any]) -> Marked:
        return joined(map(printed, values))

    def wrap_str_format(self, value: Any) -> Callable[..., Any] | None:
        plain = super().wrap_str_format(value)
        if plain is None or not isinstance(value.__self__, Marked):
            return plain

        def followed(*values: Any, **named: Any) -> Marked:
            text = str.__str__(plain(*values, **named))
            if value.__name__ == "format_map":
                values, named = (), values[0]
            return _formatted(self, value.__self__, text, values, named)

        return followed


@jinja2.pass_context  # so that Jinja does not call it for constants when it compiles
def _finalized(context: Any, value: Any) -> Marked:
    """What is printed for a value."""
    return known(printed(value))


# --- Filters and functions. ---

def _of_one_origin(name: str, filter: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that is not followed: its result has the origin of what it gets."""
    begin = int(hasattr(filter, "jinja_pass_arg"))  # a context comes before the value

    @functools.wraps(filter)
    def followed(*values: Any, **named: Any) -> Any:
        made = filter(*values, **named)
        if not isinstance(made, str):
            return made
        return uniform(name, str.__str__(made), values[begin], *values[begin + 1:],
                       *named.values())

    return followed


@jinja2.pass_environment
def _join(environment: jinja2.Environment, values: Iterable[Any], between: Any = "",
          attribute: Any = None) -> Marked:
    if attribute is not None:
        values = map(filters.make_attrgetter(environment, attribute), values)
    return printed(between).join(map(printed, values))


@jinja2.pass_environment
def _truncate(environment: jinja2.Environment, text: str, length: int = 255,
              killwords: bool = False, end: str = Marked("...", TEXT * 3),
              leeway: int | None = None) -> Marked:
    return filters.do_truncate(environment, printed(text), length, killwords, end, leeway)


def _indent(text: str, width: Any = 4, first: bool = False, blank: bool = False) -> Marked:
    """As do_indent of Jinja."""
    line_feed = Marked("\n", TEXT)
    before = printed(width) if isinstance(width, str) else Marked(" " * width, TEXT * width)
    lines = (printed(text) + line_feed).splitlines()
    rest = [line_feed + (before + line if line or blank else line) for line in lines[1:]]
    return joined([*([before] if first else []), lines[0], *rest])


def _to_json(theirs: Callable[..., str], value: Any, ensure_ascii: bool = False,
             indent: Any = None, separators: Any = None, sort_keys: bool = False) -> Marked:
    text = theirs(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                  sort_keys=sort_keys)
    return in_json(text, value, ensure_ascii, sort_keys, [indent, separators])


def _time(theirs: Callable[[str], str], form: str) -> Marked:
    return uniform("strftime_now", theirs(form), form)


_FILTERS: dict[str, Callable[..., Any]] = {
    "capitalize": lambda text: printed(text).capitalize(),
    "center": lambda text, width=80: printed(text).center(width),
    "format": lambda form, *values, **named: printed(form) % (named or values),
    "indent": _indent,
    "join": _join,
    "lower": lambda text: printed(text).lower(),
    "replace": lambda text, old, new, count=-1:
        printed(text).replace(printed(old), printed(new), -1 if count is None else count),
    "safe": printed,  # it matters for a text that is escaped
    "string": printed,
    "trim": lambda text, chars=None: printed(text).strip(chars),
    "truncate": _truncate,
    "upper": lambda text: printed(text).upper(),
}


def _formatted(environment: jinja2.Environment, form: Marked, text: str, values: Any,
               named: Any) -> Marked:
    """form.format(*values, **named), which is this text. A value that is printed as it is keeps
    its origins."""
    if set(origins_of(form)) - {TEMPLATE}:
        return uniform("format", text, form, values, named)
    formatter, found, count = sandbox.SandboxedFormatter(environment), [], 0
    for before, name, width, conversion in formatter.parse(form):
        found.append(Marked(before, TEMPLATE * len(before)))
        if name is None:
            continue
        if "{" in width:
            raise Refused("format has a form that is not followed")
        if name == "":
            name, count = str(count), count + 1
        value = formatter.get_field(name, values, named)[0]
        if not width and conversion in (None, "s"):
            found.append(printed(value))
        else:
            made = formatter.format_field(formatter.convert_field(value, conversion), width)
            found.append(uniform("format", made, value))
    return same(joined(found), text, "format")


# --- Special tokens. ---

def literal_across(parts: Iterable[tuple[str, str]], literals: Iterable[str]) -> str | None:
    """A literal of which some characters are the template's and others the conversation's."""
    text, seams = "", []
    for _, part in parts:
        text += part
        seams.append(len(text))
    literals = [literal for literal in literals if len(literal) > 1]
    longest = max(map(len, literals), default=0)
    for seam in seams[:-1]:
        begin = max(0, seam - longest + 1)
        near = text[begin:seam + longest - 1]
        for literal in literals:
            for found in re.finditer(f"(?={re.escape(literal)})", near) if literal in near else ():
                if begin + found.start() < seam < begin + found.start() + len(literal):
                    return literal
    return None
