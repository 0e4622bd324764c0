import type { EvaluationRecord } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import type { ComparedCampaign, ComparedModel } from "./compare-campaigns.ts";

export interface StoredEvaluations {
  campaign: ComparedCampaign;
  /** Evaluations that could not be read, and why; their trials are absent. */
  unreadable: string[];
}

/**
 * A judged campaign as its store has it, by its name `<suite>/<run profile>/<evaluation profile>`: the scores of every model, case and
 * repetition. Configuration is not needed, so that a campaign of another day, or of another checkout, can be read as it was.
 */
export function readStoredEvaluations(store: Store, name: string, label: string): StoredEvaluations {
  const models = new Map<string, ComparedModel>();
  const unreadable: string[] = [];
  const judging = new Set<string>();
  const entries = [...store.places("evaluation")].filter(({ place }) => place!.startsWith(`${name}/`));
  for (const entry of entries.sort((one, other) => (one.place! < other.place! ? -1 : 1))) {
    const [modelId, caseId] = entry.place!.slice(name.length + 1).split("/") as [string, string];
    const record = store.readEntry(entry);
    if (!record) {
      unreadable.push(`${entry.place}: its record is damaged`);
      continue;
    }
    const model = models.get(modelId) ?? { model_id: modelId, label: modelId, scores: new Map(), passes: new Map() };
    models.set(modelId, model);
    add(model.scores, caseId, record.result.score);
    add(model.passes, caseId, record.result.passed);
    judging.add(judgingOf(record));
  }
  return {
    campaign: { label: name, name: label, models: [...models.values()], judging: [...judging].sort() },
    unreadable,
  };
}

/** The names of all judged campaigns of a store, in order. */
export function judgedCampaigns(store: Store): string[] {
  const names = new Set<string>();
  for (const { place } of store.places("evaluation")) names.add(place!.split("/").slice(0, 3).join("/"));
  return [...names].sort();
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value | null): void {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  if (value !== null) list.push(value);
}

/** What must be the same on both sides for scores to mean the same: who judged, by which instructions, how combined. */
function judgingOf({ judges, prompt, aggregation }: EvaluationRecord): string {
  const models = judges.map(({ model }) => model).join(" + ");
  return `${models}, instructions ${prompt.system_sha256.slice(0, 8)}, ${aggregation.method}`;
}
