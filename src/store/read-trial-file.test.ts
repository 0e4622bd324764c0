import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunRecord } from "../records/index.ts";
import { readTrialFile } from "./read-trial-file.ts";

let outputs: string;
beforeEach(() => {
  outputs = mkdtempSync(join(tmpdir(), "assay-file-"));
  mkdirSync(join(outputs, "artifacts/aa/workspace"), { recursive: true });
});
afterEach(() => rmSync(outputs, { recursive: true, force: true }));

const CONTENT = "what the trial left";
const recorded = (path: string, content = CONTENT) =>
  ({
    files: "artifacts/aa",
    artifact: {
      artifacts: [
        {
          artifact_type: "workspace_file",
          path,
          bytes: content.length,
          sha256: createHash("sha256").update(content).digest("hex"),
        },
      ],
    },
  }) as unknown as RunRecord;
const leave = (path: string, content: string) => writeFileSync(join(outputs, "artifacts/aa", path), content);
const read = (path: string, record = recorded(path), most = 1000) => readTrialFile(record, outputs, path, most);

test.each(["workspace/a.txt", "workspace/<img src=x onerror=alert(1)>.txt", "workspace/\u202egnp.exe"])(
  "%j is read, byte for byte",
  (path) => {
    mkdirSync(join(outputs, "artifacts/aa", path, ".."), { recursive: true });
    leave(path, CONTENT);
    expect(read(path)).toEqual({ ok: true, content: Buffer.from(CONTENT) });
  },
);

test.each(["../../../etc/passwd", "/etc/passwd", "workspace/../../bb/secret", "workspace/other.txt"])(
  "%s, which no record lists, is not looked for",
  (path) => {
    expect(read(path, recorded("workspace/a.txt"))).toMatchObject({
      problem: "it is not among the files of the trial",
    });
  },
);

test("a record that lists a path outside of its folder opens nothing", () => {
  writeFileSync(join(outputs, "secret"), CONTENT);
  expect(read("../../secret")).toEqual({ ok: false, problem: "it is a link that leads out of the trial's folder" });
});

test("a link that leads out is not followed, as a file or as a folder above it", () => {
  writeFileSync(join(outputs, "secret"), CONTENT);
  symlinkSync(join(outputs, "secret"), join(outputs, "artifacts/aa/workspace/link"));
  symlinkSync(outputs, join(outputs, "artifacts/aa/workspace/up"));
  for (const path of ["workspace/link", "workspace/up/secret"])
    expect(read(path)).toEqual({ ok: false, problem: "it is a link that leads out of the trial's folder" });
});

test.each([
  ["has other bytes of the same size", "what the trial LEFT"],
  ["is longer", `${CONTENT} and more`],
  ["is empty", ""],
])("a file that %s is evidence of nothing", (_, content) => {
  leave("workspace/a.txt", content);
  expect(read("workspace/a.txt")).toEqual({ ok: false, problem: "it is not the file that the trial left" });
});

test("what is missing, a folder, or too large is said to be so", () => {
  expect(read("workspace/a.txt")).toEqual({ ok: false, problem: "it is missing" });
  mkdirSync(join(outputs, "artifacts/aa/workspace/a.txt"));
  expect(read("workspace/a.txt")).toMatchObject({ ok: false });
  leave("workspace/b.txt", CONTENT);
  expect(read("workspace/b.txt", undefined, 5)).toEqual({ ok: false, problem: "it is too large to be shown here" });
});
