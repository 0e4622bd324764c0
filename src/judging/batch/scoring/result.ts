import type { Scale } from "../../../statistics/index.ts";
import type { CallTally } from "../judging/call-tally.ts";
import type { BrokenBatchAnswer } from "../judging/judge-batches.ts";
import type { Measuring } from "../measuring/fingerprint.ts";
import type { StratumCount } from "../sampling/sample.ts";
import type { BatchScores, ScoredItem } from "./aggregate.ts";
import type { JudgedSingleton, SingletonScores } from "./singletons.ts";

/** outputs/batch/<name>/result.json: the measured scores, the method, and every opinion behind them. */
export interface BatchResult {
  schema_version: 1;
  name: string;
  title: string | null;
  /** Scores of two results are comparable only if all of this is equal. */
  measuring: Measuring;
  judges: { judge_id: string; model: string; endpoint: string; offline: boolean; repetitions: number }[];
  scoring: {
    primary: string;
    direction: "maximize" | "minimize";
    minimum_improvement: number;
    /** Bounds of the primary field, if its description gives both. */
    scale?: Scale;
  };
  sample: { population: number; sampled: number; seed: number; strata: StratumCount[] };
  scores: BatchScores;
  singletons: (SingletonScores & { population: number; items: JudgedSingleton[] }) | null;
  cost: CallTally & {
    max_total_cost_usd: number;
    /** Total under this name by all commands; omitted by older versions. */
    spent_in_all_usd?: number;
  };
  /** The reason why judging ended early; null when every batch was asked. */
  stopped: string | null;
  warnings: string[];
  /** Answers that broke the contract, repaired or not. */
  broken_answers: BrokenBatchAnswer[];
  items: ScoredItem[];
}
