// What the page shows at first sight: few controls, one axis of time, and no text that is cut.
import assert from "node:assert/strict";
import { ready, usable } from "./harness.mjs";

const SIZES = [[1920, 1080], [1440, 900], [820, 1180], [390, 844]];

/** Controls that are seen in the window, by where they stand. Pods, nodes and cells of tables are the picture, not controls. */
const controls = (page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab], [role=slider], [role=combobox]");
    const picture = ".picture, .tile, .mini-node, .pod, .lane-name, .lane-group, .lane-row, table, .matrix, .map, .lane ul";
    const seen = [...all].filter((it) => {
      const area = it.getBoundingClientRect();
      const inside = area.width > 1 && area.height > 1 && area.top < innerHeight && area.bottom > 0 && area.left < innerWidth && area.right > 0;
      return inside && it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest(picture);
    });
    return seen.map((it) => `${it.closest(".bar, #narrator, .stage, .inspector, .player, .console")?.className.split(" ")[0] ?? "page"}: ${it.getAttribute("aria-label") ?? it.innerText}`);
  });
