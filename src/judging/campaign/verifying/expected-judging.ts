import {
  type Aggregation,
  beginningOfHash,
  type CalledSubject,
  type CampaignListing,
  type CampaignName,
  type CampaignRecord,
  type KeptJudge,
  type KeptPlan,
  type ModelEntry,
  problemOfRecord,
  profileIdOf,
  type RunnerType,
  writeCampaignName,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { canonicalJson, REDACTED } from "../../../text/index.ts";
import { judgingFingerprint } from "../trial/evaluation-identity.ts";
import { deriveJudging } from "./derived-judging.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import { malformedRecord, plansTogether, readListing } from "./read-listing.ts";
import { subjectsThatDiffer } from "./subjects-that-differ.ts";

/** A judge of a campaign, with the repetitions that are its own. */
export interface ExpectedJudge extends Omit<KeptJudge, "options"> {
  /** Null where no record of the store says it. */
  options: Record<string, unknown> | null;
  /** True where a secret was removed from its options in the listing of the campaign. */
  isRedacted: boolean;
  repetitionOffset: number;
}

/** What every evaluation of a campaign must be like. */
export interface ExpectedJudging {
  /** False for a campaign that an older version stored: its settings are those of most of its evaluations. */
  isKept: boolean;
  assay_version: string | null;
  evaluation_profile_id: string;
  system_sha256: string;
  judges: ExpectedJudge[];
  aggregation: Aggregation;
  anchors: readonly { label: string; text: string }[];
  max_characters: number;
  redact_secrets: boolean;
  called: ReadonlyMap<string, CalledSubject>;
  /** What keeps the hash in the profile's name from being computed, in words; null where it was compared. */
  unnamed: string | null;
  /** By subject, the model that it is. */
  models: ReadonlyMap<string, ModelEntry>;
  /** By case; empty where the store keeps no list of cases. */
  runners: ReadonlyMap<string, RunnerType>;
  /** Null where the store keeps none. */
  plan: KeptPlan | null;
  /** By case; what is not known beforehand is taken from the first trial of the case. */
  expected: Map<string, string>;
  /** By case, the hash of its checks; what is not known beforehand likewise. */
  checks: Map<string, string>;
}

export interface ReadJudging {
  /** Null where nothing says how the campaign was judged. */
  judging: ExpectedJudging | null;
  differences: Difference[];
  missing: string[];
}

/**
 * Says how a campaign was judged, from its records alone, and holds that against its name.
 *
 * @param isListed false where the listing may be missing: versions before 0.7 packed none
 */
export function readExpectedJudging(
  store: Store,
  name: CampaignName,
  { isListed = true }: { isListed?: boolean } = {},
): ReadJudging {
  const found = store.read("campaign", writeCampaignName(name));
  if (!found)
    return { judging: null, differences: [], missing: ["the record of the campaign, which says how it was judged"] };
  const problem = problemOfRecord("campaign", found.value);
  if (problem !== null)
    return { judging: null, differences: [malformedRecord("the record of the campaign", problem)], missing: [] };
  const record = found.value;
  const { listing, ...read } = readListing(store, record);
  const differences = [...read.differences, ...namesThatDiffer(record, name)];
  const missing = isListed ? read.missing : [];
  if (read.differences.length > 0 || missing.length > 0) return { judging: null, differences, missing };
  const derived =
    listing.judging === undefined || hasSecret(listing.judging) ? deriveJudging(store, name, record, listing) : null;
  const judging = composeJudging(record, listing, derived);
  judging.plan = plansTogether(store, writeCampaignName(name));
  differences.push(...differencesWithin(record, listing));
  judging.unnamed = whyUnnamed(judging);
  if (judging.unnamed === null) differences.push(...nameDifference(judging, name));
  return { judging, differences, missing: optionsThatAreMissing(judging) };
}

type DerivedJudging = ReturnType<typeof deriveJudging>;

function composeJudging(
  record: CampaignRecord,
  { judging: kept, cases, expected = {}, checks = {} }: CampaignListing,
  derived: DerivedJudging | null,
): ExpectedJudging {
  const judges = kept
    ? kept.judges.map((judge, at) => ({
        ...judge,
        options: hasSecret(judge.options) ? (derived?.judges[at]?.options ?? null) : judge.options,
        isRedacted: hasSecret(judge.options),
      }))
    : derived!.judges;
  return {
    isKept: kept !== undefined,
    assay_version: kept?.assay_version ?? null,
    evaluation_profile_id: record.evaluation_profile_id,
    system_sha256: record.judge_system_prompt_sha256,
    judges: withOffsets(judges),
    aggregation: kept?.aggregation ?? derived!.aggregation,
    anchors: (hasSecret(kept?.anchors) ? undefined : kept?.anchors) ?? derived!.anchors,
    max_characters: kept?.max_characters ?? derived!.max_characters,
    redact_secrets: kept?.redact_secrets ?? true,
    called: new Map(Object.entries(kept?.called ?? namesInRecord(record))),
    models: new Map(record.models.map((entry) => [entry.model_id, entry])),
    runners: new Map(cases.map(({ case_id, runner }) => [case_id, runner])),
    plan: null,
    unnamed: null,
    expected: new Map(Object.entries(expected)),
    checks: new Map(Object.entries(checks)),
  };
}

/** The repetitions that a judge named twice is asked the second time follow those of the first. */
function withOffsets(judges: readonly Omit<ExpectedJudge, "repetitionOffset">[]): ExpectedJudge[] {
  const asked = new Map<string, number>();
  return judges.map((judge) => {
    const same = canonicalJson([judge.endpoint, judge.model, judge.options]);
    const repetitionOffset = asked.get(same) ?? 0;
    asked.set(same, repetitionOffset + judge.repetitions);
    return { ...judge, repetitionOffset };
  });
}

function namesInRecord({ models }: CampaignRecord): Record<string, CalledSubject> {
  return Object.fromEntries(
    models.map(({ model_id, label, model, variant }) => [
      model_id,
      variant
        ? { names: [variant.model_id, variant.model_label, model], variants: [variant.variant_id, variant.label] }
        : { names: [label, model], variants: [] },
    ]),
  );
}

/** The run that a trial was planned with, as its identity begins; null where it was not planned, undefined where no plan is kept. */
export function plannedRun(
  { plan }: ExpectedJudging,
  trial: { model_id: string; case_id: string; repetition: number },
): string | null | undefined {
  if (plan === null) return undefined;
  const repetitions = own(own(plan, trial.model_id), trial.case_id);
  return own(repetitions, String(trial.repetition)) ?? null;
}

function own<Value>(mapping: Record<string, Value> | undefined, name: string): Value | undefined {
  return mapping !== undefined && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}

export function isPlannedRun(planned: string, run_id: string): boolean {
  return planned === beginningOfHash(run_id);
}

function namesThatDiffer(record: CampaignRecord, name: CampaignName): Difference[] {
  return [
    ...differenceBetween("the suite of the campaign", record.suite_id, name.suite_id),
    ...differenceBetween("the run profile of the campaign", record.run_profile_id, profileIdOf(name.run_profile)),
    ...differenceBetween(
      "the evaluation profile of the campaign",
      record.evaluation_profile_id,
      profileIdOf(name.evaluation_profile ?? ""),
    ),
  ];
}

/** The record names judges for reports, and its listing names them for verifying: they are the same. */
function differencesWithin(record: CampaignRecord, { judging, sample_sizes }: CampaignListing): Difference[] {
  const subjects = subjectsThatDiffer(record.models, judging?.called);
  if (judging === undefined) return subjects;
  const judges = judging.judges.map(({ judge_run_id, judge_id, model, endpoint, offline }) => {
    return { judge_run_id, judge_id, model, endpoint, offline };
  });
  const sizes = judging.judges.flatMap(({ judge_run_id, sample_size }) =>
    sample_size === null ? [] : [[judge_run_id, sample_size]],
  );
  return [
    ...subjects,
    ...differenceBetween("the judges of the campaign", record.judge_runs, judges),
    ...differenceBetween("the sample sizes of the campaign", sample_sizes, Object.fromEntries(sizes)),
  ];
}

/** Why the hash in the profile's name can't be computed; null when it can. */
function whyUnnamed({ judges, anchors }: ExpectedJudging): string | null {
  if (hasSecret(anchors)) return "a secret was removed from its anchors";
  const unknown = judges.filter(({ options }) => options === null || hasSecret(options));
  const names = unknown.map(({ judge_run_id }) => judge_run_id).join(", ");
  return unknown.length > 0 ? `a secret was removed from the request options of ${names}` : null;
}

/** Where no call of a judge is there that would say them. */
function optionsThatAreMissing({ judges }: ExpectedJudging): string[] {
  const unknown = judges.filter(({ options }) => options === null);
  return unknown.map(({ judge_run_id }) => `a call of ${judge_run_id}, which would say its request options,`);
}

/** `-<fp8>` of the evaluation profile, from what is kept. */
function nameDifference(judging: ExpectedJudging, { evaluation_profile }: CampaignName): Difference[] {
  const stored = evaluation_profile?.slice(-8) ?? "";
  const { system_sha256, anchors, max_characters } = judging;
  const judges = judging.judges.map((judge) => ({ ...judge, options: judge.options ?? {} }));
  const found = judgingFingerprint({ judges, system_sha256, anchors, max_characters }).slice(0, 8);
  const what = "the name of the evaluation profile, from its judges, system message, anchors and max_characters";
  return stored === found ? [] : [{ what, stored, found }];
}

function hasSecret(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes(REDACTED);
}
