import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { loadFile, recordMapping } from "../../../config/index.ts";
import { DamagedError, InputError, OptionError } from "../../../errors/index.ts";
import { rubric } from "../../../judging/index.ts";
import { namedFolder } from "../../../store/index.ts";
import { JsonStreamError } from "../../../text/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../../controls.ts";
import { resolveFolderOrName } from "../../open/folder-or-name.ts";
import { valueOrThrow } from "../../open/require-loaded.ts";

export interface SummarizeSamplesOptions extends Surroundings {
  /** Name or folder of a judging, or with `mapping` a folder or file of foreign records. */
  from: string;
  /** File that maps fields of the records. */
  mapping?: string;
  /** Folder for the tables; required with `mapping`, otherwise the judging's own. */
  out?: string;
  /** Additional grouped tables, each by some columns. */
  groupBy?: string[][];
}

export interface SummarizedSamples {
  /** Absolute path of the folder with the tables. */
  folder: string;
  summary: rubric.RubricSummary;
  /** Planned judgements that are missing; 0 for foreign records, where this is unknown. */
  missing: number;
}

/**
 * Writes the tables and summary of a rubric judging again, without asking judges.
 *
 * @example
 * const { folder } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * const { summary } = await summarizeSamples({ from: folder, groupBy: [["question_id"]] });
 * console.log(summary.samples);
 */
export async function summarizeSamples(
  options: SummarizeSamplesOptions,
  controls: Controls = {},
): Promise<SummarizedSamples> {
  const { cwd } = completeSurroundings(options);
  // Foreign records may be in any folder.
  const file = options.mapping === undefined ? "manifest.json" : undefined;
  const from = await resolveFolderOrName(
    options.from,
    cwd,
    (outputs, name) => namedFolder(outputs, "rubric", name),
    file,
  );
  if ((await stat(from).catch(() => null)) === null)
    throw new InputError(`--from ${options.from}: there is no such place`, { path: options.from });
  const { name, shape, ratings, ownGroupBy, planned } =
    options.mapping === undefined
      ? await openOwn(from, options.from)
      : await openForeign(from, options.mapping, cwd, controls);
  if (options.mapping !== undefined && options.out === undefined)
    throw new OptionError("--mapping needs --out: where should the tables go?", "out");
  const groupBy = [...ownGroupBy, ...(options.groupBy ?? [])];
  const problem = rubric.groupingProblem(groupBy, shape);
  if (problem) throw new OptionError(problem, "groupBy");
  const folder = options.out === undefined ? from : resolve(cwd, options.out);
  const summary = await rubric.summarizeRatings(ratings(), shape, { name, folder, groupBy }).catch((error: unknown) => {
    if (error instanceof JsonStreamError) throw new InputError(error.message, { path: options.from });
    if (!(error instanceof rubric.StoredJudgementsError)) throw error;
    throw new DamagedError(
      `${error.message}. \`assay rubric judge\` with the same input writes it again, from the stored calls`,
      { path: from },
    );
  });
  const { verdicts, invalid, unanswered } = summary.judgements;
  return { folder, summary, missing: Math.max(0, (planned ?? 0) - verdicts - invalid - unanswered) };
}

interface OpenedRatings {
  name: string;
  shape: rubric.TableShape;
  ratings(): AsyncIterable<rubric.Rating>;
  /** Groupings requested with the judging. */
  ownGroupBy: string[][];
  /** Planned number of judgements; null if unknown. */
  planned: number | null;
}

async function openOwn(from: string, written: string): Promise<OpenedRatings> {
  const manifest = await rubric.readManifest(from);
  if (!manifest)
    throw new InputError(`${written} holds no manifest.json of a judging. Records from elsewhere need --mapping`, {
      path: written,
    });
  const { name, meta_fields, dimensions, scales, group_by, judgements } = manifest;
  return {
    name,
    shape: rubric.ownShape(meta_fields, dimensions, scales),
    ratings: () => rubric.ownRatings(rubric.judgementsPath(from), dimensions),
    ownGroupBy: group_by,
    planned: judgements.planned,
  };
}

async function openForeign(
  from: string,
  mappingPath: string,
  cwd: string,
  { onEvent }: Controls,
): Promise<OpenedRatings> {
  const loaded = await loadFile(resolve(cwd, mappingPath), recordMapping, { root: cwd });
  const mapping = valueOrThrow(loaded, `the mapping ${mappingPath} cannot be used`, onEvent);
  const opened = await rubric.openForeignRatings(from, mapping).catch((error: unknown) => {
    if (error instanceof JsonStreamError) throw new InputError(error.message, { path: from });
    throw error;
  });
  if (opened.shape.dimensions.length === 0)
    throw new OptionError(
      `no record has scores at "${mapping.scores}"; the mapping's \`scores\` names the field`,
      "mapping",
    );
  return { name: basename(from), shape: opened.shape, ratings: () => opened.ratings(), ownGroupBy: [], planned: null };
}
