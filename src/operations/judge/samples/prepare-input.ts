import { InputError } from "../../../errors/index.ts";
import { rubric } from "../../../judging/index.ts";
import { agree, plural } from "../../../text/presentation/index.ts";
import type { Controls } from "../../controls.ts";
import { readInputBytes } from "../../open/input-bytes.ts";
import type { SampleJudging } from "./open-judging.ts";
import type { JudgeSamplesOptions } from "./sample-options.ts";

/** Reads all samples into a folder and checks the options against them. */
export async function prepareInput(
  folder: string,
  { samples, groupBy = [] }: JudgeSamplesOptions,
  { cwd, input, mapping, rubric: sharedRubric, redact }: SampleJudging,
  controls: Controls,
): Promise<rubric.PreparedSamples> {
  const { onEvent } = controls;
  const prepared = await rubric
    .prepareSamples(readInputBytes(samples, cwd, controls), {
      format: input.format,
      mapping,
      readRubric: rubric.createRubricReader(),
      rubric: sharedRubric,
      spool: rubric.spoolPath(folder),
      rejects: rubric.rejectsPath(folder),
      redact,
      onSample: (read) => onEvent?.({ type: "sample_read", read }),
      onReject: (place, reason) => onEvent?.({ type: "sample_refused", place, reason }),
    })
    .catch((error: unknown) => {
      if (error instanceof rubric.SampleFileError)
        throw new InputError(redact(`${input.shown}: ${error.message}`), { path: input.shown });
      throw error;
    });
  const problem =
    prepared.count === 0
      ? `${input.shown} has no sample that can be judged; ${plural(prepared.rejected, "entry")} ${agree(prepared.rejected, "was", "were")} refused`
      : rubric.groupByProblem(groupBy, prepared);
  if (problem === null) return prepared;
  await prepared.close();
  throw new InputError(problem, { path: input.shown });
}
