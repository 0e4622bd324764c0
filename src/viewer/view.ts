import { closeSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import {
  NothingStoredError,
  OutputPathError,
  openStoredResults,
  type ReportOptions,
  type StoredResults,
  type StoredResultsOptions,
  storedName,
} from "../operations/index.ts";
import { writeCampaignName } from "../records/index.ts";
import { packageVersion } from "../text/index.ts";
import { openChunks } from "./data/chunks.ts";
import { readAssets } from "./files/assets.ts";
import { type ExportedFolder, exportFolder } from "./files/export-folder.ts";
import { selfContainedHtml } from "./files/page-html.ts";
import { keepHeapSmall } from "./server/small-heap.ts";
import { startServer, type ViewerServer } from "./server/start-server.ts";

/** Serves a store on loopback until closed. With a campaign, the address leads to its page. */
export async function openViewer(
  options: StoredResultsOptions & { port: number; campaign?: string },
): Promise<ViewerServer> {
  keepHeapSmall();
  const results = await openStoredResults(options);
  let server: ViewerServer;
  let page = "";
  try {
    const campaign = campaignShown(options, results);
    if (campaign !== null) page = `#/campaign/${campaign}`;
    server = await startServer(results, options.port, packageVersion());
  } catch (error) {
    await results.close();
    throw error;
  }
  return {
    url: `${server.url}${page}`,
    labelUrl: `${server.labelUrl}${page}`,
    async close() {
      await server.close();
      await results.close();
    },
  };
}

/** Names the campaign that is shown, also for its folder in place of a store; null for a whole store. */
function campaignShown(
  { cwd = ".", store, campaign }: StoredResultsOptions & { campaign?: string },
  results: StoredResults,
): string | null {
  if (campaign !== undefined)
    return writeCampaignName(results.find(campaign, "is neither a store nor a workspace, nor a campaign"));
  const below = relative(results.outputs, resolve(cwd, store ?? "."));
  return /^(?:runs|evaluations)[\\/]/.test(below) ? writeCampaignName(results.find(store!)) : null;
}

/** Writes a store, or one campaign, as a folder that opens from file://. */
export async function exportViewer(
  options: StoredResultsOptions & { folder: string; campaign?: string },
): Promise<ExportedFolder> {
  return await withResults(options, (results) => {
    const campaign = campaignShown(options, results);
    const shown = campaign === null ? results : onlyCampaign(campaign, results);
    // The store's path may name a person or project, so keep only its last part.
    const handedOn = { ...shown, outputs: basename(shown.outputs) };
    return exportFolder(openChunks(handedOn, packageVersion()), readAssets(), options.folder);
  });
}

/** Hides all other results, so that an exported campaign does not even reveal their names. */
function onlyCampaign(name: string, results: StoredResults): StoredResults {
  const list = () => results.list().filter((listed) => writeCampaignName(listed) === name);
  return { ...results, list, named: () => new Map() };
}

/** Writes a stored campaign as one self-contained file. Creates folders above it and replaces an existing file. */
export async function writeCampaignHtml(options: ReportOptions & { file: string }): Promise<void> {
  const { cwd, env } = options;
  if (statSync(options.file, { throwIfNoEntry: false })?.isDirectory())
    throw new OutputPathError(`${options.file} is a folder; name a file for the page`, { path: options.file });
  const campaign = await storedName(options);
  await withResults({ cwd, env }, (results) => {
    if (!results.list().some((listed) => writeCampaignName(listed) === campaign))
      throw new NothingStoredError(`nothing is stored of ${campaign}; \`assay run-eval\` runs and judges it`, {
        campaign,
      });
    const chunks = openChunks(results, packageVersion());
    const all = [chunks.pages(campaign), chunks.trials(campaign)];
    writePieces(options.file, selfContainedHtml(readAssets(), inTurn(all), `/campaign/${campaign}`));
  });
}

function* inTurn<Item>(lists: readonly Iterable<Item>[]): Generator<Item> {
  for (const list of lists) yield* list;
}

function writePieces(path: string, pieces: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

async function withResults<Result>(
  options: StoredResultsOptions,
  use: (results: StoredResults) => Result,
): Promise<Result> {
  const results = await openStoredResults(options);
  try {
    return use(results);
  } finally {
    await results.close();
  }
}
