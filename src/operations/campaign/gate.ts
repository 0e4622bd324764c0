import { statSync } from "node:fs";
import { resolve } from "node:path";
import { findWorkspaceRoot } from "../../config/index.ts";
import {
  NotComparableError,
  NoWorkspaceError,
  OperationError,
  OptionError,
  UnknownNameError,
} from "../../errors/index.ts";
import { loadDotEnv } from "../../gateway/index.ts";
import { type CampaignName, writeCampaignName } from "../../records/index.ts";
import {
  alignSides,
  type CampaignSide,
  type CurrentCampaign,
  changedOutcomes,
  compareCampaigns,
  comparedSide,
  currentSide,
  decideGate,
  type EarlierCases,
  type GateReport,
  leftOutLines,
} from "../../report/index.ts";
import { findStore, openStore, outputsFolder, type Store } from "../../store/index.ts";
import { addTo } from "../../text/index.ts";
import { type Controls, completeSurroundings } from "../controls.ts";
import { type CampaignSearch, campaignsIn, campaignsNamed, findCampaign } from "../open/find-campaign.ts";
import { withStores } from "../open/with-store.ts";
import { requireWorkspaceRoot } from "../require-workspace-root.ts";
import { readSide } from "./campaign-side.ts";
import { checkOut } from "./checkout.ts";
import { type ReportOptions, withReadCampaign } from "./report.ts";

export interface GateOptions extends Omit<ReportOptions, "store" | "subjects" | "judges" | "recordTools"> {
  /**
   * Base to compare the workspace's current campaign with: a commit, branch or tag of its repository, the folder of another checkout, or a
   * judged campaign by its name or folder.
   */
  base: string;
  /** Points by which the candidate may be worse. Defaults to 0.5. */
  margin?: number;
  /** Treats too little data as a failure. */
  strict?: boolean;
}

export const DEFAULT_MARGIN = 0.5;

/**
 * Decides whether the workspace's current results are worse than a base's: a commit, another checkout or a judged campaign. Runs nothing and asks
 * no judge.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { answer, reason } = await gate({ ...campaign, base: "../other-machine" });
 * console.log(answer, reason);
 */
export async function gate(options: GateOptions, controls: Controls = {}): Promise<GateReport> {
  const { cwd, env } = completeSurroundings(options);
  const root = await requireWorkspaceRoot(cwd);
  const { base: written, margin = DEFAULT_MARGIN, strict = false, ...campaign } = options;
  const store = openStore(outputsFolder(root));
  try {
    const candidate = await withReadCampaign({ ...campaign, store }, controls, (read) => ({
      ...gatedSide(currentSide(read, "the candidate"), read.store, read.name),
      campaign: idsOf(read.judged),
    }));
    const base = await readBase({ written, campaign, root, store, cwd, env }, controls);
    const [before, after] = alignSides(base.side, { ...candidate.side, label: "this workspace" });
    const [one, other] = [comparedSide(before), comparedSide(after)];
    const compared = compareCampaigns(one, other);
    if (!compared.ok) {
      const why = leftOutLines({ left_out: { base: one.left_out, candidate: other.left_out } });
      const todo = "`assay run-eval` in this workspace and at the base makes what is missing";
      throw new NotComparableError([`${compared.problem}. ${todo}`, ...why].join("\n"), {
        base: written,
        candidate: candidate.campaign,
      });
    }
    const outcomes = changedOutcomes(one, other, { base: base.earlier, candidate: candidate.earlier });
    const sameRuns = runsOf(before).size > 0 && sameElements(runsOf(before), runsOf(after));
    return decideGate(compared.comparison, outcomes, { campaign: candidate.campaign, margin, strict, sameRuns });
  } finally {
    await store.close();
  }
}

function idsOf({ suite_id, run_profile_id, evaluation_profile_id }: CurrentCampaign["judged"]): string {
  return [suite_id, run_profile_id, evaluation_profile_id].join("/");
}

interface GatedSide {
  side: CampaignSide;
  earlier: EarlierCases;
}

interface BaseQuestion {
  written: string;
  campaign: Omit<ReportOptions, "store">;
  root: string;
  store: Store;
  cwd: string;
  env: Record<string, string | undefined>;
}

/** Reads a folder or the whole name of a campaign; then a commit; then what else may name a campaign. */
async function readBase(question: BaseQuestion, controls: Controls): Promise<GatedSide> {
  const { written, root, store, cwd, env } = question;
  if (written.trim() === "")
    throw new OptionError("--base is empty; name a commit, a folder or a judged campaign", "base");
  const folder = resolve(cwd, written);
  if (isFolder(folder)) return await readFolder(question, folder, controls);
  const found = campaignsNamed(campaignsIn(store, true), written, { cwd, outputs: store.outputs });
  const isWhole = found.some((name) => writeCampaignName(name) === written.replace(/\/$/, ""));
  const checkout = isWhole ? null : await checkOut(root, written, env, controls.signal);
  // A beginning of a name may be that of a branch, too.
  if (checkout === null && found.length > 0) return await sideCalled(question, () => store);
  if (checkout === null)
    throw new UnknownNameError(
      `--base ${written} is neither a commit, branch or tag of this repository, nor a folder, nor a judged campaign of ${store.outputs}.\nIn CI, fetch it first: \`git fetch --depth=1 origin ${written}\`, then --base FETCH_HEAD`,
      { kind: "base", name: written, known: campaignsIn(store, true).map(writeCampaignName) },
    );
  try {
    // A checkout has no .env, whose endpoint is part of what was measured.
    const around = { ...question.campaign, cwd: checkout.root, env: await loadDotEnv(root, env), store };
    const label = `${written} (${checkout.commit.slice(0, 9)})`;
    return await withReadCampaign(around, controls, (read) =>
      // Another checkout may intentionally ask differently, although the store is the same.
      gatedSide({ ...currentSide(read, "the base"), label, outputs: checkout.root }, read.store, read.name),
    );
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    error.message = `--base ${written}: ${error.message}`;
    throw error;
  } finally {
    await checkout.remove();
  }
}

async function readFolder(question: BaseQuestion, folder: string, controls: Controls): Promise<GatedSide> {
  const { written, campaign } = question;
  const root = await findWorkspaceRoot(folder);
  if (root !== folder && findStore(folder) !== null) return await withStores((open) => sideCalled(question, open));
  if (root === null)
    throw new NoWorkspaceError(`--base ${written} is neither a workspace nor part of a store`, { folder });
  if (root === question.root) throw new OptionError(`--base ${written} is this workspace itself`, "base");
  return await withReadCampaign({ ...campaign, cwd: folder }, controls, (read) =>
    gatedSide({ ...currentSide(read, "the base"), label: written }, read.store, read.name),
  );
}

/** A judged campaign by its name, a beginning of it or its folder. */
async function sideCalled(
  { written, store, cwd, env }: BaseQuestion,
  open: CampaignSearch["open"],
): Promise<GatedSide> {
  const found = findCampaign(written, { cwd, outputs: store.outputs, open, onlyJudged: true });
  return gatedSide(await readSide(found, "the base", env), found.store, found.name);
}

/** Adds how the same trials ended in other runs with the same judging, from the index. */
function gatedSide(side: CampaignSide, store: Store, name: CampaignName): GatedSide {
  const places = new Map(
    side.trials.flatMap(({ run_id, model_id, case_id }) =>
      run_id === null ? [] : [[run_id, `${model_id}/${case_id}`]],
    ),
  );
  const judged = `/${name.evaluation_profile}/`;
  const earlier = new Map<string, boolean[]>();
  for (const { place, facts } of store.keys("evaluation")) {
    const trial = facts.run_id === null ? undefined : places.get(facts.run_id);
    if (trial === undefined || facts.passed === null || !place?.includes(judged)) continue;
    addTo(earlier, trial, facts.passed);
  }
  return { side, earlier };
}

function runsOf({ trials }: CampaignSide): Set<string> {
  return new Set(trials.map(({ run_id, case_id }) => run_id ?? `unknown ${case_id}`));
}

function sameElements(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((element) => other.has(element));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
