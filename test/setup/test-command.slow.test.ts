import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { worthASecondLook } from "../../scripts/second-look.mjs";
import { NO_FILE } from "../support/failed-files.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

const GOES_ON = `
process.on("SIGTERM", () => { writeFileSync("ended", ""); process.exit(9); });
setInterval(() => {}, 1000);`;

/** Notes what it was given, and goes on until it is ended. */
const ENDLESS = `
import { writeFileSync } from "node:fs";
writeFileSync("lacks.json", process.env.ASSAY_TEST_LACKS);
${GOES_ON}
console.log("testing", ...process.argv.slice(2));`;

interface Clone {
  /** In the place of vitest. */
  tests: string;
  check: string;
}

/** `npm test` in a clone whose tests and check are these programs. */
async function npmTest(
  { tests, check }: Clone,
  words: string[] = [],
  { endWhen, env = {} }: { endWhen?: string; env?: Record<string, string> } = {},
) {
  const lock = "{}";
  const cwd = temporaryFolder({
    "package.json": JSON.stringify({ name: "clone", scripts: { check: "node check.mjs" } }),
    "package-lock.json": lock,
    "node_modules/.assay-setup": createHash("sha256").update(lock).digest("hex"),
    "node_modules/vitest/vitest.mjs": tests,
    "check.mjs": check,
  });
  cpSync(join(projectRoot, "scripts"), join(cwd, "scripts"), { recursive: true });
  // Nothing is missing that could be installed, wherever this runs.
  writeFiles(cwd, { "scripts/setup-decision.mjs": 'export const decideSetUp = () => ({ install: "never" });\n' });
  const surroundings = { ...process.env, CI: "", ...env };
  const child = spawn(process.execPath, ["scripts/test.mjs", ...words], { cwd, env: surroundings });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
      if (endWhen !== undefined && said.includes(endWhen)) child.kill("SIGTERM");
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, said, cwd };
}

test("a check that fails ends the tests, and its words come last", async () => {
  const { code, said, cwd } = await npmTest({
    tests: ENDLESS,
    check: `import { existsSync } from "node:fs";
const wait = () => existsSync("lacks.json") ? (console.error("a.ts(1,2): wrong type"), process.exit(2)) : setTimeout(wait, 20);
wait();`,
  });
  expect([code, existsSync(join(cwd, "ended"))]).toEqual([2, true]);
  expect(said).toMatch(
    /testing run --project=unit --project=e2e\n[\s\S]*npm run check failed:\n\na\.ts\(1,2\): wrong type\s*$/,
  );
});

test("tests that fail fail, whatever the check says", async () => {
  const { code, said } = await npmTest({ tests: "process.exit(3);", check: 'console.log("fine");' });
  expect(code).toBe(3);
  expect(said).not.toContain("fine");
});

test("where both are content, so is npm test, and the check is silent", async () => {
  const { code, said } = await npmTest({ tests: 'console.log("all passed");', check: 'console.log("fine");' });
  expect([code, said]).toEqual([0, expect.stringContaining("all passed\n")]);
  expect(said).not.toContain("fine");
});

test("words go to vitest, and then nothing is checked", async () => {
  const tests = 'console.log("testing", ...process.argv.slice(2));';
  const { code, said } = await npmTest({ tests, check: "process.exit(1);" }, ["-t", "two words"]);
  expect([code, said]).toEqual([0, expect.stringContaining("testing run --project=unit --project=e2e -t two words\n")]);
});

test("--full runs the tests that take minutes, and nothing else", async () => {
  const tests = 'console.log("testing", ...process.argv.slice(2));';
  const { code, said } = await npmTest({ tests, check: "process.exit(1);" }, ["--full"]);
  expect([code, said]).toEqual([0, expect.stringContaining("testing run --project=slow\n")]);
});

test("--keep-seconds is no word for vitest: all is tested and checked, and the tests are told", async () => {
  const tests = 'console.log("testing", ...process.argv.slice(2), process.env.ASSAY_KEEP_SECONDS);';
  const { code, said } = await npmTest({ tests, check: "process.exit(4);" }, ["--keep-seconds"]);
  expect([code, said]).toEqual([4, expect.stringContaining("testing run --project=unit --project=e2e 1\n")]);
});

test("whoever ends it ends the tests", async () => {
  const { code, cwd } = await npmTest({ tests: ENDLESS, check: "" }, [], { endWhen: "testing" });
  expect([code === 0, existsSync(join(cwd, "ended"))]).toEqual([false, true]);
});

test("the tests are told once for all what the machine lacks", async () => {
  const { cwd } = await npmTest({ tests: ENDLESS, check: "" }, [], { endWhen: "testing" });
  const lacks = JSON.parse(readFileSync(join(cwd, "lacks.json"), "utf8"));
  expect(Object.keys(lacks)).toEqual(expect.arrayContaining(["sandbox", "containers", "redis", "root"]));
  expect(lacks.root).toBe(process.getuid?.() === 0 ? null : "the tests run as another user");
});

/** Fails with these files the first time; when files are named, it ends with this code, or does this. */
const failing = (files: string[], alone: number | string) => `
import { writeFileSync } from "node:fs";
import { join } from "node:path";
const named = process.argv.slice(3).filter((word) => !word.startsWith("--project="));
if (named.length > 0) {
  ${typeof alone === "number" ? `process.exitCode = ${alone};` : alone}
} else {
  const files = ${JSON.stringify(files)}.map((file) => (file.endsWith(".ts") ? join(process.cwd(), file) : file));
  writeFileSync(process.env.ASSAY_TEST_FAILED_FILES, files.map((file) => file + "\\n").join(""));
  process.exitCode = 1;
}
console.log("testing", ...named);`;

test.each([
  ["two files failed", "/a/one.test.ts\n/a/two.test.ts\n", ["/a/one.test.ts", "/a/two.test.ts"]],
  ["many files failed", Array.from({ length: 6 }, (_, at) => `/a/${at}.test.ts\n`).join(""), []],
  ["something failed outside of any file", `/a/one.test.ts\n${NO_FILE}\n`, []],
  ["nothing failed", "", []],
])("where %s, a second look takes what it excuses", (_, text, expected) => {
  expect(worthASecondLook(join(temporaryFolder({ files: text }), "files"))).toEqual(expected);
});

test("a run that broke off deserves no second look", () => {
  expect(worthASecondLook(join(temporaryFolder(), "files"))).toEqual([]);
});

describe("in CI", () => {
  test("whoever ends it ends a second look, too", async () => {
    const tests = failing(["test/a.test.ts"], GOES_ON);
    const { code, cwd } = await npmTest({ tests, check: "" }, [], { ...CI, endWhen: "testing --maxWorkers=1" });
    expect([code === 0, existsSync(join(cwd, "ended"))]).toEqual([false, true]);
  });

  const CI = { env: { CI: "true" } };

  test("what failed beside the others and passes alone is named, and does not fail the run", async () => {
    const tests = failing(["test/a.test.ts", "src/b.test.ts"], 0);
    const { code, said } = await npmTest({ tests, check: "" }, [], CI);
    expect([code, said]).toEqual([0, expect.stringContaining("testing --maxWorkers=1 test/a.test.ts src/b.test.ts\n")]);
    expect(said).toMatch(/UNSTABLE: 2 files [\s\S]*\n {2}test\/a\.test\.ts\n {2}src\/b\.test\.ts\s*$/);
  });

  test("what fails alone as well fails the run", async () => {
    const { code, said } = await npmTest({ tests: failing(["test/a.test.ts"], 7), check: "" }, [], CI);
    expect(code).toBe(7);
    expect(said).not.toContain("UNSTABLE");
  });

  test("a check that fails is not excused", async () => {
    const { code } = await npmTest({ tests: failing(["test/a.test.ts"], 0), check: "process.exit(4);" }, [], CI);
    expect(code).toBe(4);
  });
});

test("whoever is not CI sees a test fail at once", async () => {
  const { code, said } = await npmTest({ tests: failing(["test/a.test.ts"], 0), check: "" });
  expect([code, said.match(/testing/g)]).toEqual([1, ["testing"]]);
});
