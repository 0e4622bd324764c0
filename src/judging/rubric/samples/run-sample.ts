import type { RunArtifact } from "../../../records/index.ts";
import type { Sample } from "./sample.ts";

/** A run of a campaign as a sample, or why it is none. */
export type RunSample = { ok: true; sample: Sample } | { ok: false; reason: string };

/**
 * Turns the stored run of a campaign into a sample. The question is what the user said; system messages are left out, because the judge is
 * not to see the prompt. The run profile is the prompt variant and the suite the eval set, since those are what a campaign varies.
 *
 * @param identity of the trial; a run with the same inputs may have been executed under another name
 */
export function sampleOfRun(
  { request, final_output, status }: RunArtifact,
  identity: RunArtifact["identity"],
): RunSample {
  if (final_output === null) return { ok: false, reason: `it has no final output (status ${status})` };
  const question = [...request.messages, ...request.turns]
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n\n");
  if (question.trim() === "") return { ok: false, reason: "it has no user message" };
  const meta = {
    run_id: identity.run_id,
    model: request.model,
    prompt_variant: identity.run_profile_id,
    eval_set_variant: identity.suite_id,
    question_id: identity.case_id,
  };
  return { ok: true, sample: { meta, question, model_output: final_output } };
}
