import { messagesOfCase, type RunArtifact, simulatedTurns } from "../../../records/index.ts";
import type { Sample } from "./sample.ts";

/** A run of a campaign as a sample, or the reason why it is none. */
export type RunSample = { ok: true; sample: Sample } | { ok: false; reason: string };

/**
 * Turns the stored run of a campaign into a sample. The question is the user's words; system messages and a variant's messages
 * are omitted, because the judge must not see the prompt. The prompt variant is the suite's variant, or else the run profile,
 * which is what a campaign varies then. The suite is the eval set.
 *
 * @param identity of the trial; a run with the same inputs may have been executed under another name
 */
export function sampleOfRun(artifact: RunArtifact, identity: RunArtifact["identity"]): RunSample {
  const { request, final_output, status } = artifact;
  if (final_output === null) return { ok: false, reason: `it has no final output (status ${status})` };
  const said = [...messagesOfCase(request, identity), ...request.turns].filter(({ role }) => role === "user");
  const question = [...said.map(({ content }) => content), ...simulatedTurns(artifact)].join("\n\n");
  if (question.trim() === "") return { ok: false, reason: "it has no user message" };
  const meta = {
    run_id: identity.run_id,
    model: request.model,
    prompt_variant: identity.variant?.variant_id ?? identity.run_profile_id,
    eval_set_variant: identity.suite_id,
    question_id: identity.case_id,
  };
  return { ok: true, sample: { meta, question, model_output: final_output } };
}
