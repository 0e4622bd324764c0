import { plural } from "../../text/presentation/index.ts";

/** What `assay label import --output json` prints. */
export interface ImportedLabels {
  schema_version: 1;
  kind: "label_import";
  imported: number;
  /** Said the same before. */
  unchanged: number;
  /** What could not be imported, line by line. */
  refused: { line: number; problem: string }[];
}

export function importedLabelsText({ imported, unchanged, refused }: ImportedLabels): string {
  return [
    `${plural(imported, "label")} imported${unchanged === 0 ? "" : `, ${unchanged} known already`}${refused.length === 0 ? "." : `, ${plural(refused.length, "line")} refused:`}`,
    ...refused.map(({ line, problem }) => `  line ${line}: ${problem}`),
  ].join("\n");
}
