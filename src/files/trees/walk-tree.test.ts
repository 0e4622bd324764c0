import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oddTree } from "../../../test/support/odd-tree.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { walkTree } from "./walk-tree.ts";

const shortly = (root: string, options = {}) => [...walkTree(root, options)].map(({ kind, path }) => `${kind} ${path}`);

test("the walk finds what `find` finds, with the same kinds, sizes and modes", () => {
  const root = oddTree();
  const words = ["-mindepth", "1", "-printf", "%P|%y|%s|%m|%l\\n"];
  const found = execFileSync("find", [root, ...words], { encoding: "utf8" })
    .trim()
    .split("\n")
    .sort();
  const letters = { file: "f", folder: "d", link: "l", special: "?", limit: "?" };
  const walked = [...walkTree(root)].map((entry) => {
    const mode = "mode" in entry ? entry.mode.toString(8) : null;
    return { ...entry, letter: letters[entry.kind], mode };
  });
  expect(walked.map(({ path, letter }) => `${path}|${letter}`).sort()).toEqual(
    found.map((line) => line.split("|").slice(0, 2).join("|")),
  );
  for (const line of found) {
    const [path, letter, bytes, mode, target] = line.split("|");
    const entry = walked.find((one) => one.path === path);
    if (letter === "f") expect(entry).toMatchObject({ bytes: Number(bytes), mode });
    if (letter === "l") expect(entry).toMatchObject({ target });
  }
});

test("a folder comes before what is in it, and neighbours by name, whatever order the disk has", () => {
  expect(shortly(oddTree())).toEqual([
    "file .hidden",
    "folder Z",
    "file Z/ü.txt",
    "folder a",
    "folder a/b",
    "file a/b/x.txt",
    "link a/link",
    "file a/y.bin",
    "folder a-b",
    "file a-b/z",
    "link dangling",
    "folder empty",
    "file run.sh",
    "file top.md",
    "file ß",
  ]);
});

test("links that lead in a circle, up or to the whole disk are named and not followed", () => {
  const root = temporaryFolder({ "a/x": "" });
  symlinkSync("..", join(root, "a/up"));
  symlinkSync("self", join(root, "self"));
  symlinkSync("/", join(root, "disk"));
  expect(shortly(root)).toEqual(["folder a", "link a/up", "file a/x", "link disk", "link self"]);
});

test.each([
  ["entries", { entries: 2 }, ["file a", "file b", "limit c"]],
  ["files", { files: 2 }, ["file a", "file b", "limit c"]],
  ["bytes", { bytes: 5 }, ["file a", "file b", "limit c"]],
  ["depth", { depth: 1 }, ["file a", "file b", "file c", "folder d", "folder d/e", "limit d/e/f"]],
])("the walk ends at the limit of %s and says so", (limit, limits, expected) => {
  const root = temporaryFolder({ a: "12", b: "123", c: "1", "d/e/f": "" });
  expect(shortly(root, { limits })).toEqual(expected);
  expect([...walkTree(root, { limits })].at(-1)).toMatchObject({ kind: "limit", limit });
});

test("a file of a terabyte with holes counts in full and is not opened", () => {
  const root = temporaryFolder({ hole: "" });
  truncateSync(join(root, "hole"), 2 ** 40);
  expect(shortly(root, { limits: { bytes: 2 ** 30 } })).toEqual(["limit hole"]);
});

test("a pipe is named and not waited for", () => {
  const root = temporaryFolder();
  execFileSync("mkfifo", [join(root, "pipe")]);
  expect([...walkTree(root)]).toEqual([{ kind: "special", path: "pipe", reason: "named pipe" }]);
});

test("a walk that is left early looks no further", () => {
  const root = temporaryFolder({ "a/x": "", "b/y": "" });
  const [first] = walkTree(root);
  expect(first).toMatchObject({ kind: "folder", path: "a" });
});

test("names that are left out take along what is below them", () => {
  const root = temporaryFolder({ "__pycache__/x.pyc": "", "a/__pycache__/y.pyc": "", "a/b": "" });
  expect(shortly(root, { leaveOut: (name: string) => name === "__pycache__" })).toEqual(["folder a", "file a/b"]);
});

test("a root that is a file, or is not there, is said to be unreadable", () => {
  const root = temporaryFolder({ a: "" });
  expect([...walkTree(join(root, "a"))]).toEqual([{ kind: "special", path: "", reason: "folder cannot be read" }]);
  expect([...walkTree(join(root, "nothing"))]).toMatchObject([{ kind: "special", path: "" }]);
});

test("a tree deeper than any path can be ends where paths end", () => {
  const root = temporaryFolder();
  // Longer than a path may be, so created step by step from inside.
  const deep = 'i=0; while [ $i -lt 60 ]; do mkdir "$1" && cd "$1" || exit 0; i=$((i+1)); done';
  execFileSync("sh", ["-c", deep, "sh", "d".repeat(100)], { cwd: root, stdio: "ignore" });
  const entries = [...walkTree(root)];
  execFileSync("rm", ["-rf", join(root, "d".repeat(100))]);
  expect(entries.length).toBeGreaterThan(30);
  expect(entries.at(-1)).toMatchObject({ kind: "special" });
});

test("modes are those of the file, and nothing of its kind", () => {
  const root = temporaryFolder({ a: "" });
  chmodSync(join(root, "a"), 0o4750);
  expect([...walkTree(root)]).toMatchObject([{ mode: 0o750 }]);
});

test("a folder of thousands is walked no further than the limit says", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "many"));
  for (let number = 0; number < 2_000; number++) writeFileSync(join(root, "many", String(number)), "");
  expect([...walkTree(root, { limits: { files: 100 } })]).toHaveLength(102);
});
