import { z } from "zod";
import { filePath, nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";

const cellValue = z.union([z.string(), z.number(), z.boolean()]).meta({ type_name: "text, number, `true` or `false`" });
const cellValues = z
  .union([cellValue, z.array(cellValue).min(1, "must not be empty; leave the column out to keep every row")])
  .meta({ type_name: "value or list of values" });

export const datasetSample = z.strictObject({
  count: z.number().int().min(1).describe("How many rows; all of them when there are fewer"),
  seed: z.number().int().default(0).describe("Another seed draws other rows; the same seed always the same ones"),
});

export const dataset = z
  .strictObject({
    path: filePath.optional().describe("File with the rows, relative to test.yaml; excludes `rows`"),
    format: z
      .enum(["csv", "json", "jsonl"])
      .optional()
      .describe("Detected from the extension when left out (.csv, .json, .jsonl, .ndjson)"),
    rows: z
      .array(z.record(z.string(), z.json()))
      .min(1, "needs at least one row")
      .optional()
      .describe("The rows themselves, each a mapping of columns; excludes `path`"),
    id_column: nonEmpty
      .optional()
      .describe("Column that names the rows; a short hash of its content names a row when left out"),
    filter: z
      .record(
        z.string(),
        z
          .union([cellValues, z.strictObject({ not: cellValues.describe("Values that take a row out") })])
          .meta({ type_name: "value, list of values, or `not` with either" }),
      )
      .optional()
      .describe("Column → value or list of values; only rows that match in every column are cases"),
    sample: datasetSample.optional().describe("Only this many of the rows, drawn by a seed"),
  })
  .superRefine(({ path, format, rows, filter }, context) => {
    if (path !== undefined && rows !== undefined) complain("rows", "excludes `path`; keep one of them", context);
    if (path === undefined && rows === undefined)
      context.addIssue({ code: "custom", message: "has no data; expected `path` or `rows`" });
    if (path === undefined && format !== undefined)
      complain("format", "says how the file at `path` is read; rows that are written here have none", context);
    if (filter !== undefined && Object.keys(filter).length === 0)
      complain("filter", "names no column; leave it out to keep every row", context);
  });

export type Dataset = z.infer<typeof dataset>;
export type DatasetFilter = NonNullable<Dataset["filter"]>;
