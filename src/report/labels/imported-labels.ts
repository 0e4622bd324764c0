import { plural } from "../../text/presentation/index.ts";

/** Output of `assay label import --output json`. */
export interface ImportedLabels {
  schema_version: 1;
  kind: "label_import";
  imported: number;
  /** Number of labels that existed before. */
  unchanged: number;
  /** Unusable lines. */
  refused: { line: number; problem: string }[];
}

export function importedLabelsText({ imported, unchanged, refused }: ImportedLabels): string {
  return [
    `${plural(imported, "label")} imported${unchanged === 0 ? "" : `, ${unchanged} known already`}${refused.length === 0 ? "." : `, ${plural(refused.length, "line")} refused:`}`,
    ...refused.map(({ line, problem }) => `  line ${line}: ${problem}`),
  ].join("\n");
}
