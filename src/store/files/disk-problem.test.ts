import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { diskProblem, tryWriting } from "./disk-problem.ts";

test.each([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the quota of the disk is used up"],
  ["EFBIG", "a file would grow beyond the limit for files (ulimit -f)"],
  ["EMFILE", "too many files are open; allow more of them with ulimit -n"],
  ["EROFS", "the disk is read-only"],
  ["EACCES", "there is no permission to write"],
  ["ENOTDIR", "there is a file where a folder should be"],
  ["EISDIR", "there is a folder where a file should be"],
])("%s is said in words", (code, words) => {
  const refusal = Object.assign(new Error(`${code}: as the system puts it`), { code, syscall: "write" });
  expect(diskProblem(refusal)).toBe(words);
  expect(diskProblem(Object.assign(refusal, { path: "/store/log" }))).toBe(`${words} (/store/log)`);
});

test("what a disk says that has no words of ours keeps its own", () => {
  const refusal = Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", syscall: "write" });
  expect(diskProblem(refusal)).toBe("EIO: i/o error, write");
});

test("a mistake in the program is no problem of the disk", () => {
  expect(diskProblem(new TypeError("undefined is not a function"))).toBeNull();
  expect(diskProblem("ENOSPC")).toBeNull();
});

test("trying leaves the folder and nothing in it", () => {
  const folder = join(temporaryFolder(), "a", "b");
  tryWriting(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file in the place of a folder is found out by trying", () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "outputs"), "");
  expect(() => tryWriting(join(root, "outputs"))).toThrow(/EEXIST/);
  expect(() => tryWriting(join(root, "outputs", "log"))).toThrow(/ENOTDIR/);
});

test.skipIf(process.getuid?.() === 0)("a folder without permission is found out by trying", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "outputs"));
  chmodSync(join(root, "outputs"), 0o500);
  expect(() => tryWriting(join(root, "outputs"))).toThrow(/EACCES/);
});
