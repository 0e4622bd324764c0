import type { ExpectedJudging } from "../../judging/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** Limit of verification, with the reason. */
export interface NotProved {
  what: string;
  why: string;
  /** Number of trials or calls concerned; null for all. */
  count: number | null;
}

/** Numbers of partly verified records. */
export interface NotProvedCounts {
  /** Trials that could have been judged, but no plan says whether they should. */
  openTrials: number;
  adoptedOnTrust: number;
  unhashedRuns: number;
  unhashedCalls: number;
  packetsOfOtherVersions: number;
  packetsWithSecrets: number;
  /** Runs stored for another trial than the one in their record. */
  underOtherName: number;
}

/** Lists what has to be trusted despite verification, in general and in this campaign. */
export function notProved(counts: NotProvedCounts, judging: ExpectedJudging | null): NotProved[] {
  const row = (what: string, why: string, count: number | null = null): NotProved => ({ what, why, count });
  return [...ALWAYS, ...(judging === null ? [] : settingsRows(judging, row)), ...countedRows(counts, row)];
}

type Row = (what: string, why: string, count?: number | null) => NotProved;

const ALWAYS: readonly NotProved[] = [
  {
    what: "that subjects and judges really gave these answers",
    why: "nothing is signed: who knows the format can make up a whole campaign, hashes included",
    count: null,
  },
  {
    what: "tokens, prices, models and reasons to stop as providers reported them",
    why: "they are read again from the stored answers, but these come from the providers alone; of agents, only what went over the wire is kept",
    count: null,
  },
  {
    what: "when runs began, how long they took and how long models took to answer",
    why: "the clock of the machine alone says it; only that beginning, end and duration agree is compared",
    count: null,
  },
  {
    what: "settings that the run profile is named after",
    why: "the store keeps what each run was given and not the profile, so the eight digits in its name are not hashed again",
    count: null,
  },
  {
    what: "expectations, titles and labels, and what hooks and commands found",
    why: "a store keeps neither cases nor programs: in its workspace, checks that execute nothing are repeated",
    count: null,
  },
];

function settingsRows({ isKept, plan, unnamed }: ExpectedJudging, row: Row): NotProved[] {
  const settings = "repetitions, sample sizes, aggregation and threshold";
  return [
    isKept
      ? row(
          `${settings}, and the list of planned trials`,
          "the name of the campaign does not hash them: compare the line above with what you expect",
        )
      : row(
          `${settings}: taken from most of the evaluations`,
          "an earlier version stored the campaign and kept no settings",
        ),
    ...(unnamed === null ? [] : [row("the judges' settings that the evaluation profile is named after", unnamed)]),
    ...(plan === null
      ? [
          row(
            "which trials there should be",
            "an earlier version kept no plan: trials that are not in the store were never run, or were left out",
          ),
        ]
      : []),
  ];
}

function countedRows(counts: NotProvedCounts, row: Row): NotProved[] {
  const { openTrials, adoptedOnTrust, underOtherName, unhashedRuns, unhashedCalls } = counts;
  const { packetsOfOtherVersions, packetsWithSecrets } = counts;
  const rows = [
    row(
      `why ${plural(openTrials, "trial")} have no evaluation`,
      "not judged yet, or left out: no plan says which",
      openTrials,
    ),
    row(
      `that ${plural(adoptedOnTrust, "trial")} would have been asked what their runs were asked`,
      "the runs were executed under another name, and no plan names them",
      adoptedOnTrust,
    ),
    row(
      `the name that ${plural(underOtherName, "run")} were executed under`,
      "an earlier version packed them under another one; what they were given was compared",
      underOtherName,
    ),
    row(`identity of ${plural(unhashedRuns, "run")}`, "a secret was removed from what it is the hash of", unhashedRuns),
    row(
      `identity of ${plural(unhashedCalls, "judge call")}`,
      "a secret was removed from the request options; model, repetition and messages were compared",
      unhashedCalls,
    ),
    row(
      `all that judges were shown in ${plural(packetsOfOtherVersions, "packet")}`,
      "another version of Assay composed them; the answer in them was compared",
      packetsOfOtherVersions,
    ),
    row(
      `words in place of a secret in ${plural(packetsWithSecrets, "packet")}`,
      "they were removed before the judges saw them; all other words were compared",
      packetsWithSecrets,
    ),
  ];
  return rows.filter(({ count }) => count !== 0);
}
