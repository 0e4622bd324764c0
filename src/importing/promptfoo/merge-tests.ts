import { isRecord } from "../../text/index.ts";
import { isFileReference } from "../reading/file-references.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { itemsOf, type Located, locatedInFile } from "../reading/located.ts";
import { listTests } from "./list-tests.ts";
import { readVariables } from "./variables.ts";

/** A test with everything that it inherits. */
export interface MergedTest {
  placed: Located;
  fields: Record<string, unknown>;
  variables: Record<string, unknown>;
  options: Record<string, unknown>;
  assertions: Located[];
  metadata: Record<string, unknown>;
  /** Sources of the parts; later ones win. */
  layers: Located[];
}

/** All tests of a configuration including scenarios, merged with `defaultTest`. */
export function mergeTests(context: ImportContext): MergedTest[] {
  const { root } = context;
  const defaults = defaultTest(context);
  const layers = defaults === undefined ? [] : [defaults];
  const tests = listTests(root.inside("tests"), context).map((test) => merged([...layers, test], context));
  const scenarios = itemsOf(root.inside("scenarios")).flatMap((scenario) =>
    scenarioTests(scenario, layers, context, []),
  );
  // Without tests promptfoo sends every prompt once.
  if (root.inside("tests").value === undefined && root.inside("scenarios").value === undefined)
    return [
      merged(
        [...layers, { ...root, value: {}, inside: (key) => ({ ...root.inside(key), value: undefined }) }],
        context,
      ),
    ];
  return [...tests, ...scenarios];
}

function defaultTest(context: ImportContext): Located | undefined {
  const written = context.root.inside("defaultTest");
  if (!isFileReference(written.value)) return isRecord(written.value) ? written : undefined;
  const [loaded] = fileAt(written, context, "defaultTest");
  return loaded;
}

function scenarioTests(
  scenario: Located,
  layers: readonly Located[],
  context: ImportContext,
  way: readonly string[],
): MergedTest[] {
  if (typeof scenario.value === "string") {
    const reference = scenario.value;
    if (way.includes(reference)) {
      context.notes.add(
        { outcome: "not_translated", what: `scenario ${reference}`, reason: "the file refers back to itself" },
        scenario.place,
      );
      return [];
    }
    return fileAt(scenario, context, `scenario ${reference}`)
      .flatMap(itemsOf)
      .flatMap((inner) => scenarioTests(inner, layers, context, [...way, reference]));
  }
  const configs = itemsOf(scenario.inside("config")).flatMap((config): Located[] => {
    const values = isRecord(config.value)
      ? (["$values", "$expand"] as const).find((key) => config.inside(key).value !== undefined)
      : undefined;
    if (values === undefined) return [config];
    return fileAt(config.inside(values), context, "scenario config").flatMap(itemsOf);
  });
  const tests = listTests(scenario.inside("tests"), context);
  return configs.flatMap((config) => tests.map((test) => merged([...layers, config, test], context)));
}

function fileAt(reference: Located, context: ImportContext, what: string): Located[] {
  const refuse = (reason: string): Located[] => {
    context.notes.add({ outcome: "not_translated", what, reason }, reference.place);
    return [];
  };
  if (typeof reference.value !== "string") return refuse("it names no file");
  const found = context.files.findAll(reference.value);
  if (!found.ok) return refuse(found.reason);
  return found.paths.flatMap((path) => {
    const opened = /\.(?:ya?ml|json)$/.test(path) ? openForeignFile(path, context.files.root) : undefined;
    if (opened?.ok) return [locatedInFile(opened.file)];
    return refuse(
      opened === undefined
        ? "it is not a YAML or JSON file"
        : `the file ${opened.diagnostics[0]?.message ?? "cannot be read"}`,
    );
  });
}

const inherited = new WeakMap<object, Record<string, unknown>>();

/** Merges layers, later ones first: variables, options and metadata are merged, assertions concatenated. */
function merged(layers: readonly Located[], context: ImportContext): MergedTest {
  const records = layers.map(({ value }) => (isRecord(value) ? value : {}));
  const own = layers.at(-1)!;
  const together = (field: string) =>
    Object.assign({}, ...records.map((record) => (isRecord(record[field]) ? record[field] : {})));
  const options: Record<string, unknown> = together("options");
  const isAlone =
    isRecord(records.at(-1)?.options) &&
    (records.at(-1)!.options as Record<string, unknown>).disableDefaultAsserts === true;
  return {
    placed: own,
    layers: [...layers],
    fields: Object.assign({}, ...records),
    variables: Object.assign({}, ...layers.map((layer) => variablesOf(layer, context))),
    options,
    assertions: layers.flatMap((layer) => (isAlone && layer !== own ? [] : itemsOf(layer.inside("assert")))),
    metadata: together("metadata"),
  };
}

/** Cached, because tests share inherited layers. */
function variablesOf(layer: Located, context: ImportContext): Record<string, unknown> {
  if (!isRecord(layer.value) || layer.value.vars === undefined) return {};
  const before = inherited.get(layer);
  if (before !== undefined) return before;
  const variables = readVariables(layer.inside("vars"), context);
  inherited.set(layer, variables);
  return variables;
}
