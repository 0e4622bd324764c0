import { resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import type { StoredCampaigns } from "../report/index.ts";
import { listCampaigns, type MergedStore, mergeStores, openStore, outputsFolder } from "../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "./controls.ts";
import { OperationError } from "./operation-error.ts";

/** The campaigns that are stored, from the index alone. */
export async function listStore(options: Surroundings = {}, controls: Controls = {}): Promise<StoredCampaigns> {
  const store = openStore(await outputsOf(options));
  try {
    for (const { where, problem } of store.damaged())
      controls.onEvent?.({ type: "warning", message: `${where}: ${problem}` });
    return { schema_version: 1, kind: "store_listing", campaigns: listCampaigns(store) };
  } finally {
    await store.close();
  }
}

/** Brings everything of another store into this workspace's. Merging twice changes nothing more. */
export async function mergeStore(options: Surroundings & { from: string }): Promise<MergedStore> {
  const { cwd } = completeSurroundings(options);
  const into = await outputsOf(options);
  const from = resolve(cwd, options.from);
  if (from === into) throw new OperationError(`${options.from} is this workspace's own store`);
  const source = openStore(from);
  const isEmpty = listCampaigns(source).length === 0 && [...source.keys("call")].length === 0;
  await source.close();
  if (isEmpty) throw new OperationError(`${options.from} holds no records; name an outputs/ folder with a log/ in it`);
  return mergeStores(from, into);
}

async function outputsOf(options: Surroundings): Promise<string> {
  const { cwd } = completeSurroundings(options);
  return outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
}
