import type { describePackedCampaign } from "./describe-pack.ts";
import type { readPackedFile } from "./read-pack.ts";
import type { writePackedFile } from "./write-pack.ts";

// Loaded on demand, as archives are rare.

/** Writes a campaign into one file. */
export async function writePack(...words: Parameters<typeof writePackedFile>): ReturnType<typeof writePackedFile> {
  return await (await import("./write-pack.ts")).writePackedFile(...words);
}

/** Reads a packed campaign into an empty folder, trusting nothing in it. */
export async function readPack(...words: Parameters<typeof readPackedFile>): ReturnType<typeof readPackedFile> {
  return await (await import("./read-pack.ts")).readPackedFile(...words);
}

/** Describes records in the manifest of a packed campaign. */
export async function describePack(
  ...words: Parameters<typeof describePackedCampaign>
): Promise<ReturnType<typeof describePackedCampaign>> {
  return (await import("./describe-pack.ts")).describePackedCampaign(...words);
}

export { MANIFEST_PATH, type PackManifest } from "./manifest.ts";
export type { UnpackLimits } from "./read-pack.ts";
