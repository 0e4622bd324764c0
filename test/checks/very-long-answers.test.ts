import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";

/**
 * A process that has made many patterns no longer takes the time to make them well, and then 5 MB of digits are too much for one that
 * remembers each of them. The flag has every pattern made like that.
 */
test("12 MB of anything are read by a process that makes its patterns in a hurry", async () => {
  const program = await bundle("test/checks/very-long-answers.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-regexp-optimization", program]);
  const lines = stdout.trim().split("\n");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !line.endsWith(": done"))).toEqual([]);
});
