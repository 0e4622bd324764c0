import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { writeLine } from "../../src/store/log/line.ts";
import { sha256 } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";

export const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];

export interface Shared {
  workspace: string;
  /** `shared.assay.tgz` in it. */
  packed: string;
}

/** A small judged campaign and its packed file, once for a test file. */
export function packedOnce(): Shared {
  const shared = { workspace: "", packed: "" };
  beforeAll(async () => {
    shared.workspace = mkdtempSync(join(tmpdir(), "assay-sharing-"));
    shared.packed = join(shared.workspace, "shared.assay.tgz");
    cpSync(join(projectRoot, "examples/quickstart/configs"), join(shared.workspace, "configs"), { recursive: true });
    const cases = ["arithmetic", "capital", "count_lines"].flatMap((id) => ["--case", id]);
    const words = ["run-eval", ...CAMPAIGN, ...cases, "--quiet", "--no-chart", "--no-files"];
    await assay(words, { cwd: shared.workspace });
    await assay(["pack", "--output", "shared.assay.tgz"], { cwd: shared.workspace });
  });
  afterAll(() => rmSync(shared.workspace, { recursive: true, force: true }));
  return shared;
}

/** The campaign unpacked into a folder of this test's own. */
export async function unpacked({ packed }: Shared): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), "assay-unpacked-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  await assay(["unpack", packed, "--into", "opened"], { cwd: parent });
  return join(parent, "opened");
}

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
export type AnyRecord = { kind: string; key: string; at: number; place: string | null; value: any };

/**
 * Changes records as somebody would who knows the format: with a hash that agrees again.
 *
 * @param change gives the record to write, null to drop it, or undefined to leave it
 */
export function forge(folder: string, change: (record: AnyRecord) => AnyRecord | null | undefined): number {
  let forged = 0;
  const log = join(folder, "outputs/log");
  for (const name of readdirSync(log).filter((file) => file.endsWith(".index"))) rmSync(join(log, name));
  for (const name of readdirSync(log).filter((file) => file.endsWith(".jsonl"))) {
    const lines = readFileSync(join(log, name), "utf8").trimEnd().split("\n");
    const after = lines.flatMap((line) => {
      const changed = change(JSON.parse(line));
      if (changed === undefined) return [line];
      forged += 1;
      if (changed === null) return [];
      const { kind, key, at, place, value } = changed;
      const { bytes } = writeLine({ kind: kind as "run", key, at, place }, JSON.stringify(value));
      return [Buffer.from(bytes).toString().trimEnd()];
    });
    writeFileSync(join(log, name), `${after.join("\n")}\n`);
  }
  return forged;
}

export interface ArchiveEntry {
  path: string;
  content?: string;
  type?: "File" | "SymbolicLink" | "Link" | "Directory" | "CharacterDevice" | "FIFO";
  linkpath?: string;
}

/** A handmade archive. */
export function archiveOf(entries: ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = "", type = "File", linkpath }) => {
    const body = Buffer.from(content);
    const header = new Header({ path, size: body.length, type, linkpath, mode: 0o644, mtime: new Date(0) });
    header.encode();
    return [header.block!, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A manifest that names these files with their true checksums. */
export function manifestOf(entries: ArchiveEntry[], changes: object = {}): ArchiveEntry {
  const files = entries.map(({ path, content = "" }) => ({
    path,
    bytes: Buffer.byteLength(content),
    sha256: sha256(content),
  }));
  const campaign = { suite_id: "s", run_profile: "r-00000000", evaluation_profile: null };
  const manifest = {
    format: "assay.pack/1",
    campaign,
    assay_version: "0.5.0",
    trials: 0,
    records: {},
    environment: {},
  };
  return { path: "assay-pack.json", content: JSON.stringify({ ...manifest, files, ...changes }) };
}
