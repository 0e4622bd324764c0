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

/** A judge of a campaign, with its own repetitions. */
export interface ExpectedJudge extends Omit<KeptJudge, "options"> {
  /** Null if no record of the store has them. */
  options: Record<string, unknown> | null;
  /** True if a secret was removed from its options in the listing of the campaign. */
  isRedacted: boolean;
  repetitionOffset: number;
}

/** The settings that every evaluation of a campaign must match. */
export interface ExpectedJudging {
  /** False for a campaign stored by an older version: its settings are those of most of its evaluations. */
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
  /** The reason why the hash in the profile's name can't be computed; null if it was compared. */
  unnamed: string | null;
  /** By subject, its model. */
  models: ReadonlyMap<string, ModelEntry>;
  /** By case; empty if the store has no list of cases. */
  runners: ReadonlyMap<string, RunnerType>;
  /** Null if the store has none. */
  plan: KeptPlan | null;
  /** By case; unknown ones are taken from the first trial of the case. */
  expected: Map<string, string>;
  /** By case, the hash of its checks; unknown ones likewise. */
  checks: Map<string, string>;
}

export interface ReadJudging {
  /** Null if no record tells how the campaign was judged. */
  judging: ExpectedJudging | null;
  differences: Difference[];
  missing: string[];
}

/**
 * Reads a campaign's judging settings from its records alone, and compares them with its name.
 *
 * @param isListed false if the listing may be missing: versions before 0.7 packed none
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

/** Offsets the repetitions of a judge named twice, so that the second set follows the first. */
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

/** The planned run of a trial, as a prefix of its identity; null if it was not planned, undefined if no plan is stored. */
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

/** Compares the judges in the record, for reports, with those in its listing, for verifying. */
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

/** The reason why the hash in the profile's name can't be computed; null when it can. */
function whyUnnamed({ judges, anchors }: ExpectedJudging): string | null {
  if (hasSecret(anchors)) return "a secret was removed from its anchors";
  const unknown = judges.filter(({ options }) => options === null || hasSecret(options));
  const names = unknown.map(({ judge_run_id }) => judge_run_id).join(", ");
  return unknown.length > 0 ? `a secret was removed from the request options of ${names}` : null;
}

/** Judges without any call that would show their options. */
function optionsThatAreMissing({ judges }: ExpectedJudging): string[] {
  const unknown = judges.filter(({ options }) => options === null);
  return unknown.map(({ judge_run_id }) => `a call of ${judge_run_id}, which would say its request options,`);
}

/** Compares `-<fp8>` of the evaluation profile with the stored settings. */
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
