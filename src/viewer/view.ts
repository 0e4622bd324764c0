import { writeFileSync } from "node:fs";
import {
  OperationError,
  openStoredResults,
  type ReportOptions,
  type StoredResults,
  type StoredResultsOptions,
  storedName,
} from "../operations/index.ts";
import { packageVersion } from "../text/index.ts";
import { campaignName, openChunks } from "./data/index.ts";
import { type ExportedFolder, exportFolder, readAssets, selfContainedHtml } from "./files/index.ts";
import { startServer, type ViewerServer } from "./server/index.ts";

/** Serves a store on loopback until it is closed. */
export async function openViewer(options: StoredResultsOptions & { port: number }): Promise<ViewerServer> {
  const results = await openStoredResults(options);
  let server: ViewerServer;
  try {
    server = await startServer(results, options.port, packageVersion());
  } catch (error) {
    await results.close();
    throw error;
  }
  return {
    url: server.url,
    async close() {
      await server.close();
      await results.close();
    },
  };
}

/** Writes a store as a folder that opens from file://. */
export async function exportViewer(options: StoredResultsOptions & { folder: string }): Promise<ExportedFolder> {
  return await withResults(options, (results) =>
    exportFolder(openChunks(results, packageVersion()), readAssets(), options.folder),
  );
}

/** Writes one campaign, as the store has it, as one file that needs nothing else. */
export async function writeCampaignHtml(options: ReportOptions & { file: string }): Promise<void> {
  const { cwd, env } = options;
  const campaign = await storedName(options);
  await withResults({ cwd, env }, (results) => {
    if (!results.list().some((listed) => campaignName(listed) === campaign))
      throw new OperationError(`nothing is stored of ${campaign}; \`assay run-eval\` runs and judges it`);
    const chunks = openChunks(results, packageVersion()).each(campaign);
    writeFileSync(options.file, selfContainedHtml(readAssets(), chunks, `/campaign/${campaign}`));
  });
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
