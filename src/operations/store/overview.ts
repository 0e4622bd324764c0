import { dirname } from "node:path";
import { listJudgings, NAMED_PROTOCOL_NAMES } from "../../judging/index.ts";
import { readLabels } from "../../labels/index.ts";
import { runsInPlace, writeCampaignName } from "../../records/index.ts";
import type { StoreOverview } from "../../report/index.ts";
import {
  countReplaced,
  type Entry,
  listCampaigns,
  listNamed,
  type NamedResult,
  openStore,
  type Store,
  sizeBelow,
  sizesOf,
} from "../../store/index.ts";
import type { Controls, Surroundings } from "../controls.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { summarizeShards } from "./shards-in-store.ts";

/**
 * Summarizes a store: contents, sizes, last additions and replaced records. Changes nothing.
 *
 * @example
 * const { sizes, superseded } = await storeOverview();
 * console.log(sizes.total.bytes, "bytes,", superseded.records, "records replaced");
 */
export async function storeOverview(options: Surroundings = {}, controls: Controls = {}): Promise<StoreOverview> {
  const outputs = await findStoreOfWorkspace(options);
  const store = openStore(outputs);
  try {
    const { labels } = await readLabels(dirname(outputs));
    const { records, ofCampaigns } = countRecords(store);
    for (const { where, problem } of store.damaged())
      controls.onEvent?.({ type: "warning", message: `${where}: ${problem}` });
    const lastAt = Math.max(0, ...[...ofCampaigns.values()].map(({ at }) => at), ...newestCalls(store));
    return {
      schema_version: 1,
      kind: "store_overview",
      sizes: sizesOf(outputs, NAMED_PROTOCOL_NAMES),
      records,
      superseded: countReplaced(store),
      campaigns: listCampaigns(store).map((campaign) => {
        const { bytes, at } = ofCampaigns.get(writeCampaignName(campaign))!;
        return { ...campaign, bytes, last_written: momentOf(at) };
      }),
      ...listJudgings((protocol) => listNamed(outputs, protocol).map(nameAndSize)),
      labels: labels.length,
      shards: summarizeShards(store),
      last_written: lastAt === 0 ? null : momentOf(lastAt),
    };
  } finally {
    await store.close();
  }
}

const KINDS = [
  "run",
  "adoption",
  "evaluation",
  "call",
  "text",
  "checks",
  "campaign",
  "server",
  "shard",
  "prune",
] as const;

function countRecords(store: Store) {
  const records: StoreOverview["records"] = {};
  const ofCampaigns = new Map<string, { bytes: number; at: number }>();
  for (const kind of KINDS)
    for (const { key } of store.keys(kind))
      for (const entry of store.entries(kind, key)) {
        const counted = records[kind] ?? { records: 0, bytes: 0 };
        records[kind] = { records: counted.records + 1, bytes: counted.bytes + entry.length };
        if (entry.place !== null) addTo(ofCampaigns, entry);
      }
  return { records, ofCampaigns };
}

function addTo(ofCampaigns: Map<string, { bytes: number; at: number }>, { place, length, at }: Entry): void {
  const name = runsInPlace(place!);
  const known = ofCampaigns.get(name) ?? { bytes: 0, at: 0 };
  ofCampaigns.set(name, { bytes: known.bytes + length, at: Math.max(known.at, at) });
}

function* newestCalls(store: Store): Generator<number> {
  let newest = 0;
  for (const { at } of store.keys("call")) newest = Math.max(newest, at);
  yield newest;
}

function nameAndSize({ name, folder, last_at }: NamedResult) {
  return { name, bytes: sizeBelow(folder).bytes, last_written: momentOf(last_at) };
}

function momentOf(at: number): string {
  return new Date(at).toISOString();
}
