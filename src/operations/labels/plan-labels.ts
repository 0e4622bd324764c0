import { type LabelPlan, slug } from "../../config/index.ts";
import {
  AmbiguousNameError,
  DamagedError,
  NothingSelectedError,
  OptionError,
  PlanConflictError,
} from "../../errors/index.ts";
import { type JudgedPacket, NAMED_PROTOCOL_NAMES, namedJudging } from "../../judging/index.ts";
import {
  drawPlan,
  kindName,
  openResiduals,
  planFile,
  predictInterval,
  type QuestionKind,
  readPlans,
  type UnitOf,
  writePlan,
} from "../../labels/index.ts";
import { type LabelPurpose, type LabelRecord, packetsOfLabel } from "../../records/index.ts";
import type { PlannedLabels } from "../../report/index.ts";
import type { Controls } from "../controls.ts";
import type { PacketOptions } from "./label-options.ts";
import { openLabelsWithPackets } from "./open-labels.ts";
import { parseQuestionKinds } from "./question-options.ts";

export interface PlanLabelsOptions extends PacketOptions {
  /** Number of labels for one annotator. */
  budget: number;
  question?: string;
  /** Defaults to `measure`. */
  purpose?: LabelPurpose;
  /** By default derived from what is labelled. */
  name?: string;
  /** Defaults to 1. */
  seed?: number;
  /** `case` draws all subjects of a case together, `packet` draws each separately; defaults to what fits the budget. */
  unitOf?: UnitOf;
}

/**
 * Draws packets to label with known probabilities, and stores the plan in labels/plans/. Calling it again with the same name and a larger
 * budget enlarges it.
 *
 * @example
 * const { plan } = await planLabels({ suite: "quickstart", budget: 20 });
 * console.log(plan.packets.length, plan.strata);
 */
export async function planLabels(options: PlanLabelsOptions, controls: Controls = {}): Promise<PlannedLabels> {
  const { budget, seed = 1 } = options;
  if (!Number.isSafeInteger(budget) || budget < 1)
    throw new OptionError(`the budget is a number of labels, 1 or more, not ${budget}`, "budget");
  if (!Number.isSafeInteger(seed)) throw new OptionError(`the seed is a whole number, not ${seed}`, "seed");
  const { root, labels, opened, close } = await openLabelsWithPackets(options, controls);
  try {
    const { packets } = opened;
    const campaign = requireSingleCampaign(packets);
    const [kind] = parseQuestionKinds(options.question === undefined ? undefined : [options.question], packets);
    const name = options.name ?? usualName(campaign, kind!);
    if (!slug.safeParse(name).success)
      throw new OptionError(`"${name}" cannot name a plan; --name takes letters, digits, _, - and .`, "name");
    const plans = await readPlans(root);
    const before = plans.plans.find(({ plan }) => plan === name) ?? null;
    const broken = plans.problems.find(({ plan }) => plan === name);
    if (broken !== undefined)
      throw new DamagedError(`the plan ${name} is there and can't be read: ${broken.problem}`, {
        path: `labels/plans/${name}.json`,
      });
    const purpose = options.purpose ?? before?.purpose ?? "measure";
    if (before !== null) refuseOtherPlan(before, { campaign, question: kindName(kind!), purpose, seed, budget });
    const usable = withoutOtherPurpose(packets, labels.labels, purpose);
    const residuals = openResiduals(packets, labels.labels, kind!);
    const plan = drawPlan(usable, {
      plan: name,
      campaign,
      kind: kind!,
      purpose,
      seed,
      budget,
      unitOf: options.unitOf ?? null,
      deviationOf: (units) => residuals.deviationOf(units.flatMap((unit) => unit.packets)),
      before,
    });
    if (plan === null)
      throw new NothingSelectedError(
        kind!.kind === "preference"
          ? "there is no case that two subjects answered differently"
          : "nothing is left to draw from: no packet has a score, or all are labelled for the other purpose",
        { from: campaign },
      );
    const promised = { ...plan, ...predictInterval(plan, usable, kind!, residuals) };
    await writePlan(root, promised);
    return { plan: promised, file: planFile("", name).replaceAll("\\", "/"), before: before?.packets.length ?? null };
  } finally {
    await close();
  }
}

/** Requires a single campaign, as probabilities refer to one population. */
function requireSingleCampaign(packets: readonly JudgedPacket[]): string {
  const campaigns = [...new Set(packets.map(({ campaign }) => campaign))];
  if (campaigns.length === 1) return campaigns[0]!;
  const named = NAMED_PROTOCOL_NAMES.map((name) => `with --${name}`);
  throw new AmbiguousNameError(
    `a plan draws from one campaign, and there are ${campaigns.length}: ${campaigns.join(", ")}. Name one with --suite, --run-profile and --evaluation-profile, ${named.slice(0, -1).join(", ")} or ${named.at(-1)}`,
    { kind: "campaign", name: null, candidates: campaigns },
  );
}

function usualName(campaign: string, kind: QuestionKind): string {
  const named = namedJudging(campaign);
  const start = named ? `${named.protocol}-${named.name}` : campaign.split("/")[0]!;
  return `${start}-${kindName(kind).replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
}

function refuseOtherPlan(
  before: LabelPlan,
  now: Pick<LabelPlan, "campaign" | "question" | "purpose" | "seed" | "budget">,
): void {
  for (const field of ["campaign", "question", "purpose", "seed"] as const)
    if (before[field] !== now[field])
      throw new PlanConflictError(
        `the plan ${before.plan} has the ${field} ${before[field]}, not ${now[field]}; --name gives a new plan a name of its own`,
        { plan: before.plan },
      );
  if (now.budget < before.budget)
    throw new PlanConflictError(
      `the plan ${before.plan} has a budget of ${before.budget} already; a plan can only grow, because labels carry its probabilities`,
      { plan: before.plan },
    );
}

function withoutOtherPurpose(
  packets: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  purpose: LabelPurpose,
): JudgedPacket[] {
  const elsewhere = new Set(labels.filter((label) => label.purpose !== purpose).flatMap(packetsOfLabel));
  return packets.filter(({ packet_sha256 }) => !elsewhere.has(packet_sha256));
}
