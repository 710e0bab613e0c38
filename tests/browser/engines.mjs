// What is tried in which browser. Chromium runs everything. What the page makes of its state is the same program in every browser, so the others run
// what they themselves have a hand in.

/** The files of tests that Firefox runs, each with what is Firefox's own in it. */
const OF_FIREFOX = {
  craft: "pointers, drops, focus, and where menus open",
  dumps: "files as streams, compression, folders that are dropped",
  exports: "pictures from SVG and canvas, the clipboard",
  links: "the address, the history, the clipboard, frames within pages",
  module: "modules and workers in another program",
  page: "the policy of the page, relative addresses",
  parts: "WebAssembly that comes in parts",
  playground: "the whole way through the page: layout, keys, themes",
  robust: "storage, locks between tabs, workers that end",
  sheet: "editing text: carets, input, undo",
  stage: "layout, SVG, animations, zoom",
  still: "what is painted before the program is there",
};

/** Why Firefox leaves a test out; nothing where it runs it. `cannot` is what its driver cannot do there. */
export const inFirefox = (area, name, cannot) =>
  cannot ?? (area in OF_FIREFOX ? undefined : "nothing in it is the browser's own");
