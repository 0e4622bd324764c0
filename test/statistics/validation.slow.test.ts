import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";
import { SMALL_EFFORT, simulateTables, TABLES } from "./validation/validate.ts";

/** A small sample of `npm run validate-statistics`, which takes minutes and has the tables of docs/statistics.md. */
describe("in simulated campaigns whose truth is known", () => {
  test.each([
    ["coverage", "95-percent intervals hold the truth as often as they say, or are marked"],
    ["pass rates", "intervals of pass rates do so, too"],
    ["power", "a difference of the size that was promised is found four times out of five"],
    ["errors", "no decision is wrong more than once in twenty times"],
    [
      "corrections",
      "means and differences corrected by labels hold the truth as often as they say, whatever the judge",
    ],
    ["hold-out corrections", "so they do in worlds that no constant was chosen by"],
    ["correction widths", "no judge makes an interval much wider than labels alone, and a good one makes it narrower"],
  ])("%s: %s", (name) => {
    const [table] = simulateTables(SMALL_EFFORT, undefined, [name]);
    expect(table!.problems).toEqual([]);
    expect(table!.rows.flat().join()).toMatch(/\d %|\d\.\d\d/);
  });
});

test("every table stands in the docs, filled by the program", () => {
  const page = readFileSync(join(projectRoot, "docs", "statistics.md"), "utf8");
  for (const name of Object.keys(TABLES)) {
    const [, table = ""] = page.split(`<!-- simulated: ${name} -->`);
    expect(table.split("<!-- end of simulated -->")[0]).toMatch(/\| \d+\.\d %|\| \d\.\d\d, \d/);
  }
});
