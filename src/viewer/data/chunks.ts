import type { ListedResult, StoredResults } from "../../operations/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { type ChunkKind, chunkName, readTrialChunkName } from "../wire/index.ts";
import { composeCalibrationPage } from "./campaign/calibration-page.ts";
import { TRIALS_IN_A_SEARCH_CHUNK } from "./campaign/campaign-page.ts";
import { composeFirstRows } from "./campaign/first-rows.ts";
import { openCampaigns } from "./campaign/open-campaigns.ts";
import { composeSearchChunk } from "./campaign/search-chunk.ts";
import { comparisonChunks, MOST_COMPARED } from "./comparison-chunks.ts";
import { judgingChunks } from "./judgings.ts";
import { composeStorePage } from "./store-page.ts";
import { openSystemPrompts } from "./system-prompts.ts";
import { type ChunkTable, type ListedChunk, openChunkTable } from "./tables/chunk-table.ts";
import { type NamedChunk, type TrialOfCampaign, trialChunk, trialChunks } from "./trial-chunks.ts";

/** All data of the page, by name. Names are hashes and looked up in tables; nothing else can be requested. */
export interface Chunks {
  /** Composes a chunk; undefined for an unknown name. */
  read(name: string): unknown;
  /** Yields the pages of the store and its results, or of one campaign. Composed one by one, since a store may exceed memory. */
  pages(campaign?: string): Generator<NamedChunk>;
  /** Yields all chunks of trials, one trial after another, and then the system prompts of their judges. */
  trials(campaign?: string): Generator<NamedChunk>;
  /** Drops composed chunks after the store has changed. */
  forget(): void;
}

export function openChunks(results: StoredResults, version: string): Chunks {
  const campaigns = openCampaigns(results);
  const prompts = openSystemPrompts(results);
  let knownTrials: Map<string, TrialOfCampaign> | null = null;

  const storePage: ListedChunk = [chunkName("store"), () => composeStorePage(results, version)];

  function* pagesOf(listed: ListedResult): Generator<ListedChunk> {
    const name = writeCampaignName(listed);
    yield [chunkName("campaign", name), () => campaigns.open(listed)?.page];
    yield [
      chunkName("calibration", name),
      () => {
        const found = results.calibration(listed);
        return found ? composeCalibrationPage(name, found) : undefined;
      },
    ];
    for (let number = 0; number * TRIALS_IN_A_SEARCH_CHUNK < listed.trials.length; number++)
      yield [
        chunkName("search", name, number),
        () => {
          const campaign = campaigns.open(listed);
          return campaign ? composeSearchChunk(results, listed, campaign, number) : undefined;
        },
      ];
  }

  function* campaignPages(): Generator<ListedChunk> {
    for (const listed of results.list()) {
      yield [chunkName("rows", writeCampaignName(listed)), () => composeFirstRows(results, listed)];
      yield* pagesOf(listed);
    }
  }

  const pages = openChunkTable(campaignPages);
  const judgings = openChunkTable(() => judgingChunks(results));
  const comparisons = openChunkTable(() => comparisonChunks(results));
  const tables: Partial<Record<ChunkKind, ChunkTable>> = {
    store: openChunkTable(() => [storePage]),
    ...{ campaign: pages, calibration: pages, rows: pages, search: pages },
    ...{ judging: judgings, units: judgings },
    comparison: comparisons,
  };

  const isWanted = (campaign: string | undefined) => (listed: ListedResult) =>
    campaign === undefined || campaign === writeCampaignName(listed);

  return {
    read(name) {
      const [kind] = name.split("-", 1);
      if (Object.hasOwn(tables, kind!)) return tables[kind as ChunkKind]!.compose(name);
      const asked = readTrialChunkName(name);
      if (!asked) return prompts.read(name);
      knownTrials ??= trialsByName(results.list());
      const found = knownTrials.get(asked.trial);
      return found && trialChunk(results, found, asked, prompts);
    },
    *pages(campaign) {
      if (campaign === undefined) {
        yield* composed([storePage]);
        yield* composed(judgingChunks(results));
        yield* composed(comparisonChunks(results, MOST_COMPARED));
      }
      for (const listed of results.list().filter(isWanted(campaign))) {
        yield* composed(pagesOf(listed));
        campaigns.forget();
      }
    },
    *trials(campaign) {
      const own = openSystemPrompts(results);
      for (const listed of results.list().filter(isWanted(campaign)))
        for (const trial of listed.trials) yield* trialChunks(results, [listed, trial], own);
      yield* own.all();
    },
    forget() {
      for (const table of Object.values(tables)) table.forget();
      knownTrials = null;
      campaigns.forget();
    },
  };
}

function* composed(chunks: Iterable<ListedChunk>): Generator<NamedChunk> {
  for (const [name, compose] of chunks) {
    const value = compose();
    // Most campaigns have no labels and so no such chunk.
    if (value !== undefined) yield { name, value };
  }
}

/** Indexes trials by the common part of their chunks' names. */
function trialsByName(listed: readonly ListedResult[]): Map<string, TrialOfCampaign> {
  const byName = new Map<string, TrialOfCampaign>();
  for (const campaign of listed)
    for (const trial of campaign.trials) {
      const ids = [writeCampaignName(campaign), trial.model_id, trial.case_id, trial.repetition];
      byName.set(readTrialChunkName(chunkName("trial", ...ids))!.trial, [campaign, trial]);
    }
  return byName;
}
