// <manifest-text>: the text of the manifests as an element. CodeMirror does the work, inside of a shadow root: the page's policy
// allows no style elements, and a shadow root takes style sheets that are objects.
//
// What the page and this element say to each other:
//   value               the text; setting it forgets what could be undone, and fires nothing
//   label, hint, keys   how it is called, what an empty one says, which keys it knows
//   phrases             CodeMirror's own words, translated: {"Find": "查找", …}
//   problems            [[line, column, text], …], both from 1: marked at their places
//   complete            (before, after, asked) => [back, [label, told, insert], …] or null: what fits between two halves of a
//                       document; `back` is how far the word being typed reaches back
//   go(line, column)    puts the caret there, in sight, with the focus
//   caret               how many letters stand before the caret
//   "input", "change"   events: somebody typed; the focus went
import { acceptCompletion, autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, indentService, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, drawSelection, keymap, lineNumberMarkers, lineNumbers, placeholder, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** So much of a document around the caret is looked at for what fits there, in letters. */
const BEFORE = 100_000;
const AFTER = 20_000;

const colours = HighlightStyle.define([
  { tag: [tags.atom, tags.propertyName, tags.definition(tags.propertyName)], color: "var(--y-key)" },
  { tag: tags.string, color: "var(--y-text)" },
  { tag: [tags.number, tags.keyword, tags.bool], color: "var(--y-number)" },
  { tag: tags.comment, color: "var(--y-comment)", fontStyle: "italic" },
  { tag: [tags.meta, tags.definition(tags.variableName)], color: "var(--ink-2)" },
]);

/** The mode looks for a key up to the next colon that a blank follows, anew at each place of a line: what that takes grows with the square of the
 *  line, and JSON on one line has no such colon. Longer lines than this stay without colors. */
const MAX_COLORED = 500;

const language = StreamLanguage.define({
  ...yaml,
  token(stream, state) {
    if (stream.string.length <= MAX_COLORED) return yaml.token(stream, state);
    // A block of text goes on, or ends, as it does without colors.
    state.literal = state.literal && stream.indentation() > state.keyCol;
    stream.skipToEnd();
    return null;
  },
});

/** So much of a line is shown. What follows is one mark, and stays in the text. */
const MAX_SHOWN = 20_000;

/** The end of a long line. */
class LineRest extends WidgetType {
  constructor(length) {
    super();
    this.length = length;
  }
  eq(other) {
    return other.length === this.length;
  }
  toDOM(view) {
    const rest = document.createElement("span");
    rest.className = "rest";
    rest.textContent = `… ${view.state.phrase("$ more characters", this.length.toLocaleString("en"))}`;
    return rest;
  }
}

/** The marks of the long lines between two places. */
function lineRests(doc, from, to) {
  const rests = [];
  const [first, last] = [doc.lineAt(from), doc.lineAt(to).number];
  let at = first.from;
  for (const { length } of doc.iterLines(first.number, last + 1)) {
    if (length > MAX_SHOWN) {
      rests.push(Decoration.replace({ widget: new LineRest(length - MAX_SHOWN) }).range(at + MAX_SHOWN, at + length));
    }
    at += length + 1;
  }
  return rests;
}

const longLines = StateField.define({
  create: ({ doc }) => (doc.length > MAX_SHOWN ? Decoration.set(lineRests(doc, 0, doc.length)) : Decoration.none),
  update(rests, { docChanged, changes, newDoc }) {
    if (!docChanged || newDoc.length <= MAX_SHOWN) return docChanged ? Decoration.none : rests;
    let next = rests.map(changes);
    changes.iterChangedRanges((_from, _to, from, to) => {
      const [start, end] = [newDoc.lineAt(from).from, newDoc.lineAt(to).to];
      next = next.update({ filterFrom: start, filterTo: end, filter: () => false, add: lineRests(newDoc, start, end) });
    });
    return next;
  },
  provide: (field) => [EditorView.decorations.from(field), EditorView.atomicRanges.of((view) => view.state.field(field))],
});

const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--raised)", color: "var(--ink)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  // What is not part of the text has its lines within the width that is seen.
  ".cm-scroller": { font: "12px/18px var(--mono)", overflow: "auto", containerType: "inline-size" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-placeholder": { color: "var(--ink-2)", whiteSpace: "pre-wrap", maxWidth: "calc(100cqi - 72px)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-gutters": { background: "var(--sunk)", color: "var(--ink-2)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "40px", padding: "0 8px" },
  ".cm-lineNumbers mark": { background: "var(--fail)", color: "var(--raised)", borderRadius: "2px", padding: "0 2px" },
  ".squiggle": { textDecoration: "underline wavy var(--fail)", textDecorationSkipInk: "none" },
  ".says": { position: "sticky", left: "64px", width: "fit-content", marginLeft: "8px", maxWidth: "calc(100cqi - 88px)", color: "var(--fail)", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  ".rest": { color: "var(--ink-2)", background: "var(--sunk)", borderRadius: "4px", padding: "0 4px" },
  ".cm-tooltip": { background: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "6px", boxShadow: "var(--shadow)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "12px/16px var(--mono)", maxHeight: "202px", minWidth: "232px", padding: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", justifyContent: "space-between", gap: "8px", padding: "4px 8px", borderRadius: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent-soft)", color: "var(--accent)" },
  ".cm-completionDetail": { fontStyle: "normal", fontFamily: "system-ui, sans-serif", fontSize: "11px", margin: "0" },
  ".cm-completionMatchedText": { textDecoration: "none" },
  ".cm-panels": { background: "var(--sunk)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { font: "12px/16px system-ui, sans-serif", padding: "6px 32px 6px 8px" },
  ".cm-textfield, .cm-button": { background: "var(--raised)", backgroundImage: "none", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "4px", font: "inherit", minHeight: "24px" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", minWidth: "24px", minHeight: "24px" },
  ".cm-searchMatch": { background: "color-mix(in srgb, var(--warn, #b58900) 35%, transparent)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
});

/** The number of a line on which something is wrong. */
class Wrong extends GutterMarker {
  constructor(line) {
    super();
    this.line = line;
  }
  eq(other) {
    return other.line === this.line;
  }
  toDOM() {
    const mark = document.createElement("mark");
    mark.textContent = `✗ ${this.line}`;
    return mark;
  }
}

/** What is wrong there, below the line. */
class Says extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const says = document.createElement("div");
    says.className = "says";
    says.textContent = `✗ ${this.text}`;
    return says;
  }
}

const found = StateEffect.define();

/** What was found wrong stays at its place while the text around it changes, until it is looked at anew. */
const problems = StateField.define({
  create: () => ({ places: Decoration.none, lines: RangeSet.empty }),
  update(now, change) {
    for (const effect of change.effects) {
      if (effect.is(found)) return marks(change.state.doc, effect.value);
    }
    return change.docChanged ? { places: now.places.map(change.changes), lines: now.lines.map(change.changes) } : now;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (it) => it.places),
    lineNumberMarkers.from(field, (it) => it.lines),
  ],
});

function marks(doc, list) {
  const [places, lines, told] = [[], [], new Set()];
  for (const [at, column, text] of list) {
    if (at < 1 || at > doc.lines || told.has(at)) continue;
    told.add(at);
    const line = doc.line(at);
    const from = Math.min(line.from + Math.max(column - 1, 0), line.to);
    const length = doc.sliceString(from, line.to).search(/[ ,}\]]/);
    const to = Math.min(length > 0 ? from + length : line.to, Math.max(line.from + MAX_SHOWN, from));
    if (to > from) places.push(Decoration.mark({ class: "squiggle" }).range(from, to));
    places.push(Decoration.widget({ widget: new Says(text), side: 1, block: true }).range(line.to));
    lines.push(new Wrong(at).range(line.from));
  }
  return { places: Decoration.set(places, true), lines: RangeSet.of(lines, true) };
}

/** The next line begins where this one does, further in behind a colon, and with the text of an item below its dash. */
const indentation = indentService.of((context, at) => {
  const line = context.lineAt(at, -1);
  const head = line.text.slice(0, Math.max(at - line.from, 0)) || line.text;
  const dashes = /^ *(?:- +)*/.exec(head)[0].length;
  return dashes + (/:\s*$/.test(head) && !/^\s*#/.test(head) ? 2 : 0);
});

/** Tab writes spaces at a caret, and moves chosen lines. */
function tab(view) {
  const { state } = view;
  if (state.selection.ranges.some((range) => state.doc.lineAt(range.from).number !== state.doc.lineAt(range.to).number)) return indentMore(view);
  view.dispatch(
    state.changeByRange((range) => {
      const column = range.from - state.doc.lineAt(range.from).from;
      const pad = " ".repeat(2 - (column % 2));
      return { changes: { from: range.from, to: range.to, insert: pad }, range: EditorSelection.cursor(range.from + pad.length) };
    }),
    { userEvent: "input", scrollIntoView: true },
  );
  return true;
}

class ManifestText extends HTMLElement {
  #view;
  #words = new Compartment();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.#view = new EditorView({ state: this.#state(""), parent: root, root });
    // A key that meant something here means nothing to the page.
    this.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
  }

  #state(doc) {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        EditorState.tabSize.of(2),
        indentUnit.of("  "),
        indentation,
        language,
        syntaxHighlighting(colours),
        theme,
        problems,
        longLines,
        tooltips({ position: "absolute" }),
        search({ top: true }),
        autocompletion({ override: [(context) => this.#fits(context)], icons: false, interactionDelay: 0, activateOnTypingDelay: 0, maxRenderedOptions: 50 }),
        keymap.of([
          { key: "Tab", run: (view) => acceptCompletion(view) || tab(view), shift: indentLess },
          ...searchKeymap,
          ...historyKeymap,
          // Ctrl+Enter runs the text, which is the page's to do. Escape lets the next Tab leave, whatever is selected.
          ...defaultKeymap.filter((it) => !["Mod-Enter", "Escape"].includes(it.key)),
        ]),
        EditorView.updateListener.of((update) => update.docChanged && this.dispatchEvent(new Event("input"))),
        EditorView.domEventHandlers({
          blur: () => void this.dispatchEvent(new Event("change")),
          // Files are the page's.
          drop: (event) => event.dataTransfer?.files.length > 0,
        }),
        this.#words.of(this.#said()),
      ],
    });
  }

  #said() {
    const { label = "", hint = "", keys = "", phrases = {} } = this.told ?? {};
    return [
      EditorView.contentAttributes.of({ "aria-label": label, "aria-description": keys, autocapitalize: "off", tabindex: "0" }),
      placeholder(hint),
      EditorState.phrases.of(phrases),
    ];
  }

  /** What fits at the caret. */
  #fits({ state, pos, explicit }) {
    const kind = syntaxTree(state).resolveInner(pos, -1).name;
    if (!this.complete || /comment|string/.test(kind)) return null;
    const before = state.sliceDoc(Math.max(pos - BEFORE, 0), pos);
    const after = state.sliceDoc(pos, pos + AFTER);
    const answer = this.complete(before, after, explicit);
    if (!answer) return null;
    const [back, ...items] = answer;
    return { from: pos - back, filter: false, options: items.map(([label, detail, apply]) => ({ label, detail, apply })) };
  }

  /** Says how things are called: {label, hint, keys, phrases}. */
  tell(words) {
    this.told = words;
    this.#view.dispatch({ effects: this.#words.reconfigure(this.#said()) });
  }

  get value() {
    return this.#view.state.doc.toString();
  }

  set value(text) {
    const at = Math.min(this.#view.state.selection.main.head, text.length);
    this.#view.setState(this.#state(text));
    this.#view.dispatch({ selection: { anchor: Math.min(at, this.#view.state.doc.length) } });
  }

  get caret() {
    return this.#view.state.selection.main.head;
  }

  set problems(list) {
    this.#view.dispatch({ effects: found.of(list) });
    this.#view.contentDOM.setAttribute("aria-invalid", list.length > 0);
  }

  go(line, column) {
    const { doc } = this.#view.state;
    const there = doc.line(Math.max(1, Math.min(line, doc.lines)));
    const anchor = Math.min(there.from + Math.max(column - 1, 0), there.to);
    this.#view.focus();
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  }
}

customElements.define("manifest-text", ManifestText);
