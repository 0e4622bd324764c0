import type { ListedResult, StoredResults } from "../../operations/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import { type CampaignPage, chunkName } from "../wire/index.ts";
import { composeCampaignPage, TRIALS_IN_A_SEARCH_CHUNK } from "./campaign-page.ts";
import { composeSearchChunk } from "./search-chunk.ts";
import { campaignName, composeStorePage } from "./store-page.ts";
import { type NamedChunk, trialChunks } from "./trial-chunks.ts";

/** Everything that the page can ask for, by name. Whatever else is asked for is not there: names are looked up, never taken apart. */
export interface Chunks {
  /** The value of a chunk; undefined when there is none of this name. */
  read(name: string): unknown;
  /** Every chunk, or all of one campaign; composed one after the other, since a store may be larger than memory. */
  each(campaign?: string): Generator<NamedChunk>;
  /** Forgets what was composed, after the store has changed. */
  forget(): void;
}

export function openChunks(results: StoredResults, version: string): Chunks {
  let known: Map<string, () => unknown> | null = null;
  let opened = new Map<string, OpenedCampaign>();

  function open(listed: ListedResult): OpenedCampaign | null {
    const name = campaignName(listed);
    const before = opened.get(name);
    if (before) return before;
    const report = results.campaign(listed);
    if (!report) return null;
    const campaign = { report, page: composeCampaignPage(report, listed) };
    opened.set(name, campaign);
    return campaign;
  }

  function* pagesOf(listed: ListedResult): Generator<[name: string, compose: () => unknown]> {
    const name = campaignName(listed);
    yield [chunkName("campaign", name), () => open(listed)?.page];
    for (let number = 0; number * TRIALS_IN_A_SEARCH_CHUNK < listed.trials.length; number++)
      yield [
        chunkName("search", name, number),
        () => {
          const campaign = open(listed);
          return campaign ? composeSearchChunk(results, listed, campaign.report, number) : undefined;
        },
      ];
  }

  function catalogue(): Map<string, () => unknown> {
    if (known) return known;
    known = new Map([[chunkName("store"), () => composeStorePage(results, version)]]);
    for (const listed of results.list()) {
      for (const [name, compose] of pagesOf(listed)) known.set(name, compose);
      for (const trial of listed.trials) {
        const read = () => [...trialChunks(results, listed, trial)];
        const ids = [campaignName(listed), trial.model_id, trial.case_id, trial.repetition];
        for (const kind of ["trial", "raw", "trace"] as const) known.set(chunkName(kind, ...ids), read);
      }
    }
    return known;
  }

  return {
    read(name) {
      // Stretches of a trace are numbered behind the name of the trace.
      const compose = catalogue().get(name.replace(/-\d{1,6}$/, "")) ?? catalogue().get(name);
      const value = compose?.();
      return Array.isArray(value) ? (value as NamedChunk[]).find((chunk) => chunk.name === name)?.value : value;
    },
    *each(campaign) {
      if (campaign === undefined) yield { name: chunkName("store"), value: composeStorePage(results, version) };
      for (const listed of results.list()) {
        if (campaign !== undefined && campaign !== campaignName(listed)) continue;
        for (const [name, compose] of pagesOf(listed)) yield { name, value: compose() };
        for (const trial of listed.trials) yield* trialChunks(results, listed, trial);
        opened.delete(campaignName(listed));
      }
    },
    forget() {
      known = null;
      opened = new Map();
    },
  };
}

interface OpenedCampaign {
  report: CampaignReport;
  page: CampaignPage;
}
