import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FinalResult } from "../../records/index.ts";
import { readStoredJson } from "../../store/index.ts";
import type { ComparedCampaign, ComparedModel } from "./compare-campaigns.ts";

export interface StoredEvaluations {
  campaign: ComparedCampaign;
  /** Files that could not be read, and why; their trials are absent. */
  unreadable: string[];
}

/**
 * Reads a judged campaign back from its folder, `outputs/evaluations/<suite>/<run profile>/<evaluation profile>`: the scores of
 * every model, case and repetition. Configuration is not needed, so that a campaign of another day, or of another checkout, can
 * be read as it was.
 */
export async function readStoredEvaluations(folder: string, label: string, name: string): Promise<StoredEvaluations> {
  const models: ComparedModel[] = [];
  const unreadable: string[] = [];
  const judging = new Set<string>();
  for (const modelId of await folders(folder)) {
    const model: ComparedModel = { model_id: modelId, label: modelId, scores: new Map(), passes: new Map() };
    for (const caseId of await folders(join(folder, modelId))) {
      const results = await readResults(join(folder, modelId, caseId, "raw_outputs"), unreadable);
      model.scores.set(
        caseId,
        results.flatMap(({ final_score }) => (final_score === null ? [] : [final_score])),
      );
      model.passes.set(
        caseId,
        results.flatMap(({ judge_overall }) =>
          typeof judge_overall?.passed === "boolean" ? [judge_overall.passed] : [],
        ),
      );
      for (const result of results) judging.add(judgingOf(result));
    }
    if (model.scores.size > 0) models.push(model);
  }
  return { campaign: { label, name, models, judging: [...judging].sort() }, unreadable };
}

/** The campaign folders at or below a folder, relative to it (`""` for itself): those that hold evaluations. */
export async function findCampaignFolders(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (relative: string, depth: number): Promise<void> => {
    const inside = await folders(join(folder, relative));
    for (const model of inside)
      for (const caseId of await folders(join(folder, relative, model)))
        if ((await folders(join(folder, relative, model, caseId))).includes("raw_outputs")) {
          found.push(relative);
          return;
        }
    if (depth < 3) for (const child of inside) await visit(join(relative, child), depth + 1);
  };
  await visit("", 0);
  return found;
}

async function readResults(folder: string, unreadable: string[]): Promise<FinalResult[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^final_result_\d+\.json$/.test(name)).sort();
  const results: FinalResult[] = [];
  for (const name of names) {
    const stored = await readStoredJson(join(folder, name));
    if (stored.state === "found" && isFinalResult(stored.value)) results.push(stored.value);
    else
      unreadable.push(
        `${join(folder, name)}: ${stored.state === "corrupt" ? stored.reason : "not the result of an evaluation"}`,
      );
  }
  return results;
}

function isFinalResult(value: unknown): value is FinalResult {
  if (typeof value !== "object" || value === null) return false;
  const { schema_version, final_score, judge_runs } = value as Partial<FinalResult>;
  return schema_version === 1 && (final_score === null || Number.isFinite(final_score)) && Array.isArray(judge_runs);
}

/** What must be the same on both sides for scores to mean the same: who judged, by which instructions, how combined. */
function judgingOf({ judge_runs, prompt, aggregation }: FinalResult): string {
  const judges = judge_runs.map(({ model }) => model).join(" + ");
  return `${judges}, instructions ${prompt?.system_sha256?.slice(0, 8) ?? "unknown"}, ${aggregation?.method ?? "unknown"}`;
}

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
