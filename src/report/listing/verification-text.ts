import type { ExpectedJudging } from "../../judging/index.ts";
import type { Aggregation } from "../../records/index.ts";
import { agree, bareTable, type Layout, plural, restLine, shortLine } from "../../text/presentation/index.ts";
import type { NotProved } from "./not-proved.ts";

/** Output of `assay verify --output json`. */
export interface Verification {
  schema_version: 1;
  kind: "verification";
  /** `<suite>/<run profile>/<evaluation profile>`. */
  campaign: string;
  /** Versions of Assay that packed and that verified it. */
  versions: { packed_by: string | null; verified_by: string };
  trials: number;
  /** Number of trials with an evaluation. */
  judged: number;
  /** Number of trials whose recomputed results all match. */
  same: number;
  answers: number;
  checks_repeated: number;
  /** Reason why checks were not repeated, as a sentence; otherwise null. */
  checks_not_repeated: string | null;
  differences: { trial: string; what: string; stored: string; found: string }[];
  /** Missing or damaged records behind a score. */
  missing: { trial: string; what: string }[];
  /** Settings that every evaluation was compared with; null if nothing was judged, or they are unknown. */
  verified_against: VerifiedSettings | null;
  /** Facts that have to be trusted. */
  not_proved: NotProved[];
}

/** Judging settings from the campaign's record; derived from its evaluations for earlier versions. */
export interface VerifiedSettings {
  from: "record" | "evaluations";
  judges: { judge_run_id: string; model: string; repetitions: number; sample_size: number | null }[];
  aggregation: Aggregation;
  /** Null without a stored plan. */
  planned_trials: number | null;
}

export function verifiedSettings({ isKept, judges, aggregation, plan }: ExpectedJudging): VerifiedSettings {
  const trials = Object.values(plan ?? {}).flatMap((cases) =>
    Object.values(cases).map((some) => Object.keys(some).length),
  );
  return {
    from: isKept ? "record" : "evaluations",
    judges: judges.map(({ judge_run_id, model, repetitions, sample_size }) => {
      return { judge_run_id, model, repetitions, sample_size };
    }),
    aggregation,
    planned_trials: plan && trials.reduce((sum, count) => sum + count, 0),
  };
}

/** Returns whether everything derived matches, and nothing else is stored. */
export function isVerified({ differences, missing, judged, trials, same }: Verification): boolean {
  return differences.length === 0 && missing.length === 0 && judged > 0 && same === trials;
}

const LONGEST = 160;
const MOST_LISTED = 50;

/** Renders the answer first, then the settings, each difference, and what has to be trusted. */
export function verificationText(verification: Verification, layout: Layout = {}): string {
  const { answers, checks_repeated, differences, missing, versions } = verification;
  const version =
    versions.packed_by === null ? "" : ` Packed by Assay ${versions.packed_by}, recomputed by ${versions.verified_by}.`;
  const lines = [
    ...missing.map(({ trial, what }) => `${trial}: ${what} is missing or damaged`),
    ...differences.map(
      ({ trial, what, stored, found }) =>
        `${trial}: ${what}: stored ${shortLine(stored, LONGEST)}, recomputed ${shortLine(found, LONGEST)}`,
    ),
  ];
  return [
    headline(verification),
    `${plural(answers, "answer")} of judges read again, ${plural(checks_repeated, "check")} repeated.${version}`,
    ...settingsLines(verification),
    ...(verification.checks_not_repeated === null
      ? []
      : [`No check was repeated: ${verification.checks_not_repeated}.`]),
    ...lines.slice(0, MOST_LISTED),
    ...restLine(lines.length, MOST_LISTED),
    "",
    notProvedTable(verification, layout),
  ].join("\n");
}

function headline(verification: Verification): string {
  const { campaign, trials, judged, same, verified_against } = verification;
  if (judged === 0)
    return `${campaign}: nothing of it was judged, so there is no score to recompute (${plural(trials, "run")}).`;
  if (!isVerified(verification))
    return `${campaign}: ${same} of ${plural(trials, "trial")} ${agree(same, "comes", "come")} out the same.`;
  if (verified_against?.from === "record")
    return `${campaign}: every score comes out the same (${plural(trials, "trial")}).`;
  return `${campaign}: the stored scores come out the same (${plural(trials, "trial")}), as far as an earlier version kept what they rest on.`;
}

function settingsLines({ verified_against: settings, judged, trials }: Verification): string[] {
  if (settings === null) return [];
  const { judges, aggregation, planned_trials } = settings;
  const panel = judges.map(
    ({ judge_run_id, model, repetitions, sample_size }) =>
      `${judge_run_id} (${model}) × ${repetitions}${sample_size === null ? "" : `, the first ${sample_size} valid ones`}`,
  );
  const threshold = aggregation.pass_threshold === null ? "no threshold" : `threshold ${aggregation.pass_threshold}`;
  const planned = planned_trials === null ? "" : ` of ${planned_trials} planned`;
  return [
    `Verified against: ${panel.join("; ")}; ${aggregation.method}, ${threshold}; ${plural(trials, "trial")}${planned}, ${judged} judged.`,
  ];
}

function notProvedTable({ not_proved }: Verification, layout: Layout): string {
  const rows = not_proved.map(({ what, why }) => [what, why]);
  return bareTable(["Not proved", "because"], rows, { ...layout, lastIsText: true });
}
