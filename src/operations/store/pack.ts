import { mkdirSync, readdirSync, renameSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError, OutputPathError, RefusedBytesError } from "../../errors/index.ts";
import { ownedName } from "../../files/index.ts";
import { labelsOfPackets } from "../../labels/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { type PackManifest, readPack, removeTree, type UnpackLimits, writePack } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { findCampaign } from "../open/find-campaign.ts";
import { refuseFolder } from "../open/refuse-folder.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { withStores } from "../open/with-store.ts";

export interface PackOptions extends Surroundings {
  /** Its name, a beginning or its folder; not needed where there is only one. */
  campaign?: string;
  /** Relative to `cwd`; defaults to `<suite>.<run profile>.<evaluation profile>.assay.tgz`. */
  file?: string;
}

export interface Packed {
  /** Absolute path. */
  file: string;
  bytes: number;
  manifest: PackManifest;
}

/**
 * Writes a stored campaign into one file to open elsewhere: records, packets, labels, files that trials left, and all checksums.
 *
 * @example
 * const { file, manifest } = await packCampaign({ campaign: "quickstart", file: "quickstart.assay.tgz" });
 * console.log(file, manifest.trials);
 */
export async function packCampaign(options: PackOptions = {}): Promise<Packed> {
  const { cwd } = completeSurroundings(options);
  const outputs = await findStoreOfWorkspace(options);
  return await withStores(async (open) => {
    const { store, name: campaign } = findCampaign(options.campaign, { cwd, outputs, open });
    const written = options.file ?? `${writeCampaignName(campaign).replaceAll("/", ".")}.assay.tgz`;
    refuseFolder(written, cwd);
    const file = resolve(cwd, written);
    const labels = (packets: ReadonlySet<string>) => labelsOfPackets(dirname(store.outputs), packets);
    const manifest = await writePack(store, { campaign, file, labels });
    return { file, bytes: statSync(file).size, manifest };
  });
}

export interface UnpackOptions extends Surroundings {
  /** Output of `packCampaign`, relative to `cwd`. */
  file: string;
  /** New or empty folder; by default named after the file. */
  into?: string;
  /** Limits; default to 32 GiB, 2,000,000 files and 400 times its size. */
  limits?: UnpackLimits;
}

export interface Unpacked {
  /** Absolute path of the folder; its outputs/ is a store. */
  folder: string;
  /** Name for `assay report` there. */
  campaign: string;
  manifest: PackManifest;
}

/**
 * Opens a packed campaign in a new folder. An invalid one is refused and leaves nothing behind.
 *
 * @example
 * await packCampaign({ campaign: "quickstart", file: "to-share.assay.tgz" });
 * const { folder, campaign } = await unpackCampaign({ file: "to-share.assay.tgz", into: "opened" });
 * console.log(folder, campaign);
 */
export async function unpackCampaign(options: UnpackOptions): Promise<Unpacked> {
  const { cwd } = completeSurroundings(options);
  const file = resolve(cwd, options.file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new InputError(`${options.file} is ${found ? "not a file" : "missing"}`, { path: options.file });
  const folder = resolve(cwd, options.into ?? nameAfter(file));
  refuseOccupied(folder, options.into ?? nameAfter(file));
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = join(dirname(folder), `.${ownedName("unpack")}`);
  mkdirSync(temporary);
  try {
    const read = await readPack(file, temporary, options.limits);
    if (!read.ok)
      throw new RefusedBytesError(`${options.file} is not unpacked: ${read.problem}`, { path: options.file });
    writeFileSync(join(temporary, "assay-pack.json"), `${JSON.stringify(read.manifest, null, 2)}\n`);
    if (statSync(folder, { throwIfNoEntry: false })) rmdirSync(folder);
    renameSync(temporary, folder);
    return { folder, campaign: writeCampaignName(read.manifest.campaign), manifest: read.manifest };
  } catch (error) {
    removeTree(temporary);
    throw error;
  }
}

/** Derives a folder's name: `study.assay.tgz` → `study`. */
function nameAfter(file: string): string {
  const name = basename(file).replace(/(?:\.assay)?\.(?:tgz|tar\.gz|tar)$/, "");
  return name === basename(file) ? `${name}.unpacked` : name;
}

function refuseOccupied(folder: string, written: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isDirectory() || readdirSync(folder).length > 0)
    throw new OutputPathError(`${written} already exists; --into takes a new or an empty folder`, { path: written });
}
