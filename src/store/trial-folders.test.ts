import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { DEAD_PID } from "../../test/support/store-records.ts";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { nameOfThisProcess } from "./files/process-name.ts";
import { openTrialFolders } from "./trial-folders.ts";

const SHA = "cd".repeat(32);

test("what a trial left is kept by its content, and nothing else stays", () => {
  const outputs = temporaryFolder();
  const folders = openTrialFolders(outputs);
  const [kept, discarded] = [folders.open(), folders.open()];
  expect(kept).not.toBe(discarded);
  writeFileSync(join(kept, "answer.txt"), "42");
  expect(folders.keep(kept, SHA)).toBe(`artifacts/cd/${SHA}`);
  folders.discard(discarded);
  folders.open();
  folders.close();
  expect(readdirSync(join(outputs, "artifacts"))).toEqual(["cd"]);
  expect(readFileSync(join(outputs, "artifacts/cd", SHA, "answer.txt"), "utf8")).toBe("42");
});

test("nothing is created for a store whose trials leave no files", () => {
  const outputs = temporaryFolder();
  openTrialFolders(outputs).close();
  expect(readdirSync(outputs)).toEqual([]);
});

test("the same content kept again makes whole what was lost in between", () => {
  const outputs = temporaryFolder();
  mkdirSync(join(outputs, "artifacts/cd", SHA), { recursive: true });
  writeFileSync(join(outputs, "artifacts/cd", SHA, "cut.txt"), "4");
  const folders = openTrialFolders(outputs);
  const folder = folders.open();
  writeFileSync(join(folder, "cut.txt"), "42");
  folders.keep(folder, SHA);
  folders.close();
  expect(readFileSync(join(outputs, "artifacts/cd", SHA, "cut.txt"), "utf8")).toBe("42");
  expect(readdirSync(join(outputs, "artifacts/cd"))).toEqual([SHA]);
});

test("folders of processes that are gone are removed, those of others stay", () => {
  const outputs = temporaryFolder();
  const [machine, , start] = nameOfThisProcess().split("-");
  const staging = (owner: string) => join(outputs, "artifacts", `.staging-${owner}-0a1b2c3d`);
  const live = staging(nameOfThisProcess());
  const elsewhere = staging("00000000-1-1");
  const longGoneElsewhere = staging("00000001-1-1");
  const dead = staging(`${machine}-${DEAD_PID}-${start}`);
  // The pid belongs to another process now: this one.
  const renumbered = staging(`${machine}-${process.pid}-1`);
  for (const path of [live, elsewhere, longGoneElsewhere, dead, renumbered])
    mkdirSync(join(path, "trial-1"), { recursive: true });
  utimesSync(longGoneElsewhere, 0, 0);
  const folders = openTrialFolders(outputs);
  folders.open();
  const stays = [live, elsewhere, longGoneElsewhere, dead, renumbered].map((path) => existsSync(path));
  expect(stays).toEqual([true, true, false, false, process.platform !== "linux"]);
  folders.close();
});

test("nobody else can reach what a trial is working on", () => {
  const outputs = temporaryFolder();
  const folders = openTrialFolders(outputs);
  const folder = folders.open();
  expect((statSync(dirname(folder)).mode & 0o777).toString(8)).toBe("700");
  folders.close();
});
