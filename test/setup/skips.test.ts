import { describe, expect, test } from "vitest";
import { type Skip, skipsInWords } from "../support/skips.ts";

const SANDBOX: Skip = { name: "sandbox", why: "not installed: bubblewrap", test: "a.test.ts" };
const BROWSER: Skip = { name: "browser", why: "not installed: chromium-headless-shell", test: "b.test.ts" };
const ENGINE: Skip = { name: "containers", why: "no line for this user in /etc/subuid", test: "a.test.ts" };

const counts = new Map([
  ["a.test.ts", 3],
  ["b.test.ts", 1],
  ["c.test.ts", 7],
]);

describe("what was skipped", () => {
  test("is said in one place: how many tests, what they lack and why, and what to install", () => {
    expect(
      skipsInWords([SANDBOX, SANDBOX, ENGINE, BROWSER], counts, [
        "bubblewrap",
        "chromium-headless-shell",
        "redis-server",
      ]),
    ).toBe(
      [
        "Skipped: 4 tests in 2 files, which need what this machine does not have.",
        "  bubblewrap (1 file): not installed: bubblewrap",
        "  a container engine (1 file): no line for this user in /etc/subuid",
        "  a browser (1 file): not installed: chromium-headless-shell",
        "  On Debian and Ubuntu: sudo apt-get install bubblewrap chromium-headless-shell",
      ].join("\n"),
    );
  });

  test("is not spoken of when nothing was", () => {
    expect(skipsInWords([], counts, ["chromium-headless-shell"])).toBe("");
    expect(skipsInWords([{ ...SANDBOX, test: "of-another-run.test.ts" }], counts, [])).toBe("");
  });

  test("names no package where installing is not what helps", () => {
    expect(skipsInWords([ENGINE], counts, ["chromium-headless-shell"])).not.toContain("apt-get");
  });
});
