import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, ftruncateSync, linkSync, openSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { measureDeletedFiles, measureDiskUse } from "./disk-use.ts";

const MEBIBYTE = 1024 * 1024;

test("counts what files hold, in folders at every depth, and both folders together", async () => {
  const folder = temporaryFolder({ "a/b/c/file": "x".repeat(MEBIBYTE), other: "x".repeat(MEBIBYTE) });
  const used = await measureDiskUse([join(folder, "a"), folder], Infinity);
  expect(used).toBeGreaterThanOrEqual(3 * MEBIBYTE);
  expect(used).toBeLessThan(3.2 * MEBIBYTE);
});

test("an empty file takes something, a file with holes what it holds, and a file with two names its place once", async () => {
  const folder = temporaryFolder({ empty: "" });
  expect(await measureDiskUse([folder], Infinity)).toBe(4096);
  const holes = openSync(join(folder, "holes"), "w");
  ftruncateSync(holes, 100 * MEBIBYTE);
  closeSync(holes);
  expect(await measureDiskUse([folder], Infinity)).toBe(8192);
  linkSync(join(folder, "empty"), join(folder, "again"));
  expect(await measureDiskUse([folder], Infinity)).toBe(8192);
});

test("a link counts for itself and is not followed", async () => {
  const elsewhere = temporaryFolder({ big: "x".repeat(MEBIBYTE) });
  const folder = temporaryFolder();
  symlinkSync(elsewhere, join(folder, "link"));
  expect(await measureDiskUse([folder], Infinity)).toBe(4096);
});

test("looking ends where the limit is passed", async () => {
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`file-${index}`, ""]));
  expect(await measureDiskUse([temporaryFolder(files)], 10_000)).toBe(3 * 4096);
});

test("what is gone meanwhile or cannot be opened is passed over", async () => {
  expect(await measureDiskUse([join(temporaryFolder(), "none")], Infinity)).toBe(0);
});

test.skipIf(process.platform !== "linux")(
  "a removed file counts as long as somebody holds it open, once, and others do not",
  async () => {
    const folder = temporaryFolder({ kept: "x".repeat(MEBIBYTE), "deep/file": "x".repeat(2 * MEBIBYTE) });
    // A separate process, because anything else in this one may hold files too.
    const holding = `
      for (const name of ["kept", "deep/file"]) fs.openSync(name, "r");
      fs.unlinkSync("deep/file");
      console.log("holding");
      process.stdin.resume();`;
    const holder = spawn(process.execPath, ["-e", holding], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    await once(holder.stdout, "data");
    const used = await measureDeletedFiles([holder.pid!, holder.pid!], [folder]);
    holder.stdin.end();
    await once(holder, "close");
    expect(used).toBeGreaterThanOrEqual(2 * MEBIBYTE);
    expect(used).toBeLessThan(2.1 * MEBIBYTE);
    expect(await measureDeletedFiles([holder.pid!, 4_194_999], [folder])).toBe(0);
  },
);

test("a folder that became a link to itself is passed over too", async () => {
  const folder = join(temporaryFolder(), "loop");
  symlinkSync("loop", folder);
  expect([await measureDeletedFiles([process.pid], [folder]), await measureDiskUse([folder], Infinity)]).toEqual([
    0, 0,
  ]);
});
