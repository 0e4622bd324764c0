import { closeSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  AmbiguousNameError,
  NothingStoredError,
  OutputPathError,
  openStoredResults,
  type ReportOptions,
  type StoredResults,
  type StoredResultsOptions,
  storedName,
  UnknownNameError,
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
    if (options.campaign !== undefined) page = `#/campaign/${campaignCalled(options.campaign, results)}`;
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

/** Finds a campaign by its name or an unambiguous beginning. */
function campaignCalled(written: string, results: StoredResults): string {
  const names = results.list().map(writeCampaignName);
  const found = names.filter((name) => name.startsWith(written));
  const exact = found.find((name) => name === written);
  if (exact !== undefined || found.length === 1) return exact ?? found[0]!;
  const listed = (found.length > 0 ? found : names).slice(0, 20).map((name) => `\n  ${name}`);
  if (found.length > 0)
    throw new AmbiguousNameError(
      `${written} is the beginning of several campaigns; name one of them:${listed.join("")}`,
      { kind: "campaign", name: written, candidates: found },
    );
  const there = listed.length > 0 ? `. There are:${listed.join("")}` : "";
  throw new UnknownNameError(
    `${written} is neither a store nor a workspace, nor a campaign of ${results.outputs}${there}`,
    { kind: "campaign", name: written, known: names },
  );
}

/** Writes a store, or one campaign, as a folder that opens from file://. */
export async function exportViewer(
  options: StoredResultsOptions & { folder: string; campaign?: string },
): Promise<ExportedFolder> {
  return await withResults(options, (results) => {
    const { campaign } = options;
    const shown = campaign === undefined ? results : onlyCampaign(campaignCalled(campaign, results), results);
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
