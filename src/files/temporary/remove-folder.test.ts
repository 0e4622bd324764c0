import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { forcedRemovals, removeFolder, removeFolderNow } from "./remove-folder.ts";

/** Forty nested folders with names of two hundred letters make a path of 8,000 bytes. */
const DEEP = [
  "mkdir tree; cd tree",
  'name=$(printf "d%.0s" $(seq 200))',
  "for _ in $(seq 40); do mkdir $name; cd -P $name; done",
  "echo x > file; chmod 000 file",
  "for _ in $(seq 40); do cd ..; chmod 000 $name; done",
  "cd ..; chmod 000 tree",
].join("; ");

const REMOVERS: [string, (path: string) => unknown][] = [
  ["while we go on", removeFolder],
  ["when we end", removeFolderNow],
];

test.each(REMOVERS)(
  "a tree deeper than any path, of folders that nobody may read, is removed %s",
  async (_, remove) => {
    const folder = temporaryFolder();
    execFileSync("bash", ["-c", DEEP], { cwd: folder });
    await remove(join(folder, "tree"));
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.skipIf(lacks("root"))("also by an ordinary user, whom permissions stop", () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const nobody = { uid: 65534, gid: 65534 };
  execFileSync("bash", ["-c", DEEP], { cwd: folder, ...nobody });
  for (const [program, ...words] of forcedRemovals(join(folder, "tree"))) execFileSync(program, words, nobody);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(REMOVERS)("nothing that a link in it leads to is touched, %s", async (_, remove) => {
  const elsewhere = temporaryFolder({ "folder/file": "somebody's" });
  chmodSync(join(elsewhere, "folder"), 0o500);
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tree"));
  execFileSync("bash", ["-c", DEEP], { cwd: join(folder, "tree") });
  symlinkSync(elsewhere, join(folder, "tree", "link"));
  await remove(join(folder, "tree"));
  expect(existsSync(join(elsewhere, "folder/file"))).toBe(true);
  expect(execFileSync("stat", ["-c", "%a", join(elsewhere, "folder")], { encoding: "utf8" }).trim()).toBe("500");
});
