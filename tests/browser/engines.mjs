// Which tests run in which browser. Chromium runs all of them. Firefox runs only tests of features that depend on the browser, because the program is
// the same.

/** The features that depend on the browser, by test file, and the tests for them (by default all tests of the file). */
const OF_FIREFOX = {
  dumps: ["files as streams, compression, folders that are dropped", /read|zip|folders/],
  editor: ["editing text: carets, input, undo"],
  exports: ["pictures from SVG and canvas, the clipboard"],
  links: ["the address, the history, the clipboard, frames within pages", /frame|ways_to_share|travels|inside_of_another|elsewhere_is_asked|moment/],
  module: ["modules and workers in another program", /example|webassembly/],
  page: ["the policy of the page, relative addresses"],
  parts: ["WebAssembly that comes in parts", /fetched|fetches|first_picture|wrong_path|language_does_not_come|tried_again/],
  playground: ["the whole way through the page: layout, keys, themes"],
  robust: ["storage, locks between tabs, workers that end", /kept|keeps|draft|database|tabs|full|dies|stop|started|clipboard|too_old|asks_nobody_else/],
  stage: ["layout, SVG, animations, zoom", /laptop|room|height|tiles|border|presents|drain|left/],
  stage_editor: ["pointers, drops, focus, and where menus open", /dragged|dropped|clicks|focus|there_from_the_start/],
  still: ["what is painted before the program is there"],
};

/** Tests that a second browser would only repeat: axe checks the same document, and one size of the picture represents the others. */
const ALIKE = /can_be_used_by_everybody$|^everybody_can_read|^in_the_picture_(on_a_projector|on_a_telephone|at_200_percent)$/;

/** Why Firefox skips a test; undefined if it runs it. `cannot` is the reason why its driver does not support the test, if any. */
export const inFirefox = (area, name, cannot) =>
  cannot ?? (area in OF_FIREFOX && (OF_FIREFOX[area][1] ?? /./).test(name) && !ALIKE.test(name) ? undefined : "nothing in it is the browser's own");
