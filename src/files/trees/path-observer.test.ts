import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { observePath, openPathObserver, type PathObserver } from "./path-observer.ts";
import { walkTree } from "./walk-tree.ts";

async function lookedAt(work: () => void): Promise<PathObserver> {
  const looks = openPathObserver();
  await looks.during(async () => work());
  return looks;
}

describe("a look notices", () => {
  const edits: [name: string, edit: (root: string) => void, path: string][] = [
    ["a file that was written", (root) => writeFileSync(join(root, "a.txt"), "two"), "a.txt"],
    ["one of the same size", (root) => writeFileSync(join(root, "a.txt"), "ONE"), "a.txt"],
    [
      "one that took its place, with the same size and time",
      (root) => {
        writeFileSync(join(root, "b.txt"), "ONE");
        utimesSync(join(root, "b.txt"), 1, 1);
        renameSync(join(root, "b.txt"), join(root, "a.txt"));
      },
      "a.txt",
    ],
    ["one that is gone", (root) => rmSync(join(root, "a.txt")), "a.txt"],
    ["one that can be executed now", (root) => chmodSync(join(root, "a.txt"), 0o755), "a.txt"],
    [
      "one that is a folder now",
      (root) => {
        rmSync(join(root, "a.txt"));
        mkdirSync(join(root, "a.txt"));
      },
      "a.txt",
    ],
    ["one that was missing", (root) => writeFileSync(join(root, "missing.txt"), ""), "missing.txt"],
    ["a new name in a folder", (root) => writeFileSync(join(root, "folder/new"), ""), "folder"],
    ["a folder that is gone", (root) => rmSync(join(root, "folder"), { recursive: true }), "folder"],
    ["what a link leads to", (root) => writeFileSync(join(root, "target"), "other"), "link"],
  ];
  test.each(edits)("%s", async (_, edit, path) => {
    const root = temporaryFolder({ "a.txt": "one", "folder/x": "", target: "t" });
    utimesSync(join(root, "a.txt"), 1, 1);
    symlinkSync("target", join(root, "link"));
    const looks = await lookedAt(() => {
      for (const name of ["a.txt", "missing.txt", "link"]) observePath(join(root, name));
      observePath(join(root, "folder"), "names");
    });
    expect(looks.changes()).toEqual([]);
    edit(root);
    expect(looks.changes()).toEqual([join(root, path)]);
  });
});

describe("a look does not notice", () => {
  test.each<[string, (root: string) => void]>([
    ["a file beside it", (root) => writeFileSync(join(root, "beside.txt"), "")],
    ["a hidden name where only others count", (root) => writeFileSync(join(root, "folder/.swap"), "")],
    [
      "a name that came and went",
      (root) => {
        writeFileSync(join(root, "folder/4913"), "");
        rmSync(join(root, "folder/4913"));
      },
    ],
    ["what is in a file of a listed folder", (root) => writeFileSync(join(root, "folder/x"), "other")],
  ])("%s", async (_, edit) => {
    const root = temporaryFolder({ "a.txt": "one", "folder/x": "" });
    const looks = await lookedAt(() => {
      observePath(join(root, "a.txt"));
      observePath(join(root, "folder"), "visible names");
    });
    edit(root);
    expect(looks.changes()).toEqual([]);
  });
});

test("looks outside of the work are not noted, nor those of somebody else's", async () => {
  const root = temporaryFolder({ a: "", b: "" });
  const [first, second] = [openPathObserver(), openPathObserver((path) => path.endsWith("b"))];
  observePath(join(root, "a"));
  await Promise.all([
    first.during(async () => {
      await Promise.resolve();
      observePath(join(root, "a"));
    }),
    second.during(async () => {
      observePath(join(root, "a"));
      await new Promise((resolve) => setTimeout(resolve, 1));
      observePath(join(root, "b"));
    }),
  ]);
  expect([first.counts(), second.counts()]).toEqual([
    { files: 1, folders: 0 },
    { files: 1, folders: 0 },
  ]);
  writeFileSync(join(root, "b"), "x");
  expect([first.changes(), second.changes()]).toEqual([[], [join(root, "b")]]);
});

test("folders to watch are those that are there, up to the nearest", async () => {
  const root = temporaryFolder({ "a/b/file": "" });
  const looks = await lookedAt(() => {
    observePath(join(root, "a/b/file"));
    observePath(join(root, "x/y/z"));
    observePath(join(root, "a"), "names");
  });
  expect(looks.folders()).toEqual([root, join(root, "a"), join(root, "a/b")]);
});

test("a walk notes every folder and file it comes by", async () => {
  const root = temporaryFolder({ "a/b": "", c: "" });
  const looks = await lookedAt(() => void [...walkTree(root)]);
  expect(looks.counts()).toEqual({ files: 2, folders: 2 });
});
