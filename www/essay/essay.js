// Makes the figures of the essay move. The page is whole without this: here are handles, and the wire to the thread in which the scheduler runs.
const program = document.querySelector("meta[name=figures]").content;
const lang = document.documentElement.lang.slice(0, 2);
const figures = new Map([...document.querySelectorAll(".scene")].map((element) => [element.dataset.figure, new Figure(element)]));

/** The step of a walk that is its last one, however many it has. */
const LAST = 0xffffffff;

/** The thread, once a figure needs it. */
let worker;

function startWorker() {
  if (worker) return worker;
  worker = new Worker(new URL("figures-worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ program });
  worker.onmessage = ({ data }) => figures.get(data.figure).answer(data);
  // Without it the figures stay as they are.
  worker.onerror = () => document.documentElement.classList.add("still");
  return worker;
}

function Figure(element) {
  const name = element.dataset.figure;
  const numbers = element.dataset.values.split(" ").filter(Boolean).map(Number);
  // No step of the walk: the one that the figure begins with.
  const initial = { values: numbers, walk: null };
  const handles = [...new Set([...element.querySelectorAll("input[data-handle]")].map((input) => input.dataset.handle))].filter((handle) => handle !== "walk");
  const inputs = (handle) => [...element.querySelectorAll(`input[data-handle="${handle}"]`)];
  const grips = (handle) => document.querySelectorAll(`.grip[data-figure="${name}"][data-handle="${handle}"]`);
  // Its parts are looked up once: the pictures, which change, are never asked for any.
  const [pictures, wide, narrow] = [".pictures", ".pictures > .wide", ".pictures > .narrow"].map((part) => element.querySelector(part));
  const [said, playground, reset] = [".said", ".playground", ".reset"].map((part) => element.querySelector(part));
  const walk = inputs("walk")[0];
  const [field, table] = [".field", ".row-table"].map((part) => element.querySelector(part));
  const turns = [...element.querySelectorAll(".turn")];
  let wanted = { values: [...initial.values], walk: initial.walk };
  // One request is under way at a time; of those that come meanwhile the last one counts.
  let [asked, waits] = [0, false];

  this.last = (handle) => (inputs(handle)[0].type === "range" ? Number(inputs(handle)[0].max) : inputs(handle).length - 1);
  this.value = (handle) => wanted.values[handles.indexOf(handle)];

  const ask = () => {
    const walksAsAtFirst = wanted.walk === initial.walk || walk.value === element.dataset.walk;
    reset.hidden = walksAsAtFirst && wanted.values.every((value, at) => value === initial.values[at]);
    waits = asked > 0;
    if (waits) return;
    asked = performance.now();
    startWorker().postMessage({ figure: name, lang, ...wanted });
  };

  /** What stands in the figure's inputs, and in the sentences. It follows at once; the word for the value comes with the picture. */
  const showValue = (handle, value) => {
    for (const input of inputs(handle)) {
      if (input.type === "range") input.value = value;
      else input.checked = Number(input.value) === value;
    }
    for (const grip of grips(handle)) grip.ariaValueNow = value;
  };

  const showStep = () => {
    // They keep the focus at the ends.
    for (const turn of turns) turn.ariaDisabled = walk.value === (turn.dataset.by === "1" ? walk.max : walk.min);
  };

  this.set = (handle, value) => {
    if (handle === "walk") wanted.walk = value === Number(walk.max) ? LAST : value;
    else wanted.values[handles.indexOf(handle)] = value;
    showValue(handle, value);
    said.setAttribute("aria-live", "polite");
    ask();
  };

  this.answer = ({ state, error }) => {
    if (error) console.error(error);
    element.dataset.took = Math.round(performance.now() - asked);
    asked = 0;
    if (waits) return ask();
    if (!state) return;
    [wide.innerHTML, narrow.innerHTML] = state.pictures;
    if (field) this.showField(state.field);
    pictures.ariaLabel = state.seen;
    said.querySelector("b").textContent = state.title;
    said.querySelector("span").textContent = state.text;
    playground.href = `${playground.getAttribute("href").split("#")[0]}#${state.link}`;
    for (const { name: handle, word } of state.handles) this.say(handle, word);
    const [step, last] = state.walk;
    if (walk && last > 0) {
      Object.assign(walk, { max: last, value: step });
      this.say("walk", `${step + 1} / ${last + 1}`);
      showStep();
    }
    for (const fact of document.querySelectorAll(`.fact[data-fact^="${name}."]`)) fact.textContent = state.facts[fact.dataset.fact.slice(name.length + 1)];
  };

  this.say = (handle, word) => {
    for (const input of inputs(handle)) {
      if (input.type !== "range") continue;
      input.ariaValueText = word;
      element.querySelector(`output[for="${input.id}"]`).textContent = word;
    }
    for (const grip of grips(handle)) {
      grip.textContent = word;
      grip.ariaValueText = word;
    }
  };

  // The first drawing takes several times as long as the others. Nobody waits for this one, and nobody gets it.
  this.warmUp = () => startWorker().postMessage({ figure: name, lang, ...initial, isWarmUp: true });

  // A browser that comes back to the page may have other values in the inputs than the figure shows.
  this.showWanted = () => {
    handles.forEach((handle, at) => showValue(handle, wanted.values[at]));
    if (walk && wanted.walk === null) walk.value = element.dataset.walk;
  };

  this.showField = ({ pictures, caption, rows }) => {
    [...field.children].forEach((part, at) => (part.innerHTML = pictures[at]));
    table.querySelector("summary").textContent = caption;
    const cells = (row) => [row.amount, row.answer].map((text) => Object.assign(document.createElement("td"), { textContent: text }));
    table.querySelector("tbody").replaceChildren(...rows.map((row) => {
      const line = document.createElement("tr");
      line.append(...cells(row));
      return line;
    }));
  };

  /** Moves the point of the field to the pointer. */
  const drag = ({ clientX, clientY }) => {
    const frame = [...field.querySelectorAll("[data-plot]")].find((frame) => frame.getBoundingClientRect().width > 0);
    const { left, bottom, width, height } = frame.getBoundingClientRect();
    const parts = { [field.dataset.x]: (clientX - left) / width, [field.dataset.y]: (bottom - clientY) / height };
    for (const [handle, part] of Object.entries(parts)) {
      const value = Math.round(Math.max(0, Math.min(1, part)) * this.last(handle));
      if (value !== this.value(handle)) this.set(handle, value);
    }
  };
  field?.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !document.documentElement.classList.contains("moves")) return;
    event.preventDefault();
    field.setPointerCapture(event.pointerId);
    field.addEventListener("pointermove", drag);
    field.addEventListener("lostpointercapture", () => field.removeEventListener("pointermove", drag), { once: true });
    drag(event);
  });

  element.addEventListener("input", ({ target }) => this.set(target.dataset.handle, Number(target.value)));
  for (const turn of turns) turn.addEventListener("click", () => this.set("walk", Math.max(0, Math.min(Number(walk.max), Number(walk.value) + Number(turn.dataset.by)))));
  if (walk) showStep();
  reset.addEventListener("click", () => {
    element.querySelector("input").focus();
    wanted.walk = initial.walk;
    handles.forEach((handle, at) => this.set(handle, initial.values[at]));
  });
}

/** A number in a sentence that is dragged, or turned by the arrow keys. */
function makeGrip(grip) {
  const { figure: name, handle } = grip.dataset;
  const figure = figures.get(name);
  const turn = (value) => {
    const next = Math.max(0, Math.min(figure.last(handle), value));
    if (next !== figure.value(handle)) figure.set(handle, next);
  };
  Object.assign(grip, { role: "slider", tabIndex: 0, ariaLabel: grip.dataset.label, ariaValueMin: 0, ariaValueMax: figure.last(handle), ariaValueNow: figure.value(handle), ariaValueText: grip.textContent });
  grip.addEventListener("keydown", (event) => {
    const page = Math.ceil(figure.last(handle) / 3);
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page, Home: -Infinity, End: Infinity }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    turn(figure.value(handle) + by);
  });
  grip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    grip.focus();
    grip.setPointerCapture(event.pointerId);
    const [from, began] = [event.clientX, figure.value(handle)];
    const move = ({ clientX }) => turn(began + Math.round((clientX - from) / 18));
    grip.addEventListener("pointermove", move);
    const end = () => grip.removeEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", end, { once: true });
  });
}

document.querySelectorAll(".grip").forEach(makeGrip);
addEventListener("pageshow", () => figures.forEach((figure) => figure.showWanted()));
document.documentElement.classList.add("moves");

// The scheduler is fetched when the first handle comes into sight, and not before the page has all that it shows.
const nearby = new IntersectionObserver((entries) => {
  const entry = entries.find((entry) => entry.isIntersecting);
  if (!entry) return;
  nearby.disconnect();
  const figure = figures.get(entry.target.closest(".scene").dataset.figure);
  // A browser that draws nothing may never be idle.
  const idle = globalThis.requestIdleCallback ? (call) => requestIdleCallback(call, { timeout: 2000 }) : (call) => setTimeout(call, 200);
  const start = () => idle(figure.warmUp);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
});
document.querySelectorAll(".handles").forEach((handles) => nearby.observe(handles));
