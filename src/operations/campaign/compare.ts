import { type CorrectedComparison, correctedComparison } from "../../calibration/index.ts";
import { NotComparableError, OptionError } from "../../errors/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import {
  alignSides,
  type CampaignComparison,
  type CampaignSide,
  type CurrentCampaign,
  compareCampaigns,
  comparedSide,
  currentSide,
  decideRegression,
  leftOutLines,
  type NamedSubjects,
  type RegressionDecision,
  type StoredCampaign,
  sideOfSubjects,
  subjectsNamed,
} from "../../report/index.ts";
import type { Store } from "../../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { findCampaign } from "../open/find-campaign.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { withStores } from "../open/with-store.ts";
import { readSide } from "./campaign-side.ts";
import { readLabelsOfCampaign } from "./labels-of-campaign.ts";
import { selectScored, withReadCampaign } from "./report.ts";

export interface CompareOptions extends Surroundings {
  /**
   * A model, a variant or `<model_id>+<variant_id>` of a campaign, or a judged campaign: `<suite>/<run profile>/<evaluation profile>`, or
   * its folder.
   */
  base: string;
  /** Compared with the base, named the same way. */
  candidate: string;
  /** Campaign of two models or variants. All three or none. */
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** Points by which the candidate may be worse; null for no decision. */
  regressionMargin?: number | null;
}

export interface CompareResult {
  comparison: CampaignComparison;
  /** The comparison corrected by human labels; omitted unless both sides have them. */
  corrected?: CorrectedComparison[];
  /** Null without a margin. */
  regression: RegressionDecision | null;
}

/**
 * Compares two models of a campaign, or two judged campaigns, on their common cases. Runs nothing and asks no judge.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { comparison } = await compare({ ...campaign, base: "hasty", candidate: "diligent" });
 * console.log(comparison.overall.sentence);
 */
export async function compare(options: CompareOptions, controls: Controls = {}): Promise<CompareResult> {
  const { sides: found, pairedBy, corrected } = await sidesOf(options, controls);
  const sides = alignSides(...found);
  const [base, candidate] = [comparedSide(sides[0]), comparedSide(sides[1])];
  const compared = compareCampaigns(base, candidate);
  if (!compared.ok) {
    const why = leftOutLines({ left_out: { base: base.left_out, candidate: candidate.left_out } });
    throw new NotComparableError(
      [`${compared.problem}. \`assay run-eval\` runs and judges what is missing`, ...why].join("\n"),
      { base: options.base, candidate: options.candidate },
    );
  }
  const comparison = { ...compared.comparison, ...(pairedBy && { paired_by: pairedBy }) };
  const { regressionMargin: margin = null } = options;
  return {
    comparison,
    ...(corrected.length > 0 && { corrected }),
    regression: margin === null ? null : decideRegression(comparison, margin),
  };
}

async function sidesOf(options: CompareOptions, controls: Controls): Promise<Sides> {
  const { suite, runProfile, evaluationProfile, base, candidate, cwd, env } = options;
  if (suite && runProfile && evaluationProfile) {
    if (base === candidate)
      throw new NotComparableError(`${base} is compared with itself; give two different ids`, { base, candidate });
    const reading = { suite, runProfile, evaluationProfile, named: [base, candidate], cwd, env };
    return await withReadCampaign(reading, controls, async (campaign) => ({
      ...alignSubjectSides(campaign, base, candidate),
      corrected: await correctSubjects(campaign, base, candidate),
    }));
  }
  if (suite || runProfile || evaluationProfile)
    throw new OptionError(
      "two models or variants need all of --suite, --run-profile and --evaluation-profile; two campaigns need none",
      !suite ? "suite" : !runProfile ? "runProfile" : "evaluationProfile",
    );
  return await campaignSides(options, controls);
}

interface Sides extends SubjectSides {
  corrected: CorrectedComparison[];
}

interface SubjectSides {
  sides: [CampaignSide, CampaignSide];
  /** Set if the sides are variants rather than models. */
  pairedBy?: "variant";
}

/** Pairs two subjects, or two models by variant, or two variants by model. */
function alignSubjectSides(campaign: CurrentCampaign, base: string, candidate: string): SubjectSides {
  const side = currentSide(campaign, "");
  const [first, second] = [base, candidate].map((name) => subjectsNamed(campaign.judged.models, name)!) as [
    NamedSubjects,
    NamedSubjects,
  ];
  if (first.kind !== second.kind)
    throw new NotComparableError(
      `${base} is a ${first.kind} and ${candidate} is a ${second.kind}; compare two models, two variants, or two of <model_id>+<variant_id>`,
      { base, candidate },
    );
  const [one, other] = first.label === second.label ? [base, candidate] : [first.label, second.label];
  return {
    sides: [sideOfSubjects(side, first, one), sideOfSubjects(side, second, other)],
    ...(first.kind === "model" && { pairedBy: "variant" }),
  };
}

/** Corrects the comparison of two subjects, each by its own labels. */
async function correctSubjects(
  { judged, store, name }: CurrentCampaign,
  base: string,
  candidate: string,
): Promise<CorrectedComparison[]> {
  const found = await readLabelsOfCampaign(store, name, selectScored(judged));
  if (found === null) return [];
  const [first, second] = [base, candidate].map((written) => ({
    ...found,
    subjects: new Set(subjectsNamed(judged.models, written)!.paired.keys()),
  }));
  return correctedComparison(first!, second!);
}

async function campaignSides(options: CompareOptions, { onEvent }: Controls): Promise<Sides> {
  const { cwd, env } = completeSurroundings(options);
  const outputs = await findStoreOfWorkspace(options);
  return await withStores(async (open) => {
    const stores = new Set<Store>();
    const found = [options.base, options.candidate].map((written) => {
      const refusal =
        "is not a judged campaign (for two model ids add --suite, --run-profile and --evaluation-profile)";
      const campaign = findCampaign(written, { cwd, outputs, open, onlyJudged: true, refusal });
      stores.add(campaign.store);
      return campaign;
    });
    const [base, candidate] = found as [StoredCampaign, StoredCampaign];
    if (base.store === candidate.store && writeCampaignName(base.name) === writeCampaignName(candidate.name))
      throw new NotComparableError(`${options.base} and ${options.candidate} are the same campaign`, {
        base: options.base,
        candidate: options.candidate,
      });
    const sides: [CampaignSide, CampaignSide] = [
      await readSide(base, "the base", env),
      await readSide(candidate, "the candidate", env),
    ];
    for (const { reason } of sides.flatMap(({ left_out }) => left_out.filter(({ why }) => why === "unreadable")))
      onEvent?.({ type: "warning", message: `left out: ${reason}` });
    for (const store of stores)
      for (const { where, problem } of store.damaged())
        onEvent?.({ type: "warning", message: `left out: ${where}: ${problem}` });
    const labelled = [
      await readLabelsOfCampaign(base.store, base.name),
      await readLabelsOfCampaign(candidate.store, candidate.name),
    ];
    const [first, second] = labelled.map((found) => found && { ...found, subjects: null });
    return { sides, corrected: first && second ? correctedComparison(first, second) : [] };
  });
}
