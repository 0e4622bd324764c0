import { OptionError } from "../../errors/index.ts";
import type { EvaluationRecord, RunRecord } from "../../records/index.ts";
import { partsOfSubject } from "../../records/index.ts";
import type { ListedTrial } from "../../store/index.ts";
import { explainFailure } from "../campaign/failed-trial.ts";
import { readScoreRange, type ScoreRange } from "./score-range.ts";

/** Filters for trials, all of which must match. */
export interface TrialFilters {
  /** Failed trials. */
  failed?: boolean;
  /** Status of the run or state of judging: `timed_out`, `unscored`, `not_judged` … Any of them. */
  status?: string[];
  /** `<6`, `<=6`, `>7.5`, `>=8`, `6`, `3..6`, or `none` for trials without a score. */
  score?: string;
  /** Ids of checks, any of which did not pass. */
  check?: string[];
  /** Trials with inconclusive verdicts. */
  disagreement?: boolean;
  models?: string[];
  cases?: string[];
  /** Text in the ids, errors, answer or judge's reason, ignoring case. */
  text?: string;
}

/** Filter with its spelling on the command line. */
export interface NamedFilter {
  written: string;
  holds: (trial: ListedTrial, records: () => RecordsOfTrial) => boolean;
}

/** Records of a trial, read only for filters that the index cannot answer. */
export interface RecordsOfTrial {
  run: RunRecord | null;
  evaluation: EvaluationRecord | null;
}

/** Orders filters by cost: those that read records come last. */
export function trialFilters(asked: TrialFilters): NamedFilter[] {
  const { failed, status, check, disagreement, models, cases, text } = asked;
  const score = asked.score === undefined ? null : scoreRange(asked.score);
  return [
    ...each("--model", models, (trial, ids) =>
      ids.some((id) => id === trial.model_id || id === partsOfSubject(trial.model_id).model_id),
    ),
    ...each("--case", cases, (trial, ids) =>
      ids.some((id) => id === trial.case_id || trial.case_id.startsWith(`${id}--`)),
    ),
    ...(failed ? [{ written: "--failed", holds: (trial: ListedTrial) => explainFailure(trial) !== null }] : []),
    ...each("--status", status, (trial, wanted) => statusesOf(trial).some((one) => wanted.includes(one))),
    ...(score
      ? [
          {
            written: `--score ${score.written}`,
            holds: (trial: ListedTrial) => score.holds(trial.evaluation?.score ?? null),
          },
        ]
      : []),
    ...each("--check", check, ({ evaluation }, ids) =>
      (evaluation?.checks_not_passed ?? []).some((id) => ids.includes(id)),
    ),
    ...(disagreement
      ? [{ written: "--disagreement", holds: ({ evaluation }: ListedTrial) => evaluation?.verdicts_disagree === true }]
      : []),
    ...(text === undefined ? [] : [textFilter(text)]),
  ];
}

function scoreRange(written: string): ScoreRange {
  const range = readScoreRange(written);
  if (range) return range;
  throw new OptionError(`--score takes '<6', '<=6', '>6', '>=6', 6, 3..6 or none, not "${written}"`, "score");
}

function each(
  flag: string,
  values: string[] | undefined,
  holds: (trial: ListedTrial, values: string[]) => boolean,
): NamedFilter[] {
  if (!values || values.length === 0) return [];
  return [{ written: values.map((value) => `${flag} ${value}`).join(" "), holds: (trial) => holds(trial, values) }];
}

/** Returns the values of `--status` that a trial matches. */
function statusesOf({ run, evaluation }: ListedTrial): string[] {
  return [run?.status ?? "damaged", evaluation?.state ?? "not_judged"];
}

function textFilter(text: string): NamedFilter {
  const wanted = text.toLowerCase();
  const isIn = (words: string | null | undefined) => words?.toLowerCase().includes(wanted) === true;
  return {
    written: `--text ${JSON.stringify(text)}`,
    holds({ model_id, case_id, run, evaluation }, records) {
      const known = [model_id, case_id, run?.failure?.message, ...(evaluation?.checks_not_passed ?? [])];
      if (known.some(isIn)) return true;
      const { run: record, evaluation: judged } = records();
      return isIn(record?.artifact.final_output) || isIn(judged?.result.judge_reason);
    },
  };
}
