import { stringify } from "yaml";
import { isRecord } from "../../text/index.ts";
import { escapeBraces } from "../templates/translate-template.ts";
import type { ForeignEvaluation } from "./foreign-evaluation.ts";
import type { TestGroup } from "./group-tests.ts";

/** Composes the files of one case: the part common to all rows, and the rows. */
export function composeCase(
  caseId: string,
  title: string,
  group: TestGroup,
  { made_by, from, tools }: Pick<ForeignEvaluation, "made_by" | "from" | "tools">,
): { file: string; rows: string } {
  const { description_column, metadata_column, hard_expectations, soft_expectations } = group;
  const body = {
    schema_version: 1,
    case_id: caseId,
    title: escapeBraces(title) + (description_column === undefined ? "" : `: {{${description_column}}}`),
    runner: { type: "llm_probe" },
    dataset: { path: "tests.jsonl", id_column: group.id_column },
    input: {
      messages: group.messages,
      ...(tools.length > 0 && { context: { llm_probe: { tools } } }),
    },
    ...(hard_expectations.length + soft_expectations.length > 0 && {
      expectations: {
        ...(hard_expectations.length > 0 && { hard_expectations }),
        ...(soft_expectations.length > 0 && { soft_expectations }),
      },
    }),
    ...(group.checks.length > 0 && { deterministic_checks: group.checks }),
    tags: group.tags,
    metadata: {
      imported: { from, made_by },
      ...(metadata_column !== undefined && { [made_by]: `{{${metadata_column}}}` }),
    },
  };
  const used = usedColumns(body).add(group.id_column);
  const rows = group.rows.map((row) =>
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => used.has(column)))),
  );
  return { file: formatYaml(body), rows: `${rows.join("\n")}\n` };
}

/** Formats YAML with long texts on their own lines, unfolded, so that every byte is preserved. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" });
}

function usedColumns(value: unknown, used = new Set<string>()): Set<string> {
  if (typeof value === "string")
    for (const [, escaped, name] of value.matchAll(/\{\{\{\{([^{}]*)\}\}\}\}|\{\{([^{}]*)\}\}/g)) {
      if (escaped === undefined) used.add(name!.trim());
    }
  else if (Array.isArray(value)) for (const item of value) usedColumns(item, used);
  else if (isRecord(value)) for (const item of Object.values(value)) usedColumns(item, used);
  return used;
}
