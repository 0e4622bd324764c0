import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { RunArtifact } from "../../records/index.ts";
import { readStoredJson } from "../../store/index.ts";
import type { Sample } from "./sample.ts";

/** A run of a campaign as a sample, or why it is none. */
export type RunSample = { path: string; ok: true; sample: Sample } | { path: string; ok: false; reason: string };

/**
 * Turns stored runs of campaigns into samples: every `run_<n>.json` at or below `from`, in order of their paths. The question is what the
 * user said; system messages are left out, because the judge is not to see the prompt. The run profile is the prompt variant and the
 * suite the eval set, since those are what a campaign varies.
 */
export async function* samplesFromRuns(from: string): AsyncGenerator<RunSample> {
  for (const path of await runRecords(from)) {
    const stored = await readStoredJson(path);
    if (stored.state !== "found") {
      yield { path, ok: false, reason: stored.state === "corrupt" ? stored.reason : "it is gone" };
      continue;
    }
    yield { path, ...toSample(stored.value as Partial<RunArtifact> | null) };
  }
}

async function runRecords(from: string): Promise<string[]> {
  const isRecord = (name: string) => /^run_\d+\.json$/.test(basename(name));
  if (!(await stat(from)).isDirectory()) return [from];
  // Files that a trial left may be called anything, also like a record of ours.
  const names = (await readdir(from, { recursive: true })).filter(
    (name) => isRecord(name) && !/(^|[\\/])run_\d+\.artifacts[\\/]/.test(join(dirname(name), "/")),
  );
  return names.sort().map((name) => join(from, name));
}

function toSample(run: Partial<RunArtifact> | null): { ok: true; sample: Sample } | { ok: false; reason: string } {
  const { identity, request } = run ?? {};
  if (!run || !identity || !request) return { ok: false, reason: "it is not the record of a run" };
  if (typeof run.final_output !== "string")
    return { ok: false, reason: `it has no final output (status ${run.status})` };
  const question = [...request.messages, ...request.turns]
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n\n");
  if (question.trim() === "") return { ok: false, reason: "it has no user message" };
  return {
    ok: true,
    sample: {
      meta: {
        run_id: identity.run_id,
        model: request.model,
        prompt_variant: identity.run_profile_id,
        eval_set_variant: identity.suite_id,
        question_id: identity.case_id,
      },
      question,
      model_output: run.final_output,
    },
  };
}
