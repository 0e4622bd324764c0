import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { ownedName } from "./owner.ts";
import { sweepFolder } from "./sweep.ts";

/** The name that a process with this number and start time would make. */
function nameBy(pid: number | string, start: string): string {
  return ownedName("hook").replace(/-\d+-\d+-(\w+)$/, `-${pid}-${start}-$1`);
}

const DEAD = nameBy(4_194_999, "17");

test("what a dead process left is removed, also when it took its permissions away", async () => {
  const folder = temporaryFolder({ [`${DEAD}/workspace/deep/file`]: "left", "assay-test-keep": "" });
  chmodSync(join(folder, DEAD, "workspace/deep"), 0o000);
  chmodSync(join(folder, DEAD, "workspace"), 0o000);
  chmodSync(join(folder, DEAD), 0o700);
  await sweepFolder(folder);
  expect(readdirSync(folder)).toEqual(["assay-test-keep"]);
});

test("nothing of a process that lives is touched, and nothing that is not named as ours", async () => {
  const child = spawn("sleep", ["600"]);
  try {
    const start = startOf(child.pid!);
    const names = [ownedName("hook"), nameBy(child.pid!, start), "assay-hook-notes", `my-${DEAD}`];
    const elsewhere = DEAD.replace(/^(assay-hook-)[0-9a-f]{8}/, "$100000000");
    const folder = temporaryFolder(Object.fromEntries([...names, elsewhere].map((name) => [`${name}/file`, ""])));
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o700);
    await sweepFolder(folder);
    expect(readdirSync(folder).sort()).toEqual([...names, elsewhere].sort());
  } finally {
    child.kill("SIGKILL");
  }
});

test("a number that came round again does not keep the folder of the process that had it before", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, nameBy(process.pid, "1")), { mode: 0o700 });
  await sweepFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that was killed and not yet noticed by its parent counts as dead", async () => {
  // The shell becomes a program that never reaps its child.
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 600"]);
  try {
    const pid = Number(await new Promise<Buffer>((resolve) => parent.stdout.once("data", resolve)));
    await expect.poll(() => statusOf(pid), { timeout: 10_000 }).toBe("Z");
    const folder = temporaryFolder();
    mkdirSync(join(folder, nameBy(pid, startOf(pid))), { mode: 0o700 });
    await sweepFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a link or a folder that others can change is left alone: it could lead anywhere while it is emptied", async () => {
  const elsewhere = temporaryFolder({ file: "somebody's" });
  const folder = temporaryFolder();
  const [link, open, plain] = [nameBy(4_194_998, "1"), nameBy(4_194_997, "1"), nameBy(4_194_996, "1")];
  symlinkSync(elsewhere, join(folder, link));
  mkdirSync(join(folder, open));
  chmodSync(join(folder, open), 0o777);
  writeFileSync(join(folder, plain), "");
  await sweepFolder(folder);
  expect(readdirSync(folder).sort()).toEqual([link, open, plain].sort());
  expect(existsSync(join(elsewhere, "file"))).toBe(true);
});

test.skipIf(lacks("root"))("a folder of another user is left alone", async () => {
  const { chownSync } = await import("node:fs");
  const folder = temporaryFolder();
  mkdirSync(join(folder, DEAD), { mode: 0o700 });
  chownSync(join(folder, DEAD), 65534, 65534);
  await sweepFolder(folder);
  expect(readdirSync(folder)).toEqual([DEAD]);
});

function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[19]!;
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[0]!;
}
