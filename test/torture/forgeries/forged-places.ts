import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { noteEnvironment } from "../../../src/store/packed/environment.ts";
import { MANIFEST_PATH, type PackManifest } from "../../../src/store/packed/manifest.ts";
import { TAR_END, tarEntry } from "../../../src/store/packed/tar-entry.ts";
import { sha256 } from "../../../src/text/index.ts";
import type { Dossier } from "./dossier.ts";
import { readRecords, writeRecords, writeSegments } from "./log-surgery.ts";

const LOG = "outputs/log";

/** Reads a workspace, or a folder in which a packed file was opened. */
export function readDossier(folder: string, name: string): Dossier {
  const [suite_id = "", run_profile = "", evaluation_profile = ""] = name.split("/");
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith(`${LOG}/`) && !path.startsWith("outputs/cache/"));
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
  return { campaign: { suite_id, run_profile, evaluation_profile }, records: readRecords(join(folder, LOG)), files };
}

/** The name as `assay store list` has it. */
export function nameOfCampaign({ campaign }: Dossier): string {
  return [campaign.suite_id, campaign.run_profile, campaign.evaluation_profile].join("/");
}

/** Writes a forged store with everything around it. */
export function writeStore(folder: string, { records, files }: Dossier): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, LOG), { recursive: true });
  writeRecords(join(folder, LOG), records);
}

/** Writes a forged packed file, whose manifest counts what is in it and has the hash of each file. */
export function writePackedFile(file: string, { campaign, records, files }: Dossier): void {
  const genuine = JSON.parse(files.get(MANIFEST_PATH)!.toString()) as PackManifest;
  const { note, result } = noteEnvironment();
  const counts: Record<string, number> = {};
  for (const { kind, value } of records) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    note({ kind, value, line: Buffer.alloc(0) } as Parameters<typeof note>[0]);
  }
  const entries: [string, Buffer][] = [
    ...writeSegments(records).map(({ name, log }): [string, Buffer] => [`${LOG}/${name}.jsonl`, log]),
    ...[...files].filter(([path]) => path !== MANIFEST_PATH),
  ];
  const manifest: PackManifest = {
    ...genuine,
    campaign,
    trials: (counts.run ?? 0) + (counts.adoption ?? 0),
    records: counts,
    environment: result(),
    files: entries.map(([path, content]) => ({ path, bytes: content.length, sha256: sha256(content) })),
  };
  const described = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const blocks = [...entries, [MANIFEST_PATH, described] as const].flatMap(([path, content]) =>
    tarEntry(path, content),
  );
  writeFileSync(file, gzipSync(Buffer.concat([...blocks, TAR_END]), { level: 1 }));
}
