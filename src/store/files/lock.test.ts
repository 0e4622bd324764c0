import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { takeLock } from "./lock.ts";

const NOBODY = { pid: 999_999_999, host: hostname(), since: "2026-01-01T00:00:00Z", process_start: null, token: "t" };

test("a lock is held by one and free again when released", () => {
  const path = join(temporaryFolder(), "deep/.lock");
  const first = takeLock(path, new Date("2026-01-02T03:04:05Z"));
  expect(takeLock(path)).toMatchObject({ ok: false, holder: { pid: process.pid, since: "2026-01-02T03:04:05.000Z" } });
  if (first.ok) first.lock.release();
  expect(existsSync(path)).toBe(false);
  const again = takeLock(path);
  expect(again.ok).toBe(true);
  if (again.ok) again.lock.release();
});

test("many locks at a time are no leak", () => {
  const folder = temporaryFolder();
  const before = process.listenerCount("exit");
  const taken = Array.from({ length: 20 }, (_, index) => takeLock(join(folder, `${index}.lock`)));
  expect(process.listenerCount("exit") - before).toBeLessThanOrEqual(1);
  for (const outcome of taken) if (outcome.ok) outcome.lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a process that is gone is taken over", () => {
  const path = join(temporaryFolder({ ".lock": JSON.stringify(NOBODY) }), ".lock");
  const taken = takeLock(path);
  expect(taken).toMatchObject({ ok: true, dead: NOBODY });
  expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
  if (taken.ok) taken.lock.release();
});

test.skipIf(process.platform !== "linux")("a pid that was given to another process since is no excuse", () => {
  const holder = { ...NOBODY, pid: process.pid, process_start: "1" };
  const path = join(temporaryFolder({ ".lock": JSON.stringify(holder) }), ".lock");
  const taken = takeLock(path);
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.lock.release();
});

test.each(["", "{", "null", '{"pid":"x"}'])("a lock that says %j was written by nobody who lives", (content) => {
  const path = join(temporaryFolder({ ".lock": content }), ".lock");
  const taken = takeLock(path);
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.lock.release();
});

test("a lock of another machine counts while it is refreshed, and not for ever", () => {
  const path = join(temporaryFolder({ ".lock": JSON.stringify({ ...NOBODY, host: "elsewhere" }) }), ".lock");
  expect(takeLock(path)).toMatchObject({ ok: false, holder: { host: "elsewhere" } });
  const longAgo = new Date(Date.now() - 10 * 60_000);
  utimesSync(path, longAgo, longAgo);
  const taken = takeLock(path);
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.lock.release();
});

test("who died while taking over is succeeded as well", () => {
  const rival = { ...NOBODY, pid: NOBODY.pid - 1, token: "r" };
  const files = { ".lock": JSON.stringify(NOBODY), ".lock.after-t": JSON.stringify(rival), ".lock.after-r": "" };
  const folder = temporaryFolder(files);
  const taken = takeLock(join(folder, ".lock"));
  expect(taken).toMatchObject({ ok: true, dead: NOBODY });
  if (taken.ok) taken.lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("who is taking over right now has the lock", () => {
  const rival = { ...NOBODY, pid: process.ppid, token: "r" };
  const files = { ".lock": JSON.stringify(NOBODY), ".lock.after-t": JSON.stringify(rival) };
  const folder = temporaryFolder(files);
  expect(takeLock(join(folder, ".lock"))).toEqual({ ok: false, holder: rival });
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files));
});

test("releasing does not remove a lock that somebody else took in the meantime", () => {
  const path = join(temporaryFolder(), ".lock");
  const mine = takeLock(path);
  writeFileSync(path, JSON.stringify(NOBODY));
  if (mine.ok) mine.lock.release();
  expect(JSON.parse(readFileSync(path, "utf8")).token).toBe("t");
});

test("of many processes that meet a dead one's lock exactly one gets it", async () => {
  const folder = temporaryFolder({ ".lock": JSON.stringify(NOBODY) });
  const path = join(folder, ".lock");
  const bundle = await bundleLock(folder);
  const script = `
    import { takeLock } from ${JSON.stringify(bundle)};
    const taken = takeLock(${JSON.stringify(path)});
    process.stdout.write(taken.ok ? "got" : "not");
    await new Promise((resolve) => process.stdin.on("data", resolve).on("end", resolve));`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const words = await Promise.all(
    children.map(async (child) => String((await Promise.race([once(child.stdout, "data"), once(child, "close")]))[0])),
  );
  expect(words.filter((word) => word !== "got" && word !== "not")).toEqual([]);
  for (const child of children) child.stdin.end();
  await Promise.all(children.map((child) => once(child, "close")));
  expect(words.filter((word) => word === "got")).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.startsWith(".lock"))).toEqual([]);
});

test("a process whose file a quicker successor swept away takes the lock or names its holder", async () => {
  const folder = temporaryFolder({ ".lock": JSON.stringify(NOBODY) });
  const path = join(folder, ".lock");
  const script = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const link = fs.linkSync;
    let swept = 0;
    fs.linkSync = (from, to) => {
      if (to.includes(".after-") && ++swept === 1) fs.unlinkSync(from);
      return link(from, to);
    };
    syncBuiltinESMExports();
    const { takeLock } = await import(${JSON.stringify(await bundleLock(folder))});
    process.stdout.write([takeLock(${JSON.stringify(path)}).ok, swept].join());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["true,2", ""]);
  expect(readdirSync(folder).filter((name) => name.startsWith(".lock"))).toEqual([]);
});

test("dying before any call to the disk, a process keeps nobody waiting", async () => {
  const bundle = await bundleLock(temporaryFolder());
  const dyingBefore = (call: number, path: string) => `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    let calls = 0;
    for (const name of ["mkdirSync", "openSync", "writeSync", "linkSync", "renameSync", "unlinkSync", "readFileSync", "readdirSync"]) {
      const real = fs[name];
      fs[name] = (...given) => (++calls === ${call} ? process.kill(process.pid, "SIGKILL") : real(...given));
    }
    syncBuiltinESMExports();
    const { takeLock } = await import(${JSON.stringify(bundle)});
    calls = 0;
    process.stdout.write(String(takeLock(${JSON.stringify(path)}).ok));`;
  for (let call = 1; ; call += 1) {
    const path = join(temporaryFolder({ ".lock": JSON.stringify(NOBODY) }), ".lock");
    const child = spawn(process.execPath, ["--input-type=module", "-e", dyingBefore(call, path)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [, signal] = await once(child, "close");
    const taken = takeLock(path);
    expect(taken.ok, `died before call ${call}`).toBe(true);
    if (taken.ok) taken.lock.release();
    if (signal === null) {
      expect(call).toBeGreaterThan(10);
      return;
    }
  }
});

async function bundleLock(folder: string): Promise<string> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ input: join(import.meta.dirname, "lock.ts"), platform: "node", external: /^node:/ });
  const file = join(folder, "take-lock.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
