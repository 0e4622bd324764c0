import type { batch } from "../../judging/index.ts";
import { namesProfile } from "../../records/index.ts";

/** A packet that judges have been asked about: what a label can be about, and what the judges said. */
export interface JudgedPacket {
  /** `<campaign>/<subject>/<case>/<repetition>`, `rubric/<name>/<number>` or `batch/<name>/<item>`. */
  trial_id: string;
  protocol: "campaign" | "rubric" | "batch";
  /** `<suite>/<run profile>-<fp8>/<evaluation profile>-<fp8>`, `rubric/<name>` or `batch/<name>`. */
  campaign: string;
  case_id: string;
  subject: string;
  repetition: number;
  /** Several trials may have the same one: the same words in answer to the same task. */
  packet_sha256: string;
  /** What the panel came to; null when it came to nothing. */
  score: number | null;
  passed: boolean | null;
  pass_threshold: number | null;
  /** The same by dimension, `overall` included. */
  dimensions: Record<string, number>;
  verdicts: JudgeVerdict[];
  /** What it was in its batch; only there. */
  batch_place?: batch.BatchPlace;
}

/** One valid answer of one judge. */
export interface JudgeVerdict {
  /** The judge run. */
  judge: string;
  judge_id: string;
  model: string;
  repetition: number;
  call_id: string;
  cost_usd: number | null;
  /** By dimension, `overall` included. */
  scores: Record<string, number>;
}

export const OVERALL = "overall";

/** Which packets are meant; a profile may be named with or without the fingerprint of its settings. */
export interface PacketFilter {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** A judging of samples, by name. */
  rubric?: string;
  /** An experiment, by name. */
  batch?: string;
}

/** Says whether a profile is wanted, written with or without its fp8; all are where none is written. */
export function wantsProfile(wanted: string | undefined, folder: string): boolean {
  return wanted === undefined || namesProfile(wanted, folder);
}

/** Whether packets of a protocol are asked for at all: by its own option, or because no option names another. */
export function wantsProtocol(filter: PacketFilter, protocol: JudgedPacket["protocol"]): boolean {
  const named = {
    campaign: (filter.suite ?? filter.runProfile ?? filter.evaluationProfile) !== undefined,
    rubric: filter.rubric !== undefined,
    batch: filter.batch !== undefined,
  };
  return named[protocol] || !Object.values(named).includes(true);
}

/** Whether what was judged in a campaign, by a rubric or in a batch is meant; named as a packet names it. */
export function isWanted(campaign: string, filter: PacketFilter): boolean {
  const [first = "", second = "", third] = campaign.split("/");
  const protocol = third === undefined && (first === "rubric" || first === "batch") ? first : "campaign";
  if (!wantsProtocol(filter, protocol)) return false;
  if (protocol !== "campaign") return (filter[protocol] ?? second) === second;
  return (
    (filter.suite ?? first) === first &&
    wantsProfile(filter.runProfile, second) &&
    wantsProfile(filter.evaluationProfile, third ?? "")
  );
}

/** What is kept under names, in their order; only the one that is wanted, if one is. */
export function byName<Named extends { name: string }>(found: readonly Named[], wanted: string | undefined): Named[] {
  return found
    .filter(({ name }) => wanted === undefined || wanted === name)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
