import { readCompletion } from "../../../gateway/index.ts";
import { type RunArtifact, sumUsage } from "../../../records/index.ts";
import { RUNNERS } from "../../../runners/index.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import { textOfAnswer, usageOfAnswer } from "./usage-of-answer.ts";

/** Compares a run's status, responders and usage with its trace, its times and the answers that the provider sent. */
export function outcomeThatDiffers(artifact: RunArtifact): Difference[] {
  const differences = timingThatDiffers(artifact);
  return RUNNERS[artifact.runner].keepsAnswers
    ? [...differences, ...endThatDiffers(artifact), ...answersThatDiffer(artifact)]
    : differences;
}

function timingThatDiffers({ timing: { started_at, finished_at, duration_ms } }: RunArtifact): Difference[] {
  const passed = Date.parse(finished_at) - Date.parse(started_at);
  const found = Number.isNaN(passed) ? "two moments" : Math.max(0, passed);
  return differenceBetween("how long the run took, from its beginning to its end", Math.max(0, duration_ms), found);
}

/** A run succeeds when its subject has answered: the answer is in its trace, and it is the last that the provider sent. */
function endThatDiffers({ status, final_output, trace, ...artifact }: RunArtifact): Difference[] {
  const said = trace.findLast((event) => event.kind === "final_output");
  const sent = textOfAnswer(rawAnswersIn(artifact).at(-1)) ?? said?.content;
  const [stored, found] = said ? [status, "success"] : [status === "success", isAnswered(artifact)];
  return [
    ...differenceBetween("how the run ended, by its answers", stored, found),
    ...(said ? differenceBetween("the answer of the run, by its trace", final_output, said.content) : []),
    ...(said ? differenceBetween("the answer of the run, by what the provider sent", said.content, sent) : []),
  ];
}

/** An answer without tool calls is the end, if no further message was due. */
function isAnswered({
  request,
  simulated_user,
  runner_metadata,
}: Pick<RunArtifact, "request" | "simulated_user" | "runner_metadata">): boolean {
  if (request.turns.length > 0 || simulated_user !== undefined) return false;
  const last = readCompletion(rawAnswersIn({ runner_metadata }).at(-1));
  return last !== null && last.message.tool_calls.length === 0 && Boolean(last.message.content?.trim());
}

function answersThatDiffer(artifact: Pick<RunArtifact, "request" | "usage" | "provider" | "runner_metadata">) {
  const { request, usage, provider } = artifact;
  const answers = rawAnswersIn(artifact);
  const used = answers.map((raw) => usageOfAnswer(raw, request));
  if (used.includes(undefined)) return [];
  const reported = answers.map((raw) => {
    const said = readCompletion(raw);
    return { name: said?.provider ?? null, model: said?.model ?? null, finish_reason: said?.finish_reason ?? null };
  });
  return [
    ...differenceBetween("who answered in the run, and why answers ended", provider, reported),
    ...differenceBetween("the usage of the run", usage, sumUsage(used.map((part) => part ?? null))),
  ];
}

function rawAnswersIn({ runner_metadata }: Pick<RunArtifact, "runner_metadata">): unknown[] {
  return Array.isArray(runner_metadata.raw_answers) ? runner_metadata.raw_answers : [];
}
