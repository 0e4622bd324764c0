import { agree, plural, shortLine } from "../../presentation/index.ts";

/** What `assay verify --output json` prints. */
export interface Verification {
  schema_version: 1;
  kind: "verification";
  /** `<suite>/<run profile>/<evaluation profile>`. */
  campaign: string;
  /** Of what was verified: the version of Assay that packed it, and the version that recomputed it. */
  versions: { packed_by: string | null; verified_by: string };
  trials: number;
  /** Trials about which the store has an evaluation. */
  judged: number;
  /** Trials whose score came out as it is stored. */
  same: number;
  answers: number;
  checks_repeated: number;
  /** Why checks were not repeated, as a sentence; null when they were. */
  checks_not_repeated: string | null;
  differences: { trial: string; what: string; stored: string; found: string }[];
  /** What a score rests on and is not there, or is damaged. */
  missing: { trial: string; what: string }[];
}

const LONGEST = 160;
const MOST_LISTED = 50;

/** The answer first, then what differs, a line each. */
export function verificationText(verification: Verification): string {
  const { campaign, trials, same, answers, checks_repeated, differences, missing, versions } = verification;
  const isSame = differences.length === 0 && missing.length === 0;
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
    verification.judged === 0
      ? `${campaign}: nothing of it was judged, so there is no score to recompute (${plural(trials, "run")}).`
      : isSame
        ? `${campaign}: every score comes out the same (${plural(trials, "trial")}).`
        : `${campaign}: ${same} of ${plural(trials, "trial")} ${agree(same, "comes", "come")} out the same.`,
    `${plural(answers, "answer")} of judges read again, ${plural(checks_repeated, "check")} repeated.${version}`,
    ...(verification.checks_not_repeated === null
      ? []
      : [`No check was repeated: ${verification.checks_not_repeated}.`]),
    ...lines.slice(0, MOST_LISTED),
    ...(lines.length > MOST_LISTED ? [`… and ${lines.length - MOST_LISTED} more; --output json lists all`] : []),
  ].join("\n");
}
