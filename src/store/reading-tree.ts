import { existsSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { RunCampaignName, TrialKey } from "../records/index.ts";
import { writeFileUnflushed } from "./files/atomic.ts";
import { evaluationFiles, evaluationFolder, runFiles, runsFolder } from "./layout.ts";
import { openTreeWriter } from "./tree-writer.ts";

/** Texts of an evaluation's reading files. */
export interface EvaluationTexts {
  summary: string;
  promptDebug: string;
  judge: string;
  promptUser: string;
  finalResult: string;
}

/**
 * Files under runs/ and evaluations/, written from records for people and other programs. They are never read back, so they can be left
 * out, deleted and written again.
 */
export interface ReadingTree {
  hasRun(place: TrialKey): boolean;
  /** @param artifacts folder of the trial's files, relative to outputs/; null without any */
  writeRun(place: TrialKey, record: string, artifacts: string | null): Promise<void>;
  hasEvaluation(place: TrialKey, evaluationProfileFolder: string): boolean;
  writeEvaluation(place: TrialKey, evaluationProfileFolder: string, texts: EvaluationTexts): Promise<void>;
  /** Removes an outdated evaluation, so that an old score is not taken for a new one. */
  removeEvaluation(place: TrialKey, evaluationProfileFolder: string): void;
  hasManifest(place: RunCampaignName, evaluationProfileFolder: string): boolean;
  /** Writes manifest.json, once per judged campaign. */
  writeManifest(place: RunCampaignName, evaluationProfileFolder: string, manifest: string): void;
  close(): Promise<void>;
}

export function openReadingTree(outputs: string): ReadingTree {
  const writer = openTreeWriter();
  const folders = openFolders(outputs);
  return {
    // The campaign's own folder always exists, as it contains the lock.
    hasRun: (place) =>
      folders.mayBe(`${runsFolder(place)}/${place.model_id}`) && existsSync(`${outputs}/${runFiles(place).record}`),
    async writeRun(place, record, artifacts) {
      folders.forget();
      const files = runFiles(place);
      // The record comes last: once it exists, its files are linked.
      const path = `${outputs}/${files.artifacts}`;
      // The link is relative, so that the store can be moved. Files of an adopted run are linked twice and stored once.
      const target = artifacts && relative(dirname(path), join(outputs, artifacts));
      await writer.write([{ path: `${outputs}/${files.record}`, text: record }], { path, target });
    },
    hasEvaluation: (place, folder) =>
      folders.mayBe(`${evaluationFolder(place, folder)}/${place.model_id}`) &&
      existsSync(`${outputs}/${evaluationFiles(place, folder).summary}`),
    async writeEvaluation(place, folder, texts) {
      folders.forget();
      const files = evaluationFiles(place, folder);
      // The summary comes last: once it exists, so does everything it links to.
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

/** Caches whether a model has a folder, for a second: without files, it would be checked for every trial. */
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
