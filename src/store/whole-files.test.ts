import { createHash } from "node:crypto";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runRecord } from "../../test/support/store-records.ts";
import { temporaryFolder } from "../../test/support/temporary.ts";
import type { RunRecord } from "../records/index.ts";
import { fileDamage } from "./whole-files.ts";

const FOLDER = "artifacts/aa/aabb";

describe("files that a trial left", () => {
  test("are whole while every byte is as it was", () => {
    const { outputs, record } = kept({ "workspace/out.txt": "12345", "tmp/log": "" });
    expect(fileDamage(record, outputs)).toBeNull();
    expect(fileDamage({ ...record, files: null }, temporaryFolder())).toBeNull();
  });

  test.each<[string, (folder: string) => void, string]>([
    [
      "have one changed digit",
      (folder) => writeFileSync(join(folder, "workspace/out.txt"), "12346"),
      "workspace/out.txt is not the file that the trial left",
    ],
    [
      "are longer",
      (folder) => writeFileSync(join(folder, "workspace/out.txt"), "123456"),
      "workspace/out.txt has 6 bytes, the trial left 5",
    ],
    ["are gone", (folder) => rmSync(join(folder, "workspace/out.txt")), "workspace/out.txt is missing"],
    ["are gone with their folder", (folder) => rmSync(folder, { recursive: true }), "workspace/out.txt is missing"],
    [
      "got company",
      (folder) => writeFileSync(join(folder, "workspace/proof.txt"), "done"),
      "workspace/proof.txt was not left by the trial",
    ],
    [
      "got a link that leads out",
      (folder) => symlinkSync("/etc/hostname", join(folder, "workspace/link")),
      "workspace/link is a link that leads out",
    ],
    ["were replaced by a link", replaceByLink, "workspace/out.txt is missing"],
  ])("are damaged when they %s", (_, damage, expected) => {
    const { outputs, record } = kept({ "workspace/out.txt": "12345" });
    damage(join(outputs, FOLDER));
    expect(fileDamage(record, outputs)).toBe(expected);
  });

  test("may have links among themselves", () => {
    const { outputs, record } = kept({ "workspace/out.txt": "12345" });
    symlinkSync("out.txt", join(outputs, FOLDER, "workspace/link"));
    expect(fileDamage(record, outputs)).toBeNull();
  });
});

function replaceByLink(folder: string): void {
  rmSync(join(folder, "workspace/out.txt"));
  writeFileSync(join(folder, "other"), "12345");
  symlinkSync("../other", join(folder, "workspace/out.txt"));
}

function kept(files: Record<string, string>): { outputs: string; record: RunRecord } {
  const outputs = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${FOLDER}/${path}`, text])),
  );
  const record = runRecord({ files: FOLDER });
  const artifacts = Object.entries(files).map(([path, text]) => ({
    artifact_type: "workspace_file" as never,
    path,
    bytes: text.length,
    sha256: createHash("sha256").update(text).digest("hex"),
  }));
  return { outputs, record: { ...record, artifact: { ...record.artifact, artifacts } } };
}
