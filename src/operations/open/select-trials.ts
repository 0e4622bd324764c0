import type { TrialSelection } from "../../campaign/index.ts";
import { type CampaignConfig, didYouMean, type Subject } from "../../config/index.ts";
import { NothingSelectedError, UnknownNameError } from "../../errors/index.ts";

/** Requested ids; omit a list for everything. */
export interface WrittenSelection {
  models?: string[];
  variants?: string[];
  cases?: string[];
  /** Ids of models, variants or subjects, instead of `models` and `variants`. */
  named?: string[];
}

/**
 * Selects trials of a campaign.
 *
 * @throws OperationError for an unknown id, or if the ids together select nothing
 */
export function selectTrials(
  { suite, subjects, cases }: CampaignConfig,
  { models, variants, cases: wanted, named }: WrittenSelection,
): TrialSelection {
  const caseIds = cases.map(({ loaded }) => loaded.case.case_id);
  const ofSuite = `suite ${suite.suite_id}`;
  if (subjects.length === 0)
    throw new NothingSelectedError(`${ofSuite} has no models, so there is nothing to run`, { from: suite.suite_id });
  if (caseIds.length === 0)
    throw new NothingSelectedError(`${ofSuite} selects no cases, so there is nothing to run`, { from: suite.suite_id });
  const variantIds = variantIdsOf(subjects);
  checkKnown("--model", models, modelIdsOf(subjects), `models of ${ofSuite}`);
  checkKnown("--variant", variants, variantIds, `variants of ${ofSuite}`);
  checkKnown(
    "--model",
    named,
    [...modelIdsOf(subjects), ...variantIds],
    `models${variantIds.length > 0 ? " and variants" : ""} of ${ofSuite}`,
  );
  const datasets = new Set(cases.flatMap(({ loaded: { row } }) => (row === undefined ? [] : [row.datasetCaseId])));
  checkKnown("--case", wanted, [...datasets, ...caseIds], `cases that ${ofSuite} selects`);
  return {
    models: named ? subjectIdsNamed(subjects, named) : subjectIds(suite.suite_id, subjects, models, variants),
    cases: wanted && withRows(wanted, cases),
  };
}

/** Expands the id of a dataset to all of its rows. */
function withRows(wanted: readonly string[], cases: CampaignConfig["cases"]): string[] {
  const ids = new Set(wanted);
  return cases
    .filter(({ loaded: { case: own, row } }) => ids.has(own.case_id) || (row && ids.has(row.datasetCaseId)))
    .map(({ loaded }) => loaded.case.case_id);
}

function subjectIds(
  suiteId: string,
  subjects: readonly Subject[],
  models?: string[],
  variants?: string[],
): string[] | undefined {
  if (models === undefined && variants === undefined) return undefined;
  const chosen = subjects.filter(
    ({ model, ofModel, variant }) =>
      (!models || models.includes(model.model_id) || models.includes(ofModel.model_id)) &&
      (!variants || (variant !== undefined && variants.includes(variant.variant.variant_id))),
  );
  if (models?.length === 0 || variants?.length === 0)
    throw new NothingSelectedError(
      `no ${models?.length === 0 ? "model" : "variant"} is chosen: an empty list leaves nothing to run`,
      { from: suiteId },
    );
  if (chosen.length === 0)
    throw new NothingSelectedError(
      `--model ${models!.join(", ")} with --variant ${variants!.join(", ")} leaves nothing: no such model is asked that way`,
      { from: suiteId },
    );
  return chosen.map(({ model }) => model.model_id);
}

function subjectIdsNamed(subjects: readonly Subject[], named: readonly string[]): string[] {
  return subjects
    .filter(({ model, ofModel, variant }) =>
      [model.model_id, ofModel.model_id, variant?.variant.variant_id].some(
        (id) => id !== undefined && named.includes(id),
      ),
    )
    .map(({ model }) => model.model_id);
}

/** Lists all names of models: their own ids, and with variants their subjects'. */
function modelIdsOf(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.flatMap(({ model, ofModel }) => [ofModel.model_id, model.model_id]))];
}

function variantIdsOf(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.flatMap(({ variant }) => variant?.variant.variant_id ?? []))];
}

function checkKnown(flag: string, wanted: string[] | undefined, known: string[], what: string): void {
  for (const id of wanted ?? []) {
    if (known.includes(id)) continue;
    const listed = `There are: ${known.slice(0, 20).join(", ")}${known.length > 20 ? ", …" : ""}.`;
    const hint = didYouMean(id, known) ?? (known.length > 0 ? listed : "It has none.");
    throw new UnknownNameError(`${flag} ${id} is not among the ${what}. ${hint}`, {
      kind: flag.slice(2),
      name: id,
      known,
    });
  }
}
