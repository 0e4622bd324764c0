import pico from "picocolors";
import { columns, type Layout, plural, visibleLine } from "../../text/presentation/index.ts";
import { foldRows } from "./fold-rows.ts";

/** Output of `assay suites --output json`. */
export interface SuiteListing {
  schema_version: 1;
  suites: ListedSuite[];
}

export interface ListedSuite {
  suite_id: string;
  path: string;
  broken: boolean;
  title?: string;
  models?: string[];
}

/** Output of `assay suites <suite> --output json`. */
export interface SuiteDescription {
  schema_version: 1;
  suite_id: string;
  title: string;
  models: { model_id: string; model: string; label?: string }[];
  /** Omitted if the suite has none. */
  variants?: DescribedVariant[];
  cases: DescribedCase[];
  left_out: DescribedCase[];
}

export interface DescribedVariant {
  variant_id: string;
  label?: string;
  /** Changed fields: `system_prompt`, `messages`, `settings`, `tools`; empty for the case as it is. */
  changes: string[];
  /** Only these models; omitted for all. */
  model_ids?: string[];
}

interface DescribedCase {
  case_id: string;
  /** For a dataset row, its case's id. */
  dataset_case_id?: string;
  reason: string;
  broken?: boolean;
  agent_id?: string;
}

/** Lists one suite per row. */
export function suitesText({ suites }: SuiteListing, { colors, ...layout }: { colors: boolean } & Layout): string {
  const { red } = pico.createColors(colors);
  return columns(
    suites.map(({ suite_id, models = [], title, broken }) => [
      suite_id,
      broken ? { text: "broken", paint: red } : plural(models.length, "model"),
      title ?? "",
    ]),
    "",
    layout,
  );
}

/** Renders a suite with its models, variants, and selected cases with the reason. */
export function suiteText(suite: SuiteDescription, { colors, ...layout }: { colors: boolean } & Layout): string {
  const { bold, dim } = pico.createColors(colors);
  const { suite_id, title, models, variants = [], cases, left_out } = suite;
  const section = (heading: string, rows: Parameters<typeof columns>[0]) =>
    rows.length === 0 ? [] : [`${bold(heading)}\n${columns(rows, "  ", layout)}`];
  return [
    `${bold(visibleLine(suite_id))}  ${visibleLine(title)}`,
    ...section(
      "Models",
      models.map(({ model_id, label, model }) => [model_id, model, { text: label ?? "", paint: dim }]),
    ),
    ...section(
      "Variants",
      variants.map(({ variant_id, label, changes, model_ids }) => [
        variant_id,
        changes.join(", ") || "the case as it is",
        { text: [label ?? "", ...(model_ids ? [`only ${model_ids.join(", ")}`] : [])].join("  ").trim(), paint: dim },
      ]),
    ),
    ...section(
      `Cases selected (${cases.length})`,
      foldRows(cases, isSameLine).map(({ name, cases: [first] }) => [
        name,
        { text: first!.reason, paint: dim },
        first!.agent_id ? `agent ${first!.agent_id}` : "",
      ]),
    ),
    ...section(
      `Cases left out (${left_out.length})`,
      foldRows(left_out, isSameLine).map(({ name, cases: [first] }) => [name, { text: first!.reason, paint: dim }]),
    ),
  ].join("\n\n");
}

function isSameLine(one: DescribedCase, other: DescribedCase): boolean {
  return one.reason === other.reason && one.agent_id === other.agent_id;
}
