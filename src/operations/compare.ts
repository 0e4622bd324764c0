import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import { plural } from "../presentation/index.ts";
import {
  alignSides,
  type CampaignComparison,
  type CampaignSide,
  type CurrentCampaign,
  compareCampaigns,
  comparedSide,
  currentSide,
  decideRegression,
  judgedCampaigns,
  leftOutLines,
  type NamedSubjects,
  type RegressionDecision,
  type StoredCampaign,
  sideOfSubjects,
  subjectsNamed,
} from "../report/index.ts";
import { openStore, outputsFolder, type Store } from "../store/index.ts";
import { readSide } from "./campaign-side.ts";
import { type Controls, completeSurroundings, type Surroundings } from "./controls.ts";
import { OperationError } from "./operation-error.ts";
import { withReadCampaign } from "./report.ts";

export interface CompareOptions extends Surroundings {
  /** A model, a variant or `<model_id>+<variant_id>` of a campaign, or a judged campaign: `<suite>/<run profile>/<evaluation profile>`, or its folder. */
  base: string;
  /** What is compared with it, named the same way. */
  candidate: string;
  /** With two models or variants: the campaign they are in. All three or none. */
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** Points by which the candidate may be worse; null asks for no decision. */
  regressionMargin?: number | null;
}

export interface CompareResult {
  comparison: CampaignComparison;
  /** Null when no margin was given. */
  regression: RegressionDecision | null;
}

/** Compares two models or variants of a campaign, or two judged campaigns, on the cases they share and that are current. Nothing is run and no judge is asked. */
export async function compare(options: CompareOptions, controls: Controls = {}): Promise<CompareResult> {
  const { sides: found, pairedBy } = await sidesOf(options, controls);
  const sides = alignSides(...found);
  const [base, candidate] = [comparedSide(sides[0]), comparedSide(sides[1])];
  const compared = compareCampaigns(base, candidate);
  if (!compared.ok) {
    const why = leftOutLines({ left_out: { base: base.left_out, candidate: candidate.left_out } });
    throw new OperationError(
      [`${compared.problem}. \`assay run-eval\` runs and judges what is missing`, ...why].join("\n"),
    );
  }
  const comparison = { ...compared.comparison, ...(pairedBy && { paired_by: pairedBy }) };
  const { regressionMargin: margin = null } = options;
  return { comparison, regression: margin === null ? null : decideRegression(comparison, margin) };
}

async function sidesOf(options: CompareOptions, controls: Controls): Promise<Sides> {
  const { suite, runProfile, evaluationProfile, base, candidate, cwd, env } = options;
  if (suite && runProfile && evaluationProfile) {
    if (base === candidate) throw new OperationError(`${base} is compared with itself; give two different ids`);
    const reading = { suite, runProfile, evaluationProfile, named: [base, candidate], cwd, env };
    return await withReadCampaign(reading, controls, (campaign) => subjectSides(campaign, base, candidate));
  }
  if (suite || runProfile || evaluationProfile)
    throw new OperationError(
      "two models or variants need all of --suite, --run-profile and --evaluation-profile; two campaigns need none",
    );
  return { sides: await campaignSides(options, controls) };
}

interface Sides {
  sides: [CampaignSide, CampaignSide];
  /** What the parts of the sides are, when they are not models. */
  pairedBy?: "variant";
}

/** Two subjects, or two models under every variant, or two variants on every model: each is paired with what it has in common with the other. */
function subjectSides(campaign: CurrentCampaign, base: string, candidate: string): Sides {
  const side = currentSide(campaign, "");
  const [first, second] = [base, candidate].map((name) => subjectsNamed(campaign.judged.models, name)!) as [
    NamedSubjects,
    NamedSubjects,
  ];
  if (first.kind !== second.kind)
    throw new OperationError(
      `${base} is a ${first.kind} and ${candidate} is a ${second.kind}; compare two models, two variants, or two of <model_id>+<variant_id>`,
    );
  const [one, other] = first.label === second.label ? [base, candidate] : [first.label, second.label];
  return {
    sides: [sideOfSubjects(side, first, one), sideOfSubjects(side, second, other)],
    ...(first.kind === "model" && { pairedBy: "variant" }),
  };
}

async function campaignSides(options: CompareOptions, { onEvent }: Controls): Promise<[CampaignSide, CampaignSide]> {
  const { cwd, env } = completeSurroundings(options);
  const own = outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
  const stores = new Map<string, Store>();
  const open = (outputs: string) => {
    const store = stores.get(outputs) ?? openStore(outputs);
    stores.set(outputs, store);
    return store;
  };
  try {
    const [base, candidate] = [find(options.base, cwd, own, open), find(options.candidate, cwd, own, open)];
    if (base.store === candidate.store && base.name === candidate.name)
      throw new OperationError(`${options.base} and ${options.candidate} are the same campaign`);
    const sides: [CampaignSide, CampaignSide] = [
      await readSide(base, "the base", env),
      await readSide(candidate, "the candidate", env),
    ];
    for (const { reason } of sides.flatMap(({ left_out }) => left_out.filter(({ why }) => why === "unreadable")))
      onEvent?.({ type: "warning", message: `left out: ${reason}` });
    for (const store of stores.values())
      for (const { where, problem } of store.damaged())
        onEvent?.({ type: "warning", message: `left out: ${where}: ${problem}` });
    return sides;
  } finally {
    for (const store of stores.values()) await store.close();
  }
}

/** By its name in the workspace's store, or by a path, which may lead into the store of another checkout. */
function find(written: string, cwd: string, own: string, open: (outputs: string) => Store): StoredCampaign {
  const path = resolve(cwd, written);
  const elsewhere = storeAbove(path);
  const places = [
    ...(elsewhere ? [{ outputs: elsewhere, inside: relative(join(elsewhere, "evaluations"), path) }] : []),
    { outputs: own, inside: written },
  ];
  for (const { outputs, inside } of places) {
    const store = open(outputs);
    const prefix = inside.split(/[\\/]/).filter(Boolean).join("/");
    const found = judgedCampaigns(store).filter((name) => prefix === "" || `${name}/`.startsWith(`${prefix}/`));
    if (found.length === 1) return { store, name: found[0]! };
    if (found.length > 1)
      throw new OperationError(
        `${written} holds ${plural(found.length, "judged campaign")}; name one of them:\n${list(found)}`,
      );
  }
  const stored = judgedCampaigns(open(own));
  const hint =
    stored.length > 0
      ? `Judged campaigns in ${own}:\n${list(stored)}`
      : `There are no judged campaigns in ${own} yet; \`assay run-eval\` makes them.`;
  throw new OperationError(
    `${written} is not a judged campaign (for two model ids add --suite, --run-profile and --evaluation-profile).\n${hint}`,
  );
}

/** The outputs/ folder that a path leads into: the nearest folder above it with a log. */
function storeAbove(path: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "log"))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function list(names: string[]): string {
  const shown = names.slice(0, 20).map((name) => `  ${name}`);
  return [...shown, ...(names.length > 20 ? [`  … and ${names.length - 20} more`] : [])].join("\n");
}
