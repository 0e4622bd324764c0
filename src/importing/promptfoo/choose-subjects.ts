import { isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { ForeignModel, ForeignPrompt } from "../workspace/foreign-evaluation.ts";
import type { MergedTest } from "./merge-tests.ts";
import { type ReadProvider, readProvider } from "./providers.ts";

export interface ChosenSubjects {
  models: ForeignModel[];
  /** The models and prompts of a test; omitted for all. */
  choose(test: MergedTest): { prompt_ids?: string[]; model_ids?: string[] };
}

/** Resolves tests and providers restricted to some prompts or providers by label, id or pattern, and tests with providers of their own. */
export function chooseSubjects(
  tests: readonly MergedTest[],
  providers: readonly ReadProvider[],
  prompts: readonly ForeignPrompt[],
  context: ImportContext,
  modelId: (wanted: string) => string,
): ChosenSubjects {
  const general = providers.map(({ model, prompts: wanted }) => {
    const ids = wanted && promptsCalled(wanted, prompts);
    return ids === undefined || ids.length === 0 ? model : { ...model, prompt_ids: ids };
  });
  const own = ownProviders(tests, providers, context, modelId);
  const generalIds = general.map(({ model_id }) => model_id);
  return {
    models: [...general, ...new Map([...own.values()].map((model) => [model.model_id, model])).values()].filter(
      (model, index, all) => all.findIndex(({ model_id }) => model_id === model.model_id) === index,
    ),
    choose({ fields, placed }) {
      const refuse = (what: string) =>
        context.notes.add(
          { outcome: "not_translated", what, reason: "nothing has this name; the test applies to all" },
          placed.inside(what).place,
        );
      const chosen: { prompt_ids?: string[]; model_ids?: string[] } = {};
      if (Array.isArray(fields.prompts)) {
        const ids = promptsCalled(fields.prompts, prompts);
        if (ids.length === 0) refuse("prompts");
        else if (ids.length < prompts.length) chosen.prompt_ids = ids;
      }
      const single = fields.provider === undefined ? undefined : own.get(JSON.stringify(fields.provider));
      if (single !== undefined) return { ...chosen, model_ids: [single.model_id] };
      if (Array.isArray(fields.providers)) {
        const ids = providers
          .filter(({ id, label }) => isCalled(fields.providers as unknown[], id, label))
          .map(({ model }) => model.model_id);
        if (ids.length === 0) refuse("providers");
        else if (ids.length < generalIds.length) return { ...chosen, model_ids: ids };
      }
      return own.size > 0 ? { ...chosen, model_ids: generalIds } : chosen;
    },
  };
}

/** Collects providers named by single tests. One that the configuration already has is reused. */
function ownProviders(
  tests: readonly MergedTest[],
  providers: readonly ReadProvider[],
  context: ImportContext,
  modelId: (wanted: string) => string,
): Map<string, ForeignModel> {
  const own = new Map<string, ForeignModel>();
  const refused = new Set<string>();
  for (const { fields, layers } of tests) {
    if (fields.provider === undefined) continue;
    const key = JSON.stringify(fields.provider);
    if (own.has(key) || refused.has(key)) continue;
    const name = isRecord(fields.provider) ? fields.provider.id : fields.provider;
    const known = isRecord(fields.provider)
      ? undefined
      : providers.find(({ id, label }) => id === name || label === name);
    const placed = layers.findLast((layer) => layer.inside("provider").value !== undefined)!.inside("provider");
    const read = known === undefined ? readProvider(placed, context, modelId) : { ok: true as const, provider: known };
    if (read.ok) own.set(key, read.provider.model);
    else {
      refused.add(key);
      context.notes.add(
        { outcome: "not_translated", what: `provider ${String(name)} of a test`, reason: read.reason },
        placed.place,
      );
    }
  }
  return own;
}

function promptsCalled(wanted: readonly unknown[], prompts: readonly ForeignPrompt[]): string[] {
  return prompts.filter(({ prompt_id, label }) => isCalled(wanted, prompt_id, label)).map(({ prompt_id }) => prompt_id);
}

/** Matches by id or label; `group:*` and `group` also match `group:one`. */
function isCalled(wanted: readonly unknown[], ...names: (string | undefined)[]): boolean {
  return wanted.some(
    (pattern) =>
      typeof pattern === "string" &&
      names.some(
        (name) =>
          name !== undefined &&
          (name === pattern ||
            name.startsWith(`${pattern}:`) ||
            (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)))),
      ),
  );
}
