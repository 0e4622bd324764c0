import { existsSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { RunCampaignName, TrialKey } from "../records/index.ts";
import { writeFileUnflushed } from "./files/atomic.ts";
import { evaluationFiles, evaluationFolder, runFiles, runsFolder } from "./layout.ts";
import { openTreeWriter } from "./tree-writer.ts";

/** The texts of one evaluation's reading files. */
export interface EvaluationTexts {
  summary: string;
  promptDebug: string;
  judge: string;
  promptUser: string;
  finalResult: string;
}

/**
 * The files under runs/ and evaluations/: made from records, for people and for other programs. Nothing here is ever read back, so
 * they can be left out, deleted, and made again.
 */
export interface ReadingTree {
  hasRun(place: TrialKey): boolean;
  /** @param artifacts folder of the files that the trial left, relative to outputs/; null when it left none */
  writeRun(place: TrialKey, record: string, artifacts: string | null): Promise<void>;
  hasEvaluation(place: TrialKey, evaluationProfileFolder: string): boolean;
  writeEvaluation(place: TrialKey, evaluationProfileFolder: string, texts: EvaluationTexts): Promise<void>;
  /** Takes away what no longer belongs to its run, so that nobody reads an old score as a new one. */
  removeEvaluation(place: TrialKey, evaluationProfileFolder: string): void;
  hasManifest(place: RunCampaignName, evaluationProfileFolder: string): boolean;
  /** manifest.json, once above all trials of a judged campaign. */
  writeManifest(place: RunCampaignName, evaluationProfileFolder: string, manifest: string): void;
  close(): Promise<void>;
}

export function openReadingTree(outputs: string): ReadingTree {
  const writer = openTreeWriter();
  const folders = openFolders(outputs);
  return {
    // The campaign's own folder is always there: its lock is in it.
    hasRun: (place) =>
      folders.mayBe(`${runsFolder(place)}/${place.model_id}`) && existsSync(`${outputs}/${runFiles(place).record}`),
    async writeRun(place, record, artifacts) {
      folders.forget();
      const files = runFiles(place);
      // The record comes last: where it is, the files it lists are linked.
      const path = `${outputs}/${files.artifacts}`;
      // A relative link, so that the store can be moved. What the same run left under another name is linked twice and kept once.
      const target = artifacts && relative(dirname(path), join(outputs, artifacts));
      await writer.write([{ path: `${outputs}/${files.record}`, text: record }], { path, target });
    },
    hasEvaluation: (place, folder) =>
      folders.mayBe(`${evaluationFolder(place, folder)}/${place.model_id}`) &&
      existsSync(`${outputs}/${evaluationFiles(place, folder).summary}`),
    async writeEvaluation(place, folder, texts) {
      folders.forget();
      const files = evaluationFiles(place, folder);
      // The summary comes last: where it is, everything it links to is there too.
      const order = ["promptUser", "promptDebug", "judge", "finalResult", "summary"] as const;
      await writer.write(order.map((name) => ({ path: `${outputs}/${files[name]}`, text: texts[name] })));
    },
    removeEvaluation(place, folder) {
      const files = evaluationFiles(place, folder);
      if (!existsSync(join(outputs, dirname(files.summary)))) return;
      for (const path of Object.values(files)) rmSync(join(outputs, path), { force: true });
    },
    hasManifest: (place, folder) => existsSync(manifestPath(outputs, place, folder)),
    writeManifest(place, folder, manifest) {
      folders.forget();
      writeFileUnflushed(manifestPath(outputs, place, folder), manifest);
    },
    close: () => writer.close(),
  };
}

/** A model without files is asked about for every one of its trials. Whether it has a folder at all is looked up once a second. */
function openFolders(outputs: string) {
  const present = new Set<string>();
  const absentAt = new Map<string, number>();
  return {
    mayBe(folder: string): boolean {
      if (present.has(folder)) return true;
      if (performance.now() - (absentAt.get(folder) ?? Number.NEGATIVE_INFINITY) < 1000) return false;
      if (existsSync(join(outputs, folder))) present.add(folder);
      else absentAt.set(folder, performance.now());
      return present.has(folder);
    },
    forget: () => absentAt.clear(),
  };
}

function manifestPath(outputs: string, place: RunCampaignName, folder: string): string {
  return join(outputs, evaluationFolder(place, folder), "manifest.json");
}
