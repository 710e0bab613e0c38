// Takes screenshots of the page: node tests/browser/shots.mjs [hash] [name]   → target/shots/NAME-WIDTH-SCHEME.png
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { output, start } from "./harness.mjs";

const [hash = "", name = "page"] = process.argv.slice(2);
const stage = await start();
mkdirSync(output, { recursive: true });
for (const [width, height] of [[1440, 900], [390, 844]]) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context, complaints } = await stage.open(hash, { viewport: { width, height }, colorScheme });
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1500);
    const file = join(output, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    console.log(file, ...complaints);
    await context.close();
  }
}
await stage.close();
