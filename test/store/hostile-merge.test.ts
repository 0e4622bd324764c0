import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { assay } from "../support/assay.ts";
import { appendRun } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A workspace, and a foreign store beside it. */
async function twoStores(): Promise<{ cwd: string; foreign: string }> {
  const cwd = temporaryFolder({ "here/configs/.keep": "", "private.txt": "private\n" });
  const foreign = join(cwd, "theirs/outputs");
  const store = openStore(foreign);
  appendRun(store, "r1", "s/p-1/m/c/1");
  await store.close();
  return { cwd: join(cwd, "here"), foreign };
}

test.each<[string, (log: string) => unknown, string]>([
  ["a link", (log) => symlinkSync("../../../private.txt", join(log, "x.jsonl")), "is a link, and should be a file"],
  ["a pipe", (log) => execFileSync("mkfifo", [join(log, "x.jsonl")]), "is neither a file nor a folder"],
])("%s in a foreign log is refused by name, and nothing is written", async (_, spoil, why) => {
  const { cwd, foreign } = await twoStores();
  spoil(join(foreign, "log"));
  const { code, stdout, stderr } = await assay(["store", "merge", "../theirs/outputs"], { cwd });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("../theirs/outputs is not merged: ");
  expect(stderr).toContain(`theirs/outputs/log/x.jsonl" ${why}`);
  expect(readdirSync(cwd)).toEqual(["configs"]);
});

test("of several stores none is merged when one is refused", async () => {
  const [one, other] = [await twoStores(), await twoStores()];
  symlinkSync("/etc/passwd", join(other.foreign, "log/x.jsonl"));
  const { code } = await assay(["store", "merge", one.foreign, other.foreign], { cwd: one.cwd });
  expect([code, readdirSync(one.cwd)]).toEqual([2, ["configs"]]);
  expect((await assay(["store", "merge", one.foreign], { cwd: one.cwd })).code).toBe(0);
  expect(readFileSync(join(one.cwd, "outputs/log", readdirSync(join(one.cwd, "outputs/log"))[0]!), "utf8")).toContain(
    '"r1"',
  );
});
