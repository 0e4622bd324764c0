import { isRecord, jsonOrNull } from "../../text/index.ts";
import { MANIFEST_PATH, PACK_FORMAT, type PackedFile, type PackManifest } from "./manifest.ts";
import type { UnpackedPack } from "./read-pack.ts";

/** Compares unpacked files with the manifest: each must be listed with its checksum, and none may be missing. */
export function manifestProblem(text: string, found: ReadonlyMap<string, PackedFile>): UnpackedPack {
  const manifest = jsonOrNull(text);
  if (text === "") return refused(`it has no ${MANIFEST_PATH}: it is cut off, or not a packed campaign`);
  if (!isRecord(manifest)) return refused(`its ${MANIFEST_PATH} is not JSON`);
  if (manifest.format !== PACK_FORMAT)
    return refused(`its format is ${JSON.stringify(manifest.format)}, and this version of Assay reads ${PACK_FORMAT}`);
  if (!isManifest(manifest)) return refused(`its ${MANIFEST_PATH} lacks fields that every packed campaign has`);
  const named = new Map(manifest.files.map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of named.values()) {
    const there = found.get(path);
    if (!there) return refused(`${JSON.stringify(path)} is missing`);
    if (there.bytes !== bytes || there.sha256 !== sha256)
      return refused(`${JSON.stringify(path)} does not match its checksum`);
  }
  for (const path of found.keys())
    if (!named.has(path)) return refused(`${JSON.stringify(path)} is not in its ${MANIFEST_PATH}`);
  return { ok: true, manifest };
}

function refused(problem: string): UnpackedPack {
  return { ok: false, problem };
}

function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & PackManifest {
  const { campaign, files, records, environment } = value;
  return (
    isRecord(campaign) &&
    typeof campaign.suite_id === "string" &&
    typeof campaign.run_profile === "string" &&
    (campaign.evaluation_profile === null || typeof campaign.evaluation_profile === "string") &&
    isRecord(records) &&
    isRecord(environment) &&
    Array.isArray(files) &&
    files.every((file) => isRecord(file) && typeof file.path === "string" && typeof file.sha256 === "string")
  );
}
