import { batchSpec, loadFile } from "../../../config/index.ts";
import type { QuestionAgain } from "../../panel/judge-again.ts";
import type { JudgingAgain } from "../../protocol.ts";
import { type Measure, resolveMeasure } from "../measuring/measure.ts";
import type { ItemId } from "../sampling/experiment-output.ts";
import { idKey } from "../sampling/sample.ts";
import { type BatchAnswer, itemContract, singletonContract } from "./contract.ts";
import { type BatchPrompts, readBatchPrompts } from "./prompt.ts";

/** The subject of a verdict in a batch: an item, or with the ids of the existing clusters, a singleton. */
export interface BatchPlace {
  item_id: ItemId;
  cluster_ids: ItemId[] | null;
}

/** Puts items and singletons before the judges of a spec again. */
export const batchAgain: JudgingAgain = {
  by: "spec",
  async open(path, root) {
    const loaded = await loadFile(path, batchSpec, { root });
    if (!loaded.ok) return loaded;
    const measure = resolveMeasure(loaded.value);
    const prompts = await readBatchPrompts();
    const { judges, maxConcurrency } = measure;
    return {
      ...loaded,
      value: {
        judges,
        maxConcurrency,
        ask: ({ packet_sha256, place }, text) => itemAgain(packet_sha256, text, place as BatchPlace, measure, prompts),
      },
    };
  },
};

/** Composes the question about one item or singleton, alone. */
function itemAgain(
  packet_sha256: string,
  text: string,
  { item_id, cluster_ids }: BatchPlace,
  { fields, singletonFields }: Pick<Measure, "fields" | "singletonFields">,
  { system }: BatchPrompts,
): QuestionAgain {
  const contract =
    cluster_ids === null ? itemContract([item_id], fields) : singletonContract([item_id], cluster_ids, singletonFields);
  return {
    packet_sha256,
    question: { system, user: text, contract },
    scoresOf(answer) {
      const { verdicts } = answer as BatchAnswer<{ item_id: ItemId }>;
      const own = verdicts.find((verdict) => idKey(verdict.item_id) === idKey(item_id));
      return own ? verdictScores(own) : null;
    },
  };
}

/** The numbers in a verdict: its scores, and 1 or 0 for a singleton that belongs to a cluster or not. */
export function verdictScores(verdict: Record<string, unknown>): Record<string, number> {
  const scores = Object.entries(verdict).flatMap(([field, value]): [string, number][] => {
    if (field === "should_cluster" && typeof value === "boolean") return [[field, Number(value)]];
    return typeof value === "number" && field !== "item_id" && field !== "best_cluster_id" ? [[field, value]] : [];
  });
  return Object.fromEntries(scores);
}
