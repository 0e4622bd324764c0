import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendRun, runRecord, segmentPath } from "../../test/support/store-records.ts";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { RefusedBytesError } from "../errors/index.ts";
import { mergeStores } from "./merge.ts";
import { openStore } from "./store.ts";

const SHA = "ab".repeat(32);
const FOLDER = `artifacts/ab/${SHA}`;

/** Makes a store with a run and trial files, beside a file that is not its own. */
async function foreign(): Promise<{ store: string; outside: string; into: string }> {
  const root = temporaryFolder({ "outside/secret.txt": '{"secret":1}\n' });
  const store = openStore(join(root, "outputs"));
  appendRun(store, "r1", "s/p-1/m/c/1");
  await store.close();
  writeFiles(join(root, "outputs"), { [`${FOLDER}/workspace/answer.txt`]: "42" });
  return { store: join(root, "outputs"), outside: join(root, "outside"), into: temporaryFolder() };
}

const pipe = (path: string) => execFileSync("mkfifo", [path]);
/** Replaces a path by a link. */
function linked(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

describe("a store is refused before anything of it is written, and its place is named, when it has", () => {
  test.each<[string, (store: string, outside: string) => string]>([
    [
      "a link in its log",
      (store, outside) => put(store, "log/x.jsonl", (path) => symlinkSync(join(outside, "secret.txt"), path)),
    ],
    [
      "a link in the place of its log file",
      (store, outside) =>
        put(store, segmentPath(store).slice(store.length + 1), (path) => linked(path, join(outside, "secret.txt"))),
    ],
    ["a link to nothing in its log", (store) => put(store, "log/x.jsonl", (path) => symlinkSync("nowhere", path))],
    ["a pipe in its log", (store) => put(store, "log/x.jsonl", pipe)],
    ["a folder in its log", (store) => put(store, "log/x.jsonl", (path) => mkdirSync(path))],
    [
      "a name in its log that no log has",
      (store) => put(store, "log/\u001b[2J.jsonl", (path) => writeFileSync(path, "")).slice(0, 4),
    ],
    ["a log folder that is a link", (store, outside) => put(store, "log", (path) => linked(path, outside))],
    [
      "a log that is a file",
      (store) =>
        put(
          store,
          "log",
          replacedBy((path) => writeFileSync(path, "")),
        ),
    ],
    ["artifacts that are a link", (store, outside) => put(store, "artifacts", (path) => linked(path, outside))],
    ["artifacts that are a pipe", (store) => put(store, "artifacts", replacedBy(pipe))],
    ["a bucket that is a link", (store, outside) => put(store, "artifacts/cd", (path) => linked(path, outside))],
    ["a bucket that is a file", (store) => put(store, "artifacts/cd", (path) => writeFileSync(path, ""))],
    ["a trial folder that is a link", (store, outside) => put(store, FOLDER, (path) => linked(path, outside))],
    [
      "a trial folder that is a file",
      (store) =>
        put(
          store,
          FOLDER,
          replacedBy((path) => writeFileSync(path, "")),
        ),
    ],
    ["a pipe among trial files", (store) => put(store, `${FOLDER}/workspace/pipe`, pipe)],
    [
      "a link out of a trial folder",
      (store, outside) => put(store, `${FOLDER}/workspace/out`, (path) => symlinkSync(outside, path)),
    ],
    [
      "a link up out of a trial folder",
      (store) => put(store, `${FOLDER}/workspace/up`, (path) => symlinkSync("../../../../../outside", path)),
    ],
    [
      "a link out by another link",
      (store) =>
        put(store, `${FOLDER}/workspace/b`, (path) => {
          mkdirSync(join(path, "../deep/er"), { recursive: true });
          symlinkSync("deep/er", join(path, "../a"));
          symlinkSync("a/../../../../../..", path);
        }),
    ],
    [
      "a link to the root by name",
      (store) => put(store, `${FOLDER}/passwd`, (path) => symlinkSync("/etc/passwd", path)),
    ],
  ])("%s", async (_, spoil) => {
    const { store, outside, into } = await foreign();
    const place = spoil(store, outside);
    const refusal = refusalOf(() => mergeStores(store, into));
    expect(refusal).toContain(place);
    expect(readdirSync(into)).toEqual([]);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe('{"secret":1}\n');
  });
});

test("the path that was typed may be a link, and so may the store that is merged into", async () => {
  const { store, into } = await foreign();
  const links = temporaryFolder();
  symlinkSync(store, join(links, "from"));
  symlinkSync(into, join(links, "into"));
  expect(mergeStores(join(links, "from"), join(links, "into"))).toEqual({ segments: 1, artifacts: 1 });
  expect(readFileSync(join(into, FOLDER, "workspace/answer.txt"), "utf8")).toBe("42");
});

test("links that stay inside come along, and files without rights to act as their owner or to be changed by others", async () => {
  const { store, into } = await foreign();
  const files = join(store, FOLDER, "workspace");
  writeFileSync(join(files, "run"), "#!/bin/sh\n");
  chmodSync(join(files, "run"), 0o6777);
  mkdirSync(join(files, "closed"));
  chmodSync(join(files, "closed"), 0o3777);
  symlinkSync("answer.txt", join(files, "link"));
  mergeStores(store, into);
  const modeOf = (path: string) => (statSync(join(into, FOLDER, "workspace", path)).mode & 0o7777).toString(8);
  expect([modeOf("run"), modeOf("closed"), readFileSync(join(into, FOLDER, "workspace/link"), "utf8")]).toEqual([
    "755",
    "755",
    "42",
  ]);
});

test("what an index says of a foreign log is not believed, and does not come along", async () => {
  const { store, into } = await foreign();
  const index = segmentPath(store).replace(/\.jsonl$/, ".index");
  expect(existsSync(index)).toBe(true);
  writeFileSync(index, readFileSync(index, "utf8").replaceAll("success", "failed "));
  mergeStores(store, into);
  expect(readdirSync(join(into, "log")).filter((name) => name.endsWith(".index"))).toEqual([]);
  rmSync(index);
  pipe(index);
  expect(mergeStores(store, temporaryFolder())).toEqual({ segments: 1, artifacts: 1 });
});

test("what was swapped for a link between the look and the copy is not followed", async () => {
  const { store, outside, into } = await foreign();
  const { openForeignStore } = await import("./merge.ts");
  for (const spoil of [
    () => linked(segmentPath(store), join(outside, "secret.txt")),
    () => linked(join(store, FOLDER, "workspace/answer.txt"), join(outside, "secret.txt")),
    () => {
      renameSync(join(store, FOLDER), join(store, "was"));
      symlinkSync(join(store, "was"), join(store, FOLDER));
    },
  ]) {
    const source = openForeignStore(store);
    source.lookThrough(into);
    const whole = temporaryFolder();
    execFileSync("cp", ["-a", `${store}/.`, whole]);
    spoil();
    expect(refusalOf(() => source.mergeInto(into))).toContain(store);
    source.close();
    expect(existsSync(join(into, "log"))).toBe(false);
    rmSync(store, { recursive: true });
    execFileSync("cp", ["-a", `${whole}/.`, store]);
  }
});

test("a run whose files would lie elsewhere is no record that can be read", async () => {
  const { store } = await foreign();
  const again = openStore(store);
  for (const [at, files] of ["../outside", "/etc", "artifacts/../../outside", "."].entries())
    again.append({ kind: "run", key: `bad${at}`, place: `s/p-1/m/c/${at + 2}`, value: { ...runRecord(), files } });
  await again.close();
  const into = temporaryFolder();
  mergeStores(store, into);
  const merged = openStore(into);
  expect([...merged.keys("run")].map(({ key }) => key)).toEqual(["r1"]);
  expect(merged.damaged().map(({ key }) => key)).toEqual(["bad0", "bad1", "bad2", "bad3"]);
});

/** Replaces a path by something made. */
function replacedBy(make: (path: string) => unknown): (path: string) => void {
  return (path) => {
    rmSync(path, { recursive: true });
    make(path);
  };
}

/** Puts something where it does not belong, and returns its path. */
function put(store: string, path: string, make: (path: string) => unknown): string {
  make(join(store, path));
  return path;
}

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof RefusedBytesError) return error.message;
    throw error;
  }
  return "it was merged";
}
