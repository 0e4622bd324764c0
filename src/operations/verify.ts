import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import { readStoredCampaign } from "../judging/index.ts";
import type { TrialResult } from "../records/index.ts";
import { composeCampaignReport, type Verification } from "../report/index.ts";
import { listTrials, openStore, outputsFolder, type PackedCampaignName, type Store } from "../store/index.ts";
import { openOwnedFolder } from "../temporary/index.ts";
import { packageVersion } from "../text/index.ts";
import { completeSurroundings, type Surroundings } from "./controls.ts";
import { namedCampaign, nameOf } from "./named-campaign.ts";
import { unpackCampaign } from "./pack.ts";
import { type TodaysChecks, todaysChecks } from "./todays-checks.ts";
import { verifyTrial } from "./verify-trial.ts";

export interface VerifyOptions extends Surroundings {
  /** A packed file, or a campaign as `assay store list` names it; the only one of the store when left out. */
  campaign?: string;
}

/** Recomputes every score of a campaign from what judges wrote, and says what differs. Nothing is run, nobody is asked, nothing is written. */
export async function verifyCampaign(options: VerifyOptions = {}): Promise<Verification> {
  const { cwd, env } = completeSurroundings(options);
  const file = options.campaign === undefined ? null : resolve(cwd, options.campaign);
  if (file !== null && statSync(file, { throwIfNoEntry: false })?.isFile())
    return await verifyPacked(options.campaign!, cwd);
  const store = openStore(outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd));
  try {
    const campaign = namedCampaign(store, options.campaign);
    return await verifyStored(store, campaign, null, await todaysChecks(store, campaign, env));
  } finally {
    await store.close();
  }
}

/** In a folder that is gone afterwards. */
async function verifyPacked(file: string, cwd: string): Promise<Verification> {
  const temporary = openOwnedFolder("verify");
  try {
    const { folder, manifest } = await unpackCampaign({ cwd, file, into: join(temporary.path, "packed") });
    const store = openStore(outputsFolder(folder));
    try {
      const unknown = { ok: false as const, reason: "a packed campaign has no cases" };
      return await verifyStored(store, manifest.campaign, manifest.assay_version, unknown);
    } finally {
      await store.close();
    }
  } finally {
    await temporary.remove();
  }
}

async function verifyStored(
  store: Store,
  campaign: PackedCampaignName,
  packedBy: string | null,
  checks: TodaysChecks,
): Promise<Verification> {
  const { suite_id, run_profile, evaluation_profile } = campaign;
  const verification: Verification = {
    schema_version: 1,
    kind: "verification",
    campaign: nameOf(campaign),
    versions: { packed_by: packedBy, verified_by: packageVersion() },
    ...{ trials: 0, judged: 0, same: 0, answers: 0, checks_repeated: 0 },
    checks_not_repeated: checks.ok ? null : checks.reason,
    differences: [],
    missing: [],
  };
  const { differences, missing } = verification;
  const results: TrialResult[] = [];
  for (const listed of listTrials(store, {
    suite_id,
    run_profile,
    evaluation_profile: evaluation_profile ?? undefined,
  })) {
    const trial = `${listed.model_id}/${listed.case_id} #${listed.repetition}`;
    const found = await verifyTrial(store, campaign, listed, checks);
    verification.trials += 1;
    if (found.judged) verification.judged += 1;
    verification.answers += found.answers;
    verification.checks_repeated += found.checks;
    if (found.differences.length + found.missing.length === 0) verification.same += 1;
    differences.push(...found.differences.map((difference) => ({ trial, ...difference })));
    missing.push(...found.missing.map((what) => ({ trial, what })));
    if (found.result) results.push(found.result);
  }
  if (differences.length > 0) differences.push(...meansThatDiffer(store, campaign, results));
  for (const { where, problem, healed, kind, key } of store.damaged())
    if (!healed)
      missing.push({ trial: where, what: `a record (${kind ?? "of an unknown kind"} ${key ?? ""}: ${problem})` });
  return verification;
}

/** What a reader of the report would see instead. */
function meansThatDiffer(
  store: Store,
  campaign: PackedCampaignName,
  results: TrialResult[],
): Verification["differences"] {
  const stored = readStoredCampaign(store, campaign);
  if (!stored) return [];
  const keyOf = ({ model_id, case_id, repetition }: TrialResult) => JSON.stringify([model_id, case_id, repetition]);
  const recomputed = new Map(results.map((result) => [keyOf(result), result]));
  const trials = stored.trials.map((trial) => recomputed.get(keyOf(trial)) ?? trial);
  const [before, after] = [stored, { ...stored, trials }].map(
    (judged) => composeCampaignReport(judged).model_summaries,
  );
  return before!.flatMap(({ model_id, score }, index) =>
    score === after![index]!.score
      ? []
      : [{ trial: model_id, what: "mean score", stored: String(score), found: String(after![index]!.score) }],
  );
}
