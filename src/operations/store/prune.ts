import { dirname, join, relative } from "node:path";
import { LockedError, OptionError } from "../../errors/index.ts";
import { lockDepths, NAMED_PROTOCOL_NAMES, NAMED_PROTOCOLS, type PacketFilter } from "../../judging/index.ts";
import { currentPackets, readLabels } from "../../labels/index.ts";
import { packetsOfLabel, readCampaignName, writeCampaignName } from "../../records/index.ts";
import type { StorePruning } from "../../report/index.ts";
import {
  evaluationsFolder,
  listCampaigns,
  listNamed,
  type NamedResult,
  openStore,
  type Pruning,
  planPruning,
  removePruned,
  runsFolder,
  type Store,
  sizeBelow,
} from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { type CampaignPlace, campaignsBelow } from "../open/find-campaign.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { collectCallsOfNamed } from "./calls-of-named-results.ts";

export interface PruneStoreOptions extends Surroundings {
  /** Removes campaigns, judgings and answers without additions since then. */
  before?: Date;
  /** Names of campaigns, or whole leading parts: `<suite>`, `<suite>/<run profile>`. */
  campaigns?: readonly string[];
  /** Removes replaced records, and what only they depend on. */
  superseded?: boolean;
  /** Without it, only reports what would be removed. */
  yes?: boolean;
  now?: () => Date;
}

/**
 * Removes records from a store by age, by campaign, or because newer ones replaced them. Keeps what other campaigns share. Without `yes`,
 * only reports what would be removed.
 *
 * @example
 * const { records, bytes } = await pruneStore({ superseded: true });
 * console.log(records, bytes.records + bytes.files);
 */
export async function pruneStore(options: PruneStoreOptions): Promise<StorePruning> {
  const { before, campaigns = [], superseded = false, yes = false, now = () => new Date() } = options;
  if (before === undefined && campaigns.length === 0 && !superseded)
    throw new OptionError("say what to remove: --older-than, --campaign or --superseded", "before");
  const { cwd } = completeSurroundings(options);
  const outputs = await findStoreOfWorkspace(options);
  const plan = () => planned({ cwd, outputs }, { before, campaigns, superseded });
  if (!yes) return describe(await plan(), false);
  let described: StorePruning | null = null;
  const outcome = await removePruned(outputs, {
    lockDepths: lockDepths(),
    now: () => now().getTime(),
    async plan() {
      const wanted = await plan();
      described = describe(wanted, true);
      return { ...wanted.pruning, folders: wanted.folders.map((path) => relative(outputs, path)) };
    },
  });
  if (!outcome.ok)
    throw new LockedError(`nothing was removed from ${outputs}: ${outcome.problem}`, {
      pid: outcome.by.pid,
      host: outcome.by.host,
    });
  return described!;
}

interface Planned {
  pruning: Pruning;
  named: NamedResult[];
  /** Absolute paths to remove besides records. */
  folders: string[];
  bytesOfFiles: number;
}

async function planned(
  { cwd, outputs }: CampaignPlace,
  { before, campaigns, superseded }: { before?: Date; campaigns: readonly string[]; superseded: boolean },
): Promise<Planned> {
  const store = openStore(outputs);
  const refusal = "is not a campaign";
  const runs = listCampaigns(store).map(({ suite_id, run_profile }) => ({ suite_id, run_profile }));
  try {
    const { labels } = await readLabels(dirname(outputs));
    const labelledPackets = new Set(labels.flatMap(packetsOfLabel));
    const all = NAMED_PROTOCOL_NAMES.flatMap((protocol) =>
      listNamed(outputs, NAMED_PROTOCOLS[protocol]).map((result) => ({
        ...result,
        packets: { [protocol]: result.name },
        callFiles: NAMED_PROTOCOLS[protocol].callFiles,
      })),
    );
    const named: NamedResult[] = [];
    for (const result of all) {
      const isOld = before !== undefined && result.last_at < before.getTime() && !result.running;
      if (isOld && !(await isLabelled(store, result.packets, labelledPackets))) named.push(result);
    }
    const pruning = planPruning(store, {
      ...(before === undefined ? {} : { before: before.getTime() }),
      campaigns: new Set(
        campaigns.flatMap((written) => campaignsBelow(runs, written, { cwd, outputs, refusal }).map(writeCampaignName)),
      ),
      superseded,
      neededCalls: await collectCallsOfNamed(all.filter((result) => !named.includes(result))),
      labelledPackets,
    });
    const trees = pruning.campaigns.flatMap((name) => treesOf(outputs, name));
    const folders = [
      ...pruning.folders.map((path) => join(outputs, path)),
      ...trees,
      ...named.map(({ folder }) => folder),
    ];
    const bytesOfFiles = folders.reduce((sum, path) => sum + sizeBelow(path).bytes, 0);
    return { pruning, named, folders, bytesOfFiles };
  } finally {
    await store.close();
  }
}

/** Returns whether one of these packets is labelled. Reads nothing without labels. */
async function isLabelled(store: Store, packets: PacketFilter, labelled: ReadonlySet<string>): Promise<boolean> {
  if (labelled.size === 0) return false;
  return (await currentPackets(store, packets)).some(({ packet_sha256 }) => labelled.has(packet_sha256));
}

function treesOf(outputs: string, name: string): string[] {
  const { suite_id, run_profile } = readCampaignName(name);
  return [runsFolder, evaluationsFolder].map((folderOf) => join(outputs, folderOf({ suite_id, run_profile })));
}

function describe({ pruning, named, bytesOfFiles }: Planned, done: boolean): StorePruning {
  const records: Record<string, number> = {};
  let bytes = 0;
  for (const { kind, length } of pruning.entries) {
    records[kind] = (records[kind] ?? 0) + 1;
    bytes += length;
  }
  return {
    schema_version: 1,
    kind: "store_pruning",
    done,
    records,
    bytes: { records: bytes, files: bytesOfFiles },
    campaigns: pruning.campaigns,
    named: named.map(({ folder }) => folder.split(/[\\/]/).slice(-2).join("/")),
    labelled_packets: pruning.labelledPackets,
  };
}
