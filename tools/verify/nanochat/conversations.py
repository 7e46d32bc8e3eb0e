"""Conversations by a seed, for nanochat's tokenizer and for bpetite: good ones and bad ones.

    made = Conversations(seed)
    made.good(2000)      [{"messages": [...]}, ...]
    made.bad(100)        [(conversation, JSON pointer of its one fault), ...]
    made.texts(500)      ["...", ...]

Everything that the format allows comes up: a message of the system, parts of every kind, empty
texts and empty lists of parts, a last message of either role, members that mean nothing, texts
that spell special tokens, texts at the edges of the classes of characters, and some that are
longer than 2,048 tokens.
"""
import copy
import json
import random

WORDS = """
the of and to in a is that it was for on are as with his they at be this from have or by one had
not but what all were when we there can an your which their said if do will each about how up
out them then she many some so these would other into has more her two like him see time could
no make than first been its who now people my made over did down only way find use may water
long little very after words called just where most know Zürich façade naïve Ünïcödé
Привет мир 你好 世界 こんにちは 안녕하세요 مرحبا שלום
नमस्ते สวัสดี 1999 3.14159 42 2,048 def return import print(x) x+1 [0]
{} # // <b> </b> https://example.com a@b.c don't it's they'll we've I'M
""".split()
EDGES = ["a", "Z", "é", "ß", "ſ", "İ", "Ⅷ", "½", "٣", "漢", "あ", "한", "ิ", "्",
         "\u0301", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\x0b", "\x85", "\u00a0",
         "\u2003", "\u2028", "\u3000", "\u200b", "\u200d", "'", "'s", "'S", "'ſ", "'ll",
         "’s", ".", "...", "-", "//", "_", "!", "(", "\"", "\\", "€", "😀",
         "👩\u200d💻", "\ue000", "\x00", "\x07", "\x1b[31m", "\x7f", "\uffff", "0", "12",
         "345"]
LITERALS = ["<|bos|>", "<|user_start|>", "<|user_end|>", "<|assistant_start|>", "<|assistant_end|>",
            "<|python_start|>", "<|python_end|>", "<|output_start|>", "<|output_end|>",
            "<|endoftext|>", "<|bos", "|>", "<|"]
KINDS = ["text", "python", "python_output"]


class Conversations:
    def __init__(self, seed, most_words=9):
        self.random = random.Random(seed)
        self.most_words = most_words  # of one text

    def chance(self, share):
        return self.random.random() < share

    # --- Texts. ---

    def text(self):
        kind = self.random.random()
        if kind < 0.05:
            return ""
        if kind < 0.65:
            return self.joined(WORDS, 1, self.most_words, [" ", " ", " ", ", ", "\n", "  "])
        if kind < 0.9:
            return self.joined(EDGES, 1, self.most_words, [""])
        return self.joined(WORDS + EDGES + LITERALS * 6, 1, min(6, self.most_words), ["", " "])

    def joined(self, pieces, least, most, between):
        text = self.random.choice(pieces)
        for _ in range(self.random.randint(least, most) - 1):
            text += self.random.choice(between) + self.random.choice(pieces)
        return text

    def texts(self, count):
        return [self.text() for _ in range(count)]

    # --- Good conversations. ---

    def parts(self):
        return [self.decorated({"type": self.random.choice(KINDS), "text": self.text()})
                for _ in range(self.random.choice([0, 1, 1, 2, 3, 4]))]

    def decorated(self, thing):
        """With members that mean nothing, and in any order."""
        members = list(thing.items())
        if self.chance(0.1):
            members.append((self.random.choice(["name", "id", "weight", "tool_calls"]),
                            self.random.choice([None, 7, "x", [1], {"type": "text"}])))
        self.random.shuffle(members)
        return dict(members)

    def message(self, role):
        has_parts = role == "assistant" and self.chance(0.4)
        return self.decorated({"role": role, "content": self.parts() if has_parts else self.text()})

    def conversation(self):
        count = self.random.choice([1, 2, 2, 2, 3, 4, 4, 5, 6])
        messages = [self.message("assistant" if i % 2 else "user") for i in range(count)]
        if self.chance(0.25):
            messages.insert(0, self.message("system"))
        return self.decorated({"messages": messages})

    def good(self, count, long=4):
        """The first `long` of them are longer than 2,048 tokens."""
        made = [self.conversation() for _ in range(count)]
        for conversation in made[:long]:
            place = self.random.choice([0, -1])
            words = self.joined(WORDS, 2600, 2600, [" "])
            message = conversation["messages"][place]
            message["content"] = words
        return made

    def for_completion(self, conversations):
        return [it for it in conversations
                if it["messages"][-1]["role"] == "assistant" and len(it["messages"]) > 1]

    # --- Bad conversations. ---

    def bad(self, count):
        return [self.broken(self.conversation()) for _ in range(count)]

    def broken(self, conversation):
        """The conversation with one fault, and where it is. Another if it has no place for it."""
        conversation = copy.deepcopy(conversation)
        fault = self.random.choice([self.no_message, self.wrong_turn, self.alone, self.wrong_role,
                                    self.wrong_content, self.wrong_part, self.missing])
        pointer = fault(conversation["messages"])
        return (conversation, pointer) if pointer else self.broken(self.conversation())

    def no_message(self, messages):
        messages.clear()
        return "/messages"

    def wrong_turn(self, messages):
        at = self.random.randrange(len(messages))
        roles = {"user": ["assistant", "system"], "assistant": ["user", "system"], "system": []}
        others = [role for role in roles[messages[at]["role"]] if at > 0 or role != "system"]
        if not others:
            return None
        messages[at] = {"role": self.random.choice(others), "content": "x"}
        return f"/messages/{at}/role"

    def alone(self, messages):
        """The system's message without a partner."""
        if messages[0]["role"] != "system":
            messages.insert(0, self.message("system"))
        del messages[1:]
        return "/messages/1"

    def wrong_role(self, messages):
        at = self.random.randrange(len(messages))
        messages[at]["role"] = self.random.choice(
            ["tool", "User", "", "developer", None, 1, ["user"]])
        return f"/messages/{at}/role"

    def wrong_content(self, messages):
        at = self.random.randrange(len(messages))
        others = [None, 5, True, 1.5, {"type": "text", "text": "x"}]
        if messages[at]["role"] != "assistant":
            others.append([{"type": "text", "text": "x"}])
        messages[at]["content"] = self.random.choice(others)
        return f"/messages/{at}/content"

    def wrong_part(self, messages):
        places = [i for i, it in enumerate(messages) if isinstance(it["content"], list) and
                  it["content"]]
        if not places:
            return None
        at = self.random.choice(places)
        part = self.random.randrange(len(messages[at]["content"]))
        place = f"/messages/{at}/content/{part}"
        member, value = self.random.choice([
            ("type", "image"), ("type", "Text"), ("type", None), ("text", 5), ("text", None),
            ("text", ["x"])])
        messages[at]["content"][part][member] = value
        return f"{place}/{member}"

    def missing(self, messages):
        at = self.random.randrange(len(messages))
        member = self.random.choice(["role", "content"])
        del messages[at][member]
        return f"/messages/{at}/{member}"


def line_of(conversation, generator):
    """A line of JSON Lines: an object, or the array of its messages; in ASCII, or not."""
    is_bare = generator.random() < 0.2
    return json.dumps(conversation["messages"] if is_bare else conversation,
                      ensure_ascii=generator.random() < 0.5)
