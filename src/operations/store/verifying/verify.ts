import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openOwnedFolder } from "../../../files/index.ts";
import {
  differenceBetween,
  type ExpectedJudging,
  type ReadJudging,
  readExpectedJudging,
} from "../../../judging/index.ts";
import { type CampaignName, writeCampaignName } from "../../../records/index.ts";
import { type Verification, verifiedSettings } from "../../../report/index.ts";
import {
  describePack,
  listTrials,
  MANIFEST_PATH,
  openStore,
  outputsFolder,
  type PackManifest,
  type Store,
} from "../../../store/index.ts";
import { isRecord, packageVersion } from "../../../text/index.ts";
import { completeSurroundings, type Surroundings } from "../../controls.ts";
import { findCampaign } from "../../open/find-campaign.ts";
import { findStoreOfWorkspace } from "../../open/store-of-workspace.ts";
import { withStores } from "../../open/with-store.ts";
import { unpackCampaign } from "../pack.ts";
import { type CurrentChecks, loadCurrentChecks } from "./load-current-checks.ts";
import { countRecordsOf, findDifferentMeans, findStrayRecords } from "./verify-campaign.ts";
import { openVerifiedTotals, type VerifiedTotals } from "./verify-totals.ts";
import { verifyTrial } from "./verify-trial.ts";

export interface VerifyOptions extends Surroundings {
  /** Packed file, or a campaign as in `assay store list`; defaults to the store's only one. */
  campaign?: string;
}

/**
 * Recomputes every score of a stored or packed campaign from the judges' answers and reports differences. Runs nothing and asks no judge.
 *
 * @example
 * const { trials, same, differences } = await verifyCampaign({ campaign: "quickstart" });
 * console.log(same, "of", trials, differences);
 */
export async function verifyCampaign(options: VerifyOptions = {}): Promise<Verification> {
  const { cwd, env } = completeSurroundings(options);
  const file = options.campaign === undefined ? null : resolve(cwd, options.campaign);
  if (file !== null && statSync(file, { throwIfNoEntry: false })?.isFile())
    return await verifyPacked(options.campaign!, cwd);
  const outputs = await findStoreOfWorkspace(options);
  return await withStores(
    async (open) => {
      const { store, name } = findCampaign(options.campaign, { cwd, outputs, open });
      const checks = await checksOfToday(store, name, env);
      return await verifyStored(store, name, checks, null, readPackManifest(dirname(store.outputs)));
    },
    { believeIndex: false },
  );
}

/** Foreign records may be invalid in ways that the workspace's loader does not expect. */
async function checksOfToday(
  store: Store,
  campaign: CampaignName,
  env: Record<string, string | undefined>,
): Promise<CurrentChecks> {
  try {
    return await loadCurrentChecks(store, campaign, env);
  } catch (error) {
    return { ok: false, reason: `the results of the workspace cannot be read (${(error as Error).message})` };
  }
}

/** Reads the manifest in an unpacked folder, if there is one. */
function readPackManifest(root: string): Partial<PackManifest> | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, MANIFEST_PATH), "utf8"));
    return isRecord(manifest) ? manifest : null;
  } catch {
    return null;
  }
}

/** Verifies a packed file in a temporary folder. */
async function verifyPacked(file: string, cwd: string): Promise<Verification> {
  const temporary = openOwnedFolder("verify");
  try {
    const { folder, manifest } = await unpackCampaign({ cwd, file, into: join(temporary.path, "packed") });
    const store = openStore(outputsFolder(folder), { believeIndex: false });
    try {
      const unknown = { ok: false as const, reason: "a packed campaign has no cases" };
      const verification = await verifyStored(store, manifest.campaign, unknown, manifest, manifest);
      await checkManifest(store, manifest, verification);
      return verification;
    } finally {
      await store.close();
    }
  } finally {
    await temporary.remove();
  }
}

/** Checks that a pack's manifest follows from its records, and that all of them belong to its campaign. */
async function checkManifest(store: Store, manifest: PackManifest, verification: Verification): Promise<void> {
  const trial = "assay-pack.json";
  const compare = (what: string, stored: unknown, found: unknown) =>
    verification.differences.push(
      ...differenceBetween(what, stored, found).map((difference) => ({ trial, ...difference })),
    );
  const { missing = [] } = (manifest.left_out ?? {}) as { missing?: unknown };
  if (Array.isArray(missing))
    verification.missing.push(...missing.map((what) => ({ trial, what: `${String(what)}, when it was packed,` })));
  try {
    const { trials, records, environment } = await describePack(store, manifest.campaign);
    compare("the number of trials", manifest.trials, trials);
    compare("the number of records by kind", manifest.records, records);
    compare("the environment", manifest.environment, environment);
    const needed = Object.values(records).reduce((sum, count) => sum + count, 0);
    compare("the number of records", countRecordsOf(store), needed);
  } catch (error) {
    compare("its records", (error as Error).message, "records that can be read");
  }
}

async function verifyStored(
  store: Store,
  campaign: CampaignName,
  checks: CurrentChecks,
  manifest: PackManifest | null,
  origin: Partial<PackManifest> | null,
): Promise<Verification> {
  const name = writeCampaignName(campaign);
  const read = campaign.evaluation_profile === null ? NOT_JUDGED : readJudgingOf(store, campaign, origin);
  const { judging } = read;
  const totals = openVerifiedTotals();
  totals.take(name, read);
  const listed = listTrials(store, campaign);
  for (const trial of listed) totals.takeTrial(trial, await verifyTrial({ store, campaign, judging, checks }, trial));
  for (const { trial, ...found } of findStrayRecords(store, campaign, listed, judging))
    totals.take(trial, { differences: [], missing: [], ...found });
  totals.takeMeans(findDifferentMeans(store, campaign, totals.changed()));
  for (const { where, problem, healed, kind, key } of store.damaged())
    if (!healed)
      totals.take(where, {
        differences: [],
        missing: [kind === null ? `a part of it (${problem})` : `a record (${kind} ${key ?? ""}: ${problem})`],
      });
  return composeVerification(campaign, manifest, checks, judging, totals);
}

const NOT_JUDGED: ReadJudging = { judging: null, differences: [], missing: [] };

/** Versions before 0.6.2 packed no listing. */
const WITHOUT_LISTING = /^0\.(?:[0-5]\.|6\.[01]$)/;

function readJudgingOf(store: Store, campaign: CampaignName, origin: Partial<PackManifest> | null): ReadJudging {
  const isListed = !WITHOUT_LISTING.test(String(origin?.assay_version));
  try {
    return readExpectedJudging(store, campaign, { isListed });
  } catch (error) {
    const [what, stored] = ["the record of the campaign", (error as Error).message];
    return { judging: null, differences: [{ what, stored, found: "a record that can be read" }], missing: [] };
  }
}

function composeVerification(
  campaign: CampaignName,
  manifest: PackManifest | null,
  checks: CurrentChecks,
  judging: ExpectedJudging | null,
  totals: VerifiedTotals,
): Verification {
  const { trials, judged, same, answers, checks_repeated, differences, missing } = totals.counts();
  return {
    schema_version: 1,
    kind: "verification",
    campaign: writeCampaignName(campaign),
    versions: { packed_by: manifest && String(manifest.assay_version), verified_by: packageVersion() },
    ...{ trials, judged, same, answers, checks_repeated },
    checks_not_repeated: checks.ok ? null : checks.reason,
    differences,
    missing,
    verified_against: judging && verifiedSettings(judging),
    not_proved: totals.notProved(judging),
  };
}
