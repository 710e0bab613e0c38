"""Writes snippets of YAML as JSON lines ({"text": ...}), the same ones for the same seed: `python3 generate.py SEED COUNT`."""

import json
import random
import sys

PLAIN = """1 0 -0 +1 2.0 1e+06 3e+01 1E3 0x1E 0X1e -0x10 0o17 0O17 017 08 09.5 0b101 -0b11 0b2 1_000 1__0 _1 1_ 0x_1 1.5 .5 -.5 5. . -. 1e400 1e-7
1.25e-9 0.000001 1e20 1e21 9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 -9223372036854775808 123456789.5
yes Yes YES yEs no No on On ON off Off oN true True TRUE tRUE false ~ null Null NULL nULL y Y n N 2001-01-01
2001-12-14t21:59:43.10-05:00 2001-1-1 2001-12-14 21:59:43 190:20:30 1:30 100m 10Gi 1.5Gi 25% 1.2.3 v1.36.2 a-b a_b app.kubernetes.io/name
nginx:1.25 :x -x -- ?x a#b http://example.com:80/x?y=1&z=[1] {} [] = << 名 a,b""".split()
BROKEN = [".inf", "-.INF", ".NaN", "x:", "-", "---", "...", "?", "@x", "`x", "%x", "&x", "*x", "!x", "|", ">", "'x", '"x', "a]b", "a}b"]
KEYS = ["name", "app", "replicas", "key", "value", "a", "b", "x-1", '"quoted key"', "'single'", "1", "1.5", "true", "no", "0x10", "名", "a b", "2001-01-01"]
ESCAPES = [r"\n", r"\t", r"\"", r"\\", r"\x41", r"\u00e9", r"\U0001F600", r"\e", r"\0", r"\_", r"\N", r"\L", "\\\n"]
BROKEN_ESCAPES = [r"\ud83d", r"\/", r"\q", r"\x4"]
TAGS = ["!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!timestamp", "!custom", "!", "!!map", "!!seq", "!<tag:yaml.org,2002:str>"]


class Snippet:
    def __init__(self, rng):
        self.rng, self.anchors, self.names, self.flows = rng, 0, [], 0

    def chance(self, share):
        return self.rng.random() < share

    def words(self):
        return " ".join(self.rng.choice(["some", "words", "of", "a", "text", "no#", "it''s" if self.chance(0.2) else "is", "x:y", "a-", "{{ .Values.x }}"]) for _ in range(self.rng.randint(1, 4)))

    def gap(self, indent):
        if self.chance(0.7):
            return " "
        return self.rng.choice(["", " ", "\t"]) + "\n" * self.rng.randint(1, 3) + ("\t" if self.chance(0.02) else " ") * self.rng.choice([0, 1, indent, indent + 2])

    def quoted(self, indent):
        quote = self.rng.choice("'\"")
        parts = [self.words() for _ in range(self.rng.randint(1, 3))]
        if quote == '"':
            parts = [part.replace("''", "'") + (self.rng.choice(BROKEN_ESCAPES if self.chance(0.03) and not self.flows else ESCAPES) if self.chance(0.25) else "") for part in parts]
        text = parts[0]
        for part in parts[1:]:
            text += self.gap(indent) + part
        return quote + text + (self.gap(indent) if self.chance(0.1) else "") + (quote if not self.chance(0.005) else "")

    def plain(self, indent):
        if self.chance(0.75):
            return self.rng.choice(BROKEN if self.chance(0.02) else PLAIN)
        text = self.words().replace("{{", "(").replace("}}", ")")
        return text + (self.gap(indent + 2) + self.words() if self.chance(0.3) else "")

    def block(self, indent):
        header = self.rng.choice("|>") + self.rng.choice(["+1", "0", "-9"] if self.chance(0.02) else ["", "", "", "-", "+", "2", "2-"]) + self.rng.choice(["", "", "", " # why"])
        lines = []
        for _ in range(self.rng.randint(0, 4)):
            if self.chance(0.2):
                lines.append(" " * self.rng.choice([0, indent, indent + 4]))
            else:
                lines.append(" " * (indent + self.rng.choice([1, 0] if self.chance(0.01) else [2, 2, 2, 2, 2, 2, 3, 4])) + ("\t" if self.chance(0.02) else "") + self.words())
        return header + "\n" + "\n".join(lines)

    def scalar(self, indent, flow=False):
        kind = self.rng.random()
        if kind < 0.55:
            return self.plain(indent)
        if kind < 0.85 or flow:
            return self.quoted(indent)
        return self.block(indent)

    def properties(self):
        text = ""
        if self.chance(0.12):
            self.anchors += 1
            text += f"&a{self.anchors} "
        if self.chance(0.08):
            text += self.rng.choice(["!e!x", "!!"] if self.chance(0.03) else ["!!str", "!!str", "!custom", "!"] if self.chance(0.7) else TAGS) + " "
        return text

    def alias(self, wants_mapping=False):
        known = [name for name, is_mapping in self.names if is_mapping or not wants_mapping]
        if not known or self.chance(0.02):
            return "*a99" if self.chance(0.1) else "{}"
        return "*" + self.rng.choice(known)

    def flow(self, depth):
        self.flows += 1
        if depth == 0 or self.chance(0.4):
            return self.properties() + (self.alias() if self.chance(0.08) else self.scalar(2, True))
        items = []
        for _ in range(self.rng.randint(0, 3)):
            items.append(self.flow(depth - 1))
        separator = self.rng.choice([", ", ", ", ",", ",\n  ", " ,", ", # c\n "])
        end = self.rng.choice(["", "", "", ",", " "])
        if self.chance(0.5):
            return "[" + separator.join(items) + end + "]"
        colon = self.rng.choice([": ", ": ", ": ", " : ", ":\n  ", ":"])
        return "{" + separator.join(self.rng.choice(KEYS) + (colon + item if not self.chance(0.05) else "") for item in items) + end + "}"

    def node(self, indent, depth):
        """What stands behind a colon or a dash: with the blank before it. An anchor can be used once its value is complete."""
        kind, properties = self.rng.random(), self.properties()
        name = properties.split("&")[1].split(" ")[0] if "&" in properties else None
        is_mapping = False
        if kind < 0.05:
            text = " " + properties.strip()
        elif kind < 0.12:
            return " " + self.alias()
        elif kind < 0.25:
            flow = self.flow(2)
            text, is_mapping = " " + properties + flow, flow.startswith("{") and flow.endswith("}")
            if "&" in flow.split("[")[0].split("{")[0] or "!" in flow[:1]:
                text, name = " " + flow, None
        elif depth == 0 or kind < 0.6:
            text = " " + properties + self.scalar(indent) + (self.rng.choice([" # comment", "#none", "\t# tab", " "]) if self.chance(0.1) else "")
        elif kind < 0.8:
            is_mapping = True
            text = " " + properties.strip() + "\n" + self.mapping(indent + self.rng.choice([2, 2, 2, 4, 1]), depth - 1)
        else:
            text = " " + properties.strip() + "\n" + self.sequence(indent + self.rng.choice([0, 0, 2, 2, 4]), depth - 1)
        if name:
            self.names.append((name, is_mapping))
        return text

    def mapping(self, indent, depth):
        lines = []
        for _ in range(self.rng.randint(1, 4)):
            colon = self.rng.choice([":", ":", ":", ":", ":", " :", ":\t"] if self.chance(0.2) else [":"])
            if self.chance(0.04):
                lines.append(" " * indent + "? " + self.rng.choice(KEYS) + "\n" + " " * indent + ":" + self.node(indent, depth))
            elif self.names and self.chance(0.2):
                merged = [self.alias(not self.chance(0.03)) for _ in range(3)]
                lines.append(" " * indent + "<<: " + self.rng.choice([merged[0], f"[{merged[1]}, {merged[2]}]", "{a: 1}"]))
            else:
                lines.append(" " * indent + self.rng.choice(KEYS) + colon + self.node(indent, depth))
            if self.chance(0.05):
                lines.append(self.rng.choice(["\t"] if self.chance(0.05) else ["", "# comment", " " * (indent + 3) + "# comment", "   "]))
        return "\n".join(lines)

    def sequence(self, indent, depth):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            if depth and self.chance(0.3):
                lines.append(" " * indent + "- " + self.mapping(indent + 2, depth - 1).lstrip())
            elif depth and self.chance(0.1):
                lines.append(" " * indent + "- " + self.sequence(indent + 2, depth - 1).lstrip())
            else:
                lines.append(" " * indent + "-" + self.node(indent, depth))
        return "\n".join(lines)

    def json(self, depth):
        kind = self.rng.randint(0, 6) if depth else self.rng.randint(0, 3)
        if kind == 0:
            return self.rng.choice(["1", "-2.5", "1e3", "0.10", "2.0", "true", "null", "12345678901"])
        if kind <= 3:
            return '"' + self.words().replace("''", "'") + self.rng.choice(["", "", r"\n", r"\/", r"\ud83d\ude00", r"\"", r"\u00e9"]) + '"'
        items = [self.json(depth - 1) for _ in range(self.rng.randint(0, 3))]
        separator, colon = self.rng.choice([",", ", ", ",\n  ", ",\n\t"]), self.rng.choice([":", ": ", "\n :"])
        if kind == 4:
            return "[" + separator.join(items) + "]"
        return "{" + separator.join(f'"{self.rng.choice("abcdef")}{n}"{colon}{item}' for n, item in enumerate(items)) + "}"

    def document(self):
        if self.chance(0.8):
            return self.mapping(0, 3)
        return self.rng.choice([self.sequence(0, 2), self.flow(3), self.mapping(2, 1), self.mapping(0, 1), ""])

    def text(self):
        if self.chance(0.06):
            return self.rng.choice(["", "\n", "  "]) + self.rng.choice(["\n", "", " "]).join("{" + '"k": ' + self.json(3) + "}" for _ in range(self.rng.randint(1, 3)))
        parts = []
        for _ in range(self.rng.choice([1, 1, 1, 1, 2, 3])):
            self.anchors, self.names = 0, []
            parts.append(self.document())
        text = self.rng.choice(["", "---\n", "--- # first\n", "\ufeff", "# head\n"] if not self.chance(0.02) else ["%YAML 1.1\n---\n", "%YAML 1.2\n---\n"] if self.chance(0.4) else [""])
        text += self.rng.choice(["\n---\n", "\n---\n", "\n---\n", "\n--- # next\n", "\n---\n---\n", "\n...\n---\n", "\n---\t\n"] if self.chance(0.3) else ["\n--- {a: 1}\n---\n"] if self.chance(0.02) else ["\n---\n"]).join(parts)
        text += self.rng.choice(["\n", "\n", "", "\n\n", "\n...\n"])
        if self.chance(0.06):
            text = text.replace("\n", "\r\n")
        if self.chance(0.08) and text:
            at = self.rng.randrange(len(text))
            text = text[:at] + self.rng.choice(["\t", " ", ":", "-", "#", "'", '"', "\n", "{", "}", "[", "]", ",", "@", "\u0007", "\u2028", "\u0085", "\u00a0"]) + text[at + self.rng.randint(0, 1):]
        return text


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    for _ in range(count):
        print(json.dumps({"text": Snippet(rng).text()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
