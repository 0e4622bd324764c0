import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeSecrets, leftOf } from "../../test/support/secrets-corpus.ts";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { createByteRedactor, createRedactor, sha256 } from "../text/index.ts";
import { keepTrialFiles, removeTree, TRIAL_FILES_LIMITS } from "./trial-files.ts";

const KEY = "a-key-0123456789";
const redact = { text: createRedactor([KEY]), bytes: createByteRedactor([KEY]) };

test("files are listed sorted, with size and hash", () => {
  const folder = temporaryFolder({ "workspace/b.txt": "b", "workspace/a/c.txt": "cc" });
  expect(keepTrialFiles(folder, redact).files).toEqual([
    { path: "workspace/a/c.txt", bytes: 2, sha256: sha256("cc") },
    { path: "workspace/b.txt", bytes: 1, sha256: sha256("b") },
  ]);
});

test("a trial that left nothing but its runner's empty folders left nothing", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "workspace"));
  expect(keepTrialFiles(folder, redact)).toEqual({ files: [], empty: true, leftOut: [], leftOutCount: 0 });
});

test("an empty folder that the trial made is something", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "workspace/made"), { recursive: true });
  expect(keepTrialFiles(folder, redact).empty).toBe(false);
});

test("a link that leads out is removed and named, and what it points at is untouched", () => {
  const host = temporaryFolder({ "secret.txt": `host ${KEY}` });
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  symlinkSync(join(host, "secret.txt"), join(folder, "workspace/absolute"));
  symlinkSync("../../../../../../../../etc/passwd", join(folder, "workspace/relative"));
  const kept = keepTrialFiles(folder, redact);
  expect(kept.files.map(({ path }) => path)).toEqual(["workspace/a.txt"]);
  expect(kept.leftOut.map(({ path }) => path)).toEqual(["workspace/absolute", "workspace/relative"]);
  expect(existsSync(join(folder, "workspace/absolute"))).toBe(false);
  expect(readFileSync(join(host, "secret.txt"), "utf8")).toBe(`host ${KEY}`);
});

test("links inside the subject's view stay, under paths that are true here", () => {
  const folder = temporaryFolder({ "workspace/a.txt": "a", "tmp/t.txt": "t" });
  mkdirSync(join(folder, "workspace/sub"));
  symlinkSync("a.txt", join(folder, "workspace/near"));
  symlinkSync("/tmp/t.txt", join(folder, "workspace/sub/far"));
  expect(keepTrialFiles(folder, redact).leftOut).toEqual([]);
  expect(readFileSync(join(folder, "workspace/near"), "utf8")).toBe("a");
  expect(readFileSync(join(folder, "workspace/sub/far"), "utf8")).toBe("t");
});

test("a named pipe is removed and named instead of being waited for", () => {
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  execFileSync("mkfifo", [join(folder, "workspace/pipe")]);
  expect(keepTrialFiles(folder, redact).leftOut).toEqual([{ path: "workspace/pipe", reason: "not a regular file" }]);
});

test("a file of a terabyte is left out without being read", () => {
  const folder = temporaryFolder({ "workspace/sparse": "" });
  truncateSync(join(folder, "workspace/sparse"), 2 ** 40);
  expect(keepTrialFiles(folder, redact)).toMatchObject({
    files: [],
    leftOut: [{ path: "workspace/sparse", reason: `${2 ** 40} bytes, more than ${TRIAL_FILES_LIMITS.bytesPerFile}` }],
  });
});

test("files beyond the limit are left out, counted, and only some of them named", () => {
  const names = Array.from({ length: 150 }, (_, at) => `workspace/${String(at).padStart(3, "0")}`);
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, ""])));
  const kept = keepTrialFiles(folder, redact, { ...TRIAL_FILES_LIMITS, files: 10 });
  expect([kept.files.length, kept.leftOutCount, kept.leftOut.length]).toEqual([10, 140, 100]);
});

test("folders deeper than the limit, even deeper than a path can name, are left out", () => {
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  execFileSync("perl", ["-e", 'chdir "workspace"; for (1..400) { mkdir "d" x 18; chdir "d" x 18 }'], { cwd: folder });
  const kept = keepTrialFiles(folder, redact);
  expect(kept.files.map(({ path }) => path)).toEqual(["workspace/a.txt"]);
  expect(kept.leftOut[0]?.reason).toBe("more than 32 folders deep");
  removeTree(join(folder, "workspace"));
  expect(existsSync(join(folder, "workspace"))).toBe(false);
});

test("a name that is not UTF-8 is removed and named", () => {
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  execFileSync("sh", ["-c", "printf x > \"workspace/$(printf 'b\\377d')\""], { cwd: folder });
  expect(keepTrialFiles(folder, redact)).toMatchObject({
    files: [{ path: "workspace/a.txt" }],
    leftOut: [{ reason: "its name is not valid UTF-8" }],
  });
});

test("all files of a folder that is left out are counted, not the folder", () => {
  const deep = "workspace/1/2/3";
  const folder = temporaryFolder({ [`${deep}/a.txt`]: "a", [`${deep}/b.txt`]: "b", [`${deep}/4/c.txt`]: "c" });
  const kept = keepTrialFiles(folder, redact, { ...TRIAL_FILES_LIMITS, depth: 3 });
  expect(kept).toMatchObject({ files: [], leftOut: [{ path: deep }], leftOutCount: 3 });
});

test("files in a folder whose name is not UTF-8 are counted, and so are two names that look the same", () => {
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  const make = `d="workspace/$(printf 'b\\377d')"; mkdir "$d"; touch "$d/1" "$d/2"; printf x > "workspace/$(printf 'c\\376')"; printf x > "workspace/$(printf 'c\\375')"`;
  execFileSync("sh", ["-c", make], { cwd: folder });
  const kept = keepTrialFiles(folder, redact);
  expect([kept.files.length, kept.leftOutCount, kept.leftOut.length]).toEqual([1, 4, 3]);
});

test("a name with a real replacement character is an ordinary name", () => {
  const folder = temporaryFolder({ "workspace/a\u{fffd}.txt": "a" });
  expect(keepTrialFiles(folder, redact)).toMatchObject({
    files: [{ path: "workspace/a\u{fffd}.txt" }],
    leftOut: [],
    leftOutCount: 0,
  });
});

test("a key in a text file is replaced, and the listed hash is that of what is kept", () => {
  const folder = temporaryFolder({ "workspace/env.txt": `KEY=${KEY}\n` });
  const { files } = keepTrialFiles(folder, redact);
  expect(readFileSync(join(folder, "workspace/env.txt"), "utf8")).toBe("KEY=[redacted]\n");
  expect(files[0]?.sha256).toBe(sha256("KEY=[redacted]\n"));
});

test("a key in a binary file is overwritten", () => {
  const folder = temporaryFolder({ "workspace/core": Buffer.concat([Buffer.alloc(4), Buffer.from(KEY)]) });
  keepTrialFiles(folder, redact);
  expect(readFileSync(join(folder, "workspace/core")).includes(KEY)).toBe(false);
});

test("a file, a folder and a link whose names hold a key are not kept, and are named without it", () => {
  const folder = temporaryFolder({
    [`workspace/${KEY}.txt`]: "a",
    [`workspace/d-${KEY}/e`]: "b",
    "workspace/kept": "c",
  });
  symlinkSync(`${KEY}.txt`, join(folder, "workspace/link"));
  const { files, leftOut } = keepTrialFiles(folder, redact);
  expect(files.map(({ path }) => path)).toEqual(["workspace/kept"]);
  const reason = "its name holds a secret";
  expect(leftOut).toEqual([
    { path: "workspace/[redacted].txt", reason },
    { path: "workspace/d-[redacted]", reason },
    { path: "workspace/link", reason },
  ]);
  expect(readdirSync(join(folder, "workspace"))).toEqual(["kept"]);
});

test("keys of known kinds and private keys are overwritten in a binary file, which keeps its length", () => {
  const secrets = [...fakeSecrets("kinds"), ...fakeSecrets("private-keys")];
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from(secrets.map(({ text }) => text).join("\0"))]);
  const folder = temporaryFolder({ "workspace/core": content });
  keepTrialFiles(folder, redact);
  const kept = readFileSync(join(folder, "workspace/core"));
  expect(leftOf(secrets, kept.toString("latin1"))).toEqual([]);
  expect(kept.length).toBe(content.length);
});

test("redacting a hard link does not change the file it shares its bytes with", () => {
  const host = temporaryFolder({ "file.txt": KEY });
  const folder = temporaryFolder({ "workspace/a.txt": "a" });
  linkSync(join(host, "file.txt"), join(folder, "workspace/linked.txt"));
  keepTrialFiles(folder, redact);
  expect(readFileSync(join(host, "file.txt"), "utf8")).toBe(KEY);
  expect(readFileSync(join(folder, "workspace/linked.txt"), "utf8")).toBe("[redacted]");
});

test("a folder without permissions is opened, because it is ours", () => {
  const folder = temporaryFolder({ "workspace/closed/a.txt": "a" });
  execFileSync("chmod", ["000", join(folder, "workspace/closed")]);
  expect(keepTrialFiles(folder, redact).files.map(({ path }) => path)).toEqual(["workspace/closed/a.txt"]);
});

test("two equal folders give the same list", () => {
  const files = { "workspace/b": "1", "workspace/a": "2", "workspace/A": "3" };
  const [one, two] = [temporaryFolder(files), temporaryFolder(Object.fromEntries(Object.entries(files).reverse()))];
  writeFileSync(join(two, "workspace/b"), "1");
  expect(keepTrialFiles(two, redact)).toEqual(keepTrialFiles(one, redact));
});

test("a kept file lets nobody act as its owner and nobody but the owner change it, and neither does a kept folder", () => {
  const folder = temporaryFolder({
    "workspace/shell": "#!/bin/sh",
    "workspace/open/deep.txt": "deep",
    "workspace/key.txt": `key ${KEY}`,
    "workspace/plain.txt": "plain",
    "tmp/run.sh": "#!/bin/sh",
  });
  const modes: Record<string, number> = {
    "workspace/shell": 0o6777,
    "workspace/key.txt": 0o4666,
    "workspace/plain.txt": 0o640,
    "tmp/run.sh": 0o755,
    "workspace/open/deep.txt": 0o622,
    "workspace/open": 0o3777,
    workspace: 0o777,
    tmp: 0o1777,
  };
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(folder, path), mode);
  keepTrialFiles(folder, redact);
  const modeOf = (path: string): string => (statSync(join(folder, path)).mode & 0o7777).toString(8);
  expect(Object.fromEntries(Object.keys(modes).map((path) => [path, modeOf(path)]))).toEqual({
    "workspace/shell": "755",
    "workspace/key.txt": "644",
    "workspace/plain.txt": "640",
    "tmp/run.sh": "755",
    "workspace/open/deep.txt": "600",
    "workspace/open": "755",
    workspace: "755",
    tmp: "755",
  });
});
