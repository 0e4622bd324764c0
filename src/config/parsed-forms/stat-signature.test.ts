import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../test/support/parsed-forms.ts";
import { caseAt, caseText } from "../../../test/support/small-workspace.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { openParsedForms } from "./parsed-forms.ts";
import { agreesOnTime, isSettled, keepsTimeOfChange, QUIET_MS } from "./stat-signature.ts";

/** Longer than one tick of the file system's clock, and short enough for a test. */
const QUIET = 50;
const pause = (milliseconds = 3 * QUIET) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Counts files recognised as unchanged, and files read. */
function watched(path: string, quietMs = QUIET) {
  const count = { unchanged: 0, read: 0 };
  const forms = openParsedForms<TestCase>(path, "1", { quietMs });
  const watching = {
    ...forms,
    findUnchanged(file: string) {
      const value = forms.findUnchanged(file);
      count[value === undefined ? "read" : "unchanged"] += 1;
      return value;
    },
  };
  return { forms: watching, count };
}

/** Writes two cases, waits, and loads them, so that both are in the cache. */
async function known(quietMs = QUIET) {
  const root = temporaryFolder({ ...caseAt("a"), ...caseAt("b") });
  const path = join(temporaryFolder({}), "forms");
  // Use whole seconds, which can be set exactly again.
  for (const name of ["a", "b"])
    utimesSync(join(root, `configs/cases/${name}/test.yaml`), 1_600_000_000, 1_600_000_000);
  await pause();
  await casesOf(root, watched(path, quietMs).forms);
  return { root, path, file: join(root, "configs/cases/a/test.yaml") };
}

const edited = caseText("a").replace("title: T", "title: U");

test("a file that nobody touched is not opened again, and still says where a problem is", async () => {
  const { root, path, file } = await known();
  const { forms, count } = watched(path);
  const plain = await casesOf(root);
  expect(await casesOf(root, forms)).toStrictEqual(plain);
  expect(count).toEqual({ unchanged: 2, read: 0 });
  renameSync(join(file, ".."), join(root, "configs/cases/c"));
  const [, moved] = await casesOf(root, watched(path).forms);
  expect(moved?.diagnostics[0]).toMatchObject({ line: 2, message: expect.stringContaining("name of its folder") });
  expect(moved?.diagnostics[0]?.frame).toContain("case_id: a");
});

describe("what was changed is read, however it was done", () => {
  const changes: Record<string, (file: string) => void> = {
    "written in place, with the same size": (file) => writeFileSync(file, edited),
    "written in place, and its date set back": (file) => {
      const { atime, mtime } = statSync(file);
      writeFileSync(file, edited);
      utimesSync(file, atime, mtime);
    },
    "one byte overwritten through a descriptor": (file) => {
      const opened = openSync(file, "r+");
      writeSync(opened, "U", caseText("a").indexOf("title: T") + "title: ".length);
      closeSync(opened);
    },
    "another file put in its place, of the same size and date": (file) => {
      const { atime, mtime } = statSync(file);
      writeFileSync(`${file}.new`, edited);
      utimesSync(`${file}.new`, atime, mtime);
      renameSync(`${file}.new`, file);
    },
    "deleted and made again": (file) => {
      rmSync(file);
      writeFileSync(file, edited);
    },
    "through a hard link elsewhere": (file) => {
      linkSync(file, `${file}.link`);
      writeFileSync(`${file}.link`, edited);
    },
    "a symbolic link in its place": (file) => {
      writeFileSync(`${file}.target`, edited);
      rmSync(file);
      symlinkSync(`${file}.target`, file);
    },
    "its folder exchanged for another": (file) => {
      const folder = join(file, "..");
      renameSync(folder, join(folder, "../../old"));
      mkdirSync(folder);
      writeFileSync(file, edited);
    },
  };

  test.each(Object.entries(changes))("%s", async (_, change) => {
    const { root, path, file } = await known();
    change(file);
    const { forms, count } = watched(path);
    expect((await casesOf(root, forms)).map(({ loaded }) => loaded?.case.title)).toEqual(["U", "T"]);
    expect(count).toEqual({ unchanged: 1, read: 1 });
  });

  test("the target of a symbolic link, and the link led elsewhere", async () => {
    const root = temporaryFolder({ "configs/cases/a/x": "", one: caseText("a"), two: edited });
    const path = join(temporaryFolder({}), "forms");
    const file = join(root, "configs/cases/a/test.yaml");
    const titles = async () =>
      (await casesOf(root, watched(path).forms)).map(({ loaded }) => loaded?.case.title).join();
    symlinkSync(join(root, "one"), file);
    await pause();
    expect([await titles(), await titles()]).toEqual(["T", "T"]);
    rmSync(file);
    symlinkSync(join(root, "two"), file);
    expect(await titles()).toBe("U");
    writeFileSync(join(root, "two"), caseText("a").replace("title: T", "title: V"));
    expect(await titles()).toBe("V");
  });

  test("edited again within one tick of the clock, over and over", async () => {
    const { root, path, file } = await known(0);
    for (let version = 0; version < 200; version += 1) {
      const title = `V${version % 10}`;
      writeFileSync(file, caseText("a").replace("title: T", `title: ${title}`));
      const [a] = await casesOf(root, watched(path, QUIET_MS).forms);
      expect(a?.loaded?.case.title).toBe(title);
    }
  });
});

test("a file that was changed a moment ago is read again, until it was left alone for a while", async () => {
  const { root, path, file } = await known();
  const look = async (quietMs: number) => {
    const { forms, count } = watched(path, quietMs);
    await casesOf(root, forms);
    return count;
  };
  writeFileSync(file, edited);
  expect(await look(60_000)).toEqual({ unchanged: 1, read: 1 });
  expect(await look(60_000)).toEqual({ unchanged: 1, read: 1 });
  await pause();
  expect(await look(QUIET)).toEqual({ unchanged: 1, read: 1 });
  expect(await look(QUIET)).toEqual({ unchanged: 2, read: 0 });
});

test("a change of permissions costs a look and changes nothing", async () => {
  const { root, path, file } = await known();
  chmodSync(file, 0o600);
  const { forms, count } = watched(path);
  expect((await casesOf(root, forms)).map(({ loaded }) => loaded?.case.title)).toEqual(["T", "T"]);
  expect(count).toEqual({ unchanged: 1, read: 1 });
});

test("a date in the future, which no later change has to leave behind, is never trusted", async () => {
  const { root, path, file } = await known();
  const future = new Date(Date.now() + 3_600_000);
  utimesSync(file, future, future);
  await pause();
  for (const _ of ["first", "second"]) {
    const { forms, count } = watched(path);
    await casesOf(root, forms);
    expect(count).toEqual({ unchanged: 1, read: 1 });
  }
});

test("nothing is trusted where the file system's clock is not ours", () => {
  const now = 1_700_000_000_000;
  const offsets = [0, 999, -999, 1001, -1001, 3_600_000];
  expect(offsets.map((offset) => agreesOnTime({ ctimeMs: BigInt(now + offset) }, now))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test("nothing is trusted where a date that is set back takes the time of the last change with it", () => {
  const path = join(temporaryFolder({ x: "" }), "x");
  const before = statSync(path);
  utimesSync(path, 0, 0);
  expect(keepsTimeOfChange(before, statSync(path))).toBe(true);
  expect(keepsTimeOfChange(before, { ctimeMs: statSync(path).mtimeMs })).toBe(false);
});

test.each([
  { changed: 0, isTrusted: true },
  { changed: -1, isTrusted: true },
  { changed: 1, isTrusted: false },
  { changed: QUIET_MS, isTrusted: false },
])("a file changed $changed ms after the last moment that is long enough ago", ({ changed, isTrusted }) => {
  const stats = statSync(temporaryFolder({ x: "" }));
  const at = 1_700_000_000_000 - QUIET_MS + changed;
  for (const times of [
    { mtimeMs: at, ctimeMs: at },
    { mtimeMs: 0, ctimeMs: at },
    { mtimeMs: at, ctimeMs: 0 },
  ])
    expect(isSettled(Object.assign(stats, times), 1_700_000_000_000, QUIET_MS)).toBe(isTrusted);
});

test("cases whose signatures were not written down are read as before", async () => {
  const { root, path } = await known(60_000);
  expect(readFileSync(path, "utf8").split("\n")[2]).toMatch(/^[0-9a-f]{64} [0-9a-f]{64} - \{/);
  const { forms, count } = watched(path, 60_000);
  await casesOf(root, forms);
  expect(count).toEqual({ unchanged: 0, read: 2 });
});
